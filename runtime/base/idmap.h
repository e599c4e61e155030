/* The user and group of this process in a new user namespace. */
#ifndef CB_BASE_IDMAP_H
#define CB_BASE_IDMAP_H

#include <sys/types.h>

struct cb_ids {
	uid_t uid;
	gid_t gid;
};

/* Writes the maps of the user namespace that this process has just entered: it is `inside` there
 * and `outside` in the parent; one id each, and no supplementary groups. */
int cb_idmap_write(struct cb_ids inside, struct cb_ids outside);

#endif
