/* Runs the probes and prints what they reached, as TAP: from a table of rows to the last line. */
#include "commands/prove/probes.h"

#include "base/memory.h"
#include "base/print.h"
#include "base/process.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

static const struct cb_probe_row rows[] = {
#define NAMES(...) ((const char *const[]) { __VA_ARGS__, NULL })
#define X(ID, name, what, function, says, ...)                                                     \
	{ .title = ID " " what, .run = cb_probe_##function, .reached = says, __VA_ARGS__ },
#include "commands/prove/probes.def"
#undef X
};

/* Why there is nothing to prove; NULL: there is. */
static const char *find_skip(const struct cb_probe *p)
{
	const struct cb_policy *policy = p->policy;
	const struct {
		bool is_so;
		const char *why;
	} skips[] = {
		[CB_SKIP_NESTING] = { policy->nesting, "this profile allows nesting" },
		[CB_SKIP_NETWORK] = { policy->network == CB_TIER_FULL,
				      "this profile has the host's network, and says so" },
		[CB_SKIP_STORE] = { !policy->closure[0], "this profile shows the whole store" },
		[CB_SKIP_DAEMON] = { policy->nix_daemon && policy->nix_trusted,
				     "this profile takes one that trusts you, and says so" },
		[CB_SKIP_KEYS] = { !*p->canaries[CB_CANARY_KEY], "this kernel has no keyrings" },
	};
	return skips[p->row->skip].is_so ? skips[p->row->skip].why : NULL;
}

static int run_row(const void *data)
{
	struct cb_probe probe = *(const struct cb_probe *)data;
	return probe.row->run(&probe);
}

static bool print_probe(struct cb_probe *p, size_t number)
{
	p->which = NULL;
	const char *skip = find_skip(p);
	/* What cannot be tried in a child, or does not end as it should, counts as reached. */
	bool reached = !skip && (p->row->alone ? cb_child_run(run_row, p) != 0 : p->row->run(p));
	printf("%s %zu - %s%s%s\n", reached ? "not ok" : "ok", number, p->row->title,
	       skip ? " # SKIP " : "", skip ? skip : "");
	if (reached) {
		fputs("# reached: ", stdout);
		cb_print(cb_screen_of(stdout), p->which ? p->which : p->row->reached);
		putchar('\n');
	}
	return !reached;
}

static bool read_canaries(struct cb_probe *probe)
{
	char line[4096];
	for (size_t i = 0; i < CB_CANARY_COUNT; i++) {
		bool read = fgets(line, sizeof line, stdin);
		probe->canaries[i] = cb_strndup(line, read ? strcspn(line, "\n") : 0);
	}
	/* Looking for nothing finds nothing: a probe without its canary proves nothing. */
	return *probe->canaries[CB_CANARY_NAMESPACES] != '\0';
}

/* For the proof that it does not outlive the sandbox (L18): it keeps the output open. */
static void leave_process_behind(void)
{
	if (fork() != 0)
		return;
	setsid();
	poll(NULL, 0, 5000);
	_exit(0);
}

int cb_probe_run(const struct cb_policy *policy, char *const *env)
{
	struct cb_probe probe = { .policy = policy, .env = env };
	if (!read_canaries(&probe)) {
		puts("Bail out! no canaries to look for");
		return 1;
	}
	bool good = true;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		probe.row = &rows[i];
		good &= print_probe(&probe, i + 1);
	}
	leave_process_behind();
	puts(CB_PROBE_END);
	return good && fflush(stdout) == 0 ? 0 : 1;
}
