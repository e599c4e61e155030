/* The files --check looks at: those of the policy, of the user's state and of the agent's
 * installation. The login is looked at from outside only. */
#include "commands/check/facts.h"

#include "base/path.h"
#include "host/read-facts.h"
#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define LOGIN CB_STATE_HOME "/credentials/.credentials.json"
#define PACKAGE_LIMIT ((size_t)256 * 1024)

static void look_for(const char *path, int mode, struct cb_checkup *c)
{
	if (!path)
		return;
	c->path_count++;
	if (access(path, mode) < 0)
		cb_strv_push(&c->missing, path);
}

static void look_for_all(const char *const *paths, int mode, struct cb_checkup *c)
{
	for (size_t i = 0; paths && paths[i]; i++)
		look_for(paths[i], mode, c);
}

/* A source that must be there, or what a link leads to. */
static const char *baked_in(const struct cb_mount_row *row)
{
	bool bound = (row->kind == CB_KIND_RO || row->kind == CB_KIND_RW) && !row->optional &&
		     row->from.anchor == CB_ANCHOR_ROOT;
	bool linked = row->kind == CB_KIND_LINK && cb_path_is_within(row->from.rest, "/nix/store");
	return bound || linked ? row->from.rest : NULL;
}

void cb_checkup_read_paths(const struct cb_policy *policy, struct cb_checkup *c)
{
	const char *const programs[] = { policy->bwrap, policy->shell,     policy->git,
					 policy->slirp, policy->nix_build, policy->agent_program };
	for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
		look_for(programs[i], X_OK, c);
	look_for(policy->packages, F_OK, c);
	look_for_all(policy->path, F_OK, c);
	look_for_all(policy->closure, F_OK, c);
	for (size_t i = 0; i < policy->mount_count; i++)
		look_for(baked_in(&policy->mounts[i]), F_OK, c);
	for (size_t i = 0; i < policy->env_set_count; i++) {
		const char *text = policy->env_set[i].text;
		if (text && cb_path_is_normal(text) && cb_path_is_within(text, "/nix/store"))
			look_for(text, F_OK, c);
	}
	c->failed |= c->missing.failed;
}

static struct cb_own_place look_at_place(int home, const char *name)
{
	struct stat st;
	if (fstatat(home, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return (struct cb_own_place) { .error = errno };
	struct cb_own_place place = { .mode = st.st_mode, .uid = st.st_uid, .size = st.st_size };
	if (!S_ISLNK(st.st_mode))
		place.write_error = faccessat(home, name, W_OK, 0) < 0 ? errno : 0;
	return place;
}

/* Space where the state is, or where it will be. */
static void read_disk(int home, struct cb_checkup *c)
{
	struct statvfs fs;
	int dir = openat(home, CB_STATE_HOME, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	c->disk_error = fstatvfs(dir < 0 ? home : dir, &fs) < 0 ? errno : 0;
	if (dir >= 0)
		close(dir);
	if (c->disk_error)
		return;
	c->disk_free = (uint64_t)fs.f_bavail * fs.f_frsize;
	/* Some file systems count none. */
	c->disk_inodes = fs.f_files ? (uint64_t)fs.f_favail : UINT64_MAX;
}

void cb_checkup_read_home(struct cb_checkup *c)
{
	int home = open(c->user.home, O_PATH | O_DIRECTORY | O_CLOEXEC);
	const struct cb_own_place lost = { .error = home < 0 ? errno : 0 };
	c->home_believed = cb_is_directory_of(cb_env_get(c->user.env, "HOME"), c->user.uid);
	c->login = lost;
	c->disk_error = lost.error;
	for (size_t i = 0; i < CB_CHECK_PLACES; i++)
		c->places[i] = lost;
	if (home < 0)
		return;
	for (size_t i = 0; i < CB_CHECK_PLACES; i++)
		c->places[i] = look_at_place(home, cb_check_places[i]);
	/* What is not there yet is made in the home. */
	if (c->places[0].error == ENOENT)
		c->places[0].write_error = faccessat(home, ".", W_OK, 0) < 0 ? errno : 0;
	c->login = look_at_place(home, LOGIN);
	read_disk(home, c);
	close(home);
}

/* The package.json of the nearest directory above; NULL: there is none that can be read. */
static char *read_package(const char *program)
{
	char *dir = strdup(program), *text = NULL;
	for (char *slash; dir && !text && (slash = strrchr(dir, '/')) && slash != dir;) {
		size_t size;
		*slash = '\0';
		char *file = cb_path_join(dir, "package.json");
		text = file ? cb_file_read(file, PACKAGE_LIMIT, true, &size) : NULL;
		free(file);
	}
	free(dir);
	return text;
}

/* The next word of a first line, apart by blanks; NULL: there is none. */
static char *next_word(char **line)
{
	char *word;
	do
		word = strsep(line, " \t");
	while (word && !*word);
	return word;
}

/* What a script is run by: `#!/path`, or what `#!/usr/bin/env [-S] [NAME=VALUE] name` finds. */
static void read_interpreter(const struct cb_policy *policy, struct cb_checkup *c)
{
	char buffer[256] = { 0 }, *line = buffer + 2;
	int fd = openat(AT_FDCWD, c->agent.program, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t len = fd < 0 ? -1 : read(fd, buffer, sizeof buffer - 1);
	if (fd >= 0)
		close(fd);
	if (len < 2 || strncmp(buffer, "#!", 2) != 0)
		return;
	buffer[strcspn(buffer, "\r\n")] = '\0';
	char *word = next_word(&line);
	c->interpreter = word ? strdup(word) : NULL;
	if (!word || strcmp(strrchr(word, '/') ? strrchr(word, '/') : "", "/env") != 0)
		return;
	do
		word = next_word(&line);
	while (word && (*word == '-' || strchr(word, '=')));
	c->env_program = word ? strdup(word) : NULL;
	for (size_t i = 0; c->env_program && policy->path[i]; i++) {
		char *path = cb_path_join(policy->path[i], c->env_program);
		c->env_program_found |= path && cb_is_program(path);
		free(path);
	}
}

void cb_checkup_read_agent(const struct cb_policy *policy, char *const *env, struct cb_checkup *c)
{
	cb_agent_read(policy->agent_program, cb_env_get(env, "PATH"),
		      c->has_facts ? c->facts.project.path : "/", &c->agent);
	if (!c->agent.program)
		return;
	c->agent_package_json = read_package(c->agent.program);
	read_interpreter(policy, c);
}
