/* What counts as a file with secrets in a project: the user hears of it before the agent reads it.
 * Pure. */
#ifndef CB_VOCAB_SECRET_FILES_H
#define CB_VOCAB_SECRET_FILES_H

#include <stdbool.h>

/* A file of this name may hold a secret: it depends on what it says. */
bool cb_secret_file_name(const char *name);

/* A file of this name that says this does. */
bool cb_secret_file(const char *name, const char *text);

#endif
