/* The user's configuration, or what git says of it, and the files the launcher makes of what the
 * host says: user, home, name servers. Pieces end at 0xff: git's answer, user, home, resolv.conf.
 */
#include "fuzz.h"

#include "base/memory.h"
#include "formats/git-identity.h"
#include "plan/inside-files.h"

/* `[section]` or `\tkey = "`, of the settings that are carried. */
static int is_setting(const char *line)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
	size_t len = strspn(line + 1, letters);
	return len > 0 &&
	       (*line == '[' ? strncmp(line + 1 + len, "]\n", 2) == 0
			     : *line == '\t' && strncmp(line + 1 + len, " = \"", 4) == 0);
}

/* In the made gitconfig every line is one of ours: a value cannot begin another. */
static void check_gitconfig(const char *text)
{
	static const char *const lines[] = { "[safe]",
					     "\tdirectory = *",
					     "[gc]",
					     "\tworktreePruneExpire = never",
					     "[branch]",
					     "\tautoSetupMerge = false",
					     "\teditor = \"e=${VISUAL:-",
					     "[user]",
					     "\tname = \"",
					     "\temail = \"" };
	while (*text) {
		bool known = false;
		for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
			known |= strncmp(text, lines[i], strlen(lines[i])) == 0;
		MUST(known || is_setting(text));
		size_t len = strcspn(text, "\n");
		MUST(text[len] == '\n');
		bool open = false;
		for (size_t i = 0; i < len; i++) {
			if (text[i] == '\\') {
				MUST(++i < len && strchr("\"\\n", text[i]));
				continue;
			}
			open ^= text[i] == '"';
		}
		MUST(!open);
		text += len + 1;
	}
}

/* Of an excludes file: patterns, one a line. */
static void check_ignored(const char *text, size_t size)
{
	const char *patterns = cb_git_settings_ignored(text, size);
	for (const char *p = patterns; *p; p++) {
		bool begins = p == patterns || p[-1] == '\n';
		MUST(*p == '\n' ? !begins : (unsigned char)*p >= ' ' && *p != '\177');
		MUST(!begins || *p != '#');
		MUST(p[1] || *p == '\n');
	}
}

static char *piece(const uint8_t **data, size_t *size)
{
	size_t len;
	const char *start = fuzz_piece(data, size, 0xff, &len);
	char *text = cb_alloc(len + 1, 1); /* the facts keep it */
	memcpy(text, start, len);
	return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct cb_policy policy = { .shell = "/bin/sh", .sandbox_md = "" };
	struct cb_facts facts = { 0 };
	size_t len;
	const char *start = fuzz_piece(&data, &size, 0xff, &len);
	char *answer = fuzz_copy(start, len);
	check_ignored(answer, len);
	struct cb_identity plain = { 0 };
	bool read = cb_git_identity_read(answer, len, &plain);
	MUST(read || (!plain.name && !plain.email));
	MUST(!plain.name || *plain.name);
	cb_identity_parse(answer, len, &facts.identity);
	free(answer);
	MUST(!facts.identity.name || *facts.identity.name);
	facts.user = piece(&data, &size);
	facts.home = piece(&data, &size);
	facts.resolv_conf = piece(&data, &size);
	facts.localtime_size = strlen(facts.home);
	facts.localtime = cb_strdup(facts.home);
	for (unsigned file = 0; file < CB_INSIDE_COUNT; file++) {
		size_t made_size = 0;
		char *text = cb_inside_text((enum cb_inside_file)file, &policy, &facts, &made_size);
		MUST(!text || strlen(text) == made_size);
		MUST(text || file == CB_INSIDE_KEYS || file == CB_INSIDE_GITIGNORE);
		if (file == CB_INSIDE_GITCONFIG)
			check_gitconfig(text);
	}
	return 0;
}
