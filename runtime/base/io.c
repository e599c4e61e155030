/* What every room does with a descriptor. */
#include "base/io.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

void cb_close(int fd)
{
	int saved = errno;
	if (fd >= 0)
		close(fd);
	errno = saved;
}

int cb_write_all(int fd, const void *data, size_t size)
{
	for (const char *at = data; size > 0;) {
		ssize_t n = write(fd, at, size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return -1;
		at += n;
		size -= (size_t)n;
	}
	return 0;
}

int cb_write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	ssize_t size = write(fd, text, strlen(text));
	cb_close(fd);
	return size == (ssize_t)strlen(text) ? 0 : -1;
}
