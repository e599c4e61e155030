/* The contents of generated files: /etc inside is written for the sandbox, not bound from the host.
 */
#include "plan/inside-files.h"

#include "base/strv.h"
#include "formats/git-config.h"

#include <string.h>

const char *cb_inside_zone(const struct cb_policy *policy, const struct cb_facts *facts)
{
	bool passed = false;
	for (size_t i = 0; facts->zone && policy->env_pass[i]; i++)
		passed |= strcmp(policy->env_pass[i], "TZ") == 0;
	for (size_t i = 0; passed && i < policy->mount_count; i++) {
		const struct cb_mount_row *row = &policy->mounts[i];
		if (row->kind == CB_KIND_MADE && row->made == CB_INSIDE_LOCALTIME &&
		    row->to.anchor == CB_ANCHOR_ROOT)
			return row->to.rest;
	}
	return NULL;
}

#define NOBODY "65534"

static char *make_passwd(const struct cb_policy *policy, const struct cb_facts *facts)
{
	return cb_format("%s:x:%u:%u::%s:%s\nnobody:x:" NOBODY ":" NOBODY ":nobody:/:/bin/sh\n",
			 facts->user, facts->uid, facts->gid, facts->home, policy->shell);
}

static char *make_group(const struct cb_facts *facts)
{
	return cb_format("%s:x:%u:\nnogroup:x:" NOBODY ":\n", facts->user, facts->gid);
}

/* The program that EDITOR names may not exist inside: nano is used then. GIT_EDITOR has precedence
 * over core.editor, which git runs by a shell, with the file as argument. */
#define EDITOR "e=${VISUAL:-${EDITOR:-nano}}; command -v \\\"${e%% *}\\\" >/dev/null || e=nano; $e"

static const char gitconfig[] = "[safe]\n\tdirectory = *\n[gc]\n\tworktreePruneExpire = never\n"
				"[branch]\n\tautoSetupMerge = false\n"
				"[core]\n\teditor = \"" EDITOR "\"\n";

/* The user's inert settings, each `section.key=value`. */
static void add_settings(struct cb_strv *lines, const struct cb_strv *settings)
{
	const char *section = "";
	for (size_t i = 0; i < settings->len; i++) {
		char *item = cb_strdup(settings->items[i]), *dot = strchr(item, '.');
		char *is = dot ? strchr(dot, '=') : NULL;
		if (!is)
			continue;
		*dot = *is = '\0';
		if (strcmp(section, item) != 0)
			cb_strv_take(lines, cb_git_config_section_line(item, NULL));
		cb_strv_take(lines, cb_git_config_value_line(dot + 1, is + 1));
		section = item;
	}
}

/* The user's name and address. safe.directory, because the project may have another owner. No
 * pruning of work trees, because those that are not shown look gone to git gc. No tracking of new
 * branches, because the project's configuration is read-only. And the user's settings that name no
 * program, file or host: no credential helper, no include. */
static char *make_gitconfig(const struct cb_identity *who)
{
	struct cb_strv lines = { 0 };
	cb_strv_push(&lines, gitconfig);
	if (who->name || who->email)
		cb_strv_take(&lines, cb_git_config_section_line("user", NULL));
	if (who->name)
		cb_strv_take(&lines, cb_git_config_value_line("name", who->name));
	if (who->email)
		cb_strv_take(&lines, cb_git_config_value_line("email", who->email));
	add_settings(&lines, &who->settings);
	return cb_strv_join(&lines, "");
}

/* The time zone that TZ names, or the host's. Binary, never empty. */
static char *make_zone(const struct cb_policy *policy, const struct cb_facts *facts,
		       size_t *ret_size)
{
	bool named = cb_inside_zone(policy, facts);
	const char *zone = named ? facts->zone : facts->localtime;
	*ret_size = named ? facts->zone_size : facts->localtime_size;
	return zone ? memcpy(cb_alloc(*ret_size + 1, 1), zone, *ret_size) : NULL;
}

static char *make_text(enum cb_inside_file file, const struct cb_policy *policy,
		       const struct cb_facts *facts)
{
	switch (file) {
	case CB_INSIDE_PASSWD:
		return make_passwd(policy, facts);
	case CB_INSIDE_GROUP:
		return make_group(facts);
	case CB_INSIDE_HOSTS:
		return cb_strdup("127.0.0.1 localhost claudebox\n::1 localhost claudebox\n");
	case CB_INSIDE_NSSWITCH:
		return cb_strdup("passwd: files\ngroup: files\nhosts: files dns\n");
	case CB_INSIDE_RESOLV:
		if (policy->network == CB_TIER_INTERNET)
			return cb_format("nameserver " CB_RESOLVER "\n%s",
					 policy->ipv6 ? "nameserver " CB_RESOLVER6 "\n" : "");
		return cb_strdup(facts->resolv_conf ? facts->resolv_conf : "");
	case CB_INSIDE_KEYS:
		return facts->has_keys ? cb_strdup("") : NULL;
	case CB_INSIDE_CMDLINE:
		return cb_strdup("");
	case CB_INSIDE_GITCONFIG:
		return make_gitconfig(&facts->identity);
	case CB_INSIDE_GITIGNORE:
		return facts->identity.ignored ? cb_strdup(facts->identity.ignored) : NULL;
	case CB_INSIDE_SANDBOX_MD:
		return cb_strdup(policy->sandbox_md);
	default:
		return NULL;
	}
}

char *cb_inside_text(enum cb_inside_file file, const struct cb_policy *policy,
		     const struct cb_facts *facts, size_t *ret_size)
{
	if (file == CB_INSIDE_LOCALTIME)
		return make_zone(policy, facts, ret_size);
	char *text = make_text(file, policy, facts);
	*ret_size = text ? strlen(text) : 0;
	return text;
}
