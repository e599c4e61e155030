/* Headers that go on, those that stay behind, and the list of betas. */
#include "formats/model-headers.h"
#include "unit.h"

#include <string.h>

static struct cb_http_span span(const char *text)
{
	return (struct cb_http_span) { text, strlen(text) };
}

static void what_the_agent_sends(void **state)
{
	(void)state;
	static const char *const pass[] = {
		"accept",         "Content-Type",      "user-agent",
		"anthropic-beta", "Anthropic-Version", "anthropic-x",
		"x-app",          "x-stainless-lang",  "x-claude-code-session-id",
		"traceparent",
	};
	static const char *const stay[] = {
		"authorization",
		"Authorization",
		"x-api-key",
		"X-API-KEY",
		"cookie",
		"proxy-authorization",
		"host",
		"connection",
		"content-length",
		"transfer-encoding",
		"te",
		"expect",
		"upgrade",
		"accept-encoding",
		"x-forwarded-for",
		"forwarded",
		"x-unknown",
		"anthropic",
		"anthropic-",
		"x-anthropic-y",
		"x-api-key2",
		"",
		"x-ap",
		"x-app2",
	};
	for (size_t i = 0; i < sizeof pass / sizeof pass[0]; i++)
		if (!cb_model_header_passes(span(pass[i])))
			fail_msg("%s stays behind", pass[i]);
	for (size_t i = 0; i < sizeof stay / sizeof stay[0]; i++)
		if (cb_model_header_passes(span(stay[i])))
			fail_msg("%s goes on", stay[i]);
	assert_true(cb_model_header_is_beta(span("Anthropic-Beta")));
	assert_false(cb_model_header_is_beta(span("anthropic-beta2")));
}

static void what_the_upstream_answers(void **state)
{
	(void)state;
	assert_true(cb_model_answer_header_passes("content-type"));
	assert_true(cb_model_answer_header_passes("anthropic-ratelimit-tokens-remaining"));
	assert_true(cb_model_answer_header_passes("retry-after"));
	assert_true(cb_model_answer_header_passes("content-encoding"));
	assert_false(cb_model_answer_header_passes("Set-Cookie"));
	assert_false(cb_model_answer_header_passes("transfer-encoding"));
	assert_false(cb_model_answer_header_passes("Content-Length"));
	assert_false(cb_model_answer_header_passes("proxy-authenticate"));
}

static void betas_are_added_once(void **state)
{
	(void)state;
	struct cb_model_betas betas = { .size = 0 };
	assert_true(cb_model_betas_add(&betas, span("")));
	assert_int_equal(betas.size, 0);
	assert_true(cb_model_betas_add(&betas, span("a-1, b-2 ,,\tc")));
	assert_true(cb_model_betas_add(&betas, span("b-2,b,a-1")));
	assert_int_equal(betas.size, strlen("a-1,b-2,c,b"));
	assert_memory_equal(betas.list, "a-1,b-2,c,b", betas.size);
}

static void betas_have_room_or_not(void **state)
{
	(void)state;
	struct cb_model_betas betas = { .size = 0 };
	char long_one[CB_MODEL_BETAS_MAX];
	memset(long_one, 'x', sizeof long_one);
	assert_true(
	    cb_model_betas_add(&betas, (struct cb_http_span) { long_one, sizeof long_one - 3 }));
	assert_true(cb_model_betas_add(&betas, span("a")));
	assert_true(cb_model_betas_add(&betas, span("a")));
	assert_false(cb_model_betas_add(&betas, span("b")));
	assert_true(betas.size <= sizeof betas.list);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(what_the_agent_sends),
	cmocka_unit_test(what_the_upstream_answers),
	cmocka_unit_test(betas_are_added_once),
	cmocka_unit_test(betas_have_room_or_not),
};
UNIT_MAIN(tests)
