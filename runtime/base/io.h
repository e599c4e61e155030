/* What every room does with a descriptor. */
#ifndef CB_BASE_IO_H
#define CB_BASE_IO_H

#include <stddef.h>

/* Closes `fd`, unless it is -1; errno stays as it is. */
void cb_close(int fd);

/* Writes all of `data`, however many calls it takes. 0, or -1 with errno. */
int cb_write_all(int fd, const void *data, size_t size);

/* Writes `text` to a file that is there, in one call: so the kernel wants it below /proc. 0, or -1
 * with errno. */
int cb_write_file(const char *path, const char *text);

#endif
