/* Reads what --check looks at, one thing after the other. Runs bwrap, git and slirp4netns of the
 * store with an empty environment, and nothing else: claude's own version is read from its files,
 * since running it would be running, uncontained, what an agent may have been able to change. */
#include "commands/check/facts.h"

#include "base/process.h"
#include "commands/commands.h"
#include "host/read-facts.h"
#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OUTPUT_LIMIT 4096

/* Its first line is kept. */
static struct cb_ran run(const char *program, char *const *argv, struct cb_checkup *c)
{
	char output[OUTPUT_LIMIT + 1], *env[] = { NULL };
	size_t size = 0;
	struct cb_ran ran = { .error =
				  cb_run(program, argv, env, true, output, OUTPUT_LIMIT, &size) };
	/* cb_run() does not tell a program that is missing from one that is none. */
	if (ran.error == ENOEXEC && access(program, X_OK) < 0)
		ran.error = errno;
	output[size] = '\0';
	output[strcspn(output, "\n")] = '\0';
	ran.output = *output ? strdup(output) : NULL;
	c->failed |= *output && !ran.output;
	return ran;
}

static struct cb_ran run_version(const char *program, struct cb_checkup *c)
{
	char name[] = "program", version[] = "--version";
	char *argv[] = { name, version, NULL };
	return run(program, argv, c);
}

/* The namespaces of every launch around nothing: what bwrap cannot do here, it says itself. */
static struct cb_ran run_sandbox(const struct cb_policy *policy, struct cb_checkup *c)
{
	static const char *const words[] = { "bwrap",
					     "--unshare-user",
					     "--unshare-pid",
					     "--unshare-ipc",
					     "--unshare-uts",
					     "--die-with-parent",
					     "--unshare-cgroup-try",
					     "--ro-bind",
					     "/",
					     "/",
					     "--proc",
					     "/proc",
					     "--dev",
					     "/dev" };
	cleanup_strv struct cb_strv argv = { 0 };
	char *self = cb_real_path("/proc/self/exe");
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		cb_strv_push(&argv, words[i]);
	if (!policy->nesting)
		cb_strv_push(&argv, "--disable-userns");
	cb_strv_push(&argv, "--");
	cb_strv_push(&argv, self ? self : policy->shell);
	cb_strv_push(&argv, "--version");
	free(self);
	c->failed |= argv.failed;
	return argv.failed ? (struct cb_ran) { ENOMEM, NULL } : run(policy->bwrap, argv.items, c);
}

static void read_bwrap(const struct cb_policy *policy, struct cb_checkup *c)
{
	struct stat st;
	c->bwrap = run_version(policy->bwrap, c);
	c->bwrap_real = cb_real_path(policy->bwrap);
	c->bwrap_setuid = stat(policy->bwrap, &st) == 0 && (st.st_mode & (S_ISUID | S_ISGID));
	c->sandbox = run_sandbox(policy, c);
}

/* What a launch reads, by the very functions it uses. */
static void read_facts(const struct cb_policy *policy, char *const *env, struct cb_checkup *c)
{
	struct cb_opts none = { 0 };
	c->has_facts = cb_read_facts(policy, &none, env, &c->facts, &c->facts_error) == 0;
}

static int open_error(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

void cb_checkup_read(const struct cb_policy *policy, char *const *env, cb_looking *looking,
		     struct cb_checkup *ret)
{
	struct cb_checkup c = { .user = { .env = env } };
#define LOOKING(what)                                                                              \
	if (looking)                                                                               \
	looking(what)

	LOOKING("the kernel");
	cb_checkup_read_kernel(policy, &c);
	LOOKING("bubblewrap");
	read_bwrap(policy, &c);
	LOOKING("the paths of this profile");
	cb_checkup_read_paths(policy, &c);
	int daemon = policy->nix_daemon ? cb_nix_ask(getuid(), &c.nix) : -1;
	if (daemon >= 0)
		c.nix = cb_nix_hear(daemon);
	LOOKING("the network");
	if (policy->slirp) {
		c.tun_error = open_error("/dev/net/tun", O_RDWR);
		c.slirp = run_version(policy->slirp, &c);
	}
	cb_checkup_read_network(policy, &c);
	LOOKING("your home");
	if (cb_facts_read_user(&c.user, &c.user_error) == 0)
		cb_checkup_read_home(&c);
	LOOKING("the project");
	read_facts(policy, env, &c);
	LOOKING("claude");
	cb_checkup_read_agent(policy, env, &c);
	c.terminal_error = open_error("/dev/tty", O_RDWR);
#undef LOOKING
	*ret = c;
}

void cb_checkup_clear(struct cb_checkup *c)
{
	free(c->release);
	free(c->bwrap.output);
	free(c->sandbox.output);
	free(c->slirp.output);
	free(c->bwrap_real);
	cb_strv_clear(&c->missing);
	cb_strv_clear(&c->quiet);
	cb_error_clear(&c->user_error);
	free(c->agent_package_json);
	free(c->interpreter);
	free(c->env_program);
	cb_error_clear(&c->facts_error);
	*c = (struct cb_checkup) { 0 };
}
