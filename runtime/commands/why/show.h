/* The answer of --why, for people: a verdict, the row behind it, what to do. */
#ifndef CB_COMMANDS_WHY_SHOW_H
#define CB_COMMANDS_WHY_SHOW_H

#include "commands/why/facts.h"
#include "show/show.h"

/* `asked`: as an absolute path. `refused`: why no mount may show it; NULL: one may. */
void cb_show_why_path(struct cb_screen screen, const struct cb_plan *plan, const char *asked,
		      const struct cb_sight *sight, const char *refused);
void cb_show_why_variable(struct cb_screen screen, const struct cb_plan *plan, const char *name,
			  enum cb_entry entry, const struct cb_var *var);

#endif
