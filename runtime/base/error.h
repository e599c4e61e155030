/* One error, passed up: what failed and why, and what the user can do about it.
 * Nothing here prints; main does. */
#ifndef CB_BASE_ERROR_H
#define CB_BASE_ERROR_H

/* Exit codes of the launcher itself; the agent's own pass through. */
enum cb_exit {
	CB_EXIT_USAGE = 2,
	CB_EXIT_REFUSED = 125,    /* refused or failed before the agent started */
	CB_EXIT_CANNOT_RUN = 126, /* the agent was found but could not be run */
	CB_EXIT_NOT_FOUND = 127,  /* the agent was not found */
};

struct cb_error {
	enum cb_exit code;
	char *what; /* "what was tried (why it failed)" */
	char *hint; /* what to do; may be NULL */
};

/* Each sets *err and returns -1, so that a caller can `return cb_fail(...)`. */
__attribute__((format(printf, 3, 4))) int cb_fail(struct cb_error *err, enum cb_exit code,
						  const char *what, ...);
__attribute__((format(printf, 2, 3))) int cb_hint(struct cb_error *err, const char *hint, ...);

#endif
