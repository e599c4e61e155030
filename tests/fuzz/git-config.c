/* A git configuration, and the copy of it that is shown inside: the copy can be read, is a copy of
 * itself, and has no login in a URL. */
#include "fuzz.h"

#include "formats/git-config.h"

static const struct cb_git_config_place place = { "/home/u/p/.git", "/home/u/p", "/home/u/p",
						  "/home/u" };

static bool check(void *context, const struct cb_git_setting *s)
{
	(void)context;
	MUST(*s->section && *s->key && !strpbrk(s->section, "\n]\" ."));
	MUST(strcmp(s->section, "credential") != 0);
	MUST(strcmp(s->section, "http") != 0 || strcmp(s->key, "extraheader") != 0);
	const char *url = s->value ? strstr(s->value, "://") : NULL;
	MUST(!url || strncmp(s->value, "http", 4) != 0 ||
	     !memchr(url + 3, '@', strcspn(url + 3, "/?#")));
	return true;
}

static char *clean(const char *text, size_t size, size_t *ret_taken)
{
	struct cb_strv taken = { 0 };
	unsigned line;
	char *copy = cb_git_config_clean(text, size, &place, &taken, &line);
	MUST(copy || line > 0);
	*ret_taken = taken.len;
	return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_copy(data, size);
	size_t taken;
	char *copy = clean(text, size, &taken);
	free(text);
	if (!copy)
		return 0;
	unsigned line;
	MUST(cb_git_config_read(copy, strlen(copy), check, NULL, &line) == 0);
	char *again = clean(copy, strlen(copy), &taken);
	MUST(again && strcmp(again, copy) == 0 && taken == 0);
	free(again);
	free(copy);
	return 0;
}
