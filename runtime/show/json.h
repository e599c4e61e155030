/* JSON, as far as it is written. */
#ifndef CB_SHOW_JSON_H
#define CB_SHOW_JSON_H

#include <stdio.h>

void cb_json_string(FILE *file, const char *text);

/* `"name":"text"`; null for NULL. */
void cb_json_member(FILE *file, const char *name, const char *text);

#endif
