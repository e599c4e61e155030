/* What the caller had open does not enter the sandbox (L3). */
#include "act/descriptors.h"

#include "base/io.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static int fail(struct cb_error *err, const char *what, const char *hint)
{
	cb_fail(err, CB_EXIT_REFUSED, "%s (%s)", what, strerror(errno));
	return cb_hint(err, "%s", hint);
}

int cb_descriptors_fill(struct cb_error *err)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", fd == 0 ? O_RDONLY : O_WRONLY) != fd)
			return fail(err, "cannot open /dev/null", "is /dev there?");
	return 0;
}

static int make_sealed_memfd(const struct cb_blob *blob)
{
	int fd = memfd_create(blob->name, MFD_ALLOW_SEALING);
	if (fd < 0 || cb_write_all(fd, blob->data, blob->size) < 0 || lseek(fd, 0, SEEK_SET) < 0 ||
	    fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) < 0)
		return -1;
	return fd;
}

int cb_descriptors_hand_over(const struct cb_bwrap *bwrap, struct cb_error *err)
{
	if (syscall(SYS_close_range, (unsigned)CB_FD_FIRST, ~0U, 0U) < 0)
		return fail(err, "cannot close inherited descriptors", CB_KERNEL_WANTED);
	for (size_t i = 0; i < bwrap->blob_count; i++)
		if (make_sealed_memfd(&bwrap->blobs[i]) != CB_FD_FIRST + (int)i)
			return fail(err, "cannot make a memory file", "is there memory left?");
	return 0;
}
