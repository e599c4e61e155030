/* Reads one path of the project, beneath the descriptor of the shown directory it lies in. No
 * symbolic link is followed: the agent can put one anywhere in the project, and a mount would go
 * through it (L7). */
#include "host/protect.h"

#include "base/sha256.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 8
#define WATCHED_MAX ((size_t)1024)

void cb_paths_stop(struct cb_path_reader *r, enum cb_obstacle_kind kind, const char *path,
		   const char *why)
{
	if (!cb_paths_stopped(r))
		r->paths->obstacle = (struct cb_obstacle) { kind, cb_strdup(path), cb_strdup(why) };
}

void cb_paths_stop_errno(struct cb_path_reader *r, enum cb_obstacle_kind kind, const char *path)
{
	cb_paths_stop(r, kind, path, errno == ELOOP ? "a symbolic link is there" : strerror(errno));
}

bool cb_paths_stopped(const struct cb_path_reader *r)
{
	return r->paths->obstacle.path;
}

void cb_paths_list(struct cb_path_reader *r, const char *path, struct cb_strv *ret)
{
	if (cb_beneath_list(&r->beneath, path, ret) < 0)
		cb_paths_stop_errno(r, CB_OBSTACLE_UNLISTED, path);
}

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), end_len = strlen(end);
	return len >= end_len && strcmp(text + len - end_len, end) == 0;
}

/* Hashes the contents and whether the file is executable. Of a file that cannot be read, or is too
 * large, the metadata; ctime is part of it, because it cannot be set back. */
static void digest(const struct cb_path_reader *r, const char *path, const struct stat *st,
		   uint8_t ret[CB_DIGEST_SIZE])
{
	uint8_t whole[32];
	size_t size = 0;
	char *data =
	    S_ISREG(st->st_mode) ? cb_beneath_read(&r->beneath, path, CB_CONTENT_MAX, &size) : NULL;
	if (data) {
		data[size] = st->st_mode & 0111 ? 'x' : '-';
		cb_sha256(data, size + 1, whole);
	} else {
		const int64_t about[] = { (int64_t)st->st_ino,         st->st_size,
					  (int64_t)st->st_mtim.tv_sec, st->st_mtim.tv_nsec,
					  (int64_t)st->st_ctim.tv_sec, st->st_ctim.tv_nsec };
		cb_sha256(about, sizeof about, whole);
	}
	free(data);
	memcpy(ret, whole, CB_DIGEST_SIZE);
}

static void push_watched(struct cb_path_reader *r, const char *path, const struct stat *st)
{
	struct cb_watch *w = &r->paths->watch;
	if (w->count == WATCHED_MAX) {
		w->full = true;
		return;
	}
	w->files = cb_grow(w->files, w->count, &w->cap, sizeof *w->files);
	w->files[w->count].path = cb_strdup(path);
	digest(r, path, st, w->files[w->count++].digest);
}

/* By a second name elsewhere in the project the agent could write a protected file, or read a
 * hidden one. */
void cb_paths_check_names(struct cb_path_reader *r, const char *path, const struct stat *st,
			  enum cb_role role)
{
	if (role != CB_ROLE_WATCH && S_ISREG(st->st_mode) && st->st_nlink > 1)
		cb_paths_stop(r, CB_OBSTACLE_SECOND_NAME, path,
			      "it has a second name, by which it could be read or changed");
}

/* Reads the files of a place. Watched and protected ones are compared with what they were, but for
 * git's samples, which never run. A symbolic link is compared as a file, by its metadata. So is a
 * watched directory that cannot be listed; a protected or hidden one must be listed whole, because
 * each file may have a second name. */
static void read_tree(struct cb_path_reader *r, const char *path, enum cb_role role, unsigned depth)
{
	struct stat st;
	struct cb_strv names = { 0 };
	bool compared = role != CB_ROLE_HIDE;
	int there = cb_beneath_stat(&r->beneath, path, &st);
	if (there < 0 && errno == ELOOP && lstat(path, &st) == 0)
		there = 1;
	if (there <= 0 || (compared && ends_with(path, ".sample")))
		return;
	if (!S_ISDIR(st.st_mode)) {
		if (compared)
			push_watched(r, path, &st);
		cb_paths_check_names(r, path, &st, role);
		return;
	}
	if (compared && depth == DEPTH_MAX) {
		r->paths->watch.full = true;
		return;
	}
	if (role != CB_ROLE_WATCH)
		cb_paths_list(r, path, &names);
	else if (cb_beneath_list(&r->beneath, path, &names) < 0)
		push_watched(r, path, &st);
	for (size_t i = 0; i < names.len && !cb_paths_stopped(r); i++)
		if (role != CB_ROLE_WATCH || !r->paths->watch.full)
			read_tree(r, names.items[i], role, depth + 1);
}

struct cb_project_path *cb_paths_push(struct cb_path_reader *r, const char *path,
				      const struct stat *st, enum cb_role role)
{
	struct cb_project_paths *p = r->paths;
	p->items = cb_grow(p->items, p->count, &p->cap, sizeof *p->items);
	p->items[p->count] = (struct cb_project_path) {
		.path = cb_strdup(path),
		.root_len = strlen(cb_beneath_root(&r->beneath, path)->path),
		.role = role,
		.is_directory = S_ISDIR(st->st_mode),
	};
	return &p->items[p->count++];
}

void cb_paths_read_one(struct cb_path_reader *r, const char *path, enum cb_role role)
{
	struct stat st;
	if (cb_paths_stopped(r))
		return;
	int there = role == CB_ROLE_WATCH ? 1 : cb_beneath_stat(&r->beneath, path, &st);
	if (there < 0)
		cb_paths_stop_errno(r, CB_OBSTACLE_PATH, path);
	if (there <= 0)
		return;
	if (role != CB_ROLE_WATCH) {
		if (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
			cb_paths_stop(r, CB_OBSTACLE_PATH, path,
				      "it is neither a file nor a directory");
		cb_paths_check_names(r, path, &st, role);
		cb_paths_push(r, path, &st, role);
	}
	read_tree(r, path, role, 0);
}
