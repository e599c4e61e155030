/* What the keeper decides on a head, and in which words: exactly the rows of the policy pass. */
#include "keeper/judge.h"
#include "unit.h"

#include <string.h>

static const struct cb_keeper_row rows[] = {
	{ "POST", "/v1/messages", true },
	{ "GET", "/v1/models", false },
};
static const struct cb_keeper_policy policy = {
	.profile = "model",
	.upstream = "https://api.example",
	.rows = rows,
	.row_count = 2,
	.budget = 100,
};

static struct cb_verdict judge(const char *text, const struct cb_keeper_record *record,
			       char said[static CB_REFUSAL_MAX])
{
	static const struct cb_keeper_record nothing = { 0 };
	struct cb_http_head head;
	enum cb_http_state state = cb_http_head_parse(text, strlen(text), &head);
	record = record ? record : &nothing;
	struct cb_verdict verdict = cb_keeper_judge(&policy, state, &head, record);
	if (verdict.refusal != CB_REFUSAL_NONE)
		cb_refusal_say(&policy, &verdict, &head, record, said);
	return verdict;
}

#define HOST " HTTP/1.1\r\nHost: localhost\r\n\r\n"

static void rows_of_the_policy_pass(void **state)
{
	(void)state;
	char said[CB_REFUSAL_MAX];
	assert_ptr_equal(judge("POST /v1/messages" HOST, NULL, said).row, &rows[0]);
	assert_ptr_equal(judge("POST /v1/messages?a=/v1/files" HOST, NULL, said).row, &rows[0]);
	assert_ptr_equal(judge("GET /v1/models" HOST, NULL, said).row, &rows[1]);
}

static void nothing_else_does(void **state)
{
	(void)state;
	static const struct {
		const char *text, *says;
		enum cb_refusal refusal;
	} refused[] = {
		{ "POST /v1/models" HOST, "POST /v1/models is refused", CB_REFUSAL_POLICY },
		{ "GET /v1/messages" HOST, "not among the requests", CB_REFUSAL_POLICY },
		{ "POST /v1/messages/" HOST, "not among the requests", CB_REFUSAL_POLICY },
		{ "POST /v1/message" HOST, "not among the requests", CB_REFUSAL_POLICY },
		{ "POST /" HOST, "not among the requests", CB_REFUSAL_POLICY },
		{ "POST http://localhost/v1/messages" HOST, "names another host",
		  CB_REFUSAL_POLICY },
		{ "CONNECT /v1/messages" HOST, "this is no proxy", CB_REFUSAL_POLICY },
		{ "POST /v1/messages HTTP/1.1\r\nHost: api.example\r\n\r\n", "not localhost",
		  CB_REFUSAL_POLICY },
		{ "GET /v1/models HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n",
		  "has a body", CB_REFUSAL_MALFORMED },
		{ "GET /v1/models HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: "
		  "chunked\r\n\r\n",
		  "has a body", CB_REFUSAL_MALFORMED },
		{ "POST\n", "CR LF", CB_REFUSAL_MALFORMED },
	};
	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
		char said[CB_REFUSAL_MAX];
		struct cb_verdict verdict = judge(refused[i].text, NULL, said);
		assert_int_equal(verdict.refusal, refused[i].refusal);
		assert_null(verdict.row);
		if (!strstr(said, refused[i].says))
			fail_msg("%s: does not say %s", said, refused[i].says);
	}
}

static void a_budget_is_held_to(void **state)
{
	(void)state;
	char said[CB_REFUSAL_MAX];
	struct cb_keeper_record record = { .usage = { 50, 20, 20, 5 }, .guessed = 4 };
	assert_int_equal(judge("POST /v1/messages" HOST, &record, said).refusal, CB_REFUSAL_NONE);
	record.guessed++;
	assert_int_equal(judge("POST /v1/messages" HOST, &record, said).refusal, CB_REFUSAL_BUDGET);
	assert_non_null(strstr(said,
			       "used up: 100 of 100 tokens. It is key.budget of the policy of "
			       "profile 'model'"));
	assert_int_equal(judge("GET /v1/models" HOST, &record, said).refusal, CB_REFUSAL_NONE);
}

/* However long the target is, the answer is whole. */
static void an_answer_has_an_end(void **state)
{
	(void)state;
	char text[8000], said[CB_REFUSAL_MAX];
	memset(text, 'x', sizeof text);
	memcpy(text, "POST /", 6);
	strcpy(text + sizeof text - sizeof HOST, HOST);
	assert_int_equal(judge(text, NULL, said).refusal, CB_REFUSAL_POLICY);
	assert_string_equal(said + strlen(said) - 4, "\"}}\n");
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(rows_of_the_policy_pass),
	cmocka_unit_test(nothing_else_does),
	cmocka_unit_test(a_budget_is_held_to),
	cmocka_unit_test(an_answer_has_an_end),
};
UNIT_MAIN(tests)
