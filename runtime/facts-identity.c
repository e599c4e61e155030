/* Asks `git config --global` with GIT_DIR set, so that includeIf "gitdir:…" is decided as it is
 * on the host, while nothing of the untrusted repository's own configuration counts: --global
 * reads the user's files only, and `git config` starts no program that those could name. */
#include "facts-identity.h"

#include "facts-run.h"
#include "strv.h"

#include <stdlib.h>
#include <string.h>

#define OUTPUT_LIMIT 8192

static void add_variable(struct cb_strv *env, const char *name, const char *value)
{
	if (value)
		cb_strv_take(env, cb_concat(name, "=", value, NULL));
}

static void take_value(char **field, const char *value)
{
	free(*field);
	*field = *value ? strdup(value) : NULL;
}

void cb_identity_parse(const char *text, size_t size, struct cb_identity *identity)
{
	for (const char *p = text, *end = text + size; p < end;) {
		const char *stop = memchr(p, '\0', (size_t)(end - p));
		const char *value = memchr(p, '\n', (size_t)(end - p));
		if (!stop || !value || value > stop)
			return;
		if (strncmp(p, "user.name\n", 10) == 0)
			take_value(&identity->name, value + 1);
		else if (strncmp(p, "user.email\n", 11) == 0)
			take_value(&identity->email, value + 1);
		p = stop + 1;
	}
}

int cb_identity_read(const char *git, const char *gitdir, const char *home, char *const *env,
		     struct cb_identity *ret, struct cb_error *err)
{
	cleanup_strv struct cb_strv own = { 0 };
	add_variable(&own, "HOME", home);
	add_variable(&own, "XDG_CONFIG_HOME", cb_env_get(env, "XDG_CONFIG_HOME"));
	add_variable(&own, "GIT_CONFIG_GLOBAL", cb_env_get(env, "GIT_CONFIG_GLOBAL"));
	add_variable(&own, "GIT_CONFIG_NOSYSTEM", "1");
	add_variable(&own, "GIT_DIR", gitdir);
	char *argv[] = { (char *)"git",
			 (char *)"config",
			 (char *)"--global",
			 (char *)"--includes",
			 (char *)"--null",
			 (char *)"--get-regexp",
			 (char *)"^user\\.(name|email)$",
			 NULL };
	char buffer[OUTPUT_LIMIT];
	size_t size;
	if (own.failed)
		return cb_fail_memory(err);
	int result = cb_run(git, argv, own.items, buffer, sizeof buffer, &size);
	if (result > 0) {
		cb_fail(err, CB_EXIT_REFUSED, "cannot run %s (%s)", git, cb_reason(result));
		return cb_hint(err, "is there memory left, and this profile's store path?");
	}
	/* An answer that does not fit is no identity. */
	if (result == 0 && size < sizeof buffer)
		cb_identity_parse(buffer, size, ret);
	return 0;
}

void cb_identity_clear(struct cb_identity *identity)
{
	free(identity->name);
	free(identity->email);
	*identity = (struct cb_identity) { 0 };
}
