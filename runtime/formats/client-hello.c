/* Reads the server's name in a ClientHello, which may come in any number of records. Every length
 * must fit exactly, and what two readers could understand differently is refused. */
#include "formats/client-hello.h"

#include <stdint.h>
#include <string.h>

enum {
	RECORD_HANDSHAKE = 22,
	RECORD_HEAD = 5,
	CLIENT_HELLO = 1,
	MESSAGE_HEAD = 4,
	EXTENSION_SERVER_NAME = 0,
	NAME_TYPE_HOST = 0,
};

/* What is left to read; `bad` once more was asked for than there is. */
struct reader {
	const uint8_t *bytes;
	size_t left;
	bool bad;
};

static const uint8_t *take(struct reader *r, size_t len)
{
	const uint8_t *taken = r->bytes;
	if (r->bad || len > r->left) {
		r->bad = true;
		return NULL;
	}
	r->bytes += len;
	r->left -= len;
	return taken;
}

/* A number of one to three bytes; 0 when it is not there. */
static size_t take_number(struct reader *r, size_t size)
{
	const uint8_t *bytes = take(r, size);
	size_t number = 0;
	for (size_t i = 0; bytes && i < size; i++)
		number = number << 8 | bytes[i];
	return number;
}

/* A vector: a length of `size` bytes, then as many bytes, which get a reader of their own. */
static struct reader take_vector(struct reader *r, size_t size)
{
	size_t len = take_number(r, size);
	struct reader inner = { .bytes = take(r, len), .left = len };
	if (r->bad)
		inner = (struct reader) { .bad = true };
	return inner;
}

/* The server_name extension, which must hold exactly one name, of a host. */
static bool read_server_name(struct reader extension, char *ret_name)
{
	struct reader list = take_vector(&extension, 2);
	size_t type = take_number(&list, 1);
	struct reader name = take_vector(&list, 2);
	if (extension.bad || extension.left || list.bad || list.left || name.bad ||
	    type != NAME_TYPE_HOST)
		return false;
	return cb_name_read((const char *)name.bytes, name.left, ret_name);
}

static enum cb_hello_state read_hello(struct reader hello, char *ret_name)
{
	enum cb_hello_state state = CB_HELLO_NAMELESS;
	take(&hello, 2 + 32); /* version, random bytes */
	struct reader session = take_vector(&hello, 1);
	struct reader suites = take_vector(&hello, 2);
	struct reader compressions = take_vector(&hello, 1);
	if (hello.bad || session.left > 32 || suites.left == 0 || suites.left % 2 != 0 ||
	    compressions.left == 0)
		return CB_HELLO_BAD;
	if (hello.left == 0)
		return state; /* before TLS 1.3 there need not be extensions */
	struct reader extensions = take_vector(&hello, 2);
	if (hello.bad || hello.left)
		return CB_HELLO_BAD;
	while (extensions.left && !extensions.bad) {
		size_t type = take_number(&extensions, 2);
		struct reader extension = take_vector(&extensions, 2);
		if (extensions.bad || type != EXTENSION_SERVER_NAME)
			continue;
		if (state == CB_HELLO_NAMED || !read_server_name(extension, ret_name))
			return CB_HELLO_BAD;
		state = CB_HELLO_NAMED;
	}
	return extensions.bad ? CB_HELLO_BAD : state;
}

/* The message whose first `len` bytes these are, if all of it is there. It ends where its record
 * does: nothing else may be said before the server's answer. */
static enum cb_hello_state read_message(const uint8_t *bytes, size_t len, char *ret_name)
{
	struct reader message = { .bytes = bytes, .left = len };
	if (len > 0 && bytes[0] != CLIENT_HELLO)
		return CB_HELLO_BAD;
	if (len < MESSAGE_HEAD)
		return CB_HELLO_PARTIAL;
	take(&message, 1);
	size_t size = take_number(&message, 3);
	if (size > CB_HELLO_MAX || size < message.left)
		return CB_HELLO_BAD;
	return size > message.left ? CB_HELLO_PARTIAL : read_hello(message, ret_name);
}

enum cb_hello_state cb_hello_parse(const char *bytes, size_t len, char ret_name[CB_NAME_MAX + 1])
{
	uint8_t message[CB_HELLO_MAX];
	size_t held = 0, at = 0;
	enum cb_hello_state state = CB_HELLO_PARTIAL;
	if (len > 0 && (uint8_t)bytes[0] != RECORD_HANDSHAKE)
		return CB_HELLO_OTHER;
	for (size_t end; state == CB_HELLO_PARTIAL && at < len && at < CB_HELLO_MAX; at = end) {
		const uint8_t *head = (const uint8_t *)bytes + at;
		size_t there = len - at;
		if (head[0] != RECORD_HANDSHAKE || (there > 1 && head[1] != 3))
			return CB_HELLO_BAD;
		if (there < RECORD_HEAD)
			break;
		size_t size = (size_t)head[3] << 8 | head[4];
		if (size == 0 || size > sizeof message - held)
			return CB_HELLO_BAD;
		end = at + RECORD_HEAD + size;
		bool whole = end <= len;
		size = whole ? size : there - RECORD_HEAD;
		memcpy(message + held, head + RECORD_HEAD, size);
		held += size;
		state = read_message(message, held, ret_name);
		if (!whole) /* the rest of the record may still spoil it */
			return state == CB_HELLO_BAD ? state
			       : len < CB_HELLO_MAX  ? CB_HELLO_PARTIAL
						     : CB_HELLO_BAD;
	}
	return state == CB_HELLO_PARTIAL && len >= CB_HELLO_MAX ? CB_HELLO_BAD : state;
}
