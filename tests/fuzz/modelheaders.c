/* Headers between the agent and the API: a name up to the first colon, then values of
 * anthropic-beta, a line each. What names somebody never passes; a list of betas has what was
 * added, once, and ours. */
#include "fuzz.h"

#include "formats/model-headers.h"

#include <strings.h>

static void check_name(const char *name, size_t size)
{
	static const char *const secret[] = { "authorization",  "x-api-key",
					      "cookie",         "proxy-authorization",
					      "host",           "transfer-encoding",
					      "content-length", "accept-encoding",
					      "expect" };
	char *copy = fuzz_copy(name, size), *text = fuzz_string(name, size);
	const struct cb_http_span span = { copy, size };
	for (size_t i = 0; i < sizeof secret / sizeof secret[0]; i++)
		if (strlen(secret[i]) == size && strncasecmp(copy, secret[i], size) == 0)
			MUST(!cb_model_header_passes(span));
	if (cb_model_header_is_beta(span))
		MUST(cb_model_header_passes(span));
	if (strlen(text) == size && strcasecmp(text, "set-cookie") == 0)
		MUST(!cb_model_answer_header_passes(text));
	free(copy);
	free(text);
}

static size_t count_ours(const struct cb_model_betas *betas)
{
	static const char ours[] = "oauth-2025-04-20";
	size_t count = 0;
	for (size_t i = 0; i + sizeof ours - 1 <= betas->size; i++) {
		size_t end = i + sizeof ours - 1;
		count += memcmp(betas->list + i, ours, sizeof ours - 1) == 0 &&
			 (i == 0 || betas->list[i - 1] == ',') &&
			 (end == betas->size || betas->list[end] == ',');
	}
	return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char ours[] = "oauth-2025-04-20";
	struct cb_model_betas betas = { .size = 0 };
	size_t len;
	const char *piece = fuzz_piece(&data, &size, ':', &len);
	check_name(piece, len);
	bool room = true;
	while (size > 0) {
		piece = fuzz_piece(&data, &size, '\n', &len);
		char *value = fuzz_copy(piece, len);
		room &= cb_model_betas_add(&betas, (struct cb_http_span) { value, len });
		free(value);
	}
	room &= cb_model_betas_add(&betas, (struct cb_http_span) { ours, sizeof ours - 1 });
	MUST(betas.size <= sizeof betas.list);
	MUST(!room || count_ours(&betas) == 1);
	MUST(betas.size == 0 || (betas.list[0] != ',' && betas.list[betas.size - 1] != ','));
	return 0;
}
