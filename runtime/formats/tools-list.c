/* Reads the list of tools, strictly: what goes on to Nix is a name and can be nothing else. */
#include "formats/tools-list.h"

#include "base/number.h"

#include <stdlib.h>
#include <string.h>

/* An attribute path: words and dots between them. A dash cannot begin it, so it is no flag; there
 * is nothing in it that could end a string. */
static bool is_name(const char *name, size_t len)
{
	static const char letters[] =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'.";
	if (len == 0 || len > CB_TOOLS_NAME_LIMIT || strchr("-.'", name[0]))
		return false;
	for (size_t i = 0; i < len; i++)
		if (!strchr(letters, name[i]) || !name[i] ||
		    (name[i] == '.' && (i + 1 == len || name[i + 1] == '.')))
			return false;
	return true;
}

static int refuse_line(size_t line, const char *why, struct cb_error *err)
{
	char number[CB_NUMBER_SIZE];
	cb_fail(err, CB_EXIT_REFUSED, "cannot use the project's " CB_TOOLS_FILE " (line %s: %s)",
		cb_number(number, line, 10, 1), why);
	return cb_hint(
	    err, "a line is the name of a package of nixpkgs, as ripgrep or python3Packages.black");
}

int cb_tools_parse(const char *text, size_t size, struct cb_strv *ret, struct cb_error *err)
{
	const char *end = text + size;
	for (size_t line = 1; text < end; line++) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const char *stop = newline ? newline : end;
		const char *next = newline ? newline + 1 : end;
		const char *comment = memchr(text, '#', (size_t)(stop - text));
		if (comment)
			stop = comment;
		while (text < stop && (*text == ' ' || *text == '\t'))
			text++;
		while (text < stop && strchr(" \t\r", stop[-1]) && stop[-1])
			stop--;
		if (text < stop && !is_name(text, (size_t)(stop - text)))
			return refuse_line(line, "no name of a package", err);
		if (text < stop && ret->len == CB_TOOLS_COUNT_LIMIT)
			return refuse_line(line, "more than 64 packages", err);
		if (text < stop)
			cb_strv_take(ret, strndup(text, (size_t)(stop - text)));
		text = next;
	}
	return ret->failed ? cb_fail_memory(err) : 0;
}

/* `before`, the names with `between` them, `after`. */
static char *join(const char *before, const struct cb_strv *names, const char *between,
		  const char *after)
{
	char *all = strdup(before);
	for (size_t i = 0; all && i < names->len; i++) {
		char *longer = cb_concat(all, i ? between : "", names->items[i], NULL);
		free(all);
		all = longer;
	}
	char *whole = all ? cb_concat(all, after, NULL) : NULL;
	free(all);
	return whole;
}

char *cb_tools_record(const char *packages, const struct cb_strv *names)
{
	char *list = join("\n", names, "\n", "\n");
	char *record = list ? cb_concat(packages, list, NULL) : NULL;
	free(list);
	return record;
}

char *cb_tools_list(const struct cb_strv *names)
{
	return join("", names, ", ", "");
}

char *cb_tools_json(const struct cb_strv *names)
{
	return join("[\"", names, "\",\"", "\"]");
}

void cb_tools_clear(struct cb_asked *asked)
{
	cb_strv_clear(&asked->names);
	free(asked->record);
	free(asked->path);
	free(asked->note);
	*asked = (struct cb_asked) { 0 };
}
