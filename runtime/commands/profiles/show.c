/* Prints the profiles: a line each, the name first, so that programs can read it too; for people
 * the path is on a line of its own. */
#include "commands/profiles/profiles.h"

#include "base/path.h"
#include "base/print.h"

#include <string.h>

/* Bytes, not columns: what goes beyond ASCII is only padded a little less. */
static size_t wider(size_t width, const char *text)
{
	size_t len = strlen(text);
	return len > width ? len : width;
}

void cb_show_profiles(struct cb_screen s, const struct cb_profiles *list, const char *current,
		      const char *home)
{
	size_t name = 0, network = 0, description = 0;
	for (size_t i = 0; i < list->len; i++) {
		name = wider(name, list->items[i].name);
		network = wider(network, list->items[i].network);
		description = wider(description, list->items[i].description);
	}
	for (size_t i = 0; i < list->len; i++) {
		const struct cb_profile *p = &list->items[i];
		size_t indent = name + network + 4, skip = 0;
		cb_print_padded(s, p->name, name + 2);
		cb_print_padded(s, p->network, network + 2);
		if (s.width) {
			struct cb_flow f = { s, indent, indent };
			cb_flow_words(&f, p->description);
			fputs("\n  ", s.file);
		} else {
			cb_print_padded(s, p->description, description + 2);
		}
		if (cb_path_is_within(p->found, home)) {
			putc('~', s.file);
			skip = strlen(home);
		}
		cb_print(s, p->found + skip);
		fputs(strcmp(p->name, current) == 0 ? " (this one)\n" : "\n", s.file);
	}
}
