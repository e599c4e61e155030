/* Looks at the directory of the login. Every agent writes to it, and every other one sees it: what
 * the client does not keep there is left for somebody. */
#include "host/login-files.h"

#include "base/strv.h"
#include "formats/login.h"
#include "host/read.h"
#include "plan/instance.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOGIN_LIMIT ((size_t)1024 * 1024)
#define KNOWN_LIMIT ((size_t)256)

static bool is_empty(int dir, const char *name)
{
	struct cb_directory entries = { .fd = cb_open_directory(dir, name, 0) };
	if (entries.fd < 0)
		return errno == ENOENT; /* it has gone meanwhile */
	bool empty = !cb_directory_next(&entries) && !entries.error;
	close(entries.fd);
	return empty;
}

/* What is wrong with an entry; NULL: nothing. */
static const char *fault_of(int dir, const char *name)
{
	struct stat st;
	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return errno == ENOENT ? NULL : "it cannot be looked at";
	if (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		return "it is neither a file nor a directory";
	if (!cb_login_is_clients(name, S_ISDIR(st.st_mode)))
		return "the client keeps nothing of that name there";
	if (S_ISDIR(st.st_mode) && !is_empty(dir, name))
		return "a lock of the client is an empty directory";
	return NULL;
}

static void report(struct cb_login *l, const char *name, const char *fault)
{
	l->fault = fault;
	l->stranger = strdup(name);
	l->failed |= !l->stranger;
}

static void look_around(struct cb_login *l, int dir)
{
	struct cb_directory entries = { .fd = dir };
	const char *name;
	for (size_t count = 0; !l->fault && (name = cb_directory_next(&entries)); count++) {
		const char *fault = count < CB_LOGIN_ENTRIES
					? fault_of(dir, name)
					: "there are more than the client keeps";
		l->there |= strcmp(name, CB_LOGIN_NAME) == 0;
		if (fault)
			report(l, name, fault);
	}
	if (!l->fault && entries.error)
		report(l, "", "what is in it cannot be listed");
}

static void read_account(struct cb_login *l, int dir)
{
	size_t size = 0;
	char *text = cb_file_read_at(dir, CB_LOGIN_NAME, LOGIN_LIMIT, false, &size);
	if (!text)
		return;
	l->account = cb_login_account(text, size);
	l->failed |= !l->account;
	explicit_bzero(text, size);
	free(text);
}

void cb_login_read(const char *home, struct cb_login *ret)
{
	struct stat st;
	size_t size;
	char *place = cb_concat(home, "/" CB_STATE_HOME "/credentials", NULL);
	char *old = cb_concat(home, "/" CB_STATE_HOME "/" CB_LOGIN_NAME, NULL);
	char *known = cb_concat(home, "/" CB_STATE_HOME "/" CB_STATE_ACCOUNT, NULL);
	ret->failed = !place || !old || !known;
	ret->old = old && lstat(old, &st) == 0 && S_ISREG(st.st_mode);
	ret->there = ret->old;
	ret->known = known ? cb_file_read(known, KNOWN_LIMIT, false, &size) : NULL;
	int dir = place ? cb_open_directory(AT_FDCWD, place, 0) : -1;
	if (dir >= 0) {
		look_around(ret, dir);
		read_account(ret, dir);
		close(dir);
	} else if (place && errno != ENOENT && errno != ENOTDIR && errno != ELOOP) {
		/* What is no directory the launch refuses when it makes the state. */
		report(ret, "", "what is in it cannot be listed");
	}
	free(place);
	free(old);
	free(known);
}

void cb_login_clear(struct cb_login *login)
{
	free(login->stranger);
	free(login->account);
	free(login->known);
}
