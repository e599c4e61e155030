/* Reads the host. Nothing is written and nothing decided; an error means that no facts could be
 * read at all. A launch reads in two steps: the place it was started in, by which the plan chooses
 * the project, then the rest for that project. */
#ifndef CB_HOST_READ_FACTS_H
#define CB_HOST_READ_FACTS_H

#include "base/error.h"
#include "host/facts.h"

/* Reads who the user is and where the home is. `facts->env` is set by the caller. */
int cb_facts_read_user(struct cb_facts *facts, struct cb_error *err);

/* Reads the members of struct cb_facts above `project`. */
int cb_facts_read_place(struct cb_facts *facts, struct cb_error *err);

/* Reads the members below `project`, for facts->project and the mounts of the command line. */
int cb_facts_read_rest(const struct cb_policy *policy, const struct cb_strv *mount_ro,
		       const struct cb_strv *mount_rw, struct cb_facts *facts,
		       struct cb_error *err);

/* What the terminal and the standard streams are, again: the user may have sent the launcher to the
 * background since. */
void cb_facts_read_streams(struct cb_facts *facts);

/* --- the parts --- */

/* Reads the repository around `cwd`. Never runs git. */
void cb_git_read(const char *cwd, uid_t uid, struct cb_git *ret);

/* Reads the user's name, address and inert settings, as the host's git sees them for the repository
 * `gitdir`, which may be NULL. Fails only where git has to be asked and cannot be started. */
int cb_identity_read(const char *git, const char *gitdir, const char *home, char *const *env,
		     struct cb_identity *ret, struct cb_error *err);

/* Finds the agent's program: the one `pinned` by the policy, or `claude` in the PATH `search`. A
 * link in `project` never leads to it. */
void cb_agent_read(const char *pinned, const char *search, const char *project,
		   struct cb_agent *ret);

/* Reads the paths that the policy treats specially, in the project and the extra mounts. */
void cb_project_paths_read(const struct cb_policy *policy, const struct cb_facts *facts,
			   struct cb_project_paths *ret);

/* Reads the login's directory; the files in the agent's memory that can run something. */
void cb_login_read(const char *home, struct cb_login *ret);
void cb_agent_memory_read(const struct cb_policy *policy, const struct cb_facts *facts,
			  struct cb_agent_memory *ret);

/* Reads which tools the project asks for, and what was built of them. */
void cb_tools_read(const struct cb_facts *facts, struct cb_tools_facts *ret);

/* Asks the Nix daemon whether it trusts the user, without waiting. Returns a descriptor for
 * cb_nix_hear(); -1: *ret_answer is the answer already. */
int cb_nix_ask(uid_t uid, enum cb_nix_answer *ret_answer);

/* Waits for the answer for at most half a second, and closes the descriptor. */
enum cb_nix_answer cb_nix_hear(int fd);

/* A setting of the host that may forbid user namespaces. It is no proof: an AppArmor profile may
 * allow them, a filter may be about something else. act/userns.h tries. */
enum cb_userns cb_userns_sign(void);

#endif
