/* A tree of real files for tests of what reads the host: below a root that goes away. */
#ifndef TREE_H
#define TREE_H

#include <stddef.h>

/* Makes the root, in /tmp, with the directories `dirs` (NULL-terminated, parents first). 0 or -1.
 */
int tree_make(const char *const *dirs);
int tree_remove(void **state); /* cmocka's way to call it when a group has ended */

/* A path below the root; the last four answers stay. */
const char *tree_at(const char *rest);

/* A file with this text, anew. */
void tree_put(const char *rest, const char *text, unsigned mode);

#endif
