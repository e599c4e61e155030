/* --prove: plants canaries on the host, launches the real sandbox from there just as a user would,
 * with the probes in the agent's place, tells what they reached, and removes everything again. */
#include "commands/commands.h"

#include "act/remove.h"
#include "base/process.h"
#include "base/strv.h"
#include "commands/prove/probes.h"
#include "host/read.h"
#include "show/show.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/keyctl.h>
#include <netinet/in.h>

/* Not below /tmp: the sandbox has its own, which would hide the canaries for a reason that proves
 * nothing. */
#define PLACE "/var/tmp/claudebox-prove."

/* How long a process of the sandbox may take to be gone after it has ended. */
#define ORPHAN_MS 1000

struct proof {
	char *dir; /* NULL: nothing is planted */
	char *home, *project;
	char *canaries[CB_CANARY_COUNT];
	struct cb_strv env; /* of the launch */
};

/* --- planting: each returns false when it could not ------------------------------------------ */

/* With every directory above it, below that of the proof. */
static bool plant_file(const struct proof *p, char *path)
{
	for (char *slash = path + strlen(p->dir) + 1; (slash = strchr(slash, '/'));
	     *slash++ = '/') {
		*slash = '\0';
		mkdir(path, 0700);
	}
	FILE *file = fopen(path, "wxe");
	if (!file)
		return false;
	bool written =
	    fchmod(fileno(file), 0600) == 0 && fputs(p->canaries[CB_CANARY_MARKER], file) >= 0;
	return fclose(file) == 0 && written;
}

static bool plant_files(struct proof *p)
{
	static const struct {
		enum cb_canary canary;
		const char *path;
	} files[] = {
		{ CB_CANARY_SSH, ".ssh/id_ed25519" },
		{ CB_CANARY_CLOUD, ".aws/credentials" },
		{ CB_CANARY_CLAUDE, ".claude/history.jsonl" },
		{ CB_CANARY_STATE, ".claudebox/projects/0000000000000000/claude/history.jsonl" },
		{ CB_CANARY_OUTSIDE, "outside.txt" },
	};
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		char *path = cb_format("%s/%s", p->home, files[i].path);
		p->canaries[files[i].canary] = path;
		if (!plant_file(p, path))
			return false;
	}
	return mkdir(p->project, 0700) == 0;
}

/* Listening is enough: a connection is made by the kernel, before anybody accepts it. */
static bool plant_sockets(struct proof *p)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_addr = { htonl(INADDR_LOOPBACK) } };
	struct sockaddr *port = (struct sockaddr *)&address;
	socklen_t size = sizeof address;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (bind(fd, port, size) < 0 || listen(fd, 8) < 0 || getsockname(fd, port, &size) < 0)
		return false;
	p->canaries[CB_CANARY_PORT] = cb_format("%u", ntohs(address.sin_port));
	return cb_probe_socket(p->canaries[CB_CANARY_SOCKET], true) >= 0 &&
	       cb_probe_socket(p->canaries[CB_CANARY_ABSTRACT], true) >= 0;
}

/* In a session keyring of its own, which goes with this process; that the launch leaves it must
 * not be what ends the key. */
static bool plant_key(struct proof *p)
{
	const char *marker = p->canaries[CB_CANARY_MARKER];
	if (syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL) < 0 && errno == ENOSYS) {
		p->canaries[CB_CANARY_KEY] = cb_strdup("");
		return true;
	}
	return syscall(SYS_add_key, "user", p->canaries[CB_CANARY_KEY], marker, strlen(marker),
		       KEY_SPEC_SESSION_KEYRING) >= 0;
}

/* The host's environment, with the planted home, a variable that must stay out and one that is
 * let in. */
static void plant_environment(struct proof *p, char *const *env)
{
	for (; *env; env++)
		if (strncmp(*env, "HOME=", 5) != 0 &&
		    strncmp(*env, "CLAUDEBOX_EXTRA_ENV=", 20) != 0)
			cb_strv_push(&p->env, *env);
	cb_strv_take(&p->env, cb_format("HOME=%s", p->home));
	cb_strv_take(&p->env, cb_format("CLAUDEBOX_PLANTED=%s", p->canaries[CB_CANARY_MARKER]));
	cb_strv_take(&p->env, cb_format("CLAUDEBOX_PASSED=%s", p->canaries[CB_CANARY_PASSED]));
	cb_strv_push(&p->env, "CLAUDEBOX_EXTRA_ENV=CLAUDEBOX_PASSED");
}

static char *list_namespaces(void)
{
	char *all = cb_strdup("");
	const char *name;
	for (size_t i = 0; (name = cb_probe_namespace(i)); i++)
		all = cb_format("%s%s ", all, name);
	return all;
}

static bool plant(struct proof *p, char *const *env)
{
	uint64_t random;
	if (getrandom(&random, sizeof random, 0) != sizeof random)
		return false;
	const char *nonce = cb_format("%016" PRIx64, random);
	char *dir = cb_format(PLACE "%s", nonce);
	if (mkdir(dir, 0700) < 0)
		return false;
	p->dir = dir;
	p->home = cb_format("%s/home", dir);
	p->project = cb_format("%s/project", p->home);
	p->canaries[CB_CANARY_MARKER] = cb_format("planted-%s", nonce);
	p->canaries[CB_CANARY_PASSED] = cb_format("passed-%s", nonce);
	p->canaries[CB_CANARY_SOCKET] = cb_format("%s/socket", dir);
	p->canaries[CB_CANARY_ABSTRACT] = cb_format("@claudebox-%s", nonce);
	p->canaries[CB_CANARY_KEY] = cb_format("claudebox-%s", nonce);
	p->canaries[CB_CANARY_PROCESS] = cb_format("cb-%s", nonce + 5);
	p->canaries[CB_CANARY_PID] = cb_format("%d", getpid());
	p->canaries[CB_CANARY_NAMESPACES] = list_namespaces();
	prctl(PR_SET_NAME, p->canaries[CB_CANARY_PROCESS]);
	plant_environment(p, env);
	return plant_key(p) && plant_files(p) && plant_sockets(p);
}

static void remove_planted(const struct proof *p)
{
	int dir = p->dir ? cb_open_directory(AT_FDCWD, p->dir, 0) : -1;
	if (dir < 0)
		return;
	cb_remove_below(dir);
	close(dir);
	rmdir(p->dir);
}

/* --- the launch ------------------------------------------------------------------------------- */

/* What asks for an end must not leave the planted files behind. It is held back, and looked for:
 * then the launch is ended, and the proof goes on to its own end without. Output that nobody reads
 * is noticed by who writes it. */
struct signals {
	sigset_t before;
	int fd; /* can be read when one waits */
};

static struct signals hold_signals(void)
{
	static const int asking[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP };
	struct signals signals;
	sigset_t held;
	sigemptyset(&held);
	for (size_t i = 0; i < sizeof asking / sizeof asking[0]; i++) {
		struct sigaction action;
		if (sigaction(asking[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
			sigaddset(&held, asking[i]);
	}
	signals.fd = signalfd(-1, &held, SFD_CLOEXEC);
	sigaddset(&held, SIGPIPE);
	sigprocmask(SIG_BLOCK, &held, &signals.before);
	return signals;
}

static bool is_asked(const struct signals *signals)
{
	struct pollfd waiting = { .fd = signals->fd, .events = POLLIN };
	return poll(&waiting, 1, 0) > 0;
}

/* In the child: what only a process itself can hold, then an ordinary launch with the probes as its
 * command. Looking for nothing finds nothing: the key must be found before the launch. */
static void launch_probes(const struct proof *p, int in, int out)
{
	const char *key = p->canaries[CB_CANARY_KEY];
	struct cb_opts opts = { .given[CB_OPT_YES] = true, .given[CB_OPT_PROVE] = true };
	struct cb_error err = { 0 };
	if ((*key && !cb_probe_key_is_here(key)) || dup2(in, 0) != 0 || dup2(out, 1) != 1 ||
	    chdir(p->project) < 0 || open(p->home, O_RDONLY | O_DIRECTORY) < 0 ||
	    open(p->canaries[CB_CANARY_SSH], O_RDONLY) < 0)
		_exit(CB_EXIT_REFUSED);
	cb_launch(&opts, p->env.items, &err);
	cb_show_error(cb_screen_of(stderr), &err);
	_exit((int)err.code);
}

/* Opens the canaries as the probes read them: a file of the user's, since its owner could change
 * one that he may only read (L38). -1: it could not be made. */
static int open_canaries(const struct proof *p)
{
	const char *path = cb_format("%s/stdin", p->dir);
	FILE *file = fopen(path, "wxe");
	if (!file)
		return -1;
	for (size_t i = 0; i < CB_CANARY_COUNT; i++)
		fprintf(file, "%s\n", p->canaries[i]);
	return fclose(file) == 0 ? open(path, O_RDONLY | O_CLOEXEC) : -1;
}

/* A line, without its end and cut where there is no more room; a byte at a time, since what comes
 * next is waited for. False: there is none, or an end is asked for. */
static bool read_line(int from, const struct signals *signals, char *line, size_t size)
{
	struct pollfd both[] = { { .fd = from, .events = POLLIN },
				 { .fd = signals->fd, .events = POLLIN } };
	size_t len = 0;
	char byte = '\0';
	while (byte != '\n') {
		while (poll(both, 2, -1) < 0 && errno == EINTR)
			;
		if (both[1].revents || read(from, &byte, 1) != 1)
			return false;
		if (byte != '\n' && len + 1 < size)
			line[len++] = byte;
	}
	line[len] = '\0';
	return true;
}

/* Passes the probes' lines on and counts them; ends at the end of the output. */
static size_t relay(int from, const struct signals *signals)
{
	char line[4096];
	size_t count = 0;
	while (read_line(from, signals, line, sizeof line) && strcmp(line, CB_PROBE_END) != 0) {
		puts(line);
		count += strncmp(line, "ok ", 3) == 0 || strncmp(line, "not ok ", 7) == 0;
	}
	return count;
}

/* L18: the last probe leaves a process behind that holds the output open. With the sandbox ended,
 * it must be gone too. */
static bool leaves_orphan(int fd)
{
	struct pollfd end = { .fd = fd, .events = POLLIN };
	char byte;
	return poll(&end, 1, ORPHAN_MS) <= 0 || read(fd, &byte, 1) != 0;
}

static int watch_child(pid_t pid, int fd, const struct signals *signals)
{
	size_t count = relay(fd, signals);
	if (is_asked(signals))
		kill(pid, SIGKILL);
	int code = cb_child_wait(pid);
	bool orphan = leaves_orphan(fd);
	if (count == 0 || (code != 0 && code != 1))
		return -1;
	printf("%s %zu - L18 processes that outlive the sandbox\n1..%zu\n",
	       orphan ? "not ok" : "ok", count + 1, count + 1);
	return code != 0 || orphan;
}

/* Returns 0 when nothing was reached, 1 when something was; -1: it did not start, with *ret_error
 * when no process could be started. */
static int launch(const struct proof *p, const struct signals *signals, int *ret_error)
{
	int out[2], in = open_canaries(p);
	fflush(stdout);
	pid_t pid = in >= 0 && pipe2(out, O_CLOEXEC) == 0 ? fork() : -1;
	if (pid < 0) {
		*ret_error = errno;
		return -1;
	}
	if (pid == 0) {
		sigprocmask(SIG_SETMASK, &signals->before, NULL);
		launch_probes(p, in, out[1]);
	}
	close(in);
	close(out[1]);
	return watch_child(pid, out[0], signals);
}

int cb_command_prove(const struct cb_opts *opts, char *const *env, struct cb_error *err)
{
	struct proof proof = { 0 };
	struct signals signals = hold_signals();
	int error = 0;
	bool planted = plant(&proof, env);
	int result = planted ? launch(&proof, &signals, &error) : -1;
	remove_planted(&proof);
	if (is_asked(&signals)) {
		cb_fail(err, CB_EXIT_REFUSED, "nothing could be proved (it was interrupted)");
		return cb_hint(err, "nothing is left of it: start it again");
	}
	if (result >= 0)
		return cb_finish_output(err) < 0 ? -1 : result;
	if (error) {
		cb_fail(err, CB_EXIT_REFUSED,
			"nothing could be proved (no process can be started: %s)", strerror(error));
		return cb_hint(err, "is a limit reached? ulimit -u and ulimit -n tell yours");
	}
	if (!planted) {
		cb_fail(err, CB_EXIT_REFUSED,
			"nothing could be proved (the canaries could not be planted)");
		return cb_hint(err, "is there room in /var/tmp, and may you write there?");
	}
	cb_fail(err, CB_EXIT_REFUSED, "nothing could be proved (the sandbox did not start)");
	/* Another profile's launch may well work where this one's does not. */
	return cb_hint(err, "does `%s --yes --shell -c true` work here?",
		       opts->argv[0] ? opts->argv[0] : "claudebox");
}
