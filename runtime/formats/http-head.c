/* Reads `METHOD TARGET HTTP/1.1` and header lines with CR LF at their ends. What smuggles requests
 * past a proxy is refused here: a second length, a length beside chunks, lines that go on in the
 * next one, line ends of one byte. */
#include "formats/http-head.h"

#include <string.h>
#include <strings.h>

enum { METHOD_MAX = 16, DIGITS_MAX = 15 };

static const char line_end[] = "its lines do not all end with CR LF";

bool cb_http_span_is(struct cb_http_span span, const char *text)
{
	return span.size == strlen(text) && memcmp(span.bytes, text, span.size) == 0;
}

bool cb_http_span_is_word(struct cb_http_span span, const char *word)
{
	return span.size == strlen(word) && strncasecmp(span.bytes, word, span.size) == 0;
}

/* The length of the head with its empty line; 0: it has not ended. */
static size_t head_length(const char *bytes, size_t size)
{
	const char *end = memmem(bytes, size, "\r\n\r\n", 4);
	return end ? (size_t)(end - bytes) + 4 : 0;
}

/* NULL, or what is wrong with these bytes wherever they stand. A last byte CR is an end that may
 * still come. */
static const char *check_bytes(const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		unsigned char c = (unsigned char)bytes[i];
		if (c == '\r' && i + 1 < size && bytes[i + 1] != '\n')
			return line_end;
		if (c == '\n' && (i == 0 || bytes[i - 1] != '\r'))
			return line_end;
		if ((c < 0x20 && c != '\t' && c != '\r' && c != '\n') || c > 0x7e)
			return "it has bytes that are no text";
	}
	return NULL;
}

static bool is_token_byte(char c)
{
	static const char token[] = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	return c != '\0' && strchr(token, c);
}

static bool is_target_byte(char c)
{
	static const char others[] = "-._~!$&'()*+,;=:@/?%[]";
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       (c != '\0' && strchr(others, c));
}

/* `METHOD TARGET HTTP/1.1`, one blank each. Sets method and target before it finds fault with what
 * follows them, so that a refusal can name them. */
static const char *parse_line(const char *line, size_t size, struct cb_http_head *head)
{
	static const char version[] = " HTTP/1.1",
			  wrong[] = "its first line is not that of HTTP/1.1";
	size_t method = 0, target = 0;
	while (method < size && line[method] >= 'A' && line[method] <= 'Z')
		method++;
	if (method == 0 || method > METHOD_MAX || method == size || line[method] != ' ')
		return wrong;
	const char *start = line + method + 1;
	size_t rest = size - method - 1;
	while (target < rest && is_target_byte(start[target]))
		target++;
	head->method = (struct cb_http_span) { line, method };
	head->target = (struct cb_http_span) { start, target };
	if (target == 0 || rest - target != sizeof version - 1 ||
	    memcmp(start + target, version, sizeof version - 1) != 0)
		return wrong;
	const char *mark = memchr(start, '?', target);
	size_t path = mark ? (size_t)(mark - start) : target;
	head->path = (struct cb_http_span) { start, path };
	head->query = (struct cb_http_span) { start + path, target - path };
	return NULL;
}

/* `name: value`. */
static const char *parse_field(const char *line, size_t size, struct cb_http_head *head)
{
	size_t name = 0;
	if (size > 0 && (line[0] == ' ' || line[0] == '\t'))
		return "a header line goes on in the next one";
	while (name < size && is_token_byte(line[name]))
		name++;
	if (name == 0 || name == size || line[name] != ':')
		return "a header line has no name";
	if (head->field_count == CB_HTTP_FIELDS_MAX)
		return "it has too many headers";
	const char *start = line + name + 1, *end = line + size;
	while (start < end && (*start == ' ' || *start == '\t'))
		start++;
	while (end > start && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	head->fields[head->field_count++] =
	    (struct cb_http_field) { { line, name }, { start, (size_t)(end - start) } };
	return NULL;
}

static bool parse_length(struct cb_http_span value, uint64_t *ret)
{
	uint64_t length = 0;
	if (value.size == 0 || value.size > DIGITS_MAX)
		return false;
	for (size_t i = 0; i < value.size; i++) {
		if (value.bytes[i] < '0' || value.bytes[i] > '9')
			return false;
		length = length * 10 + (uint64_t)(value.bytes[i] - '0');
	}
	*ret = length;
	return true;
}

/* Without blanks behind it, which not every reader takes off. */
static bool ends_its_line(struct cb_http_span value)
{
	return value.bytes[value.size] == '\r';
}

/* What says where the body ends, and whom the request is for: each once, and no two answers to one
 * question. */
static const char *check_framing(struct cb_http_head *head)
{
	size_t hosts = 0, lengths = 0, codings = 0;
	for (size_t i = 0; i < head->field_count; i++) {
		struct cb_http_span name = head->fields[i].name, value = head->fields[i].value;
		if (cb_http_span_is_word(name, "host")) {
			hosts++;
			head->host = value;
		} else if (cb_http_span_is_word(name, "content-length")) {
			lengths++;
			if (!ends_its_line(value) || !parse_length(value, &head->length_of_body))
				return "its length is no number";
		} else if (cb_http_span_is_word(name, "transfer-encoding")) {
			codings++;
			if (!ends_its_line(value) || !cb_http_span_is_word(value, "chunked"))
				return "its body is coded in another way than in chunks";
		} else if (cb_http_span_is_word(name, "expect")) {
			if (!cb_http_span_is_word(value, "100-continue"))
				return "it expects what is unknown";
		} else if (cb_http_span_is_word(name, "upgrade")) {
			return "it asks for another protocol";
		} else if (cb_http_span_is_word(name, "trailer")) {
			return "it has headers behind its body";
		}
	}
	if (hosts != 1)
		return "it does not name one host";
	if (lengths + codings > 1)
		return "it says more than once how long it is";
	head->chunked = codings == 1;
	return NULL;
}

static const char *parse_lines(const char *bytes, size_t length, struct cb_http_head *head)
{
	const char *line = bytes, *end = bytes + length - 2; /* the empty line */
	for (bool first = true; line < end; first = false) {
		const char *stop = memchr(line, '\r', (size_t)(end - line));
		size_t size = (size_t)(stop - line);
		const char *why =
		    first ? parse_line(line, size, head) : parse_field(line, size, head);
		if (why)
			return why;
		line = stop + 2;
	}
	return check_framing(head);
}

enum cb_http_state cb_http_head_parse(const char *bytes, size_t size, struct cb_http_head *ret)
{
	size_t length = head_length(bytes, size);
	*ret = (struct cb_http_head) { .length = length };
	ret->why = check_bytes(bytes, length ? length : size);
	if (!ret->why && (length ? length > CB_HTTP_HEAD_MAX : size >= CB_HTTP_HEAD_MAX))
		ret->why = "its head is too long";
	if (!ret->why && !length)
		return CB_HTTP_PARTIAL;
	if (!ret->why)
		ret->why = parse_lines(bytes, length, ret);
	return ret->why ? CB_HTTP_BAD : CB_HTTP_WHOLE;
}
