/* Looks at the kept paths from descriptors of the directories that are shown, following no
 * symbolic link: the agent can put one anywhere in the project, and bwrap would mount through it
 * (L7). A path of the policy below .git is looked for in every git directory that belongs to a
 * shown directory: its own, the common one, those of linked work trees and of submodules. */
#include "facts-kept.h"

#include "below.h"
#include "facts.h"
#include "gitfile.h"
#include "guard.h"
#include "look.h"
#include "path.h"
#include "sha256.h"
#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEPTH_MAX 8
#define WATCHED_MAX ((size_t)1024)
#define CONTENT_MAX ((size_t)1024 * 1024)
#define INDEX_MAX ((size_t)256 * 1024 * 1024)

enum role { PROTECT, WATCH, HIDE };

struct looker {
	const struct cb_policy *policy;
	struct cb_keeping *keeping;
	struct cb_below below;
	struct cb_error *err;
};

static int refuse(const struct looker *l, const char *path, const char *why)
{
	cb_fail(l->err, CB_EXIT_REFUSED, "refusing %s (%s)", path, why);
	return cb_hint(l->err, "it is in the policy's `protect` or `hide`: put a plain file or "
			       "directory there, or start elsewhere");
}

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), end_len = strlen(end);
	return len >= end_len && strcmp(text + len - end_len, end) == 0;
}

/* Hashes the contents and whether it can be run; of what cannot be read, or is too large to, what
 * the file system says of it. ctime is among that: it cannot be set back. */
static void digest_of(const struct looker *l, const char *path, const struct stat *st,
		      uint8_t ret[CB_DIGEST_SIZE])
{
	uint8_t digest[32];
	size_t size = 0;
	int fd = S_ISREG(st->st_mode)
		     ? cb_below_open(&l->below, path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
		     : -1;
	char *data = fd < 0 ? NULL : cb_look_fd(fd, CONTENT_MAX, &size);
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

static void push_watched(const struct looker *l, const char *path, const struct stat *st)
{
	struct cb_keeping *k = l->keeping;
	if (k->watched_count == WATCHED_MAX) {
		k->watch_full = true;
		return;
	}
	struct cb_watched new = { .path = strdup(path) };
	if (!new.path ||
	    !cb_grow(&k->watched, k->watched_count, &k->watched_cap, sizeof *k->watched)) {
		k->failed = true;
		free(new.path);
		return;
	}
	digest_of(l, path, st, new.digest);
	k->watched[k->watched_count++] = new;
}

/* A second name of a protected file, somewhere else in the project, would let the agent write it.
 * git runs no sample. */
static int check_names(const struct looker *l, const char *path, const struct stat *st,
		       enum role role)
{
	if (role == WATCH || !S_ISREG(st->st_mode) || st->st_nlink == 1)
		return 0;
	refuse(l, path, "it has a second name, by which it could be read or changed");
	return cb_hint(l->err, "hard links: cp -p it to a new file and mv that over it");
}

/* The files of a watched or protected place. A symbolic link counts as a file: what it leads to
 * is not looked at, but it is told from another one. */
static int watch_tree(const struct looker *l, const char *path, enum role role, unsigned depth)
{
	struct stat st;
	int there = ends_with(path, ".sample") ? 0 : cb_below_stat(&l->below, path, &st);
	if (there < 0 && errno == ELOOP && lstat(path, &st) == 0)
		there = 1;
	if (there <= 0)
		return 0;
	if (!S_ISDIR(st.st_mode)) {
		push_watched(l, path, &st);
		return check_names(l, path, &st, role);
	}
	if (depth == DEPTH_MAX) {
		l->keeping->watch_full = true;
		return 0;
	}
	cleanup_strv struct cb_strv names = { 0 };
	cb_below_list(&l->below, path, &names);
	int result = 0;
	bool all = role == PROTECT; /* each may have a second name */
	for (size_t i = 0; result == 0 && i < names.len && (all || !l->keeping->watch_full); i++)
		result = watch_tree(l, names.items[i], role, depth + 1);
	return result;
}

static void push_kept(const struct looker *l, const char *path, const struct stat *st,
		      enum role role)
{
	struct cb_keeping *k = l->keeping;
	struct cb_kept new = { strdup(path), strlen(cb_below_root(&l->below, path)->path),
			       role == HIDE, S_ISDIR(st->st_mode) };
	if (!new.path || !cb_grow(&k->kept, k->kept_count, &k->kept_cap, sizeof *k->kept)) {
		k->failed = true;
		free(new.path);
		return;
	}
	k->kept[k->kept_count++] = new;
}

/* Takes `path`. */
static int look_at(const struct looker *l, char *path, enum role role)
{
	struct stat st;
	int result = 0;
	if (!path) {
		l->keeping->failed = true;
		return 0;
	}
	int there = role == WATCH ? 0 : cb_below_stat(&l->below, path, &st);
	bool watched = role == WATCH || (role == PROTECT && there > 0);
	if (there < 0)
		result =
		    refuse(l, path, errno == ELOOP ? "a symbolic link is there" : cb_reason(errno));
	else if (there > 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		result = refuse(l, path, "it is neither a file nor a directory");
	else if (there > 0 && (result = check_names(l, path, &st, role)) == 0)
		push_kept(l, path, &st, role);
	if (result == 0 && watched)
		result = watch_tree(l, path, role, 0);
	free(path);
	return result;
}

/* The part of a policy's path below .git, "" for .git itself; NULL: it is not there. */
static const char *below_git(const char *path)
{
	if (!cb_path_is_within(path, ".git"))
		return NULL;
	return path[4] ? path + 5 : path + 4;
}

/* Whether something of git, or else of the work tree, is to be protected. */
static bool protects(const struct looker *l, bool git)
{
	for (size_t i = 0; l->policy->protect[i]; i++)
		if (!below_git(l->policy->protect[i]) != git)
			return true;
	return false;
}

static const char *const *list_of(const struct looker *l, enum role role)
{
	return role == PROTECT ? l->policy->protect
	       : role == WATCH ? l->policy->watch
			       : l->policy->hide;
}

/* The work tree's .git file of a submodule, which its git directory names. */
static int look_at_pointer(const struct looker *l, const char *gitdir)
{
	size_t size;
	char *config = cb_path_join(gitdir, "config");
	int fd = config ? cb_below_open(&l->below, config, O_RDONLY | O_NONBLOCK | O_NOCTTY) : -1;
	char *text = fd < 0 ? NULL : cb_look_fd(fd, CONTENT_MAX, &size);
	char *tree = text ? cb_gitfile_worktree(text, size) : NULL;
	char *full = tree ? cb_path_join(gitdir, tree) : NULL;
	/* git writes ../../../sub: the parts are taken away one by one. */
	char *real = full ? cb_look_real(full) : NULL;
	int result = real && cb_below_root(&l->below, real)
			 ? look_at(l, cb_path_join(real, ".git"), PROTECT)
			 : 0;
	if (fd >= 0)
		close(fd);
	free(config);
	free(text);
	free(tree);
	free(full);
	free(real);
	return result;
}

static int look_at_modules(const struct looker *l, const char *dir, unsigned depth);

/* One git directory: the paths of the policy in it, then the git directories it holds. */
static int look_at_gitdir(const struct looker *l, const char *gitdir, unsigned depth)
{
	static const enum role roles[] = { PROTECT, WATCH };
	for (size_t r = 0; r < 2; r++) {
		const char *const *list = list_of(l, roles[r]);
		for (size_t i = 0; list[i]; i++) {
			const char *rest = below_git(list[i]);
			if (rest && look_at(l, cb_path_join(gitdir, rest), roles[r]) < 0)
				return -1;
		}
	}
	cleanup_strv struct cb_strv trees = { 0 };
	char *worktrees = cb_path_join(gitdir, "worktrees");
	char *modules = cb_path_join(gitdir, "modules");
	l->keeping->failed |= !worktrees || !modules;
	int result = l->keeping->failed ? 0 : look_at_modules(l, modules, depth);
	if (!l->keeping->failed)
		cb_below_list(&l->below, worktrees, &trees);
	free(worktrees);
	free(modules);
	for (size_t i = 0; result == 0 && depth < DEPTH_MAX && i < trees.len; i++)
		result = look_at_gitdir(l, trees.items[i], depth + 1);
	return result;
}

/* A submodule's name may have slashes: what has no HEAD holds others. */
static int look_at_modules(const struct looker *l, const char *dir, unsigned depth)
{
	cleanup_strv struct cb_strv names = { 0 };
	struct stat st;
	if (depth == DEPTH_MAX)
		return 0;
	cb_below_list(&l->below, dir, &names);
	int result = 0;
	for (size_t i = 0; result == 0 && i < names.len; i++) {
		const char *name = names.items[i];
		char *head = cb_path_join(name, "HEAD");
		bool is_gitdir = head && cb_below_stat(&l->below, head, &st) > 0;
		l->keeping->failed |= !head;
		free(head);
		if (!is_gitdir)
			result = look_at_modules(l, name, depth + 1);
		else if ((result = look_at_gitdir(l, name, depth + 1)) == 0 && protects(l, true))
			result = look_at_pointer(l, name);
	}
	return result;
}

/* A work tree's own .git: a directory, or a file that must stay what it is; then its other paths,
 * of which there may be more than are compared. */
static int look_at_tree(const struct looker *l, const char *dir)
{
	struct stat st;
	char *git = cb_path_join(dir, ".git");
	if (!git) {
		l->keeping->failed = true;
		return 0;
	}
	int there = cb_below_stat(&l->below, git, &st), result = 0;
	if (there > 0 && S_ISDIR(st.st_mode))
		result = look_at_gitdir(l, git, 0);
	else if (there != 0 && protects(l, true))
		result = look_at(l, strdup(git), PROTECT);
	free(git);
	for (enum role role = PROTECT; result == 0 && role <= HIDE; role++) {
		const char *const *list = list_of(l, role);
		for (size_t i = 0; result == 0 && list[i]; i++)
			if (!below_git(list[i]))
				result = look_at(l, cb_path_join(dir, list[i]), role);
	}
	return result;
}

/* Every git directory of the project that is not its own .git directory. */
static int look_at_other_gitdir(const struct looker *l, const struct cb_git *git)
{
	struct stat st;
	const char *other = git->common ? git->common : git->gitdir;
	char *own = cb_path_join(git->top, ".git");
	bool seen = own && strcmp(own, other) == 0 && cb_below_stat(&l->below, own, &st) > 0;
	l->keeping->failed |= !own;
	free(own);
	return seen ? 0 : look_at_gitdir(l, other, 0);
}

/* Records lie beside the agent's state, out of its reach. */
static void read_records(struct cb_keeping *k, const struct cb_policy *policy,
			 const struct cb_facts *f, const char *project)
{
	size_t size;
	char *state = cb_state_name(policy->state, cb_state_root(f, project));
	char *path =
	    state ? cb_concat(f->home, "/" CB_STATE_HOME "/", state, "/" CB_STATE_RECORD, NULL)
		  : NULL;
	k->failed |= !path;
	k->record = path ? cb_look_file(path, CB_RECORD_LIMIT, false, &size) : NULL;
	if (state && policy->net && policy->net->recall)
		k->refused = policy->net->recall(f->home, state);
	free(path);
	free(state);
}

static void read_index(struct cb_keeping *k, const struct cb_git *git)
{
	char *path = cb_path_join(git->gitdir, "index");
	k->failed |= !path;
	k->index = path ? cb_look_file(path, INDEX_MAX, false, &k->index_size) : NULL;
	free(path);
}

static int look_everywhere(const struct looker *l, const struct cb_facts *f, const char *project,
			   bool has_git)
{
	if ((has_git && look_at_other_gitdir(l, &f->git) < 0) || look_at_tree(l, project) < 0)
		return -1;
	/* What else is shown writable: `--mount-rw`. */
	for (size_t i = f->extra_ro_count; i < f->extra_count; i++)
		if (f->extras[i].real && f->extras[i].is_directory &&
		    look_at_tree(l, f->extras[i].real) < 0)
			return -1;
	return 0;
}

int cb_keeping_read(const struct cb_policy *policy, const struct cb_facts *f,
		    struct cb_keeping *ret, struct cb_error *err)
{
	struct looker l = { .policy = policy, .keeping = ret, .err = err };
	cleanup_error struct cb_error unused = { 0 };
	const char *project = cb_guard_choose(f, &unused);
	bool has_git = f->git.top && strcmp(f->git.top, project) == 0;

	cb_below_push(&l.below, project);
	if (has_git && f->git.common)
		cb_below_push(&l.below, f->git.common);
	for (size_t i = f->extra_ro_count; i < f->extra_count; i++)
		if (f->extras[i].real && f->extras[i].is_directory)
			cb_below_push(&l.below, f->extras[i].real);
	int result = l.below.failed ? 0 : look_everywhere(&l, f, project, has_git);
	if (result == 0)
		read_records(ret, policy, f, project);
	if (result == 0 && has_git && (policy->hide[0] || protects(&l, false)))
		read_index(ret, &f->git);
	bool failed = l.below.failed || ret->failed;
	cb_below_clear(&l.below);
	return result < 0 ? -1 : failed ? cb_fail_memory(err) : 0;
}

void cb_keeping_clear(struct cb_keeping *k)
{
	for (size_t i = 0; i < k->kept_count; i++)
		free(k->kept[i].path);
	for (size_t i = 0; i < k->watched_count; i++)
		free(k->watched[i].path);
	free(k->kept);
	free(k->watched);
	free(k->record);
	free(k->refused);
	free(k->index);
	*k = (struct cb_keeping) { 0 };
}
