/* The format of git's configuration files: reading one, and a copy of one without logins. Pure. */
#ifndef CB_FORMATS_GIT_CONFIG_H
#define CB_FORMATS_GIT_CONFIG_H

#include "base/strv.h"

#include <stdbool.h>
#include <stddef.h>

/* One setting. Section and key in lower case, as git compares them. */
struct cb_git_setting {
	const char *section;
	const char *subsection; /* NULL: there is none */
	const char *key;
	const char *value; /* NULL: a key alone, which means true */
};

/* Takes one setting, whose strings last until it returns; false ends the reading. */
typedef bool cb_git_setting_take(void *context, const struct cb_git_setting *setting);

/* Reads a configuration as git does, setting by setting. 0: all of it was read; -1: `*ret_line` is
 * the line git could not read either, or 0 when `take` ended it. */
int cb_git_config_read(const char *text, size_t size, cb_git_setting_take *take, void *context,
		       unsigned *ret_line);

/* `[section "subsection"]` and `key = "value"` as lines of a configuration. */
char *cb_git_config_section_line(const char *section, const char *subsection);
char *cb_git_config_value_line(const char *key, const char *value);

/* Where a configuration lies, for the files it includes. All are absolute. */
struct cb_git_config_place {
	const char *dir;  /* the directory the file is in */
	const char *root; /* the shown directory that holds it */
	const char *project;
	const char *home;
};

/* The same configuration without logins, without comments, and without includes that lead out of
 * what is shown. The names of what was taken out or shortened are added to `ret_taken`, as
 * `remote.url`. NULL: git cannot read its line `*ret_line`. */
char *cb_git_config_clean(const char *text, size_t size, const struct cb_git_config_place *place,
			  struct cb_strv *ret_taken, unsigned *ret_line);

#endif
