/* Reads `CONNECT host:port HTTP/1.1` and header lines, and nothing that is merely similar: what
 * two readers could understand differently is refused. */
#include "formats/connect-request.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

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
static uint16_t parse_port(const char *text)
{
	size_t len = strlen(text);
	unsigned long port = strtoul(text, NULL, 10);
	bool plain = len <= 5 && strspn(text, "0123456789") == len && text[0] != '0';
	return plain && port <= UINT16_MAX ? (uint16_t)port : 0;
}

/* `HOST:PORT HTTP/1.0` or `HTTP/1.1`, one blank between them. */
static bool parse_target(char *target, struct cb_request *ret)
{
	char *version = strchr(target, ' '), *port = strchr(target, ':');
	if (!version || !port || port > version ||
	    (strcmp(version, " HTTP/1.0") != 0 && strcmp(version, " HTTP/1.1") != 0))
		return false;
	*version = '\0';
	ret->port = parse_port(port + 1);
	return ret->port != 0 && cb_name_read(target, (size_t)(port - target), ret->host);
}

/* `name: value`, and no line that goes on with the one before it. */
static bool is_header(const char *line)
{
	static const char token[] = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	size_t len = strspn(line, token);
	return len > 0 && line[len] == ':';
}

enum cb_request_state cb_request_parse(const char *bytes, size_t len, struct cb_request *ret)
{
	static const char method[] = "CONNECT ";
	const char *end = memmem(bytes, len, "\r\n\r\n", 4);
	size_t length = end ? (size_t)(end - bytes) + 4 : 0, known = sizeof method - 1;
	struct cb_request request = { .length = length };
	char copy[CB_HEAD_MAX], *head = copy + known, *line;

	if (!is_text(bytes, end ? length : len) || length > CB_HEAD_MAX)
		return CB_REQUEST_BAD;
	if (memcmp(bytes, method, len < known ? len : known) != 0)
		return len > 0 && bytes[0] >= 'A' && bytes[0] <= 'Z' ? CB_REQUEST_OTHER
								     : CB_REQUEST_BAD;
	if (!end)
		return len < CB_HEAD_MAX ? CB_REQUEST_PARTIAL : CB_REQUEST_BAD;

	memcpy(copy, bytes, length - 4);
	copy[length - 4] = '\0';
	for (bool first = true; (line = strsep(&head, "\n")); first = false) {
		line[strcspn(line, "\r")] = '\0';
		if (first ? !parse_target(line, &request) : !is_header(line))
			return CB_REQUEST_BAD;
	}
	*ret = request;
	return CB_REQUEST_WHOLE;
}
