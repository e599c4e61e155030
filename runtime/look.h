/* The ways facts looks at the host: nothing is written, nothing decided, no program run. */
#ifndef CB_LOOK_H
#define CB_LOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The real path of what `path` leads to; NULL with errno when there is nothing. Three system
 * calls whatever its depth, where realpath() needs one for each component. Caller frees. */
char *cb_look_real(const char *path);

/* The bytes of a regular file of at most `limit` bytes, NUL-terminated; NULL with errno. A
 * symbolic link as last component is followed only when `follow`. Caller frees. */
char *cb_look_file(const char *path, size_t limit, bool follow, size_t *ret_size);

/* The same for an open file. */
char *cb_look_fd(int fd, size_t limit, size_t *ret_size);

bool cb_look_is_directory_of(const char *path, uid_t uid);
bool cb_look_is_program(const char *path);

#endif
