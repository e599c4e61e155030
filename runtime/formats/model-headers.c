/* Lists of names, and the one header that is put together from two. */
#include "formats/model-headers.h"

#include <string.h>
#include <strings.h>

/* The last character of a row `*`: whatever begins so. */
static bool is_listed(struct cb_http_span name, const char *const *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t size = strlen(rows[i]);
		bool open = rows[i][size - 1] == '*';
		if (!open && cb_http_span_is_word(name, rows[i]))
			return true;
		if (open && name.size >= size && strncasecmp(name.bytes, rows[i], size - 1) == 0)
			return true;
	}
	return false;
}

bool cb_model_header_is_beta(struct cb_http_span name)
{
	return cb_http_span_is_word(name, "anthropic-beta");
}

bool cb_model_header_passes(struct cb_http_span name)
{
	static const char *const rows[] = {
		"accept",     "accept-language", "content-type", "user-agent",  "anthropic-*",
		"x-claude-*", "x-stainless-*",   "x-app",        "traceparent", "tracestate",
		"baggage",    "idempotency-key", "x-request-id", "x-client-*",
	};
	return is_listed(name, rows, sizeof rows / sizeof rows[0]);
}

/* Not: what is about this connection alone, the length (which is said in another way), and what the
 * host would have kept for its own. */
bool cb_model_answer_header_passes(const char *name)
{
	static const char *const rows[] = {
		"connection", "keep-alive", "proxy-*",        "te",
		"trailer",    "upgrade",    "content-length", "transfer-encoding",
		"alt-svc",    "set-cookie", "set-cookie2",    "strict-transport-security",
	};
	const struct cb_http_span span = { name, strlen(name) };
	return !is_listed(span, rows, sizeof rows / sizeof rows[0]);
}

static bool has(const struct cb_model_betas *betas, struct cb_http_span word)
{
	const char *at = betas->list, *end = betas->list + betas->size;
	while (at < end) {
		const char *comma = memchr(at, ',', (size_t)(end - at));
		size_t size = (size_t)((comma ? comma : end) - at);
		if (size == word.size && memcmp(at, word.bytes, size) == 0)
			return true;
		at += size + 1;
	}
	return false;
}

static bool add_one(struct cb_model_betas *betas, struct cb_http_span word)
{
	if (word.size == 0 || has(betas, word))
		return true;
	if (betas->size + 1 + word.size > sizeof betas->list)
		return false;
	if (betas->size > 0)
		betas->list[betas->size++] = ',';
	memcpy(betas->list + betas->size, word.bytes, word.size);
	betas->size += word.size;
	return true;
}

bool cb_model_betas_add(struct cb_model_betas *betas, struct cb_http_span value)
{
	const char *at = value.bytes, *end = value.bytes + value.size;
	while (at < end) {
		const char *comma = memchr(at, ',', (size_t)(end - at));
		const char *next = comma ? comma : end, *stop = next;
		while (at < stop && (*at == ' ' || *at == '\t'))
			at++;
		while (stop > at && (stop[-1] == ' ' || stop[-1] == '\t'))
			stop--;
		if (!add_one(betas, (struct cb_http_span) { at, (size_t)(stop - at) }))
			return false;
		at = next + 1;
	}
	return true;
}
