/* The closure list, as nixpkgs' closureInfo writes it: one store path a line. */
#include "policy/read.h"

#include <stdlib.h>
#include <string.h>

int cb_read_closure(char *text, struct cb_model *model, struct cb_error *err)
{
	size_t lines = 1;
	for (const char *p = text; *p; p++)
		lines += *p == '\n';
	model->closure_given = true;
	model->closure_text = text;
	model->closure.items = calloc(lines + 1, sizeof *model->closure.items);
	if (!model->closure.items)
		return cb_fail_memory(err);
	for (char *line = text; *line;) {
		size_t len = strcspn(line, "\n");
		char *next = line[len] ? line + len + 1 : line + len;
		line[len] = '\0';
		model->closure.items[model->closure.count++] = line;
		line = next;
	}
	return 0;
}
