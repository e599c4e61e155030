/* --check: the user, their state, the agent and the project. Pure. */
#include "commands/check/parts.h"

#include "base/number.h"
#include "base/path.h"
#include "plan/bwrap.h"
#include "plan/instance.h"
#include "plan/plan.h"
#include "vocab/secrets.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MIB ((uint64_t)1024 * 1024)
#define LITTLE (16 * MIB)  /* less: not even a session fits */
#define SCANT (1024 * MIB) /* less: caches will fill it soon */
#define FEW_INODES 100

const char *const cb_check_places[CB_CHECK_PLACES] = {
	CB_STATE_HOME,
	CB_STATE_HOME "/projects",
	CB_STATE_HOME "/credentials",
};

void cb_check_user(struct cb_checker *c)
{
	const struct cb_facts *user = &c->up->user;
	if (user->uid == 0) {
		cb_say(c, CB_HEALTH_WARN,
		       "you are root: what the agent makes in the project is root's");
		cb_advise(c, "start claudebox as an ordinary user");
	} else {
		cb_say(c, CB_HEALTH_OK, user->user ? user->user : "an ordinary user");
	}
}

void cb_check_home(struct cb_checker *c)
{
	const struct cb_facts *user = &c->up->user;
	const char *said = cb_env_get(user->env, "HOME");
	if (!user->home || c->up->user_error.code) {
		cb_say_error(c, &c->up->user_error);
	} else if (!c->up->home_believed) {
		cb_say(c, CB_HEALTH_WARN, "HOME is ",
		       !said   ? "not set"
		       : *said ? said
			       : "empty",
		       said && *said ? ", no directory of yours" : "", ": ", user->home,
		       " is used");
		cb_advise(c, "set HOME to a directory that you own");
	} else {
		cb_say(c, CB_HEALTH_OK, user->home);
	}
}

/* Why a launch would not take it, in its words; NULL: it would. */
static const char *wrong_with(const struct cb_checker *c, const struct cb_own_place *place)
{
	if (place->error)
		return strerror(place->error);
	if (S_ISLNK(place->mode))
		return "it is a symbolic link";
	if (!S_ISDIR(place->mode))
		return "something else is there";
	if (place->uid != c->up->user.uid)
		return "it belongs to another user";
	return place->write_error ? strerror(place->write_error) : NULL;
}

static void advise_state(struct cb_checker *c, const struct cb_own_place *place, const char *name)
{
	if (place->error || !S_ISDIR(place->mode) || place->uid != c->up->user.uid)
		cb_advise(c, "it must be your own directory: move it away and start again");
	else if (place->write_error == EROFS)
		cb_advise(c, "mount its file system so that it can be written");
	else
		cb_advise(c, "chmod u+rwx ~/", name);
}

void cb_check_state(struct cb_checker *c)
{
	const struct cb_own_place *top = &c->up->places[0];
	if (!c->up->user.home)
		return;
	if (top->error == ENOENT && top->write_error) {
		cb_say(c, CB_HEALTH_FAIL, "cannot make ~/" CB_STATE_HOME " (",
		       strerror(top->write_error), ")");
		cb_advise(c, "your home must be writable, or set HOME to one that is");
		return;
	}
	if (top->error == ENOENT) {
		cb_say(c, CB_HEALTH_OK, "~/" CB_STATE_HOME " is made at the first start");
		return;
	}
	for (size_t i = 0; i < CB_CHECK_PLACES; i++) {
		const struct cb_own_place *place = &c->up->places[i];
		const char *wrong = wrong_with(c, place);
		if (!wrong || (i > 0 && place->error == ENOENT))
			continue;
		cb_say(c, CB_HEALTH_FAIL, "cannot use ~/", cb_check_places[i], " (", wrong, ")");
		advise_state(c, place, cb_check_places[i]);
		return;
	}
	if (top->mode & 077) {
		cb_say(c, CB_HEALTH_WARN, "~/" CB_STATE_HOME " is open to other users");
		cb_advise(c, "chmod 700 ~/" CB_STATE_HOME);
		return;
	}
	cb_say(c, CB_HEALTH_OK, "~/" CB_STATE_HOME " is yours alone");
}

void cb_check_disk(struct cb_checker *c)
{
	const struct cb_checkup *up = c->up;
	char number[CB_NUMBER_SIZE];
	if (!up->user.home)
		return;
	if (up->disk_error) {
		cb_say(c, CB_HEALTH_WARN, "not known (", strerror(up->disk_error), ")");
		cb_advise(c, "df ~ shows what is left");
		return;
	}
	bool large = up->disk_free >= SCANT;
	const char *amount =
	    cb_number(number, large ? up->disk_free / SCANT : up->disk_free / MIB, 10, 1);
	enum cb_health health = up->disk_free < LITTLE || up->disk_inodes < FEW_INODES
				    ? CB_HEALTH_FAIL
				: large ? CB_HEALTH_OK
					: CB_HEALTH_WARN;
	cb_say(c, health, amount, large ? " GiB free" : " MiB free", " for the state",
	       up->disk_inodes < FEW_INODES ? ", but hardly a file can be made" : "");
	if (health != CB_HEALTH_OK)
		cb_advise(c, "claudebox --gc removes the state of projects that are gone; caches "
			     "are in ~/" CB_STATE_HOME "/projects/*/caches");
}

/* What a launch of the agent, or of a shell, would be refused for; 0: nothing. */
static int plan(const struct cb_checker *c, bool shell, struct cb_plan *ret, struct cb_error *err)
{
	cleanup_bwrap struct cb_bwrap bwrap = { 0 };
	struct cb_opts opts = { 0 };
	opts.given[CB_OPT_SHELL] = shell;
	if (cb_plan_make(c->policy, &c->up->facts, &opts, ret, err) < 0)
		return -1;
	return cb_bwrap_make(ret, &bwrap, err);
}

static const char *kind_of(const char *program)
{
	return cb_path_is_within(program, CB_STORE_PATH)    ? "from the Nix store"
	       : strstr(program, "/node_modules/")          ? "installed by npm"
	       : strstr(program, "/share/claude/versions/") ? "by its own installer"
							    : "as found on PATH";
}

/* Whether the last mount at or above the path has something there, as far as the plan tells. */
static bool is_inside(const struct cb_plan *plan, const char *path)
{
	for (size_t i = plan->op_count; i > 0; i--) {
		const struct cb_op *op = &plan->ops[i - 1];
		if (cb_path_is_within(path, op->to))
			return op->kind == CB_KIND_RO || op->kind == CB_KIND_RW ||
			       strcmp(path, op->to) == 0;
	}
	return false;
}

/* What a script of the agent's needs and does not have in there; NULL: nothing. */
static const char *lacks_interpreter(const struct cb_checker *c, const struct cb_plan *plan)
{
	const struct cb_checkup *up = c->up;
	if (!up->interpreter)
		return NULL;
	if (!is_inside(plan, up->interpreter))
		return up->interpreter;
	return up->env_program && !up->env_program_found ? up->env_program : NULL;
}

/* By `plan` it would be started; NULL: none could be made. */
static void say_agent(struct cb_checker *c, const struct cb_plan *plan)
{
	const char *program = c->up->agent.program;
	bool in_project = plan && cb_path_is_within(program, plan->project);
	const char *lacks = plan ? lacks_interpreter(c, plan) : NULL;
	if (lacks) {
		cb_say(c, CB_HEALTH_FAIL, program, " is a script for ", lacks,
		       ", which is not inside");
		cb_advise(c, "install claude as a program of its own (npm install -g "
			     "@anthropic-ai/claude-code, or its own installer), or let the "
			     "policy's `packages` bring what runs it");
		return;
	}
	char *version = cb_check_agent_version(program, c->up->agent_package_json);
	cb_say(c, in_project ? CB_HEALTH_WARN : CB_HEALTH_OK, version ? version : "version unknown",
	       ", ", kind_of(program), ": ", program);
	if (in_project)
		cb_advise(c, "it lies in the project, where an agent can change it; install one "
			     "outside");
	free(version);
}

void cb_check_agent(struct cb_checker *c)
{
	cleanup_plan struct cb_plan shell = { 0 }, agent = { 0 };
	cleanup_error struct cb_error err = { 0 }, why = { 0 };
	bool planned = c->up->has_facts && plan(c, true, &shell, &err) == 0;
	if (planned && plan(c, false, &agent, &why) < 0) {
		cb_say_error(c, &why);
	} else if (!c->up->agent.program) {
		cb_say(c, CB_HEALTH_FAIL, "claude not found");
		cb_advise(c, "npm install -g @anthropic-ai/claude-code");
	} else {
		say_agent(c, planned ? &agent : NULL);
	}
}

/* A secret that enters and is set: the agent needs no login then. */
static const char *key_of(const struct cb_checker *c)
{
	for (size_t i = 0; c->policy->env_pass[i]; i++) {
		const char *name = c->policy->env_pass[i];
		const char *value = cb_env_get(c->up->user.env, name);
		if (value && *value && cb_secret_name(name))
			return name;
	}
	return NULL;
}

void cb_check_login(struct cb_checker *c)
{
	const struct cb_own_place *login = &c->up->login;
	const char *key = key_of(c);
	if (key) {
		cb_say(c, CB_HEALTH_OK, "by ", key, ", which enters the sandbox");
	} else if (!c->up->user.home || !cb_state_has_login(c->policy)) {
		return;
	} else if (login->error == ENOENT && c->up->has_facts && c->up->facts.login.old) {
		cb_say(c, CB_HEALTH_OK, "there; the next start moves it to its place");
	} else if (login->error == ENOENT || (!login->error && login->size == 0)) {
		cb_say(c, CB_HEALTH_WARN, "none yet; the host's own is not used");
		cb_advise(c, "start claudebox and log in with /login, once for all projects");
	} else if (login->error) {
		cb_say(c, CB_HEALTH_WARN, "cannot be looked at (", strerror(login->error), ")");
		cb_advise(c, "see the row `state`");
	} else if (!S_ISREG(login->mode) || login->uid != c->up->user.uid || login->write_error) {
		cb_say(c, CB_HEALTH_FAIL,
		       "is no file of yours that can be written: it would be "
		       "lost when it is renewed (L22)");
		cb_advise(c, "move it away and log in again: "
			     "~/" CB_STATE_HOME "/credentials/.credentials.json");
	} else if (login->mode & 077) {
		cb_say(c, CB_HEALTH_WARN, "there, and open to other users");
		cb_advise(c, "chmod 600 ~/" CB_STATE_HOME "/credentials/.credentials.json");
	} else {
		cb_say(c, CB_HEALTH_OK, "there, and yours alone");
	}
}

void cb_check_identity(struct cb_checker *c)
{
	const struct cb_identity *identity = &c->up->facts.identity;
	if (!c->up->has_facts)
		return;
	if (identity->name && identity->email) {
		cb_say(c, CB_HEALTH_OK, "your name and address are known");
		return;
	}
	cb_say(c, CB_HEALTH_WARN, "git knows no ", identity->name ? "address" : "name",
	       " of yours: the agent cannot commit");
	cb_advise(c, "git config --global user.name NAME, and user.email ADDRESS, on the host");
}

void cb_check_project(struct cb_checker *c)
{
	cleanup_plan struct cb_plan made = { 0 };
	cleanup_error struct cb_error err = { 0 };
	if (!c->up->user.home)
		return; /* said already */
	if (!c->up->has_facts)
		cb_say_error(c, &c->up->facts_error);
	else if (plan(c, true, &made, &err) < 0)
		cb_say_error(c, &err);
	else
		cb_say(c, CB_HEALTH_OK, made.project, " can be shown");
}

void cb_check_terminal(struct cb_checker *c)
{
	if (!c->up->terminal_error) {
		cb_say(c, CB_HEALTH_OK, "there, to ask on");
		return;
	}
	cb_say(c, CB_HEALTH_WARN, "no terminal to ask on");
	cb_advise(c, "look with --dry-run, then say --yes");
}
