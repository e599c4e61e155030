/* Reads the project's list of tools: a plain file of the user's own, reached by no link. */
#include "host/tools.h"

#include "base/path.h"
#include "host/read.h"
#include "plan/guard.h"
#include "plan/instance.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/openat2.h>

static int refuse(const char *project, const char *why, struct cb_error *err)
{
	cb_fail(err, CB_EXIT_REFUSED, "cannot use %s/" CB_TOOLS_FILE " (%s)", project, why);
	return cb_hint(err, "it must be a plain file of your own, of at most 16 KiB");
}

/* Its text; NULL: there is none. */
static int read_list(const char *project, uid_t uid, char **ret, size_t *ret_size,
		     struct cb_error *err)
{
	const struct open_how how = {
		.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
		.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_BENEATH,
	};
	struct stat st;
	int dir = open(project, O_PATH | O_DIRECTORY | O_CLOEXEC);
	int fd = dir < 0 ? -1 : (int)syscall(SYS_openat2, dir, CB_TOOLS_FILE, &how, sizeof how);
	int error = errno, result = 0;
	if (dir >= 0)
		close(dir);
	if (fd < 0 && (error == ENOENT || error == ENOTDIR))
		return 0;
	if (fd < 0)
		return refuse(project, error == ELOOP ? "a symbolic link" : strerror(error), err);
	if (fstat(fd, &st) < 0 || st.st_uid != uid)
		result = refuse(project, "it belongs to another user", err);
	else if (!(*ret = cb_file_read_fd(fd, CB_TOOLS_LIMIT, ret_size)))
		result = refuse(project, "no plain file, or too large", err);
	close(fd);
	return result;
}

/* What was built, if it was built from the same and is still there: then Nix need not be asked. */
static char *read_built(const char *state, const char *record)
{
	char *file = cb_concat(state, "/" CB_TOOLS_RECORD, NULL);
	char *link = cb_concat(state, "/" CB_TOOLS_LINK, NULL);
	size_t size;
	char *old = file ? cb_file_read(file, 2 * CB_TOOLS_LIMIT, false, &size) : NULL;
	char target[PATH_MAX];
	ssize_t len = link ? readlink(link, target, sizeof target - 1) : -1;
	target[len < 0 ? 0 : len] = '\0';
	bool valid = old && strcmp(old, record) == 0 && cb_path_is_within(target, "/nix/store") &&
		     access(target, F_OK) == 0;
	free(old);
	free(link);
	free(file);
	return valid ? strdup(target) : NULL;
}

/* The state directory of a project. */
static char *state_of(const struct cb_policy *policy, const struct cb_facts *f, const char *project)
{
	char *name = cb_state_name(policy->state, cb_state_root(f, project));
	char *state = name ? cb_concat(f->home, "/" CB_STATE_HOME "/", name, NULL) : NULL;
	free(name);
	return state;
}

static char *note_of(const struct cb_asked *asked)
{
	char *list = cb_tools_list(&asked->names);
	char *note = list ? cb_concat("this project's own tools, from nixpkgs: ", list,
				      asked->path ? "" : " (built or fetched by Nix first)", NULL)
			  : NULL;
	free(list);
	return note;
}

int cb_tools_read(const struct cb_policy *policy, struct cb_facts *f, struct cb_error *err)
{
	cleanup_error struct cb_error unused = { 0 };
	const char *project = cb_guard_choose(f, &unused);
	struct cb_asked *asked = &f->tools;
	size_t size = 0;
	char *text = NULL;
	if (read_list(project, f->uid, &text, &size, err) < 0)
		return -1;
	int result = text ? cb_tools_parse(text, size, &asked->names, err) : 0;
	free(text);
	if (result < 0 || asked->names.len == 0)
		return result;
	char *state = state_of(policy, f, project);
	asked->record = cb_tools_record(policy->packages, &asked->names);
	if (state && asked->record)
		asked->path = read_built(state, asked->record);
	asked->note = note_of(asked);
	bool whole = state && asked->record && asked->note;
	free(state);
	return whole ? 0 : cb_fail_memory(err);
}

int cb_tools_refuse(const struct cb_policy *policy, struct cb_facts *f, struct cb_error *err)
{
	(void)f;
	cb_fail(err, CB_EXIT_REFUSED,
		"this project's tools cannot be had (" CB_TOOLS_FILE
		": the profile %s shows its own programs only)",
		policy->name);
	return cb_hint(err, "--profile default, or a profile of your own with these packages");
}
