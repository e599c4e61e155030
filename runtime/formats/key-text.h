/* The key as it comes through a pipe, from a program or a variable of the user's. Pure. */
#ifndef CB_FORMATS_KEY_TEXT_H
#define CB_FORMATS_KEY_TEXT_H

#include <stddef.h>

/* Longer than any that is known. */
#define CB_KEY_MAX 1024

enum cb_key_kind {
	CB_KEY_NONE, /* nothing, or nothing but a line end */
	CB_KEY_BAD,  /* it would not fit into a header, or is more than one word */
	CB_KEY_LONG,
	CB_KEY_API,   /* for the header x-api-key */
	CB_KEY_TOKEN, /* for the header Authorization: what `claude setup-token` prints */
};

/* *ret_size: the key without the line end behind it. Of the bytes nothing is said or kept. */
enum cb_key_kind cb_key_text_parse(const char *bytes, size_t size, size_t *ret_size);

#endif
