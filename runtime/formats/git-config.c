/* Reads git's configuration format, by the same rules as git (config.c there): what it does not
 * read is not read here either. */
#include "formats/git-config.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { END = -1 };

struct reader {
	const char *at, *end;
	unsigned line;
	char *section, *subsection, *key, *value; /* each large enough for all of the text */
	bool has_subsection;
};

/* A line end may be two bytes. */
static int next(struct reader *r)
{
	if (r->at < r->end - 1 && r->at[0] == '\r' && r->at[1] == '\n')
		r->at++;
	if (r->at >= r->end)
		return END;
	r->line += *r->at == '\n';
	return (unsigned char)*r->at++;
}

static bool ends_line(int c)
{
	return c == '\n' || c == END;
}

static bool is_blank(int c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static bool is_letter(int c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_of_key(int c)
{
	return is_letter(c) || (c >= '0' && c <= '9') || c == '-';
}

static char lower(int c)
{
	return (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

static void skip_comment(struct reader *r)
{
	while (!ends_line(next(r)))
		;
}

/* ` "subsection"]`, the opening blank having been read; it is appended to `out`. */
static bool read_quoted(struct reader *r, char *out)
{
	int c;
	while (is_blank(c = next(r)))
		;
	if (c != '"')
		return false;
	while ((c = next(r)) != '"') {
		if (c == '\\')
			c = next(r);
		if (ends_line(c))
			return false;
		*out++ = (char)c;
	}
	*out = '\0';
	r->has_subsection = true;
	return next(r) == ']';
}

/* `section]`, `section "subsection"]` or `section.subsection]`, behind its bracket. */
static bool read_header(struct reader *r)
{
	char *out = r->section;
	int c;
	while (is_of_key(c = next(r)) || c == '.')
		*out++ = lower(c);
	*out = '\0';
	/* In the oldest form the subsection is part of the word. */
	char *dot = strchr(r->section, '.'), *rest = r->subsection;
	*rest = '\0';
	r->has_subsection = dot;
	if (dot) {
		*dot = '\0';
		rest = stpcpy(rest, dot + 1);
		if (is_blank(c))
			*rest++ = '.';
	}
	return *r->section && (is_blank(c) ? read_quoted(r, rest) : c == ']');
}

/* What a backslash and `c` mean; END: nothing. */
static int escaped(int c)
{
	static const char from[] = "tbn\\\"", to[] = "\t\b\n\\\"";
	const char *found = c > 0 ? strchr(from, c) : NULL;
	return found ? to[found - from] : END;
}

/* A value up to the end of its line, without the blanks around it. */
static bool read_value(struct reader *r)
{
	char *out = r->value, *kept = out; /* behind the last character that is no blank */
	bool quoted = false;
	for (int c; !ends_line(c = next(r));) {
		if (!quoted && (c == '#' || c == ';')) {
			skip_comment(r);
			break;
		}
		bool blank = is_blank(c) && !quoted;
		if (blank && kept == r->value)
			continue;
		if (c == '"') {
			quoted = !quoted;
			kept = out;
			continue;
		}
		if (c == '\\') {
			c = next(r);
			if (c == '\n')
				continue;
			if ((c = escaped(c)) == END)
				return false;
		}
		*out++ = (char)c;
		if (!blank)
			kept = out;
	}
	*kept = '\0';
	return !quoted;
}

/* `key`, `key = value`; its first letter has been read. */
static bool read_setting(struct reader *r, int c, struct cb_git_setting *ret)
{
	char *out = r->key;
	for (; is_of_key(c); c = next(r))
		*out++ = lower(c);
	*out = '\0';
	while (c == ' ' || c == '\t')
		c = next(r);
	*ret = (struct cb_git_setting) {
		.section = r->section,
		.subsection = r->has_subsection ? r->subsection : NULL,
		.key = r->key,
		.value = ends_line(c) ? NULL : r->value,
	};
	return *r->section && (ends_line(c) || (c == '=' && read_value(r)));
}

/* The line of what is wrong, or 0. */
static unsigned read_all(struct reader *r, cb_git_setting_take *take, void *context,
			 bool *ret_ended)
{
	struct cb_git_setting setting;
	for (int c; (c = next(r)) != END;) {
		unsigned line = r->line;
		if (is_blank(c) || c == '\n')
			continue;
		if (c == '#' || c == ';') {
			skip_comment(r);
		} else if (c == '[') {
			if (!read_header(r))
				return line;
		} else if (!is_letter(c) || !read_setting(r, c, &setting)) {
			return line;
		} else if (!take(context, &setting)) {
			*ret_ended = true;
			break;
		}
	}
	return 0;
}

int cb_git_config_read(const char *text, size_t size, cb_git_setting_take *take, void *context,
		       unsigned *ret_line)
{
	static const char mark[] = "\xef\xbb\xbf"; /* some editors begin a file with it */
	bool marked = size >= 3 && memcmp(text, mark, 3) == 0, ended = false;
	const char *nul = memchr(text, '\0', size);
	struct reader r = { .at = text + (marked ? 3 : 0),
			    .end = nul ? nul : text + size,
			    .line = 1 };
	char *memory = cb_alloc(4, size + 1);
	r.section = memory;
	r.subsection = memory + size + 1;
	r.key = memory + 2 * (size + 1);
	r.value = memory + 3 * (size + 1);
	*ret_line = read_all(&r, take, context, &ended);
	if (nul && !ended && *ret_line == 0)
		*ret_line = r.line;
	free(memory);
	return *ret_line || ended ? -1 : 0;
}

/* In quotes, where every character stands for itself but for these. */
static char *quote(const char *text)
{
	char *quoted = cb_alloc(2 * strlen(text) + 3, 1), *out = quoted;
	*out++ = '"';
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			*out++ = '\\';
		if (*text == '\n')
			out = stpcpy(out, "\\n");
		else
			*out++ = *text;
	}
	*out = '"';
	return quoted;
}

char *cb_git_config_section_line(const char *section, const char *subsection)
{
	return subsection ? cb_format("[%s %s]\n", section, quote(subsection))
			  : cb_format("[%s]\n", section);
}

char *cb_git_config_value_line(const char *key, const char *value)
{
	return value ? cb_format("\t%s = %s\n", key, quote(value)) : cb_format("\t%s\n", key);
}
