/* Acts on a plan and ends in exec. The order matters and is the reading order of cb_exec_bwrap. */
#include "act/act.h"

#include "base/io.h"
#include "net/net.h"

#include "act/state.h"
#include "act/streams.h"
#include "act/terminal.h"
#include "root/build.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/close_range.h>
#include <linux/keyctl.h>

static int refuse(struct cb_error *err, const char *what, const char *hint)
{
	cb_fail(err, CB_EXIT_REFUSED, "%s (%s)", what, strerror(errno));
	return cb_hint(err, "%s", hint);
}

/* A closed stream would be taken by the next file opened; a directory gives the whole host away
 * through /proc/self/fd/0/.. (L3). */
int cb_streams_check(struct cb_error *err)
{
	static const char *const names[] = { "standard input", "standard output",
					     "standard error" };
	for (int fd = 0; fd <= 2; fd++) {
		struct stat st;
		int there = fstat(fd, &st);
		if (there == 0 && S_ISDIR(st.st_mode)) {
			cb_fail(err, CB_EXIT_REFUSED,
				"%s is a directory (it would enter the sandbox)", names[fd]);
			return cb_hint(err, "redirect it from a file, a pipe or /dev/null");
		}
		if (there < 0 && open("/dev/null", fd == 0 ? O_RDONLY : O_WRONLY) != fd)
			return refuse(err, "cannot open /dev/null", "is /dev there?");
	}
	return 0;
}

/* What is asked for can be answered so. */
enum answer { ANSWER_NO, ANSWER_YES, ANSWER_MORE, ANSWER_DEFAULT, ANSWER_UNKNOWN };

/* Reads one line to its very end: what is left of it would be read, and run, by the user's shell
 * (L40). Its first bytes, without the newline, are in `line`. -1: the input has ended. */
static int read_line(int tty, char *line, size_t limit)
{
	size_t size = 0;
	for (;;) {
		char chunk[64];
		ssize_t len = read(tty, chunk, sizeof chunk);
		if (len < 0 && errno == EINTR)
			continue;
		if (len <= 0)
			return -1;
		for (ssize_t i = 0; i < len; i++) {
			if (chunk[i] != '\n' && chunk[i] != '\r' && size + 1 < limit)
				line[size++] = chunk[i];
		}
		line[size] = '\0';
		if (chunk[len - 1] == '\n' || chunk[len - 1] == '\r')
			return 0;
	}
}

static enum answer read_answer(int tty)
{
	static const struct {
		const char *text;
		enum answer answer;
	} answers[] = {
		{ "", ANSWER_DEFAULT }, { "y", ANSWER_YES }, { "yes", ANSWER_YES },
		{ "n", ANSWER_NO },     { "no", ANSWER_NO }, { "?", ANSWER_MORE },
	};
	char line[8];
	if (read_line(tty, line, sizeof line) < 0)
		return ANSWER_NO;
	for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
		if (strcasecmp(line, answers[i].text) == 0)
			return answers[i].answer;
	return ANSWER_UNKNOWN;
}

int cb_confirm(const char *question, bool by_default, struct cb_error *err)
{
	int tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	if (tty < 0) {
		cb_fail(err, CB_EXIT_REFUSED, "no terminal to ask on");
		return cb_hint(err, "look with --dry-run, then say --yes");
	}
	enum answer answer = ANSWER_UNKNOWN;
	while (answer == ANSWER_UNKNOWN && write(tty, question, strlen(question)) > 0)
		answer = read_answer(tty);
	close(tty);
	if (answer == ANSWER_MORE)
		return 1;
	if (answer == ANSWER_YES || (answer == ANSWER_DEFAULT && by_default))
		return 0;
	cb_fail(err, CB_EXIT_REFUSED, "stopped (you said no)");
	return cb_hint(err, "nothing was changed");
}

/* A memory file that nobody can change any more, read from its beginning. */
static int make_memfd(const struct cb_blob *blob)
{
	int fd = memfd_create(blob->name, MFD_ALLOW_SEALING);
	if (fd < 0)
		return -1;
	if (cb_write_all(fd, blob->data, blob->size) < 0 || lseek(fd, 0, SEEK_SET) < 0)
		return -1;
	int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
	return fcntl(fd, F_ADD_SEALS, seals) < 0 ? -1 : fd;
}

/* Nothing the caller had open goes in (L3); then the descriptors bwrap was promised are made,
 * which get just the numbers the arguments name because everything above 2 is free. */
static int hand_over_descriptors(const struct cb_bwrap *bwrap, struct cb_error *err)
{
	if (syscall(SYS_close_range, (unsigned)CB_FD_FIRST, ~0U, 0U) < 0)
		return refuse(err, "cannot close inherited descriptors",
			      "claudebox needs Linux 5.12 or newer");
	for (size_t i = 0; i < bwrap->blob_count; i++)
		if (make_memfd(&bwrap->blobs[i]) != CB_FD_FIRST + (int)i)
			return refuse(err, "cannot make a memory file", "is there memory left?");
	return 0;
}

/* The session keyring may hold keys of the user's (L4): begin an empty one. A kernel built
 * without keyrings has nothing to leak. */
static int leave_keyring(struct cb_error *err)
{
	if (syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL) < 0 && errno != ENOSYS)
		return refuse(err, "cannot begin a new session keyring",
			      "the old one may hold keys");
	return 0;
}

/* bwrap's monitor must outlive Ctrl+C and Ctrl+\, which are meant for the agent; the step
 * restores them behind it. */
static int ignore_terminal_signals(struct cb_error *err)
{
	if (signal(SIGINT, SIG_IGN) == SIG_ERR || signal(SIGQUIT, SIG_IGN) == SIG_ERR)
		return refuse(err, "cannot set signals", "this should not happen");
	return 0;
}

static int run_failed(const char *program, struct cb_error *err)
{
	cb_fail(err, CB_EXIT_REFUSED, "cannot run %s (%s)", program, strerror(errno));
	return cb_hint(
	    err,
	    "is the store path of this profile still there? nix-store --verify --check-contents");
}

int cb_become(const char *program, char *const *argv, char *const *env, struct cb_error *err)
{
	execve(program, argv, env);
	return run_failed(program, err);
}

int cb_exec_bwrap(const struct cb_plan *plan, const struct cb_bwrap *bwrap, struct cb_error *err)
{
	/* bwrap keeps the environment it was exec'ed with readable in /proc/1/environ, whatever
	 * --clearenv does (L1). It needs none: the agent's variables are among the options. */
	char *const no_environment[] = { NULL };

	if (cb_terminal_guard(err) < 0 ||
	    cb_state_make(plan->home, plan->uid, &plan->state_ops, err) < 0 ||
	    leave_keyring(err) < 0 || cb_root_build(plan, err) < 0 || cb_streams_reopen(err) < 0 ||
	    hand_over_descriptors(bwrap, err) < 0)
		return -1;
	cb_terminal_restore_at_end();
	if (cb_net_start(plan, bwrap->sync, err) < 0 || ignore_terminal_signals(err) < 0)
		return -1;
	execve(plan->policy->bwrap, bwrap->argv.items, no_environment);
	return run_failed(plan->policy->bwrap, err);
}
