/* passwd(5), whatever it holds: a field is one, with no colon and no line's end in it. */
#include "fuzz.h"

#include "formats/passwd.h"

static void check(const char *text, size_t size, uid_t uid)
{
	struct cb_passwd user = { 0 };
	bool found = cb_passwd_find(text, size, uid, &user);
	MUST(found == (user.name != NULL) && found == (user.home != NULL));
	if (found) {
		MUST(*user.name && !strpbrk(user.name, ":\n") && !strpbrk(user.home, ":\n"));
		MUST(strlen(user.name) + strlen(user.home) < size);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_copy(data, size);
	check(text, size, 0);
	check(text, size, 1000);
	free(text);
	return 0;
}
