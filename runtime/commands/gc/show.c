/* What --gc found and what it did. */
#include "show/show.h"

#include "base/number.h"
#include "base/print.h"

#include <string.h>

static void put_count(FILE *file, size_t n, const char *words)
{
	char number[CB_NUMBER_SIZE];
	cb_put(file, cb_number(number, n, 10, 1), words, NULL);
}

void cb_show_gc_instance(FILE *file, const struct cb_instance *i)
{
	const char *words = cb_gc_words(i->reason);
	bool gone = cb_gc_verdict(i->reason) == CB_GC_GONE;
	cb_put(file, gone ? "  gone  " : "  keep  ", NULL);
	cb_print_padded(file, i->name, 16);
	if (i->root) {
		fputs("  ", file);
		cb_print(file, i->root);
	}
	if (*words)
		cb_put(file, "  (", words, ")", NULL);
	putc('\n', file);
}

void cb_show_gc(FILE *file, const struct cb_gc *gc, size_t ret_counts[CB_GC_VERDICT_COUNT])
{
	memset(ret_counts, 0, CB_GC_VERDICT_COUNT * sizeof *ret_counts);
	for (size_t i = 0; i < gc->len; i++) {
		enum cb_gc_verdict verdict = cb_gc_verdict(gc->items[i].reason);
		ret_counts[verdict]++;
		if (verdict != CB_GC_ALIVE)
			cb_show_gc_instance(file, &gc->items[i]);
	}
	put_count(file, ret_counts[CB_GC_GONE], " gone, ");
	put_count(file, ret_counts[CB_GC_UNSURE], " kept to be safe, ");
	put_count(file, ret_counts[CB_GC_ALIVE], " of projects that are there\n");
}

void cb_show_gc_done(FILE *file, size_t removed)
{
	put_count(file, removed, " removed\n");
}
