/* Probes that read: environments, arguments, descriptors, files and what /proc shows. */
#include "commands/prove/probes.h"

#include "base/strv.h"
#include "host/read.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether `size` bytes hold `text`; both may hold anything. */
static bool holds(const char *data, size_t size, const char *text)
{
	size_t len = strlen(text);
	for (size_t i = 0; len > 0 && i + len <= size; i++)
		if (memcmp(data + i, text, len) == 0)
			return true;
	return false;
}

#define LOOK_LIMIT ((size_t)256 * 1024)

bool cb_file_holds(const char *path, const char *text)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char *data = fd >= 0 ? malloc(LOOK_LIMIT) : NULL;
	size_t size = 0;
	for (ssize_t n = 1; data && n > 0 && size<LOOK_LIMIT; size += n> 0 ? (size_t)n : 0)
		n = read(fd, data + size, LOOK_LIMIT - size);
	bool found = data && holds(data, size, text);
	free(data);
	close(fd);
	return found;
}

const char *cb_probe_own_environment(struct cb_probe *p)
{
	for (size_t i = 0; p->env[i]; i++)
		if (holds(p->env[i], strlen(p->env[i]), p->canaries[CB_CANARY_MARKER]))
			return "the planted variable is set";
	return NULL;
}

/* The directory has an entry of which `is` says yes. */
static bool find_entry(const char *path, bool (*is)(const char *name, const void *data),
		       const void *data)
{
	bool found = false;
	/* Not cb_open_directory: the filter refuses openat2. */
	int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct cb_directory entries = { .fd = dir };
	for (const char *name; dir >= 0 && !found && (name = cb_directory_next(&entries));)
		found = is(name, data);
	close(dir);
	return found;
}

static bool is_process_with(const char *name, const void *data)
{
	const char *const *wanted = data;
	char path[64];
	if (name[0] < '1' || name[0] > '9' || strlen(name) > 10)
		return false;
	stpcpy(stpcpy(stpcpy(stpcpy(path, "/proc/"), name), "/"), wanted[0]);
	return cb_file_holds(path, wanted[1]);
}

/* Some process has a /proc/PID/`file` that holds `text`. */
static bool find_process(const char *file, const char *text)
{
	return find_entry("/proc", is_process_with, (const char *const[]) { file, text });
}

const char *cb_probe_other_environment(struct cb_probe *p)
{
	return find_process("environ", p->canaries[CB_CANARY_MARKER]) ? "/proc/PID/environ holds it"
								      : NULL;
}

const char *cb_probe_command_line(struct cb_probe *p)
{
	if (find_process("cmdline", p->canaries[CB_CANARY_MARKER]) ||
	    find_process("cmdline", p->canaries[CB_CANARY_PASSED]))
		return "/proc/PID/cmdline holds it";
	return NULL;
}

const char *cb_probe_process(struct cb_probe *p)
{
	return find_process("comm", p->canaries[CB_CANARY_PROCESS]) ? "it is listed" : NULL;
}

const char *cb_probe_descriptors(struct cb_probe *p)
{
	(void)p;
	for (int fd = 3; fd < 1024; fd++)
		if (fcntl(fd, F_GETFD) >= 0)
			return "a descriptor above 2 is open";
	struct stat st;
	for (int fd = 0; fd <= 2; fd++)
		if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode))
			return "a standard stream is a directory";
	return NULL;
}

static const char *read_planted(const struct cb_probe *p, enum cb_canary file)
{
	if (cb_file_holds(p->canaries[file], p->canaries[CB_CANARY_MARKER]))
		return p->canaries[file];
	return NULL;
}

const char *cb_probe_outside(struct cb_probe *p)
{
	return read_planted(p, CB_CANARY_OUTSIDE);
}

const char *cb_probe_claude(struct cb_probe *p)
{
	return read_planted(p, CB_CANARY_CLAUDE);
}

const char *cb_probe_state(struct cb_probe *p)
{
	return read_planted(p, CB_CANARY_STATE);
}

const char *cb_probe_ssh(struct cb_probe *p)
{
	return read_planted(p, CB_CANARY_SSH);
}

const char *cb_probe_cloud(struct cb_probe *p)
{
	return read_planted(p, CB_CANARY_CLOUD);
}

static bool holds_outside(const struct cb_probe *p, const char *root)
{
	char *path = cb_concat(root, p->canaries[CB_CANARY_OUTSIDE], NULL);
	bool found = path && cb_file_holds(path, p->canaries[CB_CANARY_MARKER]);
	free(path);
	return found;
}

const char *cb_probe_host_root(struct cb_probe *p)
{
	static const char *const roots[] = { "/proc/1/root", "/proc/self/root", "/oldroot",
					     "/newroot", "/proc/1/cwd" };
	const char *reached = NULL;
	for (size_t i = 0; !reached && i < sizeof roots / sizeof roots[0]; i++)
		if (holds_outside(p, roots[i]))
			reached = roots[i];
	char *root = cb_concat("/proc/", p->canaries[CB_CANARY_PID], "/root", NULL);
	if (!reached && root && holds_outside(p, root))
		reached = "that of a process of the host";
	free(root);
	return reached;
}

bool cb_read_namespace(size_t i, char ret[CB_NAMESPACE_SIZE])
{
	static const char names[][8] = { "user", "pid", "ipc", "uts", "mnt", "net", "cgroup" };
	char link[32];
	if (i >= sizeof names / sizeof names[0])
		return false;
	stpcpy(stpcpy(link, "/proc/self/ns/"), names[i]);
	ssize_t len = readlink(link, ret, CB_NAMESPACE_SIZE - 1);
	ret[len > 0 ? len : 0] = '\0';
	return true;
}

/* Their numbers are unique: one that was noted on the host is the host's. */
const char *cb_probe_namespaces(struct cb_probe *p)
{
	const char *host = p->canaries[CB_CANARY_NAMESPACES];
	char own[CB_NAMESPACE_SIZE];
	for (size_t i = 0; cb_read_namespace(i, own); i++) {
		bool shared = own[0] == 'n' && p->policy->network == CB_TIER_FULL;
		if (!shared && holds(host, strlen(host), own))
			return "one is the host's";
	}
	return NULL;
}

const char *cb_probe_proc_keys(struct cb_probe *p)
{
	const char *key = p->canaries[CB_CANARY_KEY];
	if (!*key) {
		p->skip = "this kernel has no keyrings";
		return NULL;
	}
	return cb_file_holds("/proc/keys", key) ? "/proc/keys" : NULL;
}

const char *cb_probe_kernel_options(struct cb_probe *p)
{
	char byte;
	int fd = open("/proc/cmdline", O_RDONLY | O_CLOEXEC);
	ssize_t n = read(fd, &byte, 1);
	(void)p;
	close(fd);
	return n > 0 ? "/proc/cmdline" : NULL;
}

/* It is none of the known ones, a NUL behind each and one more. */
static bool is_stranger(const char *name, const void *data)
{
	const char *known = data;
	while (*known && strcmp(name, known) != 0)
		known += strlen(known) + 1;
	return !*known;
}

const char *cb_probe_run_directory(struct cb_probe *p)
{
	(void)p;
	return find_entry("/run", is_stranger, "claudebox\0user\0")
		   ? "/run holds something of the host"
		   : NULL;
}

const char *cb_probe_devices(struct cb_probe *p)
{
	(void)p;
	return find_entry("/dev", is_stranger,
			  "console\0core\0fd\0full\0null\0ptmx\0pts\0random\0shm\0stderr\0"
			  "stdin\0stdout\0tty\0urandom\0zero\0")
		   ? "/dev holds more than the usual few"
		   : NULL;
}

static bool is_outside(const char *name, const void *data)
{
	const char *const *closure = data;
	while (*closure && strcmp(strrchr(*closure, '/') + 1, name) != 0)
		closure++;
	return !*closure && name[0] != '.';
}

/* Only the closure's paths are in the store, where the profile shows no more. */
const char *cb_probe_closure(struct cb_probe *p)
{
	if (!p->policy->closure[0]) {
		p->skip = "this profile shows the whole store";
		return NULL;
	}
	return find_entry("/nix/store", is_outside, p->policy->closure)
		   ? "a store path that is not the profile's"
		   : NULL;
}
