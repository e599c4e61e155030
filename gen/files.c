/* Files: inputs read whole, outputs written all or none. */
#include "files.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int cb_read_descriptor(int fd, size_t max, struct cb_text *ret_text)
{
	char block[16384];
	ssize_t got = 1;
	while (ret_text->len <= max && got > 0) {
		size_t want = max + 1 - ret_text->len;
		got = read(fd, block, want < sizeof block ? want : sizeof block);
		if (got < 0)
			return -1;
		cb_text_add_n(ret_text, block, (size_t)got);
	}
	return 0;
}

int cb_read_file(const char *path, size_t max, struct cb_text *ret_text, struct cb_error *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), status = 0;
	if (fd < 0 || cb_read_descriptor(fd, max, ret_text) != 0)
		status = cb_fail(err, CB_EXIT_USAGE, "reading %s (%s)", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	return status;
}

static int write_file(const char *path, const struct cb_text *text)
{
	FILE *file = fopen(path, "wxe");
	if (!file)
		return -1;
	bool written = fwrite(cb_text_str(text), 1, text->len, file) == text->len;
	return fclose(file) == 0 && written ? 0 : -1;
}

/* Outputs belong together: when one cannot be put in place, those before it are taken away. */
int cb_write_outputs(const char *dir, const struct cb_output *outputs, size_t count,
		     struct cb_error *err)
{
	char **names = cb_alloc(count, sizeof *names),
	     **unfinished = cb_alloc(count, sizeof *names);
	size_t written = 0, placed = 0;
	/* All names first: where memory runs out nothing has been written. */
	for (size_t i = 0; i < count; i++) {
		names[i] = cb_format("%s/%s", dir, outputs[i].name);
		unfinished[i] = cb_format("%s/.%s.%ld.new", dir, outputs[i].name, (long)getpid());
	}
	while (written < count && write_file(unfinished[written], &outputs[written].text) == 0)
		written++;
	while (written == count && placed < count && rename(unfinished[placed], names[placed]) == 0)
		placed++;
	if (placed == count)
		return 0;
	int reason = errno;
	for (size_t i = 0; i < placed; i++)
		unlink(names[i]);
	for (size_t i = placed; i < count && i <= written; i++)
		unlink(unfinished[i]);
	cb_fail(err, CB_EXIT_USAGE, "writing %s in %s (%s)",
		outputs[written < count ? written : placed].name, dir, strerror(reason));
	return reason == ENOENT || reason == ENOTDIR
		   ? cb_hint(err, "--out names a directory that is there")
		   : -1;
}
