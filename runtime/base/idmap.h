/* Who one is in a user namespace of one's own. */
#ifndef CB_BASE_IDMAP_H
#define CB_BASE_IDMAP_H

#include <sys/types.h>

struct cb_ids {
	uid_t uid;
	gid_t gid;
};

/* Writes the maps of the namespace this process has just entered, in which it is `inside`, and
 * outside of which `outside`: one id each, and no groups. */
int cb_idmap_write(struct cb_ids inside, struct cb_ids outside);

#endif
