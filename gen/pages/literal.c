/* The only escaper.
 *
 * m4 sees what is written here up to three times. It acts on four things only: its quotes `<|` and
 * `|>` (so no bar), `$1` in a definition (so no dollar), and words that begin with m4_ or g4_ (so
 * no underscore after these two letters). Commas and parentheses are safe between quotes. */

#include "pages/pages.h"

#include "base/utf8.h"

enum { LINE_LEN = 80 };

/* `string[i]` is the underscore of "m4_" or "g4_". */
static bool ends_macro_prefix(const char *string, size_t i)
{
	return i >= 2 && string[i] == '_' && string[i - 1] == '4' &&
	       (string[i - 2] == 'm' || string[i - 2] == 'g');
}

/* Octal with all three digits cannot run into a digit that follows, as a hexadecimal one would;
 * without question marks there are no trigraphs. */
void cb_literal_c(struct cb_text *out, const char *string)
{
	if (!string) {
		cb_text_add(out, "NULL");
		return;
	}
	size_t line = out->len;
	cb_text_add(out, "\"");
	for (size_t i = 0; string[i]; i++) {
		unsigned char c = (unsigned char)string[i];
		if (out->len - line >= LINE_LEN) {
			cb_text_add(out, "\"\n\t\"");
			line = out->len;
		}
		if (c == '\n')
			cb_text_add(out, "\\n");
		else if (c < 0x20 || c >= 0x7f || strchr("\"\\?$|", c) ||
			 ends_macro_prefix(string, i))
			cb_text_printf(out, "\\%03o", c);
		else
			cb_text_add_n(out, &string[i], 1);
		if (c == '\n' && string[i + 1]) {
			cb_text_add(out, "\"\n\t\"");
			line = out->len;
		}
	}
	cb_text_add(out, "\"");
}

/* Entities for all that Markdown, HTML or m4 act on, and for the `@` by which the client would
 * import a file. Control characters do not come this far; as entities they would do no harm. */
void cb_literal_markdown(struct cb_text *out, const char *string)
{
	for (size_t i = 0; string[i]; i++) {
		unsigned char c = (unsigned char)string[i];
		if (c < 0x20 || c == 0x7f || strchr("\\`*[]<>&|$@#!", c) ||
		    ends_macro_prefix(string, i))
			cb_text_printf(out, "&#%u;", c);
		else
			cb_text_add_n(out, &string[i], 1);
	}
}

/* By their code points: all that roff acts on, that it would print as another character, that m4
 * acts on, and that is not ASCII. A minus, or it could not be copied from the page. */
void cb_literal_roff(struct cb_text *out, const char *string)
{
	size_t len;
	for (size_t i = 0; string[i]; i += len) {
		len = cb_utf8_length(&string[i]); /* what is no UTF-8 does not come this far */
		unsigned point = cb_utf8_decode(&string[i], len);
		if (point == '<' || point == '>') /* no edge of an m4 quote, see above */
			cb_text_add(out, point == '<' ? "<\\&" : "\\&>");
		else if (point == '-')
			cb_text_add(out, "\\-");
		else if (point < 0x20 || point >= 0x7f || strchr("\\'`\"^~$|", (int)point) ||
			 ends_macro_prefix(string, i))
			cb_text_printf(out, "\\[u%04X]", point);
		else
			cb_text_add_n(out, &string[i], 1);
	}
}

void cb_literal_quoted(struct cb_text *out, const char *string)
{
	cb_text_add(out, "'");
	for (size_t i = 0; string[i]; i++) {
		if (string[i] == '\'')
			cb_text_add(out, "'\\''");
		else
			cb_text_add_n(out, &string[i], 1);
	}
	cb_text_add(out, "'");
}
