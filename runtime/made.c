/* The made files: /etc inside is written for the sandbox, not copied from the host. */
#include "made.h"

#include "strv.h"

#include <stdio.h>
#include <string.h>

static const char *const words[] = {
#define X(NAME, word) word,
#include "made-files.def"
#undef X
};

const char *cb_made_word(enum cb_made file)
{
	return words[file];
}

#define CB_NOBODY "65534"

static char *make_passwd(const struct cb_policy *policy, const struct cb_facts *facts)
{
	char ids[2 * 3 * sizeof(uid_t) + sizeof "::"];
	snprintf(ids, sizeof ids, "%u:%u", (unsigned)facts->uid, (unsigned)facts->gid);
	return cb_concat(facts->user, ":x:", ids, "::", facts->home, ":", policy->shell, "\n",
			 "nobody:x:" CB_NOBODY ":" CB_NOBODY ":nobody:/:/bin/sh\n", NULL);
}

static char *make_group(const struct cb_facts *facts)
{
	char id[3 * sizeof(gid_t) + 1];
	snprintf(id, sizeof id, "%u", (unsigned)facts->gid);
	return cb_concat(facts->user, ":x:", id, ":\n", "nogroup:x:" CB_NOBODY ":\n", NULL);
}

char *cb_made_text(enum cb_made file, const struct cb_policy *policy, const struct cb_facts *facts)
{
	switch (file) {
	case CB_MADE_PASSWD:
		return make_passwd(policy, facts);
	case CB_MADE_GROUP:
		return make_group(facts);
	case CB_MADE_HOSTS:
		return strdup("127.0.0.1 localhost claudebox\n::1 localhost claudebox\n");
	case CB_MADE_SANDBOX_MD:
		return strdup(policy->sandbox_md);
	case CB_MADE_COUNT:
		break;
	}
	return NULL;
}
