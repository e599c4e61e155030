/* Store paths: /nix/store/, 32 digits of Nix's base 32 (no e, o, t, u), a dash, a name. */
#include "policy/store-path.h"

#include "base/path.h"

#include <string.h>

enum { HASH_LEN = 32 };

static const char prefix[] = CB_STORE "/";
static const char digits[] = "0123456789abcdfghijklmnpqrsvwxyz";
static const char letters[] =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-._?=";

size_t cb_store_path_len(const char *path)
{
	size_t start = sizeof prefix - 1;
	if (strncmp(path, prefix, start) != 0 || strspn(path + start, digits) < HASH_LEN ||
	    path[start + HASH_LEN] != '-')
		return 0;
	const char *name = path + start + HASH_LEN + 1;
	size_t len = strspn(name, letters);
	if (len == 0 || name[0] == '.' || (name[len] != '\0' && name[len] != '/'))
		return 0;
	return (size_t)(name + len - path);
}

bool cb_in_store_path(const char *path)
{
	return cb_store_path_len(path) > 0 && cb_path_is_normal(path);
}

const char *cb_store_path_name(const char *path, size_t *ret_len)
{
	size_t start = sizeof prefix - 1 + HASH_LEN + 1;
	*ret_len = cb_store_path_len(path) - start;
	return path + start;
}
