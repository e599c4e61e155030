/* The made files: /etc inside is written for the sandbox, not bound from the host. */
#include "made.h"

#include "number.h"
#include "strv.h"

#include <stdlib.h>
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

bool cb_made_is_there(enum cb_made file, const struct cb_facts *facts)
{
	if (file == CB_MADE_KEYS)
		return facts->has_keys;
	return file != CB_MADE_LOCALTIME || facts->localtime;
}

#define NOBODY "65534"

static char *make_passwd(const struct cb_policy *policy, const struct cb_facts *facts)
{
	char uid[CB_NUMBER_SIZE], gid[CB_NUMBER_SIZE];
	return cb_concat(facts->user, ":x:", cb_number(uid, facts->uid, 10, 1), ":",
			 cb_number(gid, facts->gid, 10, 1), "::", facts->home, ":", policy->shell,
			 "\n", "nobody:x:" NOBODY ":" NOBODY ":nobody:/:/bin/sh\n", NULL);
}

static char *make_group(const struct cb_facts *facts)
{
	char gid[CB_NUMBER_SIZE];
	return cb_concat(facts->user, ":x:", cb_number(gid, facts->gid, 10, 1), ":\n",
			 "nogroup:x:" NOBODY ":\n", NULL);
}

/* A value for git's configuration, in quotes, as git-config(1) wants them. */
static char *quote(const char *value)
{
	char *quoted = malloc(2 * strlen(value) + 3);
	if (!quoted)
		return NULL;
	char *end = quoted;
	*end++ = '"';
	for (; *value; value++) {
		if (*value == '"' || *value == '\\' || *value == '\n')
			*end++ = '\\';
		*end++ = *value;
		if (*value == '\n')
			end[-1] = 'n';
	}
	*end++ = '"';
	*end = '\0';
	return quoted;
}

/* Who you are, and that the project may belong to whom it does; and that a work tree which is out
 * of sight in here is not gone: git gc would forget it. No credential helper, no alias,
 * no include: nothing of the host's configuration comes along. */
static char *make_gitconfig(const struct cb_identity *who)
{
	char *name = quote(who->name ? who->name : "");
	char *email = quote(who->email ? who->email : "");
	char *text = NULL;
	if (name && email)
		text = cb_concat("[safe]\n\tdirectory = *\n[gc]\n\tworktreePruneExpire = never\n",
				 who->name || who->email ? "[user]\n" : "",
				 who->name ? "\tname = " : "", who->name ? name : "",
				 who->name ? "\n" : "", who->email ? "\temail = " : "",
				 who->email ? email : "", who->email ? "\n" : "", NULL);
	free(name);
	free(email);
	return text;
}

static char *make_text(enum cb_made file, const struct cb_policy *policy,
		       const struct cb_facts *facts)
{
	switch (file) {
	case CB_MADE_PASSWD:
		return make_passwd(policy, facts);
	case CB_MADE_GROUP:
		return make_group(facts);
	case CB_MADE_HOSTS:
		return strdup("127.0.0.1 localhost claudebox\n::1 localhost claudebox\n");
	case CB_MADE_NSSWITCH:
		return strdup("passwd: files\ngroup: files\nhosts: files dns\n");
	case CB_MADE_RESOLV:
		return strdup(facts->resolv_conf ? facts->resolv_conf : "");
	case CB_MADE_KEYS:
		return strdup("");
	case CB_MADE_GITCONFIG:
		return make_gitconfig(&facts->identity);
	case CB_MADE_SANDBOX_MD:
		return strdup(policy->sandbox_md);
	case CB_MADE_LOCALTIME:
	case CB_MADE_COUNT:
		break;
	}
	return NULL;
}

char *cb_made_text(enum cb_made file, const struct cb_policy *policy, const struct cb_facts *facts,
		   size_t *ret_size)
{
	char *text;
	if (file == CB_MADE_LOCALTIME) { /* binary, and never empty */
		text = malloc(facts->localtime_size + 1);
		if (text)
			memcpy(text, facts->localtime, facts->localtime_size + 1);
		*ret_size = facts->localtime_size;
		return text;
	}
	text = make_text(file, policy, facts);
	*ret_size = text ? strlen(text) : 0;
	return text;
}
