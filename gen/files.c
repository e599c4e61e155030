/* Files: inputs read whole, outputs written all or none. */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int cb_read_descriptor(int fd, size_t max, struct cb_text *ret_text)
{
	char block[16384];
	while (ret_text->len <= max) {
		size_t want = max + 1 - ret_text->len;
		ssize_t got = read(fd, block, want < sizeof block ? want : sizeof block);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (got == 0)
			break;
		cb_text_add_n(ret_text, block, (size_t)got);
		if (ret_text->failed) {
			errno = ENOMEM;
			return -1;
		}
	}
	return 0;
}

int cb_read_file(const char *path, size_t max, struct cb_text *ret_text, struct cb_error *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return cb_fail(err, CB_EXIT_USAGE, "reading %s (%s)", path, strerror(errno));
	struct cb_text text = { 0 };
	cb_text_add(&text, ""); /* an empty file is a text too, not NULL */
	int status = cb_read_descriptor(fd, max, &text);
	int reason = errno;
	close(fd);
	if (status != 0) {
		cb_text_clear(&text);
		return cb_fail(err, CB_EXIT_USAGE, "reading %s (%s)", path, strerror(reason));
	}
	*ret_text = text;
	return 0;
}

int cb_write_all(int fd, const char *data, size_t len)
{
	while (len > 0) {
		ssize_t done = write(fd, data, len);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return -1;
		data += done;
		len -= (size_t)done;
	}
	return 0;
}

/* The name while it is not finished; the process makes it its own. */
static void temporary_name(struct cb_text *ret_name, const char *name)
{
	cb_text_printf(ret_name, ".%s.%ld.new", name, (long)getpid());
}

static int write_temporary(int dir, const struct cb_output *output)
{
	cleanup_text struct cb_text name = { 0 };
	temporary_name(&name, output->name);
	int fd = openat(dir, cb_text_str(&name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		return -1;
	int status = cb_write_all(fd, cb_text_str(output->text), output->text->len);
	int reason = errno;
	if (close(fd) != 0 && status == 0) {
		status = -1;
		reason = errno;
	}
	if (status != 0)
		unlinkat(dir, cb_text_str(&name), 0);
	errno = reason;
	return status;
}

static void remove_temporary(int dir, const struct cb_output *output)
{
	cleanup_text struct cb_text name = { 0 };
	temporary_name(&name, output->name);
	unlinkat(dir, cb_text_str(&name), 0);
}

static int put_in_place(int dir, const struct cb_output *output)
{
	cleanup_text struct cb_text name = { 0 };
	temporary_name(&name, output->name);
	return renameat(dir, cb_text_str(&name), dir, output->name);
}

/* Outputs belong together: when one cannot be put in place, those before it are taken away. */
static int write_in(int dir, const struct cb_output *outputs, size_t count, size_t *ret_failed)
{
	size_t written = 0;
	size_t placed = 0;
	while (written < count && write_temporary(dir, &outputs[written]) == 0)
		written++;
	while (written == count && placed < count && put_in_place(dir, &outputs[placed]) == 0)
		placed++;
	if (placed == count)
		return 0;
	int reason = errno;
	*ret_failed = written < count ? written : placed;
	for (size_t i = 0; i < placed; i++)
		unlinkat(dir, outputs[i].name, 0);
	for (size_t i = placed; i < written; i++)
		remove_temporary(dir, &outputs[i]);
	errno = reason;
	return -1;
}

int cb_write_outputs(const char *dir, const struct cb_output *outputs, size_t count,
		     struct cb_error *err)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0) {
		cb_fail(err, CB_EXIT_USAGE, "opening the directory %s (%s)", dir, strerror(errno));
		return cb_hint(err, "--out names a directory that is there");
	}
	size_t failed = 0;
	int status = write_in(fd, outputs, count, &failed);
	int reason = errno;
	close(fd);
	if (status != 0)
		return cb_fail(err, CB_EXIT_USAGE, "writing %s in %s (%s)", outputs[failed].name,
			       dir, strerror(reason));
	return 0;
}
