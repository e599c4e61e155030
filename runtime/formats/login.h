/* The directory of the login, which the sandboxes of all projects may write: what the client keeps
 * there, and whose login it is. Pure. */
#ifndef CB_FORMATS_LOGIN_H
#define CB_FORMATS_LOGIN_H

#include <stdbool.h>
#include <stddef.h>

/* The login itself. */
#define CB_LOGIN_NAME ".credentials.json"

/* More entries than the client ever leaves. */
#define CB_LOGIN_ENTRIES 32

/* Whether the client makes a file, or an empty directory as a lock, of that name. */
bool cb_login_is_clients(const char *name, bool directory);

/* `ACCOUNT ORGANIZATION`, as the login says; `-` for one that it does not say. */
char *cb_login_account(const char *text, size_t size);

/* Whether an account or organization that was known has changed or is missing now. */
bool cb_login_has_changed(const char *before, const char *now);

#endif
