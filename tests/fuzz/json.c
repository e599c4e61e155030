/* The launcher's JSON: whatever bytes a path holds, they can be read back, and the text is UTF-8
 * that a strict reader takes but for the escapes that stand for other bytes. */
#include "fuzz.h"

#include "show.h"

#include <jansson.h>
#include <stdio.h>

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
		p++;
		if (*p == 'u') {
			char hex[5] = { p[1], p[2], p[3], p[4], '\0' };
			unsigned long code = strtoul(hex, NULL, 16);
			MUST(code < 0x80 || (code >= 0xdc80 && code <= 0xdcff));
			*out++ = (char)(code & 0xff);
			p += 4;
		} else {
			MUST(*p == '"' || *p == '\\');
			*out++ = *p;
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
