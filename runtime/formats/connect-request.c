/* Reads `CONNECT host:port HTTP/1.1` and header lines, and nothing that is merely similar: what
 * two readers could understand differently is refused. */
#include "formats/connect-request.h"

#include <stdbool.h>
#include <string.h>

static const char method[] = "CONNECT ";

/* The length of the head with its empty line; 0: it has not ended. */
static size_t head_length(const char *bytes, size_t len)
{
	const char *end = memmem(bytes, len, "\r\n\r\n", 4);
	return end ? (size_t)(end - bytes) + 4 : 0;
}

/* Printable ASCII, blanks and tabs, and line ends that are both bytes in their order. A last
 * byte CR is an end that may still come. */
static bool is_text(const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)bytes[i];
		if (c == '\r'   ? i + 1 < len && bytes[i + 1] != '\n'
		    : c == '\n' ? i == 0 || bytes[i - 1] != '\r'
				: (c < 0x20 && c != '\t') || c > 0x7e)
			return false;
	}
	return true;
}

/* 1 to 65535 without leading zeros; 0: no port. */
static uint16_t parse_port(const char *text, size_t len)
{
	unsigned port = 0;
	if (len < 1 || len > 5 || text[0] == '0')
		return 0;
	for (size_t i = 0; i < len; i++) {
		if (text[i] < '0' || text[i] > '9')
			return 0;
		port = port * 10 + (unsigned)(text[i] - '0');
	}
	return port <= UINT16_MAX ? (uint16_t)port : 0;
}

static bool parse_authority(const char *text, size_t len, struct cb_request *ret)
{
	const char *colon = memchr(text, ':', len);
	if (!colon || !cb_name_read(text, (size_t)(colon - text), ret->host))
		return false;
	ret->port = parse_port(colon + 1, (size_t)(text + len - colon - 1));
	return ret->port != 0;
}

/* `CONNECT AUTHORITY HTTP/1.x`, one blank each. */
static bool parse_line(const char *line, size_t len, struct cb_request *ret)
{
	static const char version[] = " HTTP/1.";
	const size_t before = sizeof method - 1, after = sizeof version; /* and one digit */
	if (len < before + after)
		return false;
	const char *tail = line + len - after;
	if (memcmp(tail, version, sizeof version - 1) != 0 ||
	    (tail[after - 1] != '0' && tail[after - 1] != '1'))
		return false;
	return parse_authority(line + before, len - before - after, ret);
}

/* `name: value`, and no line that goes on with the one before it. */
static bool is_header(const char *line, size_t len)
{
	static const char token[] = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	size_t i = 0;
	while (i < len && strchr(token, line[i]))
		i++;
	return i > 0 && i < len && line[i] == ':';
}

enum cb_request_state cb_request_parse(const char *bytes, size_t len, struct cb_request *ret)
{
	size_t length = head_length(bytes, len);
	struct cb_request request = { .length = length };
	size_t known = len < sizeof method - 1 ? len : sizeof method - 1;

	if (!is_text(bytes, length ? length : len) || length > CB_HEAD_MAX)
		return CB_REQUEST_BAD;
	if (memcmp(bytes, method, known) != 0)
		return len > 0 && bytes[0] >= 'A' && bytes[0] <= 'Z' ? CB_REQUEST_OTHER
								     : CB_REQUEST_BAD;
	if (length == 0)
		return len < CB_HEAD_MAX ? CB_REQUEST_PARTIAL : CB_REQUEST_BAD;

	const char *line = bytes, *end = bytes + length - 2; /* the empty line */
	for (bool first = true; line < end; first = false) {
		const char *stop = memchr(line, '\r', (size_t)(end - line));
		size_t size = (size_t)(stop - line);
		if (first ? !parse_line(line, size, &request) : !is_header(line, size))
			return CB_REQUEST_BAD;
		line = stop + 2;
	}
	*ret = request;
	return CB_REQUEST_WHOLE;
}
