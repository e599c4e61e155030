/* What other sandboxes may have left for this one. The login is shared by all projects: an agent
 * may have replaced it by its own account's. The agent's memory is shared by all profiles of a
 * project: a hook or plugin written under one runs under all others, with their rights. So what
 * this profile's last session did not have is named, as soon as other profiles share the memory. */
#include "plan/planner.h"

#include "base/sha256.h"
#include "formats/login.h"

#include <string.h>

/* --- the login --- */

static int refuse_stranger(struct cb_planner *m, const struct cb_login *login)
{
	cb_fail(m->err, CB_EXIT_REFUSED, "refusing ~/" CB_STATE_HOME "/credentials%s%s (%s)",
		*login->stranger ? "/" : "", login->stranger, login->fault);
	return cb_hint(m->err, "every agent may write there and all others see it: look at what is "
			       "there, then remove it or move it away");
}

/* Notes a login whose account has changed, and records the account out of the agent's reach. */
static void compare_account(struct cb_planner *m, const struct cb_login *login)
{
	if (!login->account || (login->known && strcmp(login->known, login->account) == 0))
		return;
	if (login->known && cb_login_has_changed(login->known, login->account))
		cb_strv_push(&m->plan->notes,
			     "the login is not of the account it was of at the last launch: if you "
			     "have not logged in anew, an agent has put its own there; /logout, "
			     "then /login");
	cb_state_ops_push(&m->plan->state_ops, CB_STATE_OP_TEXT, CB_STATE_ACCOUNT, login->account);
}

int cb_plan_set_login(struct cb_planner *m)
{
	const struct cb_login *login = &m->facts->login;
	bool shared = cb_state_has_login(m->policy);
	m->plan->login = cb_plan_find_var(m->plan, "ANTHROPIC_API_KEY")
			     ? "by the key in ANTHROPIC_API_KEY"
			 : !shared      ? "none in this profile"
			 : login->there ? "the agent's own, shared by your projects"
					: "none yet: the agent asks for one";
	if (!shared)
		return 0;
	if (login->fault)
		return refuse_stranger(m, login);
	compare_account(m, login);
	return 0;
}

/* --- the agent's memory --- */

/* A file that a launch makes: the settings, or an empty file as a mount point. */
static bool is_ours(const struct cb_watched *file)
{
	/* As host/protect-path.c hashes them: `-` means not executable. */
	static const char *const texts[] = { "-", CB_STATE_SETTINGS "-" };
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		uint8_t digest[32];
		cb_sha256(texts[i], strlen(texts[i]), digest);
		if (memcmp(digest, file->digest, CB_DIGEST_SIZE) == 0)
			return true;
	}
	return false;
}

void cb_plan_compare_memory(struct cb_planner *m)
{
	const struct cb_agent_memory *memory = &m->facts->memory;
	struct cb_watch watch = memory->watch;
	struct cb_strv changed = { 0 }, new = { 0 };
	if (!memory->path) /* nobody has looked */
		return;
	watch.files = cb_alloc(watch.count, sizeof *watch.files);
	watch.count = 0;
	for (size_t i = 0; i < memory->watch.count; i++)
		if (!is_ours(&memory->watch.files[i]))
			watch.files[watch.count++] = memory->watch.files[i];
	/* Without a record everything is new to this profile. */
	const char *before = watch.record.text
				 ? watch.record.text
				 : cb_record_next(NULL, memory->path, NULL, 0, &new, &new);
	cb_plan_compare(m, &watch, before, cb_format(CB_STATE_SEEN "/%s", m->policy->name),
			memory->path, &changed, &new);
	if (!memory->shared && watch.record.text)
		return;
	cb_plan_note_paths(
	    m,
	    "changed in ~/.claude, which other profiles write too, since this one's last session",
	    &changed, memory->path);
	cb_plan_note_paths(
	    m, "new in ~/.claude, which other profiles write too, since this one's last session",
	    &new, memory->path);
	if (watch.full)
		cb_strv_push(
		    &m->plan->notes,
		    "~/.claude holds more hooks, plugins and their like than are compared");
}
