/* The state that several sandboxes write: the login, shared by all projects, and the agent's
 * memory, shared by all profiles of a project. One agent may have left something there for another.
 * Read are the entries beside the login that the client does not make, and the parts of ~/.claude
 * that the client takes commands or instructions from. */
#include "host/read-facts.h"

#include "base/io.h"
#include "base/path.h"
#include "formats/login.h"
#include "host/protect.h"
#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- the login --- */

#define LOGIN_LIMIT ((size_t)1024 * 1024)
#define KNOWN_LIMIT ((size_t)256)

static bool is_empty(int dir, const char *name)
{
	struct cb_directory entries = { .fd = cb_open_directory(dir, name, 0) };
	if (entries.fd < 0)
		return errno == ENOENT; /* it is gone by now */
	bool empty = !cb_directory_next(&entries) && !entries.error;
	close(entries.fd);
	return empty;
}

/* What is wrong with an entry; NULL: nothing. */
static const char *fault_of(int dir, const char *name)
{
	struct stat st;
	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return errno == ENOENT ? NULL : "it cannot be looked at";
	if (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		return "it is neither a file nor a directory";
	if (!cb_login_is_clients(name, S_ISDIR(st.st_mode)))
		return "the client keeps nothing of that name there";
	if (S_ISDIR(st.st_mode) && !is_empty(dir, name))
		return "a lock of the client is an empty directory";
	return NULL;
}

static void set_fault(struct cb_login *l, const char *name, const char *fault)
{
	l->fault = fault;
	l->stranger = cb_strdup(name);
}

static void read_entries(struct cb_login *l, int dir)
{
	struct cb_directory entries = { .fd = dir };
	const char *name;
	for (size_t count = 0; !l->fault && (name = cb_directory_next(&entries)); count++) {
		const char *fault = count < CB_LOGIN_ENTRIES
					? fault_of(dir, name)
					: "there are more than the client keeps";
		l->there |= strcmp(name, CB_LOGIN_NAME) == 0;
		if (fault)
			set_fault(l, name, fault);
	}
	if (!l->fault && entries.error)
		set_fault(l, "", "what is in it cannot be listed");
}

/* A login that cannot be read counts as one that does not say whose it is. */
static void read_account(struct cb_login *l, int dir)
{
	size_t size = 0;
	char *text = cb_file_read_at(dir, CB_LOGIN_NAME, LOGIN_LIMIT, false, &size);
	if (!text && errno == ENOENT)
		return;
	l->account = cb_login_account(text ? text : "", size);
	if (text)
		explicit_bzero(text, size);
	free(text);
}

void cb_login_read(const char *home, struct cb_login *ret)
{
	struct stat st;
	size_t size;
	const char *state = cb_path_join(home, CB_STATE_HOME);
	ret->old = lstat(cb_path_join(state, CB_LOGIN_NAME), &st) == 0 && S_ISREG(st.st_mode);
	ret->there = ret->old;
	ret->known = cb_file_read(cb_path_join(state, CB_STATE_ACCOUNT), KNOWN_LIMIT, false, &size);
	int dir = cb_open_directory(AT_FDCWD, cb_path_join(state, "credentials"), 0);
	if (dir >= 0) {
		read_entries(ret, dir);
		read_account(ret, dir);
		close(dir);
	} else if (errno != ENOENT && errno != ENOTDIR && errno != ELOOP) {
		/* Where it is no directory, act/state.c refuses. */
		set_fault(ret, "", "what is in it cannot be listed");
	}
}

/* --- the agent's memory --- */

static bool can_run(const char *name)
{
	static const char *const parts[] = { "hooks", "plugins", "commands", "agents", "skills" };
	static const char begin[] = "settings", end[] = ".json";
	size_t len = strlen(name), end_len = sizeof end - 1;
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		if (strcmp(name, parts[i]) == 0)
			return true;
	return len > end_len && strncmp(name, begin, sizeof begin - 1) == 0 &&
	       strcmp(name + len - end_len, end) == 0;
}

static void read_parts(struct cb_path_reader *r, const char *memory)
{
	struct cb_strv paths = { 0 };
	if (r->beneath.roots[0].fd < 0)
		return; /* there is none yet; where it is no directory, act/state.c refuses */
	if (cb_beneath_list(&r->beneath, memory, &paths) < 0)
		cb_paths_stop_errno(r, CB_OBSTACLE_MEMORY, memory);
	for (size_t i = 0; i < paths.len; i++)
		if (can_run(strrchr(paths.items[i], '/') + 1))
			cb_paths_read_one(r, paths.items[i], CB_ROLE_WATCH);
}

/* Whether a profile of another name has a record in `seen`. */
static bool has_others(const char *seen, const char *profile)
{
	struct cb_directory entries = { .fd = cb_open_directory(AT_FDCWD, seen, 0) };
	bool others = false;
	for (const char *name; entries.fd >= 0 && !others && (name = cb_directory_next(&entries));)
		others = strcmp(name, profile) != 0;
	cb_close(entries.fd);
	return others;
}

void cb_agent_memory_read(const struct cb_policy *policy, const struct cb_facts *f,
			  struct cb_agent_memory *ret)
{
	struct cb_project_paths paths = { 0 };
	struct cb_path_reader r = { .policy = policy, .paths = &paths };
	char *state = cb_format("%s/" CB_STATE_HOME "/%s", f->home, f->project.state);
	char *seen = cb_path_join(state, CB_STATE_SEEN);
	ret->path = cb_path_join(state, "claude");
	cb_beneath_push(&r.beneath, ret->path);
	read_parts(&r, ret->path);
	cb_beneath_close(&r.beneath);
	ret->obstacle = paths.obstacle;
	ret->watch = paths.watch;
	ret->watch.record = cb_contents_read(cb_path_join(seen, policy->name), CB_RECORD_LIMIT);
	ret->shared = has_others(seen, policy->name);
}
