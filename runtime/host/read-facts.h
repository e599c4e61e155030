/* Reads the host for facts: nothing is written, nothing decided. An error is only what no facts can
 * be had without. A launch reads twice: where it was started, by which the plan chooses the
 * project, then the rest for that project. */
#ifndef CB_HOST_READ_FACTS_H
#define CB_HOST_READ_FACTS_H

#include "base/error.h"
#include "host/facts.h"

/* The user: who runs it and where the home is. `facts->env` is given. */
int cb_facts_read_user(struct cb_facts *facts, struct cb_error *err);

/* The user, the current directory, git around it, and what may never be shown: all before
 * facts->project. */
int cb_facts_read_place(struct cb_facts *facts, struct cb_error *err);

/* The rest, for facts->project and the mounts of the command line. */
int cb_facts_read_rest(const struct cb_policy *policy, const struct cb_strv *mount_ro,
		       const struct cb_strv *mount_rw, struct cb_facts *facts,
		       struct cb_error *err);

/* --- the parts --- */

/* Git around `cwd`, which is believed only where its pointer files agree both ways. Never runs git.
 */
void cb_git_read(const char *cwd, uid_t uid, struct cb_git *ret);

/* The user's git name, address and inert settings, as the host's own git sees them for the
 * repository `gitdir`, which may be NULL. An answer of git's that is none means: no identity; a git
 * that cannot be started is an error. */
int cb_identity_read(const char *git, const char *gitdir, const char *home, char *const *env,
		     struct cb_identity *ret, struct cb_error *err);

/* The agent's program: the one that is `pinned` by the policy, or `claude` in `search`, a PATH.
 * Nothing is found by way of `project`, where an agent can have laid it. */
void cb_agent_read(const char *pinned, const char *search, const char *project,
		   struct cb_agent *ret);

/* What the policy treats apart of the project and the extra mounts. */
void cb_project_paths_read(const struct cb_policy *policy, const struct cb_facts *facts,
			   struct cb_project_paths *ret);

/* The login's directory, and what in the agent's memory can run something. */
void cb_login_read(const char *home, struct cb_login *ret);
void cb_agent_memory_read(const struct cb_policy *policy, const struct cb_facts *facts,
			  struct cb_agent_memory *ret);

/* The tools that the project asks for. */
void cb_tools_read(const struct cb_facts *facts, struct cb_tools_facts *ret);

/* Asks the Nix daemon whether it trusts the user. Returns the descriptor its answer comes by; -1:
 * *ret_answer is the answer. The daemon takes milliseconds to answer, in which there is other work
 * to do. */
int cb_nix_ask(uid_t uid, enum cb_nix_answer *ret_answer);

/* Waits for the answer, at most half a second. Closes the descriptor. */
enum cb_nix_answer cb_nix_hear(int fd);

/* What speaks against user namespaces. It is no proof: an AppArmor profile may allow them, a filter
 * may be about something else. act/userns.h tries. */
enum cb_userns cb_userns_sign(void);

#endif
