/* Files: inputs read whole, outputs written all or none. */
#ifndef CB_GEN_FILES_H
#define CB_GEN_FILES_H

#include "base/error.h"
#include "text.h"

/* At most `max` bytes and one more, by which the caller sees that there are more. */
int cb_read_file(const char *path, size_t max, struct cb_text *ret_text, struct cb_error *err);

/* From the beginning of an open file to its end. */
int cb_read_descriptor(int fd, size_t max, struct cb_text *ret_text);

struct cb_output {
	const char *name; /* in the directory */
	const struct cb_text *text;
};

/* Each is written beside its place under another name; when all are there they are renamed.
 * On failure nothing new is left. */
int cb_write_outputs(const char *dir, const struct cb_output *outputs, size_t count,
		     struct cb_error *err);

int cb_write_all(int fd, const char *data, size_t len);

#endif
