/* The head of an HTTP/1.1 request, as it comes from inside: hostile bytes. Pure. Read in one way,
 * and whatever two readers could understand differently is no request: the library that reads the
 * same bytes once more is lenient, and how lenient depends on its version. */
#ifndef CB_FORMATS_HTTP_HEAD_H
#define CB_FORMATS_HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A head that has not ended by then is none. */
#define CB_HTTP_HEAD_MAX 16384
#define CB_HTTP_FIELDS_MAX 96

struct cb_http_span {
	const char *bytes; /* in the head; not terminated */
	size_t size;
};

struct cb_http_field {
	struct cb_http_span name, value; /* the value without blanks around it */
};

enum cb_http_state { CB_HTTP_PARTIAL, CB_HTTP_BAD, CB_HTTP_WHOLE };

struct cb_http_head {
	const char *why; /* of CB_HTTP_BAD: what is wrong, some words */
	size_t length;   /* of the head with its empty line */
	struct cb_http_span method, target;
	struct cb_http_span path, query; /* of the target; the query with its question mark */
	struct cb_http_span host;
	bool chunked;            /* the body, if there is one, comes in chunks, */
	uint64_t length_of_body; /* or has this many bytes */
	struct cb_http_field fields[CB_HTTP_FIELDS_MAX];
	size_t field_count;
};

/* Of `bytes` nothing is kept but places in them. For CB_HTTP_BAD only `why` is set, and the method
 * and the target as far as there are any; for CB_HTTP_PARTIAL nothing is. */
enum cb_http_state cb_http_head_parse(const char *bytes, size_t size, struct cb_http_head *ret);

/* Byte by byte, and without regard to capital letters. */
bool cb_http_span_is(struct cb_http_span span, const char *text);
bool cb_http_span_is_word(struct cb_http_span span, const char *word);

#endif
