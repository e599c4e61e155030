/* The launcher's JSON: whatever bytes a path holds, they can be read back, and the text is UTF-8
 * that a strict reader takes but for the escapes that stand for other bytes. */
#include "fuzz.h"

#include "show/show.h"

#include <jansson.h>
#include <stdio.h>

static unsigned read_unit(const char *p)
{
	MUST(p[0] == '\\' && p[1] == 'u');
	char hex[5] = { p[2], p[3], p[4], p[5], '\0' };
	return (unsigned)strtoul(hex, NULL, 16);
}

/* A character as UTF-8. */
static char *write_point(char *out, unsigned point)
{
	if (point < 0x80) {
		*out++ = (char)point;
		return out;
	}
	unsigned more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
	*out++ = (char)((0xff00u >> (more + 1) & 0xff) | point >> 6 * more);
	while (more-- > 0)
		*out++ = (char)(0x80 | (point >> 6 * more & 0x3f));
	return out;
}

/* Reads a JSON string behind its first quote, back into the bytes it was made from. */
static size_t read_string(const char *p, char *into)
{
	char *out = into;
	for (; *p != '"'; p++) {
		MUST((unsigned char)*p >= 0x20);
		if (*p != '\\') {
			*out++ = *p;
			continue;
		}
		if (p[1] != 'u') {
			p++;
			MUST(*p == '"' || *p == '\\');
			*out++ = *p;
			continue;
		}
		unsigned unit = read_unit(p);
		p += 5;
		if (unit >= 0xdc80 && unit <= 0xdcff) { /* a byte that is no UTF-8 */
			*out++ = (char)(unit & 0xff);
		} else if (unit >= 0xd800 && unit < 0xdc00) {
			unsigned low = read_unit(p + 1);
			p += 6;
			out = write_point(out, 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
		} else {
			out = write_point(out, unit);
		}
	}
	return (size_t)(out - into);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const none[] = { NULL };
	static const uint16_t no_ports[] = { 0 };
	static const struct cb_policy policy = { .name = "x",
						 .bwrap = "/bwrap",
						 .domains = none,
						 .ports = no_ports,
						 .forward = no_ports };
	if (memchr(data, 0, size))
		return 0;
	char *text = fuzz_string(data, size), *shown = NULL;
	size_t shown_size;
	const struct cb_plan plan = { .policy = &policy, .project = text, .state = text };
	const struct cb_bwrap bwrap = { 0 };
	FILE *file = open_memstream(&shown, &shown_size);
	MUST(file);
	cb_show_json(file, &plan, &bwrap);
	MUST(fclose(file) == 0);
	const char *member = strstr(shown, "\"project\":\"");
	MUST(member);
	char *again = malloc(6 * size + 1);
	MUST(again && read_string(member + 11, again) == size && memcmp(again, text, size) == 0);
	/* jansson takes no lone surrogate: where there is none, it must take everything. */
	json_t *document = json_loads(shown, 0, NULL);
	if (document)
		MUST(strcmp(json_string_value(json_object_get(document, "project")), text) == 0);
	else
		MUST(strstr(shown, "\\udc"));
	json_decref(document);
	free(again);
	free(shown);
	free(text);
	return 0;
}
