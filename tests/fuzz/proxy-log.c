/* The list of refusals: words of a few bytes each, noted one after the other, make lines of ours;
 * and a list that anybody may have written makes a note of one line. */
#include "fuzz.h"

#include "formats/proxy-log.h"

#include <ctype.h>

static const char *const whys[] = { "not in the policy", "no TLS", "" };

static void check_written(const uint8_t *data, size_t size)
{
	struct cb_proxy_log *r = calloc(1, sizeof *r);
	MUST(r);
	for (size_t i = 0; i < size; i++) {
		char host[] = "x.example";
		host[0] = (char)('a' + data[i] % 26);
		bool named = data[i] & 0x80;
		cb_proxy_log_add(r, named ? host : "", named ? data[i] : 0, whys[data[i] % 3]);
	}
	size_t len = cb_proxy_log_say(r), lines = 0;
	MUST(len == strlen(r->text) && (len == 0 || r->text[len - 1] == '\n'));
	for (size_t i = 0; i < len; i++) {
		MUST(isprint(r->text[i]) || r->text[i] == '\n');
		lines += r->text[i] == '\n';
	}
	MUST(lines <= CB_PROXY_LOG_ROWS + 1 && (lines > 0) == (size > 0));
	MUST((cb_proxy_log_recall(r->text, "shared") != NULL) == (lines > 0));
	free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_string(data, size);
	const char *note = cb_proxy_log_recall(text, "shared");
	MUST((note != NULL) == (*text != '\0'));
	MUST(!note || !strchr(note, '\n'));
	check_written(data, size);
	free(text);
	return 0;
}
