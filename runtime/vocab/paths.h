/* Where things of ours lie, on the host and inside the sandbox. */
#ifndef CB_VOCAB_PATHS_H
#define CB_VOCAB_PATHS_H

/* On the host, below the home: everything claudebox keeps. */
#define CB_STATE_HOME ".claudebox"

/* There: for each profile what its last session had in the agent's memory. */
#define CB_STATE_SEEN "seen"

/* There: whose login it was at the last launch. */
#define CB_STATE_ACCOUNT "account"

/* In the state directory of a project: what was in the watched places. */
#define CB_STATE_RECORD "watched"

/* There: which file system the project was on at the last launch. */
#define CB_STATE_FILESYSTEM "project-filesystem"

/* There: where a launch builds the root that bwrap then mounts as a whole. */
#define CB_STAGE_NAME "stage"
#define CB_TREE_NAME "tree" /* in it */

#define CB_STORE_PATH "/nix/store"

/* Inside: what of ours is bound there. */
#define CB_OWN_PATH "/run/claudebox"

/* The launcher itself: the step that restores signals and runs the agent. */
#define CB_INNER_STEP_PATH CB_OWN_PATH "/step"

/* The state directory's lock, which bwrap holds while the sandbox runs. */
#define CB_LOCK_PATH CB_OWN_PATH "/lock"

/* Where the Nix daemon listens: a directory with its socket and nothing else. */
#define CB_NIX_SOCKETS "/nix/var/nix/daemon-socket"

#endif
