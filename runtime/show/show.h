/* A plan for people (dry-run, audit) and for programs (JSON). Reads the plan, decides nothing;
 * the value of a secret is never written, in any form. */
#ifndef CB_SHOW_SHOW_H
#define CB_SHOW_SHOW_H

#include "base/print.h"
#include "plan/bwrap.h"
#include "plan/plan.h"
#include "vocab/words.h"

#include <stdbool.h>
#include <stdio.h>

/* What stands in place of a secret. */
#define CB_MASK "(hidden)"

/* Small enough to be passed in registers. */
struct cb_screen {
	FILE *file;
	bool colour;
	unsigned width; /* 0: lines may have any length */
};

struct cb_screen cb_screen_of(FILE *file);

/* What was asked for must have reached its reader: a full disk is an error, not a success. */
int cb_finish_output(struct cb_error *err);

void cb_show_help(FILE *file, const struct cb_policy *policy);
void cb_show_version(FILE *file, const struct cb_policy *policy);
void cb_show_error(struct cb_screen screen, const struct cb_error *err);

/* The whole plan, and its command. */
void cb_show_plan(struct cb_screen screen, const struct cb_plan *plan);
void cb_show_command(struct cb_screen screen, const struct cb_plan *plan,
		     const struct cb_bwrap *bwrap);

/* What a user must know before a launch, on one screen. */
void cb_show_audit(struct cb_screen screen, const struct cb_plan *plan);
void cb_show_notes(struct cb_screen screen, const struct cb_plan *plan); /* where no audit is */

/* Of both: profile, notes, network, project, login; and the beginning of such a line. */
void cb_show_head(struct cb_screen screen, const struct cb_plan *plan, bool all);
void cb_show_heading(struct cb_screen screen, const char *text);
struct cb_flow cb_show_label(struct cb_screen screen, const char *label, bool alarm);

void cb_show_json(FILE *file, const struct cb_plan *plan, const struct cb_bwrap *bwrap);

/* What is being done, on one line of a terminal that is redrawn: a verb and its object, either may
 * be NULL. Without both the line is empty again. Nothing, where the stream is no terminal. */
void cb_show_progress(FILE *stream, const char *doing, const char *what);

const char *cb_word_origin(enum cb_origin origin);

/* The value as it may be shown; the word of a command as it may be shown. */
const char *cb_shown_value(const struct cb_var *var);
const char *cb_shown_option(const struct cb_plan *plan, const struct cb_strv *options, size_t i);
const char *cb_shown_argument(const char *word);

#endif
