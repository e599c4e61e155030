/* A network namespace of the sandbox's own. */
#ifndef CB_NET_NETNS_H
#define CB_NET_NETNS_H

#include "base/error.h"

#include <sys/types.h>

/* Refuses with what was tried, errno and a hint; for all that makes a private network. */
int cb_netns_refuse(struct cb_error *err, const char *what);

/* Moves this process into a new user namespace, where it is `uid` and `gid` and has all
 * capabilities until it execs, and into a network namespace of it that has only loopback. */
int cb_netns_enter(uid_t uid, gid_t gid, struct cb_error *err);

/* Moves this process into one more user namespace, where it is `uid` and `gid`: from here on
 * nothing has a capability over the network. */
int cb_netns_lock(uid_t uid, gid_t gid, struct cb_error *err);

/* A pipe: its writing end becomes descriptor `sync`, bwrap's; the reading end, which is the
 * helpers', hangs up when the sandbox has ended. Nothing is ever read from it (L27). */
int cb_netns_open_life(int ret_ends[2], struct cb_error *err);
int cb_netns_hand_life(int end, int sync, struct cb_error *err);

#endif
