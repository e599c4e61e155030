/* Files: inputs read whole, outputs written all or none. */
#ifndef CB_GEN_FILES_H
#define CB_GEN_FILES_H

#include "base/error.h"
#include "text.h"

/* At most `max` bytes and one more, by which the caller sees that there are more. */
int cb_read_file(const char *path, size_t max, struct cb_text *ret_text, struct cb_error *err);

/* From where an open file is to its end; -1: errno says why. */
int cb_read_descriptor(int fd, size_t max, struct cb_text *ret_text);

struct cb_output {
	const char *name; /* in the directory */
	struct cb_text text;
};

/* Each is written beside its place under another name; when all are there they are renamed.
 * On failure nothing new is left. */
int cb_write_outputs(const char *dir, const struct cb_output *outputs, size_t count,
		     struct cb_error *err);

#endif
