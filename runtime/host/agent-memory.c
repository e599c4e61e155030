/* Looks at the parts of ~/.claude inside that the agent's program takes commands or orders from. */
#include "host/agent-memory.h"

#include "base/sha256.h"
#include "host/facts.h"
#include "host/protect-parts.h"
#include "host/read.h"
#include "plan/guard.h"
#include "plan/instance.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* What a launch makes itself, or an empty file as it leaves for a mount point, is nobody's doing.
 */
static bool is_ours(const struct cb_watched *file)
{
	static const char *const texts[] = { "-", CB_STATE_SETTINGS "-" }; /* as digest_of() does */
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		uint8_t digest[32];
		cb_sha256(texts[i], strlen(texts[i]), digest);
		if (memcmp(digest, file->digest, CB_DIGEST_SIZE) == 0)
			return true;
	}
	return false;
}

static void drop_ours(struct cb_keeping *k)
{
	size_t kept = 0;
	for (size_t i = 0; i < k->watched_count; i++) {
		if (is_ours(&k->watched[i]))
			free(k->watched[i].path);
		else
			k->watched[kept++] = k->watched[i];
	}
	k->watched_count = kept;
}

static int look_at_parts(const struct cb_looker *l, const char *place)
{
	cleanup_strv struct cb_strv paths = { 0 };
	if (l->below.roots[0].fd < 0)
		return 0; /* there is none yet; what else is there the launch refuses */
	if (cb_beneath_list(&l->below, place, &paths) < 0) {
		cb_fail(l->err, CB_EXIT_REFUSED, "refusing %s (%s)", place, strerror(errno));
		return cb_hint(l->err, "what an agent has left there for others cannot be seen: "
				       "give yourself the right to list it (chmod u+rwx)");
	}
	int result = 0;
	for (size_t i = 0; result == 0 && i < paths.len; i++)
		if (can_run(strrchr(paths.items[i], '/') + 1))
			result = cb_kept_look_at(l, strdup(paths.items[i]), CB_WATCH);
	l->keeping->failed |= paths.failed;
	return result;
}

/* Whether a profile of another name has a record there. */
static bool has_others(const char *seen, const char *profile)
{
	struct cb_directory entries = { .fd = cb_open_directory(AT_FDCWD, seen, 0) };
	bool others = false;
	for (const char *name; entries.fd >= 0 && !others && (name = cb_directory_next(&entries));)
		others = strcmp(name, profile) != 0;
	if (entries.fd >= 0)
		close(entries.fd);
	return others;
}

static void read_record(struct cb_agent_memory *m, const char *seen, const char *profile)
{
	size_t size;
	char *path = cb_concat(seen, "/", profile, NULL);
	m->looked.failed |= !path;
	m->looked.record = path ? cb_file_read(path, CB_RECORD_LIMIT, false, &size) : NULL;
	m->shared = has_others(seen, profile);
	free(path);
}

int cb_agent_memory_read(const struct cb_policy *policy, const struct cb_facts *f,
			 struct cb_agent_memory *ret, struct cb_error *err)
{
	struct cb_looker l = { .policy = policy, .keeping = &ret->looked, .err = err };
	cleanup_error struct cb_error unused = { 0 };
	char *state = cb_state_name(policy->state, cb_state_root(f, cb_guard_choose(f, &unused)));
	char *seen = state ? cb_state_place(f->home, state, policy->name, CB_STATE_SEEN) : NULL;
	int result = 0;
	ret->place = state ? cb_state_place(f->home, state, policy->name, "claude") : NULL;
	ret->looked.failed = !seen || !ret->place;
	if (!ret->looked.failed) {
		cb_beneath_push(&l.below, ret->place);
		result = l.below.failed ? 0 : look_at_parts(&l, ret->place);
		drop_ours(&ret->looked);
		read_record(ret, seen, policy->name);
	}
	bool failed = l.below.failed || ret->looked.failed;
	cb_beneath_clear(&l.below);
	free(state);
	free(seen);
	return result < 0 ? -1 : failed ? cb_fail_memory(err) : 0;
}

void cb_agent_memory_clear(struct cb_agent_memory *memory)
{
	free(memory->place);
	cb_keeping_clear(&memory->looked);
	*memory = (struct cb_agent_memory) { 0 };
}
