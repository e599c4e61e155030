/* Probes that read: environments, arguments, descriptors, files and what /proc shows. */
#include "commands/prove/probes.h"

#include "base/io.h"
#include "base/memory.h"

#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#define LOOK_LIMIT ((size_t)256 * 1024)

bool cb_probe_file_holds(const char *path, const char *text)
{
	FILE *file = fopen(path, "re");
	if (!file)
		return false;
	char *data = cb_alloc(1, LOOK_LIMIT);
	size_t size = fread(data, 1, LOOK_LIMIT, file);
	bool found = *text && memmem(data, size, text, strlen(text));
	free(data);
	fclose(file);
	return found;
}

/* The file of a canary, below another root. */
static bool read_planted(const struct cb_probe *p, const char *root)
{
	return cb_probe_file_holds(cb_format("%s%s", root, p->canaries[p->row->number]),
				   p->canaries[CB_CANARY_MARKER]);
}

bool cb_probe_planted_file(struct cb_probe *p)
{
	return read_planted(p, "");
}

bool cb_probe_host_root(struct cb_probe *p)
{
	static const char *const roots[] = { "/proc/1/root", "/proc/self/root", "/oldroot",
					     "/newroot", "/proc/1/cwd" };
	for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++)
		if (read_planted(p, p->which = roots[i]))
			return true;
	p->which = "that of a process of the host";
	return read_planted(p, cb_format("/proc/%s/root", p->canaries[CB_CANARY_PID]));
}

bool cb_probe_own_environment(struct cb_probe *p)
{
	size_t i = 0;
	while (p->env[i] && !strstr(p->env[i], p->canaries[CB_CANARY_MARKER]))
		i++;
	return p->env[i];
}

/* Some process has a /proc/PID/`file` that holds the canary. */
static bool find_process(const struct cb_probe *p, const char *file, enum cb_canary canary)
{
	glob_t found = { 0 };
	size_t i = 0;
	glob(cb_format("/proc/[1-9]*/%s", file), GLOB_NOSORT, NULL, &found);
	while (i < found.gl_pathc && !cb_probe_file_holds(found.gl_pathv[i], p->canaries[canary]))
		i++;
	return i < found.gl_pathc;
}

bool cb_probe_process_holds(struct cb_probe *p)
{
	return find_process(p, p->row->text, (enum cb_canary)p->row->number);
}

bool cb_probe_command_line(struct cb_probe *p)
{
	return find_process(p, "cmdline", CB_CANARY_MARKER) ||
	       find_process(p, "cmdline", CB_CANARY_PASSED);
}

bool cb_probe_descriptors(struct cb_probe *p)
{
	struct stat st;
	(void)p;
	for (int fd = 0; fd < 1024; fd++)
		if (fstat(fd, &st) == 0 && (fd > 2 || S_ISDIR(st.st_mode)))
			return true;
	return false;
}

char *cb_probe_namespace(size_t i)
{
	static const char *const names[] = { "user", "pid", "ipc", "uts", "mnt", "net", "cgroup" };
	char name[32];
	if (i >= sizeof names / sizeof names[0])
		return NULL;
	ssize_t len = readlink(cb_format("/proc/self/ns/%s", names[i]), name, sizeof name);
	return cb_strndup(name, len > 0 ? (size_t)len : 0);
}

/* Their numbers are unique: one that was noted on the host is the host's. */
bool cb_probe_namespaces(struct cb_probe *p)
{
	const char *own;
	for (size_t i = 0; (own = cb_probe_namespace(i)); i++) {
		bool shared = own[0] == 'n' && p->policy->network == CB_TIER_FULL;
		if (*own && !shared && strstr(p->canaries[CB_CANARY_NAMESPACES], own))
			return true;
	}
	return false;
}

bool cb_probe_proc_keys(struct cb_probe *p)
{
	return cb_probe_file_holds("/proc/keys", p->canaries[CB_CANARY_KEY]);
}

bool cb_probe_kernel_options(struct cb_probe *p)
{
	FILE *file = fopen("/proc/cmdline", "re");
	bool shown = file && getc(file) != EOF;
	(void)p;
	if (file)
		fclose(file);
	return shown;
}

/* The file has no such line; or cannot be read, which proves nothing. */
bool cb_probe_status_lacks(struct cb_probe *p)
{
	return !cb_probe_file_holds("/proc/self/status", p->row->text);
}

static bool ends_path(const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');
	return strcmp(slash ? slash + 1 : path, name) == 0;
}

/* The directory has an entry that is the end of none of the paths. */
static bool has_more(const char *directory, const char *const *paths)
{
	DIR *dir = opendir(directory);
	bool more = false;
	for (struct dirent *entry; dir && !more && (entry = readdir(dir));) {
		const char *name = entry->d_name, *const *path = paths;
		while (*path && !ends_path(*path, name))
			path++;
		more = !*path && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
	}
	if (dir)
		closedir(dir);
	return more;
}

bool cb_probe_directory_has_more(struct cb_probe *p)
{
	return has_more(p->row->text, p->row->names);
}

/* Only the closure's paths are in the store, where the profile shows no more. */
bool cb_probe_closure(struct cb_probe *p)
{
	return has_more("/nix/store", p->policy->closure);
}

/* Standard input is a file of the user's that was opened for reading. */
bool cb_probe_stream(struct cb_probe *p)
{
	static const char self[] = "/proc/self/fd/0";
	int emptied = open(self, O_RDONLY | O_TRUNC | O_CLOEXEC);
	int written = open(self, O_WRONLY | O_CLOEXEC);
	p->which = emptied >= 0                                     ? "it can be emptied"
		   : written >= 0                                   ? "it can be written"
		   : fchmod(0, 0600) == 0                           ? "its mode can be changed"
		   : futimens(0, NULL) == 0                         ? "its times can be changed"
		   : fsetxattr(0, "user.claudebox", "1", 1, 0) == 0 ? "it can get attributes"
								    : NULL;
	cb_close(emptied);
	cb_close(written);
	return p->which;
}
