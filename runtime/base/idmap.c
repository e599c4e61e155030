/* The maps of a user namespace, which can be written once and only as a whole. */
#include "base/idmap.h"

#include "base/number.h"

#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

static int write_file(const char *path, const char *text)
{
	int fd = openat(AT_FDCWD, path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	size_t len = strlen(text);
	bool whole = write(fd, text, len) == (ssize_t)len;
	close(fd);
	return whole ? 0 : -1;
}

/* `INSIDE OUTSIDE 1` */
static int write_map(const char *path, unsigned inside, unsigned outside)
{
	char text[2 * CB_NUMBER_SIZE + 8], number[CB_NUMBER_SIZE];
	char *end = stpcpy(stpcpy(text, cb_number(number, inside, 10, 1)), " ");
	stpcpy(stpcpy(end, cb_number(number, outside, 10, 1)), " 1\n");
	return write_file(path, text);
}

int cb_idmap_write(struct cb_ids inside, struct cb_ids outside)
{
	return write_file("/proc/self/setgroups", "deny") < 0 ||
		       write_map("/proc/self/gid_map", inside.gid, outside.gid) < 0 ||
		       write_map("/proc/self/uid_map", inside.uid, outside.uid) < 0
		   ? -1
		   : 0;
}
