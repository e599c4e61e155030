/* Plants what the probes look for: a home full of secrets beside a project, sockets that answer, a
 * key, a process with a name, variables, descriptors. The sandbox is then launched from there just
 * as a user would, so that what is proved is what runs. */
#include "commands/prove/prove.h"

#include "act/remove.h"
#include "base/number.h"
#include "base/print.h"
#include "base/strv.h"
#include "commands/prove/probes.h"
#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/keyctl.h>
#include <netinet/in.h>

/* Not below /tmp: the sandbox has its own, which would hide the canaries for a reason that proves
 * nothing. */
#define PLACE "/var/tmp/claudebox-prove."

/* How long a process of the sandbox may take to be gone after it has ended. */
#define ORPHAN_MS 1000

/* Where a canary is a file, its place below the planted home. */
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

struct proof {
	char dir[sizeof PLACE + CB_NUMBER_SIZE];
	char nonce[2 * CB_NUMBER_SIZE];
	char *home, *project;
	char *canaries[CB_CANARY_COUNT];
	struct cb_strv env;
	int listeners[3];
	bool failed;
	int start_error; /* of starting the process that launches; 0: it was started */
};

/* What asks for an end must not leave the planted files behind. It is held back, and looked for:
 * then the launch is ended, and the proof goes on to its own end without. Output that nobody reads
 * is noticed by who writes it. */
struct signals {
	sigset_t held, before;
	int fd; /* can be read when one waits */
};

static void hold_signals(struct signals *ret)
{
	static const int asking[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP };
	sigset_t all;
	sigemptyset(&ret->held);
	for (size_t i = 0; i < sizeof asking / sizeof asking[0]; i++) {
		struct sigaction action;
		if (sigaction(asking[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
			sigaddset(&ret->held, asking[i]);
	}
	all = ret->held;
	sigaddset(&all, SIGPIPE);
	sigprocmask(SIG_BLOCK, &all, &ret->before);
	ret->fd = signalfd(-1, &ret->held, SFD_CLOEXEC);
}

static bool is_asked(const struct signals *signals)
{
	struct pollfd waiting = { .fd = signals->fd, .events = POLLIN };
	return poll(&waiting, 1, 0) > 0;
}

/* Every directory above `path`, then the file with `text` in it. */
static void plant_file(struct proof *p, char *path, const char *text)
{
	for (char *slash = path + strlen(p->dir) + 1; (slash = strchr(slash, '/'));
	     *slash++ = '/') {
		*slash = '\0';
		if (mkdir(path, 0700) < 0 && errno != EEXIST)
			p->failed = true;
	}
	int fd = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
	size_t len = strlen(text);
	if (fd < 0 || write(fd, text, len) != (ssize_t)len)
		p->failed = true;
	if (fd >= 0)
		close(fd);
}

static void set(struct proof *p, enum cb_canary canary, char *value)
{
	p->failed |= !value;
	p->canaries[canary] = value;
}

static void plant_files(struct proof *p)
{
	for (size_t i = 0; !p->failed && i < sizeof files / sizeof files[0]; i++) {
		set(p, files[i].canary, cb_concat(p->home, "/", files[i].path, NULL));
		if (!p->failed)
			plant_file(p, p->canaries[files[i].canary], p->canaries[CB_CANARY_MARKER]);
	}
	if (!p->failed)
		p->failed = mkdir(p->project, 0700) < 0;
}

static int listen_on(struct proof *p, const struct sockaddr *address, socklen_t size)
{
	int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0 || bind(fd, address, size) < 0 || listen(fd, 8) < 0)
		p->failed = true;
	return fd;
}

/* Listening is enough: a connection is made by the kernel, before anybody accepts it. */
static void plant_sockets(struct proof *p)
{
	struct sockaddr_un path = { .sun_family = AF_UNIX }, abstract = { .sun_family = AF_UNIX };
	struct sockaddr_in port = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
	socklen_t base = offsetof(struct sockaddr_un, sun_path), size = sizeof port;
	char number[CB_NUMBER_SIZE];

	set(p, CB_CANARY_SOCKET, cb_concat(p->dir, "/socket", NULL));
	set(p, CB_CANARY_ABSTRACT, cb_concat("claudebox-", p->nonce, NULL));
	if (p->failed)
		return;
	stpcpy(path.sun_path, p->canaries[CB_CANARY_SOCKET]);
	char *end = stpcpy(abstract.sun_path + 1, p->canaries[CB_CANARY_ABSTRACT]);
	p->listeners[0] = listen_on(p, (struct sockaddr *)&path, sizeof path);
	p->listeners[1] =
	    listen_on(p, (struct sockaddr *)&abstract, base + (socklen_t)(end - abstract.sun_path));
	p->listeners[2] = listen_on(p, (struct sockaddr *)&port, sizeof port);
	if (getsockname(p->listeners[2], (struct sockaddr *)&port, &size) < 0)
		p->failed = true;
	set(p, CB_CANARY_PORT, strdup(cb_number(number, ntohs(port.sin_port), 10, 1)));
}

/* The host's environment, with the planted home, a variable that must stay out and one that is
 * let in. */
static void plant_environment(struct proof *p, char *const *env)
{
	static const char *const ours[] = { "HOME=", "CLAUDEBOX_EXTRA_ENV=" };
	for (size_t i = 0; env[i]; i++) {
		bool replaced = false;
		for (size_t k = 0; k < sizeof ours / sizeof ours[0]; k++)
			replaced |= strncmp(env[i], ours[k], strlen(ours[k])) == 0;
		if (!replaced)
			cb_strv_push(&p->env, env[i]);
	}
	cb_strv_take(&p->env, cb_concat("HOME=", p->home, NULL));
	cb_strv_take(&p->env, cb_concat("CLAUDEBOX_PLANTED=", p->canaries[CB_CANARY_MARKER], NULL));
	cb_strv_take(&p->env, cb_concat("CLAUDEBOX_PASSED=", p->canaries[CB_CANARY_PASSED], NULL));
	cb_strv_push(&p->env, "CLAUDEBOX_EXTRA_ENV=CLAUDEBOX_PASSED");
	p->failed |= p->env.failed;
}

static void plant_namespaces(struct proof *p)
{
	char *all = strdup(""), name[CB_NAMESPACE_SIZE];
	for (size_t i = 0; all && cb_read_namespace(i, name); i++) {
		char *more = cb_concat(all, name, " ", NULL);
		free(all);
		all = more;
	}
	set(p, CB_CANARY_NAMESPACES, all);
}

/* In a session keyring of its own, which goes with this process; that the launch leaves it must
 * not be what ends the key. "" where the kernel has no keyrings. */
static void plant_key(struct proof *p)
{
	const char *marker = p->canaries[CB_CANARY_MARKER];
	bool none = syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL) < 0 && errno == ENOSYS;
	set(p, CB_CANARY_KEY, cb_concat(none ? "" : "claudebox-", none ? "" : p->nonce, NULL));
	if (!none && !p->failed &&
	    syscall(SYS_add_key, "user", p->canaries[CB_CANARY_KEY], marker, strlen(marker),
		    KEY_SPEC_SESSION_KEYRING) < 0)
		p->failed = true;
}

static void plant(struct proof *p, char *const *env)
{
	char number[CB_NUMBER_SIZE];
	uint64_t random;
	if (getrandom(&random, sizeof random, 0) != sizeof random) {
		p->failed = true;
		return;
	}
	stpcpy(p->nonce, cb_number(number, random, 16, 16));
	stpcpy(stpcpy(p->dir, PLACE), p->nonce);
	if (mkdir(p->dir, 0700) < 0) {
		p->dir[0] = '\0';
		p->failed = true;
		return;
	}
	p->home = cb_concat(p->dir, "/home", NULL);
	p->project = cb_concat(p->dir, "/home/project", NULL);
	p->failed = !p->home || !p->project;
	set(p, CB_CANARY_MARKER, cb_concat("planted-", p->nonce, NULL));
	set(p, CB_CANARY_PASSED, cb_concat("passed-", p->nonce, NULL));
	set(p, CB_CANARY_PROCESS, cb_concat("cb-", p->nonce + 5, NULL));
	set(p, CB_CANARY_PID, strdup(cb_number(number, (uint64_t)getpid(), 10, 1)));
	plant_namespaces(p);
	if (p->failed)
		return;
	plant_key(p);
	prctl(PR_SET_NAME, p->canaries[CB_CANARY_PROCESS]);
	plant_files(p);
	plant_sockets(p);
	plant_environment(p, env);
}

static void remove_all(struct proof *p)
{
	for (size_t i = 0; i < 3; i++)
		if (p->listeners[i] > 2)
			close(p->listeners[i]);
	int dir = *p->dir ? cb_open_directory(AT_FDCWD, p->dir, 0) : -1;
	if (dir >= 0) {
		cb_remove_below(dir);
		close(dir);
		rmdir(p->dir);
	}
	for (size_t i = 0; i < CB_CANARY_COUNT; i++)
		free(p->canaries[i]);
	free(p->home);
	free(p->project);
	cb_strv_clear(&p->env);
}

/* A key that cannot be found before the launch would prove nothing behind it. */
static bool key_is_planted(const struct proof *p)
{
	const char *key = p->canaries[CB_CANARY_KEY];
	return !*key ||
	       syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_SESSION_KEYRING, "user", key, 0) > 0;
}

/* In the child: what only a process itself can hold, then the launch. */
static void launch_child(struct proof *p, int in, int out, int (*launch)(char *const *env))
{
	if (!key_is_planted(p) || dup2(in, 0) != 0 || dup2(out, 1) != 1 || chdir(p->project) < 0 ||
	    open(p->home, O_RDONLY | O_DIRECTORY) < 0 ||
	    open(p->canaries[CB_CANARY_SSH], O_RDONLY) < 0)
		_exit(CB_EXIT_REFUSED);
	_exit(launch(p->env.items));
}

/* The canaries as the probes read them; a pipe holds that much without a reader. */
static void write_canaries(const struct proof *p, int fd)
{
	for (size_t i = 0; i < CB_CANARY_COUNT; i++) {
		const char *value = p->canaries[i] ? p->canaries[i] : "";
		char *line = cb_concat(cb_canary_words[i], " ", value, "\n", NULL);
		bool written = !line || write(fd, line, strlen(line)) >= 0;
		free(line);
		if (!written)
			break; /* the probes then lack it, and say so */
	}
	close(fd);
}

/* Waits for something to read; false: an end is asked for. */
static bool await(int from, const struct signals *signals)
{
	struct pollfd both[] = { { .fd = from, .events = POLLIN },
				 { .fd = signals->fd, .events = POLLIN } };
	while (poll(both, 2, -1) < 0 && errno == EINTR)
		;
	return !both[1].revents;
}

/* Passes the probes' lines on and counts them; ends at the end of the output. */
static size_t relay(int from, const struct signals *signals)
{
	char line[4096];
	size_t count = 0;
	while (await(from, signals) && cb_file_read_line(from, line, sizeof line)) {
		if (strcmp(line, CB_PROBE_END) == 0)
			break;
		cb_put(stdout, line, "\n", NULL);
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
	char number[CB_NUMBER_SIZE];
	int status = 0;
	size_t count = relay(fd, signals);
	if (is_asked(signals))
		kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	bool orphan = leaves_orphan(fd);
	close(fd);
	int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	if (count == 0 || (code != 0 && code != 1))
		return -1;
	const char *last = cb_number(number, count + 1, 10, 1);
	cb_put(stdout, orphan ? "not ok " : "ok ", last,
	       " - L18 processes that outlive the sandbox\n1..", last, "\n", NULL);
	return code != 0 || orphan;
}

static int run(struct proof *p, const struct signals *signals, int (*launch)(char *const *env))
{
	int in[2] = { -1, -1 }, out[2] = { -1, -1 };
	fflush(stdout);
	bool pipes = pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0;
	pid_t pid = pipes ? fork() : -1;
	if (pid < 0) {
		p->start_error = errno;
		close(in[0]); /* or -1, which is none */
		close(in[1]);
		close(out[0]);
		close(out[1]);
		return -1;
	}
	if (pid == 0) {
		sigprocmask(SIG_SETMASK, &signals->before, NULL);
		launch_child(p, in[0], out[1], launch);
	}
	close(in[0]);
	close(out[1]);
	write_canaries(p, in[1]);
	return watch_child(pid, out[0], signals);
}

static int refuse(const struct proof *p, const char *program, bool asked, struct cb_error *err)
{
	if (asked) {
		cb_fail(err, CB_EXIT_REFUSED, "nothing could be proved (it was interrupted)");
		return cb_hint(err, "nothing is left of it: start it again");
	}
	if (p->start_error) {
		cb_fail(err, CB_EXIT_REFUSED,
			"nothing could be proved (no process can be started: %s)",
			strerror(p->start_error));
		return cb_hint(err, "is a limit reached? ulimit -u and ulimit -n tell yours");
	}
	cb_fail(err, CB_EXIT_REFUSED, "nothing could be proved (%s)",
		p->failed ? "the canaries could not be planted" : "the sandbox did not start");
	/* Another profile's launch may well work where this one's does not. */
	return p->failed ? cb_hint(err, "is there room in /var/tmp, and may you write there?")
			 : cb_hint(err, "does `%s --yes --shell -c true` work here?", program);
}

int cb_prove(char *const *env, const char *program, int (*launch)(char *const *env),
	     struct cb_error *err)
{
	struct proof proof = { 0 };
	struct signals signals;
	hold_signals(&signals);
	plant(&proof, env);
	int result = proof.failed ? -1 : run(&proof, &signals, launch);
	remove_all(&proof);
	bool asked = is_asked(&signals);
	close(signals.fd);
	return asked || result < 0 ? refuse(&proof, program, asked, err) : result;
}
