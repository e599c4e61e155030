/* A record of watched files that anybody may have written: the next one is whole, whatever it was
 * made of, and after that one nothing is new and nothing has changed. */
#include "fuzz.h"

#include "formats/watch-record.h"

enum { LINE = 50 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char a[] = "/p/a", b[] = "/p/b\nc";
	const struct cb_watched files[] = { { a, { 1 } }, { b, { 2 } } };
	struct cb_strv changed = { 0 }, new = { 0 }, none = { 0 };
	char *old = fuzz_string(data, size);
	char *next = cb_record_next(old, "/p", files, 2, &changed, &new);
	MUST(changed.len + new.len <= 2);
	MUST(strlen(next) % LINE == 0 && strlen(next) >= 3 * LINE);
	MUST(strlen(next) <= strlen(old) + 3 * LINE);
	for (size_t i = LINE; i <= strlen(next); i += LINE)
		MUST(i <= 3 * LINE ? next[i - 1] == '\n' && next[i - LINE + 16] == ' ' : true);
	const char *again = cb_record_next(next, "/p", files, 2, &none, &none);
	MUST(none.len == 0 && strcmp(next, again) == 0);
	free(old);
	return 0;
}
