/* Prints what --gc found. */
#include "commands/gc/gc.h"

#include "base/print.h"

void cb_show_gc_instance(FILE *file, const struct cb_instance *i)
{
	const char *words = cb_gc_words(i->reason);
	fputs(cb_gc_verdict(i->reason) == CB_GC_GONE ? "  gone  " : "  keep  ", file);
	cb_print_padded(file, i->name, 16);
	if (i->root) {
		fputs("  ", file);
		cb_print(file, i->root);
	}
	if (*words)
		fprintf(file, "  (%s)", words);
	putc('\n', file);
}

void cb_show_gc(FILE *file, const struct cb_gc *gc)
{
	for (size_t i = 0; i < gc->len; i++)
		if (cb_gc_verdict(gc->items[i].reason) != CB_GC_ALIVE)
			cb_show_gc_instance(file, &gc->items[i]);
	fprintf(file, "%zu gone, %zu kept to be safe, %zu of projects that are there\n",
		cb_gc_count(gc, CB_GC_GONE), cb_gc_count(gc, CB_GC_UNSURE),
		cb_gc_count(gc, CB_GC_ALIVE));
}
