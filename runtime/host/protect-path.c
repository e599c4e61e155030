/* One kept path: looked at from the descriptor of the directory that is shown, following no
 * symbolic link, since the agent can put one anywhere in the project and bwrap would mount through
 * it (L7). */
#include "host/protect-parts.h"

#include "base/path.h"
#include "base/sha256.h"
#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEPTH_MAX 8
#define WATCHED_MAX ((size_t)1024)

int cb_kept_refuse(const struct cb_looker *l, const char *path, const char *why)
{
	cb_fail(l->err, CB_EXIT_REFUSED, "refusing %s (%s)", path, why);
	return cb_hint(l->err, "it is in the policy's `protect` or `hide`: put a plain file or "
			       "directory there, or start elsewhere");
}

/* What is in a directory that must be known to the last: the agent can take away the right to list
 * it, or a link can be in its place. */
int cb_kept_list(const struct cb_looker *l, const char *path, struct cb_strv *ret)
{
	int result = cb_beneath_list(&l->below, path, ret);
	l->keeping->failed |= ret->failed;
	if (result == 0)
		return 0;
	cb_kept_refuse(l, path, errno == ELOOP ? "a symbolic link is there" : strerror(errno));
	return cb_hint(l->err,
		       "what lies in it may run on your host, and cannot be seen: give yourself "
		       "the right to list it (chmod u+rx), and look at what is there");
}

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), end_len = strlen(end);
	return len >= end_len && strcmp(text + len - end_len, end) == 0;
}

/* Hashes the contents and whether it can be run; of what cannot be read, or is too large to, what
 * the file system says of it. ctime is among that: it cannot be set back. */
static void digest_of(const struct cb_looker *l, const char *path, const struct stat *st,
		      uint8_t ret[CB_DIGEST_SIZE])
{
	uint8_t digest[32];
	size_t size = 0;
	int fd = S_ISREG(st->st_mode)
		     ? cb_beneath_open(&l->below, path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
		     : -1;
	char *data = fd < 0 ? NULL : cb_file_read_fd(fd, CB_CONTENT_MAX, &size);
	if (data) {
		data[size] = st->st_mode & 0111 ? 'x' : '-';
		cb_sha256(data, size + 1, digest);
	} else {
		const int64_t about[] = { (int64_t)st->st_ino,         st->st_size,
					  (int64_t)st->st_mtim.tv_sec, st->st_mtim.tv_nsec,
					  (int64_t)st->st_ctim.tv_sec, st->st_ctim.tv_nsec };
		cb_sha256(about, sizeof about, digest);
	}
	free(data);
	if (fd >= 0)
		close(fd);
	memcpy(ret, digest, CB_DIGEST_SIZE);
}

static void push_watched(const struct cb_looker *l, const char *path, const struct stat *st)
{
	struct cb_keeping *k = l->keeping;
	if (k->watched_count == WATCHED_MAX) {
		k->watch_full = true;
		return;
	}
	struct cb_watched new = { .path = strdup(path) };
	if (!new.path || !(k->watched = cb_grow(k->watched, k->watched_count, &k->watched_cap,
						sizeof *k->watched))) {
		k->failed = true;
		free(new.path);
		return;
	}
	digest_of(l, path, st, new.digest);
	k->watched[k->watched_count++] = new;
}

/* A second name of a protected file, somewhere else in the project, would let the agent write it.
 * git runs no sample. */
int cb_kept_check_names(const struct cb_looker *l, const char *path, const struct stat *st,
			enum cb_role role)
{
	if (role == CB_WATCH || !S_ISREG(st->st_mode) || st->st_nlink == 1)
		return 0;
	cb_kept_refuse(l, path, "it has a second name, by which it could be read or changed");
	return cb_hint(l->err, "hard links: cp -p it to a new file and mv that over it");
}

/* The files of a watched or protected place. A symbolic link counts as a file: what it leads to
 * is not looked at, but it is told from another one. So does a watched directory that cannot be
 * listed. */
static int watch_tree(const struct cb_looker *l, const char *path, enum cb_role role,
		      unsigned depth)
{
	struct stat st;
	int there = ends_with(path, ".sample") ? 0 : cb_beneath_stat(&l->below, path, &st);
	if (there < 0 && errno == ELOOP && lstat(path, &st) == 0)
		there = 1;
	if (there <= 0)
		return 0;
	if (!S_ISDIR(st.st_mode)) {
		push_watched(l, path, &st);
		return cb_kept_check_names(l, path, &st, role);
	}
	if (depth == DEPTH_MAX) {
		l->keeping->watch_full = true;
		return 0;
	}
	cleanup_strv struct cb_strv names = { 0 };
	bool all = role == CB_PROTECT; /* each may have a second name */
	int result = all ? cb_kept_list(l, path, &names) : 0;
	if (!all && cb_beneath_list(&l->below, path, &names) < 0)
		push_watched(l, path, &st);
	l->keeping->failed |= names.failed;
	for (size_t i = 0; result == 0 && i < names.len && (all || !l->keeping->watch_full); i++)
		result = watch_tree(l, names.items[i], role, depth + 1);
	return result;
}

/* Of a hidden directory every file: by a second name outside it could be read. */
static int check_tree(const struct cb_looker *l, const char *path)
{
	struct stat st;
	cleanup_strv struct cb_strv names = { 0 };
	if (cb_beneath_stat(&l->below, path, &st) <= 0)
		return 0;
	if (!S_ISDIR(st.st_mode))
		return cb_kept_check_names(l, path, &st, CB_HIDE);
	int result = cb_kept_list(l, path, &names);
	for (size_t i = 0; result == 0 && i < names.len; i++)
		result = check_tree(l, names.items[i]);
	return result;
}

struct cb_kept *cb_kept_push(const struct cb_looker *l, const char *path, const struct stat *st,
			     enum cb_role role)
{
	struct cb_keeping *k = l->keeping;
	struct cb_kept new = { .path = strdup(path),
			       .root = strlen(cb_beneath_root(&l->below, path)->path),
			       .hide = role == CB_HIDE,
			       .is_directory = S_ISDIR(st->st_mode) };
	if (!new.path ||
	    !(k->kept = cb_grow(k->kept, k->kept_count, &k->kept_cap, sizeof *k->kept))) {
		k->failed = true;
		free(new.path);
		return NULL;
	}
	k->kept[k->kept_count] = new;
	return &k->kept[k->kept_count++];
}

/* Takes `path`. */
int cb_kept_look_at(const struct cb_looker *l, char *path, enum cb_role role)
{
	struct stat st;
	int result = 0;
	if (!path) {
		l->keeping->failed = true;
		return 0;
	}
	int there = role == CB_WATCH ? 0 : cb_beneath_stat(&l->below, path, &st);
	bool watched = role == CB_WATCH || (role == CB_PROTECT && there > 0);
	if (there < 0)
		result = cb_kept_refuse(
		    l, path, errno == ELOOP ? "a symbolic link is there" : strerror(errno));
	else if (there > 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		result = cb_kept_refuse(l, path, "it is neither a file nor a directory");
	else if (there > 0 && (result = cb_kept_check_names(l, path, &st, role)) == 0)
		cb_kept_push(l, path, &st, role);
	if (result == 0 && role == CB_HIDE && there > 0)
		result = check_tree(l, path);
	if (result == 0 && watched)
		result = watch_tree(l, path, role, 0);
	free(path);
	return result;
}
