/* JSON, as far as it is written. */
#ifndef CB_SHOW_JSON_H
#define CB_SHOW_JSON_H

#include <stdio.h>

void cb_json_string(FILE *file, const char *text);

/* `"name":"text"`; null for NULL. */
void cb_json_member(FILE *file, const char *name, const char *text);

/* Members one after the other, each as its name and its text, with `between` in between; ends with
 * a NULL name. */
__attribute__((sentinel)) void cb_json_members(FILE *file, const char *between, ...);

#endif
