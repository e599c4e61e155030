/* The guard (L8, SAND-09). It refuses a path that is a directory of the system, contains the home,
 * or overlaps with a secret path: equal, below or above, by name and by where links lead. */
#include "plan/guard.h"

#include "plan/agreement.h"

#include "base/path.h"
#include "plan/instance.h"
#include "vocab/secrets.h"

#include <string.h>

/* Directories that are never a project; with `below`, nothing in them either. */
static const struct {
	const char *path;
	bool below;
} system_places[] = {
	{ "/", false },    { "/tmp", false }, { "/var/tmp", false }, { "/var", false },
	{ "/usr", false }, { "/opt", false }, { "/srv", false },     { "/mnt", false },
	{ "/bin", true },  { "/sbin", true }, { "/lib", true },      { "/lib64", true },
	{ "/run", true },  { "/dev", true },  { "/sys", true },      { "/proc", true },
	{ "/nix", true },  { "/etc", true },  { "/boot", true },
};

static int refuse_path(struct cb_error *err, const char *what, const char *path, const char *why)
{
	return cb_fail(err, CB_EXIT_REFUSED, "refusing %s %s (%s)", what, path, why);
}

static int check_places(const char *what, const char *path, struct cb_error *err)
{
	for (size_t i = 0; i < sizeof system_places / sizeof system_places[0]; i++) {
		const char *place = system_places[i].path;
		if (strcmp(path, place) == 0 ||
		    (system_places[i].below && cb_path_is_within(path, place)))
			return refuse_path(err, what, path, "a place of the system, not a project");
	}
	return 0;
}

/* Whether `path` and a secret path lie within each other. */
static bool overlaps(const char *path, const char *home, struct cb_path secret)
{
	if (secret.anchor == CB_ANCHOR_ROOT)
		return cb_path_overlaps(path, secret.rest);
	if (!cb_path_is_within(path, home))
		return cb_path_is_within(home, path);
	const char *below = path + (strcmp(home, "/") == 0 ? 0 : strlen(home));
	return !*below || !below[1] || cb_path_overlaps(below + 1, secret.rest);
}

static int check_secrets(const struct cb_facts *facts, const char *home, const char *what,
			 const char *path, struct cb_error *err)
{
	for (size_t i = 0; i < cb_secret_path_count; i++) {
		const struct cb_secret_path *secret = &cb_secret_paths[i];
		if (secret->path.anchor == CB_ANCHOR_ROOT &&
		    cb_path_is_within(facts->home, secret->path.rest))
			continue; /* /root, where it is the user's own home */
		if (overlaps(path, home, secret->path))
			return refuse_path(err, what, path,
					   cb_format("it would show %s", secret->what));
	}
	return 0;
}

static int check_homes(const struct cb_facts *facts, const char *what, const char *path,
		       struct cb_error *err)
{
	const char *homes[] = { facts->home, facts->home_passwd };

	for (size_t i = 0; i < 2; i++) {
		if (cb_path_is_within(homes[i], path))
			return refuse_path(err, what, path, "it holds your whole home");
		if (check_secrets(facts, homes[i], what, path, err) < 0)
			return -1;
	}
	if (facts->ssh_agent && cb_path_overlaps(path, facts->ssh_agent))
		return refuse_path(err, what, path, "it would show the socket of your ssh-agent");
	for (size_t i = 0; i < facts->secret_reals.len; i++)
		if (cb_path_overlaps(path, facts->secret_reals.items[i]))
			return refuse_path(err, what, path, "a secret path leads there by a link");
	return 0;
}

int cb_guard_project(const struct cb_facts *facts, const char *what, const char *path,
		     struct cb_error *err)
{
	if (check_places(what, path, err) < 0 || check_homes(facts, what, path, err) < 0)
		return cb_hint(err, "start in the directory of one project; nothing was changed");
	return 0;
}

int cb_guard_git(const struct cb_git *git, struct cb_error *err)
{
	if (!git->forged)
		return 0;
	cb_fail(err, CB_EXIT_REFUSED, "refusing the .git of %s (%s)", git->top, git->forged);
	return cb_hint(err,
		       "`git worktree repair` mends a moved work tree, core.worktree in a separate "
		       "git directory names its own; if you do not know this file, the project has "
		       "been tampered with");
}

int cb_choose_project(const struct cb_policy *policy, const struct cb_facts *facts,
		      struct cb_project *ret, struct cb_error *err)
{
	const struct cb_git *git = &facts->git;
	struct cb_error why = { 0 };
	if (cb_guard_git(git, err) < 0)
		return -1;
	bool top = git->top && cb_guard_project(facts, "project", git->top, &why) == 0;
	const char *root = top ? git->root : facts->cwd;
	*ret = (struct cb_project) {
		.path = cb_strdup(top ? git->top : facts->cwd),
		.is_git_top = top,
		.top_refused = why.what,
		.root = cb_strdup(root),
		.state = cb_state_name(policy->state, root),
		.common_record = git->common ? cb_state_common(git->top) : NULL,
		.agreed_record = cb_agreement_path(top ? git->top : facts->cwd, policy->name),
	};
	return 0;
}

int cb_guard_source(const struct cb_facts *facts, const char *path, struct cb_error *err)
{
	if (check_homes(facts, "mount of", path, err) < 0)
		return cb_hint(err, "the profile's mount leads to a secret on this machine");
	return 0;
}
