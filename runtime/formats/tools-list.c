/* Reads the list of tools, strictly: what goes on to Nix is a name and can be nothing else. */
#include "formats/tools-list.h"

#include <string.h>

/* An attribute path: words and dots between them. A dash cannot begin it, so it is no flag; there
 * is nothing in it that could end a string. */
static bool is_name(const char *name)
{
	static const char letters[] =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'.";
	size_t len = strlen(name);
	return len > 0 && len <= CB_TOOLS_NAME_LIMIT && strspn(name, letters) == len &&
	       !strchr("-.'", name[0]) && name[len - 1] != '.' && !strstr(name, "..");
}

/* What of a line is left without its comment and the blanks around it. */
static char *trim(char *line)
{
	line[strcspn(line, "#")] = '\0';
	line += strspn(line, " \t");
	for (size_t len = strlen(line); len > 0 && strchr(" \t\r", line[len - 1]); len--)
		line[len - 1] = '\0';
	return line;
}

int cb_tools_parse(const char *text, size_t size, struct cb_strv *ret, struct cb_error *err)
{
	struct cb_strv lines = cb_strv_lines(text, size);
	for (size_t i = 0; i < lines.len; i++) {
		const char *name = trim(lines.items[i]);
		if (!*name)
			continue;
		if (is_name(name) && ret->len < CB_TOOLS_COUNT_LIMIT) {
			cb_strv_push(ret, name);
			continue;
		}
		cb_fail(err, CB_EXIT_REFUSED,
			"cannot use the project's " CB_TOOLS_FILE " (line %zu: %s)", i + 1,
			is_name(name) ? "more than 64 packages" : "no name of a package");
		return cb_hint(err, "a line is the name of a package of nixpkgs, as ripgrep or "
				    "python3Packages.black");
	}
	return 0;
}

char *cb_tools_record(const char *packages, const struct cb_strv *names)
{
	return cb_format("%s\n%s\n", packages, cb_strv_join(names, "\n"));
}

char *cb_tools_list(const struct cb_strv *names)
{
	return cb_strv_join(names, ", ");
}

char *cb_tools_json(const struct cb_strv *names)
{
	return cb_format("[\"%s\"]", cb_strv_join(names, "\",\""));
}
