/* Host names as text: what one is, and whether a list lets it through. Pure; the generator uses
 * the same functions for a policy's names. */
#ifndef CB_FORMATS_HOST_NAME_H
#define CB_FORMATS_HOST_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* RFC 1035: the longest name that can be looked up. */
#define CB_NAME_MAX 253

/* Two labels or more of small letters, digits and inner dashes, the last one no number: so no
 * address, in any of the ways inet_aton() reads one, no `localhost`, no dot at the end. */
bool cb_name_is_host(const char *name);

/* Copies a name in small letters; false: it is no host. */
bool cb_name_read(const char *bytes, size_t len, char ret[CB_NAME_MAX + 1]);

/* A host, or `*.` and a host: the only forms of a policy's names. */
bool cb_name_is_pattern(const char *pattern);

/* `*.example.org` stands for every name below example.org, and not for that one. */
bool cb_name_matches(const char *pattern, const char *name);

/* One of a NULL-terminated list of patterns matches. */
bool cb_name_is_listed(const char *const *patterns, const char *name);

#endif
