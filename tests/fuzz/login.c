/* The login as any agent may have written it: whose it is, is two words of a few letters; then two
 * such words, compared. A name in its directory is the client's or is not, by what it is. */
#include "fuzz.h"

#include "formats/login.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t len;
	const char *piece = fuzz_piece(&data, &size, '\n', &len);
	char *name = fuzz_string(piece, len), *text = fuzz_copy(data, size);
	char *account = cb_login_account(text, size);
	MUST(account && strlen(account) <= 129 && strspn(account, "-") < strlen(account));
	MUST(strchr(account, ' ') && strchr(account, ' ') == strrchr(account, ' '));
	for (const char *p = account; *p; p++)
		MUST(*p == ' ' || *p == '-' || (*p >= '0' && *p <= '9') ||
		     (*p >= 'A' && *p <= 'Z') || (*p >= 'a' && *p <= 'z'));
	MUST(!cb_login_has_changed(account, account));
	cb_login_has_changed(name, account);
	MUST(!cb_login_is_clients(name, true) || !cb_login_is_clients(name, false));
	free(account);
	free(text);
	free(name);
	return 0;
}
