/* A plan for people (dry-run, audit) and for programs (JSON). Reads the plan, decides nothing;
 * the value of a secret is never written, in any form. */
#ifndef CB_SHOW_H
#define CB_SHOW_H

#include "bwrap.h"
#include "gc.h"
#include "plan.h"

#include <stdbool.h>
#include <stdio.h>

/* What stands in place of a secret. */
#define CB_MASK "(hidden)"

struct cb_screen {
	FILE *file;
	bool colour;
};

void cb_show_help(FILE *file, const struct cb_policy *policy);
void cb_show_version(FILE *file, const struct cb_policy *policy);
void cb_show_error(struct cb_screen screen, const struct cb_error *err);
void cb_show_plan(struct cb_screen screen, const struct cb_plan *plan,
		  const struct cb_bwrap *bwrap);
void cb_show_audit(struct cb_screen screen, const struct cb_plan *plan);
void cb_show_notes(struct cb_screen screen, const struct cb_plan *plan); /* where no audit is */
void cb_show_json(FILE *file, const struct cb_plan *plan, const struct cb_bwrap *bwrap);

/* What --gc would remove and what it keeps, and how many of each. */
void cb_show_gc(FILE *file, const struct cb_gc *gc, size_t ret_counts[CB_GC_VERDICT_COUNT]);
void cb_show_gc_instance(FILE *file, const struct cb_instance *instance);
void cb_show_gc_progress(FILE *terminal, size_t done, size_t all);
void cb_show_gc_done(FILE *file, size_t removed);

/* The words of the vocabulary, for both forms. */
const char *cb_word_kind(enum cb_kind kind);
const char *cb_word_tier(enum cb_tier tier);
const char *cb_word_origin(enum cb_origin origin);

/* The value as it may be shown; the word of a command as it may be shown. */
const char *cb_shown_value(const struct cb_var *var);
const char *cb_shown_option(const struct cb_plan *plan, const struct cb_strv *options, size_t i);
const char *cb_shown_argument(const char *word);

#endif
