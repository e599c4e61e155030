/* Git's configuration format as git reads it, and the copy of a configuration without logins. */
#include "unit.h"

#include "formats/git-config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cb_git_config_place place = { "/home/u/p/.git", "/home/u/p", "/home/u/p",
						  "/home/u" };

/* One line a setting: section|subsection|key=value. */
static bool write_line(void *context, const struct cb_git_setting *s)
{
	char *out = context;
	out += strlen(out);
	sprintf(out, "%s|%s|%s=%s\n", s->section, s->subsection ? s->subsection : "-", s->key,
		s->value ? s->value : "(none)");
	return true;
}

static void settings_are_read_as_git_reads_them(void **state)
{
	(void)state;
	static const struct {
		const char *text, *settings;
	} rows[] = {
		{ "", "" },
		{ "# c\n; c\n\n[core]\n", "" },
		{ "[core]\n\tbare = false\n", "core|-|bare=false\n" },
		{ "[CORE] Bare=TRUE", "core|-|bare=TRUE\n" },
		{ "[core]\nbare\n", "core|-|bare=(none)\n" },
		{ "[core]\nbare   \n", "core|-|bare=(none)\n" },
		{ "[core]\nx =\n", "core|-|x=\n" },
		{ "[core]x=1\ny=2\n[a]z=3\n", "core|-|x=1\ncore|-|y=2\na|-|z=3\n" },
		{ "[a \"B c\"]\nx=1", "a|B c|x=1\n" },
		{ "[a \"\\\"\\\\\\]\"]\nx=1", "a|\"\\]|x=1\n" },
		{ "[a \"\"]\nx=1", "a||x=1\n" },
		{ "[A.B.C]\nx=1", "a|b.c|x=1\n" },
		{ "[A.B \"C\"]\nx=1", "a|b.C|x=1\n" },
		{ "[a]\nx = 1 2  # c\n", "a|-|x=1 2\n" },
		{ "[a]\nx = \"1 # 2\" ; c\n", "a|-|x=1 # 2\n" },
		{ "[a]\nx = \" 1 \"\n", "a|-|x= 1 \n" },
		{ "[a]\nx = \"1\"2\"\"\n", "a|-|x=12\n" },
		{ "[a]\nx = \\\"\\\\\\t\n", "a|-|x=\"\\\t\n" },
		{ "[a]\nx = 1\\\n2\ny=3\n", "a|-|x=12\na|-|y=3\n" },
		{ "[a]\nx = \"1\\\n2\"\n", "a|-|x=12\n" },
		{ "\xef\xbb\xbf[a]\r\nx = 1\r\ny\r\n", "a|-|x=1\na|-|y=(none)\n" },
	};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char found[256] = "";
		unsigned line;
		assert_int_equal(cb_git_config_read(rows[i].text, strlen(rows[i].text), write_line,
						    found, &line),
				 0);
		assert_string_equal(found, rows[i].settings);
	}
}

static void what_git_does_not_read_is_refused_by_its_line(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		unsigned line;
	} rows[] = {
		{ "[core", 1 },          { "[core\n]\nx=1\n", 1 }, { "[]\n", 1 },
		{ "[a b]\n", 1 },        { "[a \"b]\nx=1\n", 1 },  { "[a \"b\" ]\n", 1 },
		{ "x = 1\n", 1 },        { "[a]\n\n1 = 2\n", 3 },  { "[a]\n-x = 2\n", 2 },
		{ "[a]\nx y\n", 2 },     { "[a]\nx # c\n", 2 },    { "[a]\nx = \"1\n", 2 },
		{ "[a]\nx = \\q\n", 2 }, { "[a]\nx = 1\\", 2 },    { "<<<<<<< HEAD\n[a]\n", 1 },
	};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char found[256] = "";
		unsigned line;
		assert_int_equal(cb_git_config_read(rows[i].text, strlen(rows[i].text), write_line,
						    found, &line),
				 -1);
		assert_int_equal(line, rows[i].line);
	}
	unsigned line;
	char found[256] = "";
	assert_int_equal(cb_git_config_read("[a]\nx\0y", 7, write_line, found, &line), -1);
	assert_int_equal(line, 2);
}

/* What is left of a text, in the form of write_line; `ret_taken` gets the names, joined by blanks.
 */
static void clean(const char *text, char *ret_left, char *ret_taken)
{
	struct cb_strv taken = { 0 };
	unsigned line;
	char *copy = cb_git_config_clean(text, strlen(text), &place, &taken, &line);
	assert_non_null(copy);
	*ret_left = *ret_taken = '\0';
	assert_int_equal(cb_git_config_read(copy, strlen(copy), write_line, ret_left, &line), 0);
	for (size_t i = 0; i < taken.len; i++)
		strcat(strcat(ret_taken, i ? " " : ""), taken.items[i]);
	free(copy);
}

static void logins_are_taken_out(void **state)
{
	(void)state;
	static const struct {
		const char *text, *left, *taken;
	} rows[] = {
		{ "[remote \"o\"]url = https://me:pw@h/x.git\nfetch = +refs/*:refs/*",
		  "remote|o|url=https://h/x.git\nremote|o|fetch=+refs/*:refs/*\n", "remote.url" },
		{ "[remote \"o\"]url = HTTPS://token@h/x", "remote|o|url=HTTPS://h/x\n",
		  "remote.url" },
		{ "[remote \"o\"]url = https://me:p@w@h/x@y", "remote|o|url=https://h/x@y\n",
		  "remote.url" },
		{ "[remote \"o\"]url = \"https://me:p w@h\"", "remote|o|url=https://h\n",
		  "remote.url" },
		{ "[remote \"o\"]url = ssh://git@h:22/x", "remote|o|url=ssh://git@h:22/x\n", "" },
		{ "[remote \"o\"]url = git+ssh://git:pw@h/x", "remote|o|url=git+ssh://git@h/x\n",
		  "remote.url" },
		{ "[remote \"o\"]url = git@h:x.git", "remote|o|url=git@h:x.git\n", "" },
		{ "[remote \"o\"]url = https://h/x?private_token=t", "remote|o|url=https://h/x\n",
		  "remote.url" },
		{ "[remote \"o\"]url = foo::https://t@h/x", "remote|o|url=foo::https://h/x\n",
		  "remote.url" },
		{ "[branch \"b\"]remote = https://t@h/x", "branch|b|remote=https://h/x\n",
		  "branch.remote" },
		{ "[branch \"sk-b\"]merge = refs/heads/sk-b", "branch|sk-b|merge=refs/heads/sk-b\n",
		  "" },
		{ "[url \"https://t@h/\"]insteadOf = h:", "url|https://h/|insteadof=h:\n",
		  "url.insteadof" },
		{ "[http]extraHeader = X\nextraHeader\nproxy = me:pw@h:80\nproxy = h:80",
		  "http|-|proxy=h:80\n", "http.extraheader http.extraheader http.proxy" },
		{ "[http \"https://me:pw@h/\"]sslVerify = false",
		  "http|https://h/|sslverify=false\n", "http.sslverify" },
		{ "[credential]\nhelper = store\n[Credential \"https://h\"]\nusername = me", "",
		  "credential.helper credential.username" },
		{ "[core]\nsshCommand = x\naskPass = y\neditor = z", "core|-|editor=z\n",
		  "core.sshcommand core.askpass" },
		{ "[a]\noauth-token = 1\npassword\nsmtpPass = 2", "a|-|smtppass=2\n",
		  "a.oauth-token a.password" },
		{ "[sendemail]\nsmtpPass = 2", "", "sendemail.smtppass" },
		{ "[a]x = ghp_0123456789abcdef", "", "a.x" },
		{ "[a \"https://h/ghp_0123456789abcdef\"]x = 1", "", "a.x" },
		{ "[alias]x = !curl -H 'authorization: Basic abc'\ny = log", "alias|-|y=log\n",
		  "alias.x" },
		{ "# password\n[a]\nx = 1 ; password\n", "a|-|x=1\n", "" },
	};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char left[512], taken[512];
		clean(rows[i].text, left, taken);
		assert_string_equal(left, rows[i].left);
		assert_string_equal(taken, rows[i].taken);
	}
}

static void includes_that_lead_out_are_taken_out(void **state)
{
	(void)state;
	static const struct {
		const char *path;
		bool stays;
	} rows[] = {
		{ "../.gitsettings", true }, { "local", true },
		{ "/home/u/p/x", true },     { "~/p/x", true },
		{ "../../x", false },        { "/home/u/p/../x", false },
		{ "../../p2/x", false },     { "~/x", false },
		{ "~v/x", false },           { "%(prefix)/x", false },
		{ "/etc/gitconfig", false }, { "", false },
		{ "..//./sub/../.x", true }, { "../../../../../../home/u/p/x", true },
	};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char text[128], left[512], taken[512], expected[128] = "";
		sprintf(text, "[includeIf \"gitdir:/x\"]\npath = %s\n", rows[i].path);
		if (rows[i].stays)
			sprintf(expected, "includeif|gitdir:/x|path=%s\n", rows[i].path);
		clean(text, left, taken);
		assert_string_equal(left, expected);
		assert_string_equal(taken, rows[i].stays ? "" : "includeif.path");
	}
	char left[512], taken[512];
	clean("[include]\npath\n", left, taken);
	assert_string_equal(left, "");
}

static void what_is_left_says_the_same(void **state)
{
	(void)state;
	char left[512], taken[512], before[512] = "";
	static const char text[] =
	    "[core]\n\tbare = false\n[a \"x\\\"y\\\\ z\"]\nk = \" a\\n\\\"b\\\\ "
	    "; # \"\nl\n[core]\nfilemode = true\n[A.b]\nm = \"\"\n";
	unsigned line;
	assert_int_equal(cb_git_config_read(text, strlen(text), write_line, before, &line), 0);
	clean(text, left, taken);
	assert_string_equal(left, before);
	assert_string_equal(taken, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(settings_are_read_as_git_reads_them),
		cmocka_unit_test(what_git_does_not_read_is_refused_by_its_line),
		cmocka_unit_test(logins_are_taken_out),
		cmocka_unit_test(includes_that_lead_out_are_taken_out),
		cmocka_unit_test(what_is_left_says_the_same),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
