/* What is said in a tunnel: a host up to the first newline, then the bytes. Whatever is let through
 * as TLS is a ClientHello with that name in it, in one piece once the records' heads are taken out;
 * however the bytes are cut, the verdict is the same. */
#include "fuzz.h"

#include "formats/client-hello.h"
#include "net/proxy-policy.h"

#include <ctype.h>
#include <strings.h>

/* The bytes of all records, one behind the other. */
static char *join_records(const char *bytes, size_t size, size_t *ret_size)
{
	char *joined = fuzz_copy(bytes, size);
	size_t held = 0;
	for (size_t at = 0; at + 5 <= size && bytes[at] == 22;) {
		size_t len = (size_t)(uint8_t)bytes[at + 3] << 8 | (uint8_t)bytes[at + 4];
		size_t there = len < size - at - 5 ? len : size - at - 5;
		memcpy(joined + held, bytes + at + 5, there);
		held += there;
		at += 5 + there;
	}
	*ret_size = held;
	return joined;
}

static void check_named(const char *bytes, size_t size, const char *name)
{
	size_t len = strlen(name), held;
	bool found = false;
	MUST(cb_name_is_host(name) && size > 5 && bytes[0] == 22 && bytes[1] == 3);
	char *joined = join_records(bytes, size, &held);
	for (size_t i = 0; !found && len <= held && i <= held - len; i++)
		found = strncasecmp(joined + i, name, len) == 0;
	MUST(found && joined[0] == 1);
	free(joined);
}

/* Before its end nothing is known, and what follows it changes nothing. */
static void check_cuts(const char *bytes, size_t size, enum cb_hello_state whole)
{
	char name[CB_NAME_MAX + 1];
	bool ended = false;
	for (size_t len = 0; len <= size; len++) {
		char *cut = fuzz_copy(bytes, len);
		enum cb_hello_state state = cb_hello_parse(cut, len, name);
		free(cut);
		MUST(ended || state == CB_HELLO_PARTIAL || state == whole);
		MUST(!ended || state == whole);
		ended = state != CB_HELLO_PARTIAL;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t len;
	char name[CB_NAME_MAX + 1];
	const char *piece = fuzz_piece(&data, &size, '\n', &len);
	char *host = fuzz_string(piece, len), *bytes = fuzz_copy(data, size);
	enum cb_hello_state state = cb_hello_parse(bytes, size, name);
	if (state == CB_HELLO_NAMED)
		check_named(bytes, size, name);
	if (size < 512)
		check_cuts(bytes, size, state);

	struct cb_wish wish = { .port = 443 };
	if (cb_name_is_host(host)) {
		strcpy(wish.host, host);
		int verdict = cb_proxy_judge_tunnel(bytes, size, &wish);
		MUST((verdict > 0) == (state == CB_HELLO_NAMED && strcmp(name, host) == 0));
		MUST((verdict == 0) == (state == CB_HELLO_PARTIAL));
		MUST(verdict >= 0 || (wish.why && cb_name_is_host(wish.host)));
	}
	free(bytes);
	free(host);
	return 0;
}
