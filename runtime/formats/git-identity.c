/* Reads what the launcher wants of the user's configuration, unless it includes other files: which
 * of those count only git can tell. */
#include "formats/git-identity.h"

#include "formats/git-settings.h"

#include <string.h>

static bool take(void *context, const struct cb_git_setting *s)
{
	if (strcmp(s->section, "include") == 0 || strcmp(s->section, "includeif") == 0)
		return false;
	/* An error of git's: it says so. */
	if (strcmp(s->section, "user") == 0 && !s->value)
		return false;
	cb_git_settings_take(context, s);
	return true;
}

bool cb_git_identity_read(const char *text, size_t size, struct cb_identity *ret)
{
	struct cb_identity who = { 0 };
	unsigned line;
	if (cb_git_config_read(text, size, take, &who, &line) < 0 || who.settings.failed) {
		cb_identity_clear(&who);
		return false;
	}
	*ret = who;
	return true;
}
