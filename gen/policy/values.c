/* What a text of a policy means. Pure. */
#include "policy/values.h"

#include "base/memory.h"
#include "base/path.h"
#include "vocab/paths.h"

#include <arpa/inet.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct cb_model_path cb_model_path_of(const char *text)
{
	struct cb_model_path path = { .text = text };
	if (strlen(text) >= PATH_MAX)
		return path;
	for (unsigned i = 0; i < CB_ANCHOR_COUNT; i++) {
		size_t len = strlen(cb_anchors[i].word);
		const char *rest = text + len;
		if (strncmp(text, cb_anchors[i].word, len) != 0 ||
		    (rest[0] != '\0' && rest[0] != '/'))
			continue;
		/* The anchor alone has an empty rest; "/" after an anchor is not normal. */
		path.normal = len == 0
				  ? cb_path_is_normal(rest)
				  : rest[0] == '\0' || (rest[1] != '\0' && cb_path_is_normal(rest));
		path.path.anchor = (enum cb_anchor)i;
		path.path.rest = len > 0 && rest[0] == '/' ? rest + 1 : rest;
		return path;
	}
	return path;
}

/* --- store paths: /nix/store/, 32 digits of Nix's base 32 (no e, o, t, u), a dash, a name --- */

static const char store[] = CB_STORE_PATH "/";
enum { STORE_LEN = sizeof store - 1, HASH_LEN = 32 };

size_t cb_store_path_len(const char *path)
{
	static const char digits[] = "0123456789abcdfghijklmnpqrsvwxyz";
	static const char letters[] =
	    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-._?=";
	if (strncmp(path, store, STORE_LEN) != 0 || strspn(path + STORE_LEN, digits) < HASH_LEN ||
	    path[STORE_LEN + HASH_LEN] != '-')
		return 0;
	const char *name = path + STORE_LEN + HASH_LEN + 1;
	size_t len = strspn(name, letters);
	if (len == 0 || name[0] == '.' || (name[len] != '\0' && name[len] != '/'))
		return 0;
	return (size_t)(name + len - path);
}

bool cb_in_store_path(const char *path)
{
	return cb_store_path_len(path) > 0 && cb_path_is_normal(path);
}

char *cb_store_path_name(const char *path)
{
	size_t start = STORE_LEN + HASH_LEN + 1;
	return cb_strndup(path + start, cb_store_path_len(path) - start);
}

/* --- blocks of addresses --- */

bool cb_prefix_parse(const char *text, struct cb_prefix *ret)
{
	struct cb_prefix prefix = { .text = text, .v6 = strchr(text, ':') != NULL };
	char address[INET6_ADDRSTRLEN];
	const char *slash = strchr(text, '/');
	if (!slash || (size_t)(slash - text) >= sizeof address)
		return false;
	memcpy(address, text, (size_t)(slash - text));
	address[slash - text] = '\0';
	/* Digits alone, without a leading zero. */
	const char *digits = slash + 1;
	size_t len = strspn(digits, "0123456789");
	if (len == 0 || len > 3 || digits[len] || (digits[0] == '0' && len > 1))
		return false;
	unsigned long bits = strtoul(digits, NULL, 10);
	if (bits > (prefix.v6 ? 128 : 32) ||
	    inet_pton(prefix.v6 ? AF_INET6 : AF_INET, address, prefix.bytes) != 1)
		return false;
	for (unsigned long i = bits; i < 128; i++)
		if (prefix.bytes[i / 8] & 0x80 >> i % 8)
			return false;
	prefix.bits = (uint8_t)bits;
	*ret = prefix;
	return true;
}
