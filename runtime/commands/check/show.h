/* The diagnosis for people and for programs. */
#ifndef CB_COMMANDS_CHECK_SHOW_H
#define CB_COMMANDS_CHECK_SHOW_H

#include "commands/check/check.h"
#include "show/show.h"

void cb_show_check(struct cb_screen screen, const struct cb_policy *policy,
		   const struct cb_check *check);
void cb_show_check_json(FILE *file, const struct cb_policy *policy, const struct cb_check *check);

#endif
