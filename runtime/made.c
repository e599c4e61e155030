/* The made files: /etc inside is written for the sandbox, not bound from the host. */
#include "made.h"

#include "net-filter.h"
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

const char *cb_made_zone(const struct cb_policy *policy, const struct cb_facts *facts)
{
	bool passed = false;
	for (size_t i = 0; facts->zone && policy->env_pass[i]; i++)
		passed |= strcmp(policy->env_pass[i], "TZ") == 0;
	for (size_t i = 0; passed && i < policy->mount_count; i++) {
		const struct cb_mount_row *row = &policy->mounts[i];
		if (row->kind == CB_KIND_MADE && row->made == CB_MADE_LOCALTIME &&
		    row->to.anchor == CB_ANCHOR_ROOT)
			return row->to.rest;
	}
	return NULL;
}

bool cb_made_is_there(enum cb_made file, const struct cb_policy *policy,
		      const struct cb_facts *facts)
{
	if (file == CB_MADE_KEYS)
		return facts->has_keys;
	return file != CB_MADE_LOCALTIME || facts->localtime || cb_made_zone(policy, facts);
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

/* Who you are, and that the project may belong to whom it does; that a work tree which is out of
 * sight in here is not gone: git gc would forget it; and that a new branch tracks none, since the
 * project's configuration cannot be written. No credential helper, no alias, no include: nothing of
 * the host's configuration comes along. */
static char *make_gitconfig(const struct cb_identity *who)
{
	char *name = quote(who->name ? who->name : "");
	char *email = quote(who->email ? who->email : "");
	char *text = NULL;
	if (name && email)
		text = cb_concat("[safe]\n\tdirectory = *\n[gc]\n\tworktreePruneExpire = never\n"
				 "[branch]\n\tautoSetupMerge = false\n",
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
		if (policy->network == CB_TIER_INTERNET)
			return cb_concat("nameserver " CB_RESOLVER "\n",
					 policy->ipv6 ? "nameserver " CB_RESOLVER6 "\n" : "", NULL);
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
	if (file == CB_MADE_LOCALTIME) { /* binary, and never empty */
		bool zone = cb_made_zone(policy, facts);
		size_t size = zone ? facts->zone_size : facts->localtime_size;
		char *bytes = malloc(size + 1);
		if (bytes)
			memcpy(bytes, zone ? facts->zone : facts->localtime, size + 1);
		*ret_size = size;
		return bytes;
	}
	char *text = make_text(file, policy, facts);
	*ret_size = text ? strlen(text) : 0;
	return text;
}
