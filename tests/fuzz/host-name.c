/* A pattern of a policy up to the first newline, then a name as bytes: what is taken for a host is
 * one by a second reading, and is not changed by reading it again; a pattern lets through what it
 * should. */
#include "fuzz.h"

#include "formats/host-name.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <strings.h>

/* Letters, digits, dashes and dots; no empty label, none that a dash begins or ends. */
static void check_host(const char *name)
{
	unsigned char address[sizeof(struct in6_addr)];
	size_t len = strlen(name);
	MUST(len <= CB_NAME_MAX && strchr(name, '.') && name[len - 1] != '.');
	for (size_t i = 0; i < len; i++) {
		bool begins = i == 0 || name[i - 1] == '.',
		     ends = name[i + 1] == '.' || !name[i + 1];
		MUST(islower(name[i]) || isdigit(name[i]) || name[i] == '-' || name[i] == '.');
		MUST(!begins || (name[i] != '-' && name[i] != '.'));
		MUST(!ends || name[i] != '-');
	}
	MUST(!isdigit(strrchr(name, '.')[1]) && inet_pton(AF_INET, name, address) != 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t len;
	const char *piece = fuzz_piece(&data, &size, '\n', &len);
	char *pattern = fuzz_string(piece, len), *bytes = fuzz_copy(data, size);
	char name[CB_NAME_MAX + 1], again[CB_NAME_MAX + 1];
	if (cb_name_read(bytes, size, name)) {
		check_host(name);
		MUST(strlen(name) == size && strncasecmp(name, bytes, size) == 0);
		MUST(cb_name_read(name, size, again) && strcmp(name, again) == 0);
		MUST(cb_name_matches(name, name));
		/* What stands behind its last dot is all that two names need to share. */
		if (cb_name_is_pattern(pattern) && cb_name_matches(pattern, name))
			MUST(strcmp(strrchr(pattern, '.'), strrchr(name, '.')) == 0 &&
			     (*pattern == '*' || strcmp(pattern, name) == 0));
	}
	free(bytes);
	free(pattern);
	return 0;
}
