/* Prints a plan, for people (dry run, audit) and for programs (JSON), and what the launcher says of
 * itself. Decides nothing. Never prints the value of a secret, in any form. */
#ifndef CB_SHOW_SHOW_H
#define CB_SHOW_SHOW_H

#include "base/error.h"
#include "base/print.h"
#include "plan/bwrap.h"
#include "plan/plan.h"

#include <stdbool.h>
#include <stdio.h>

/* Stands in place of a secret. */
#define CB_MASK "(hidden)"

/* --- messages */

void cb_show_help(struct cb_screen screen, const struct cb_policy *policy);
void cb_show_error(struct cb_screen screen, const struct cb_error *err);

/* The notes of a plan, where no audit is shown. */
void cb_show_notes(struct cb_screen screen, const struct cb_plan *plan);

/* What is being done, a verb and its object, on one line of a terminal that is overwritten each
 * time. Either may be NULL; without both the line is blank again. Nothing where the stream is no
 * terminal. */
void cb_show_progress(FILE *stream, const char *doing, const char *what);

/* Flushes standard output. What was asked for must have reached its reader: a full disk is an
 * error, not a success. */
int cb_finish_output(struct cb_error *err);

/* --- plans */

/* One screen: what a user must know before a launch. */
void cb_show_audit(struct cb_screen screen, const struct cb_plan *plan);

/* One line, where the user has agreed to the plan before. */
void cb_show_agreed(struct cb_screen screen, const struct cb_plan *plan);

/* All of a plan; the command it ends in. */
void cb_show_plan(struct cb_screen screen, const struct cb_plan *plan);
void cb_show_command(struct cb_screen screen, const struct cb_plan *plan,
		     const struct cb_bwrap *bwrap);
void cb_show_json(FILE *file, const struct cb_plan *plan, const struct cb_bwrap *bwrap);

/* --- parts */

/* What the audit and the whole plan begin with: profile, notes, network, project, login. */
void cb_show_head(struct cb_screen screen, const struct cb_plan *plan, bool all);

/* A label in a column of its own, red with `alarm`; the paragraph that follows it. */
struct cb_flow cb_show_label(struct cb_screen screen, const char *label, bool alarm);

/* A label and a sentence. */
void cb_show_words(struct cb_screen screen, const char *label, bool alarm, const char *text);

const char *cb_word_origin(enum cb_origin origin);

/* The value of a variable, an option of bwrap, and a word of a command, as they may be shown. */
const char *cb_shown_value(const struct cb_var *var);
const char *cb_shown_option(const struct cb_plan *plan, const struct cb_strv *options, size_t i);
const char *cb_shown_argument(const char *word);

/* What a secret looks like, with its article. */
const char *cb_shown_shape(const struct cb_var *var);

#endif
