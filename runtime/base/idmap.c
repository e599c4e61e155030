/* The maps of a user namespace, which can be written once and only as a whole. */
#include "base/idmap.h"

#include "base/io.h"
#include "base/memory.h"

/* `INSIDE OUTSIDE 1` */
int cb_idmap_write(struct cb_ids inside, struct cb_ids outside)
{
	if (cb_write_file("/proc/self/setgroups", "deny") < 0 ||
	    cb_write_file("/proc/self/gid_map", cb_format("%u %u 1\n", inside.gid, outside.gid)) <
		0)
		return -1;
	return cb_write_file("/proc/self/uid_map", cb_format("%u %u 1\n", inside.uid, outside.uid));
}
