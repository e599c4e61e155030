/* The line of one user in /etc/passwd. Pure: the text comes from facts. */
#ifndef CB_FORMATS_PASSWD_H
#define CB_FORMATS_PASSWD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct cb_passwd {
	char *name, *home;
};

/* Finds the first well-formed line with this id; false: there is none. */
bool cb_passwd_find(const char *text, size_t size, uid_t uid, struct cb_passwd *ret);

#endif
