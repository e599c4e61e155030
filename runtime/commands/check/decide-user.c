/* --check: the user, their state, the login and the project. Pure. */
#include "commands/check/check.h"

#include "plan/bwrap.h"
#include "plan/instance.h"
#include "vocab/secrets.h"

#include <errno.h>
#include <string.h>

#define MIB ((uint64_t)1024 * 1024)
#define LITTLE (16 * MIB)  /* less: not even a session fits */
#define SCANT (1024 * MIB) /* less: caches will fill it soon */
#define FEW_INODES 100

const char *const cb_state_dirs[CB_STATE_DIRS] = {
	CB_STATE_HOME,
	CB_STATE_HOME "/projects",
	CB_STATE_HOME "/credentials",
};

void cb_check_user(struct cb_checker *c)
{
	const struct cb_facts *user = &c->facts->user;
	if (user->uid == 0)
		cb_check_warn(c, "start claudebox as an ordinary user",
			      "you are root: what the agent makes in the project is root's");
	else
		cb_check_ok(c, "%s", user->user ? user->user : "an ordinary user");
}

void cb_check_home(struct cb_checker *c)
{
	const struct cb_facts *user = &c->facts->user;
	const char *said = cb_env_get(c->facts->env, "HOME");
	if (!user->home || c->facts->user_error.code)
		cb_check_add_error(c, &c->facts->user_error);
	else if (!c->facts->home_believed)
		cb_check_warn(c, "set HOME to a directory that you own", "HOME is %s: %s is used",
			      !said   ? "not set"
			      : *said ? cb_format("%s, no directory of yours", said)
				      : "empty",
			      user->home);
	else
		cb_check_ok(c, "%s", user->home);
}

/* Why a launch would not take it, in its words; NULL: it would. */
static const char *fault_of(const struct cb_checker *c, const struct cb_own_file *dir)
{
	if (dir->error)
		return strerror(dir->error);
	if (S_ISLNK(dir->mode))
		return "it is a symbolic link";
	if (!S_ISDIR(dir->mode))
		return "something else is there";
	if (dir->uid != c->facts->user.uid)
		return "it belongs to another user";
	return dir->write_error ? strerror(dir->write_error) : NULL;
}

static const char *hint_for(const struct cb_checker *c, const struct cb_own_file *dir,
			    const char *name)
{
	if (dir->error || !S_ISDIR(dir->mode) || dir->uid != c->facts->user.uid)
		return "it must be your own directory: move it away and start again";
	if (dir->write_error == EROFS)
		return "mount its file system so that it can be written";
	return cb_format("chmod u+rwx ~/%s", name);
}

void cb_check_state(struct cb_checker *c)
{
	const struct cb_own_file *dirs = c->facts->state;
	if (!c->facts->user.home)
		return;
	if (dirs[0].error == ENOENT && dirs[0].write_error) {
		cb_check_fail(c, "your home must be writable, or set HOME to one that is",
			      "cannot make ~/" CB_STATE_HOME " (%s)",
			      strerror(dirs[0].write_error));
		return;
	}
	if (dirs[0].error == ENOENT) {
		cb_check_ok(c, "~/" CB_STATE_HOME " is made at the first start");
		return;
	}
	for (size_t i = 0; i < CB_STATE_DIRS; i++) {
		const char *fault = fault_of(c, &dirs[i]), *name = cb_state_dirs[i];
		if (!fault || (i > 0 && dirs[i].error == ENOENT))
			continue;
		cb_check_fail(c, hint_for(c, &dirs[i], name), "cannot use ~/%s (%s)", name, fault);
		return;
	}
	if (dirs[0].mode & 077)
		cb_check_warn(c, "chmod 700 ~/" CB_STATE_HOME,
			      "~/" CB_STATE_HOME " is open to other users");
	else
		cb_check_ok(c, "~/" CB_STATE_HOME " is yours alone");
}

void cb_check_disk(struct cb_checker *c)
{
	const struct cb_check_facts *f = c->facts;
	if (!f->user.home)
		return;
	if (f->disk_error) {
		cb_check_warn(c, "df ~ shows what is left", "not known (%s)",
			      strerror(f->disk_error));
		return;
	}
	bool large = f->disk_free >= SCANT, few = f->disk_inodes < FEW_INODES;
	enum cb_health health = f->disk_free < LITTLE || few ? CB_HEALTH_FAIL
				: large                      ? CB_HEALTH_OK
							     : CB_HEALTH_WARN;
	cb_check_add(c, health,
		     health == CB_HEALTH_OK
			 ? NULL
			 : "claudebox --gc removes the state of projects that are gone; caches "
			   "are in ~/" CB_STATE_HOME "/projects/*/caches",
		     "%ju %s free for the state%s",
		     (uintmax_t)(f->disk_free / (large ? SCANT : MIB)), large ? "GiB" : "MiB",
		     few ? ", but hardly a file can be made" : "");
}

/* A secret that enters and is set: the agent needs no login then. */
static const char *find_key(const struct cb_checker *c)
{
	for (size_t i = 0; c->policy->env_pass[i]; i++) {
		const char *name = c->policy->env_pass[i];
		const char *value = cb_env_get(c->facts->env, name);
		if (value && *value && cb_secret_name(name))
			return name;
	}
	return NULL;
}

#define LOGIN "~/" CB_STATE_HOME "/credentials/.credentials.json"

void cb_check_login(struct cb_checker *c)
{
	const struct cb_check_facts *f = c->facts;
	const struct cb_own_file *login = &f->login;
	const char *key = find_key(c);
	if (key)
		cb_check_ok(c, "by %s, which enters the sandbox", key);
	else if (!f->user.home || !cb_state_has_login(c->policy))
		return;
	else if (login->error == ENOENT && f->has_launch && f->launch.login.old)
		cb_check_ok(c, "there; the next start moves it to its place");
	else if (login->error == ENOENT || (!login->error && login->size == 0))
		cb_check_warn(c, "start claudebox and log in with /login, once for all projects",
			      "none yet; the host's own is not used");
	else if (login->error)
		cb_check_warn(c, "see the row `state`", "cannot be looked at (%s)",
			      strerror(login->error));
	else if (!S_ISREG(login->mode) || login->uid != f->user.uid || login->write_error)
		cb_check_fail(
		    c, "move it away and log in again: " LOGIN,
		    "is no file of yours that can be written: it would be lost when it is "
		    "renewed (L22)");
	else if (login->mode & 077)
		cb_check_warn(c, "chmod 600 " LOGIN, "there, and open to other users");
	else
		cb_check_ok(c, "there, and yours alone");
}

void cb_check_identity(struct cb_checker *c)
{
	const struct cb_identity *identity = &c->facts->launch.identity;
	if (!c->facts->has_launch)
		return;
	if (identity->name && identity->email)
		cb_check_ok(c, "your name and address are known");
	else
		cb_check_warn(c,
			      "git config --global user.name NAME, and user.email ADDRESS, on the "
			      "host",
			      "git knows no %s of yours: the agent cannot commit",
			      identity->name ? "address" : "name");
}

int cb_check_plan(const struct cb_checker *c, bool shell, struct cb_plan *ret, struct cb_error *err)
{
	struct cb_bwrap bwrap = { 0 };
	struct cb_opts opts = { .given[CB_OPT_SHELL] = shell };
	return cb_plan_make(c->policy, &c->facts->launch, &opts, ret, err) < 0
		   ? -1
		   : cb_bwrap_make(ret, &bwrap, err);
}

void cb_check_project(struct cb_checker *c)
{
	struct cb_plan plan = { 0 };
	struct cb_error err = { 0 };
	if (!c->facts->user.home)
		return; /* said already */
	if (!c->facts->has_launch)
		cb_check_add_error(c, &c->facts->launch_error);
	else if (cb_check_plan(c, true, &plan, &err) < 0)
		cb_check_add_error(c, &err);
	else
		cb_check_ok(c, "%s can be shown", plan.project);
}

void cb_check_terminal(struct cb_checker *c)
{
	if (!c->facts->terminal_error)
		cb_check_ok(c, "there, to ask on");
	else
		cb_check_warn(c, "look with --dry-run, then say --yes", "no terminal to ask on");
}
