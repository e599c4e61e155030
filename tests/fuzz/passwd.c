/* Files of the host that are read without the programs they belong to: passwd, resolv.conf, git's
 * index. All readers on the same bytes, which end where they end. */
#include "fuzz.h"

#include "base/strv.h"
#include "formats/git-index.h"
#include "formats/passwd.h"
#include "formats/resolv-conf.h"

/* A field is one: no colon and no line's end in it. */
static void check_passwd(const char *text, size_t size, uid_t uid)
{
	struct cb_passwd user = { 0 };
	bool found = cb_passwd_find(text, size, uid, &user);
	MUST(found == (user.name != NULL) && found == (user.home != NULL));
	if (found) {
		MUST(*user.name && !strpbrk(user.name, ":\n") && !strpbrk(user.home, ":\n"));
		MUST(strlen(user.name) + strlen(user.home) < size);
	}
	free(user.name);
	free(user.home);
}

/* Whatever else is said: one resolver with an IPv4 address is enough. */
static void check_resolver(const uint8_t *data, size_t size)
{
	char *text = fuzz_string(data, size);
	MUST(!cb_resolver_is_ipv6_only(text) || strstr(text, "nameserver"));
	char *before = cb_concat("nameserver 192.0.2.1\n", text, NULL);
	char *behind = cb_concat(text, "\nnameserver\t192.0.2.1", NULL);
	MUST(before && behind);
	MUST(!cb_resolver_is_ipv6_only(before) && !cb_resolver_is_ipv6_only(behind));
	free(before);
	free(behind);
	free(text);
}

/* What is tracked makes the directory above tracked. */
static void check_index(const char *text, size_t size)
{
	MUST(cb_git_index_has(text, size, "dir/b") != CB_TRACKED_YES ||
	     cb_git_index_has(text, size, "dir") == CB_TRACKED_YES);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_copy(data, size);
	check_passwd(text, size, 0);
	check_passwd(text, size, 1000);
	check_resolver(data, size);
	check_index(text, size);
	free(text);
	return 0;
}
