/* A project's own tools (EXT-01): .claudebox/tools.txt names packages of the nixpkgs this profile
 * was built with, one a line. The file is the project's, so nothing in it is believed but names.
 * Pure. */
#ifndef CB_FORMATS_TOOLS_LIST_H
#define CB_FORMATS_TOOLS_LIST_H

#include "base/error.h"
#include "base/strv.h"

#define CB_TOOLS_FILE ".claudebox/tools.txt"

/* In the state directory: the link to what was built, and what it was built from. */
#define CB_TOOLS_LINK "tools"
#define CB_TOOLS_RECORD "tools.list"

/* Larger files are refused, and so are longer names and more of them. */
#define CB_TOOLS_LIMIT ((size_t)16 * 1024)
#define CB_TOOLS_NAME_LIMIT 128
#define CB_TOOLS_COUNT_LIMIT 64

/* The names in `text`; what is no name is refused with its line. */
int cb_tools_parse(const char *text, size_t size, struct cb_strv *ret, struct cb_error *err);

/* What tools made of `packages`, an expression, and these names are known by: the same text, the
 * same tools. And the names, for the eye and for the expression. */
char *cb_tools_record(const char *packages, const struct cb_strv *names);
char *cb_tools_list(const struct cb_strv *names);
char *cb_tools_json(const struct cb_strv *names);

#endif
