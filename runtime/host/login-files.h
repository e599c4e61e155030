/* The login that all projects share, as it is on the host. Part of facts. */
#ifndef CB_HOST_LOGIN_FILES_H
#define CB_HOST_LOGIN_FILES_H

#include <stdbool.h>

struct cb_login {
	bool there;        /* in its place, or in its old one */
	bool old;          /* ~/.claudebox/.credentials.json is a file */
	char *stranger;    /* a name beside it that is not the client's; NULL: there is none */
	const char *fault; /* what that is */
	char *account;     /* whose it is; NULL: there is no login */
	char *known;       /* whose it was at the last launch; NULL: that is not known */
	bool failed;       /* out of memory */
};

void cb_login_read(const char *home, struct cb_login *ret);
void cb_login_clear(struct cb_login *login);

#endif
