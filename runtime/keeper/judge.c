/* The table of the policy decides: a method and a path that are not in it go no further. The path
 * is compared byte by byte, so no spelling of another one is let through. */
#include "keeper/judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What clients are told to call us: the socket has no name of its own. */
static const char own_name[] = "localhost";

static const struct {
	const char *type, *line;
	unsigned status;
} kinds[] = {
	[CB_REFUSAL_NONE] = { "", "200 OK", 200 },
	[CB_REFUSAL_MALFORMED] = { "invalid_request_error", "400 Bad Request", 400 },
	[CB_REFUSAL_POLICY] = { "permission_error", "403 Forbidden by claudebox", 403 },
	[CB_REFUSAL_BUDGET] = { "rate_limit_error", "429 Too Many Requests", 429 },
	[CB_REFUSAL_UPSTREAM] = { "api_error", "502 Bad Gateway", 502 },
};

unsigned cb_refusal_status(enum cb_refusal refusal)
{
	return kinds[refusal].status;
}

const char *cb_refusal_status_line(enum cb_refusal refusal)
{
	return kinds[refusal].line;
}

static const struct cb_keeper_row *find_row(const struct cb_keeper_policy *policy,
					    const struct cb_http_head *head)
{
	for (size_t i = 0; i < policy->row_count; i++)
		if (cb_http_span_is(head->method, policy->rows[i].method) &&
		    cb_http_span_is(head->path, policy->rows[i].path))
			return &policy->rows[i];
	return NULL;
}

/* NULL: it asks for nothing but a path of this host. */
static const char *check_host(const struct cb_http_head *head)
{
	if (cb_http_span_is(head->method, "CONNECT"))
		return "this is no proxy";
	if (head->target.bytes[0] != '/')
		return "it names another host than the model's API";
	if (!cb_http_span_is_word(head->host, own_name))
		return "its host is not localhost";
	return NULL;
}

static struct cb_verdict refuse(enum cb_refusal refusal, const char *why)
{
	return (struct cb_verdict) { refusal, NULL, why };
}

struct cb_verdict cb_keeper_judge(const struct cb_keeper_policy *policy, enum cb_http_state state,
				  const struct cb_http_head *head,
				  const struct cb_keeper_record *record)
{
	if (state != CB_HTTP_WHOLE)
		return refuse(CB_REFUSAL_MALFORMED, head->why);
	const char *why = check_host(head);
	if (why)
		return refuse(CB_REFUSAL_POLICY, why);
	const struct cb_keeper_row *row = find_row(policy, head);
	if (!row)
		return refuse(CB_REFUSAL_POLICY,
			      "it is not among the requests that are let through");
	if (strcmp(row->method, "POST") != 0 && (head->chunked || head->length_of_body > 0))
		return refuse(CB_REFUSAL_MALFORMED, "it has a body, and is no POST");
	if (row->counted && policy->budget > 0 && cb_keeper_record_tokens(record) >= policy->budget)
		return refuse(CB_REFUSAL_BUDGET, "the budget of the session is used up");
	return (struct cb_verdict) { CB_REFUSAL_NONE, row, NULL };
}

/* The words stand in JSON as they are: ours have nothing to be escaped in them, and neither has a
 * method or a target that was parsed. */
static void say_what(const struct cb_keeper_policy *policy, const struct cb_verdict *verdict,
		     const struct cb_http_head *head, const struct cb_keeper_record *record,
		     char *text, size_t room)
{
	switch (verdict->refusal) {
	case CB_REFUSAL_BUDGET:
		snprintf(text, room,
			 "the budget of this session is used up: %" PRIu64 " of %" PRIu64
			 " tokens. It is key.budget of the policy of profile '%s'; ask the user to "
			 "begin another session, or to raise it",
			 cb_keeper_record_tokens(record), policy->budget, policy->profile);
		return;
	case CB_REFUSAL_UPSTREAM:
		snprintf(text, room, "%s gives no answer: %s", policy->upstream, verdict->why);
		return;
	case CB_REFUSAL_MALFORMED:
		snprintf(text, room, "this request is refused: %s", verdict->why);
		return;
	default:
		snprintf(text, room,
			 "%.*s %.*s is refused: %s. The policy of profile '%s' (key.outside) lets "
			 "requests to the model through and nothing else; ask the user if this is "
			 "needed",
			 (int)head->method.size, head->method.bytes,
			 (int)(head->path.size < CB_KEEPER_RECORD_TARGET ? head->path.size
									 : CB_KEEPER_RECORD_TARGET),
			 head->path.bytes, verdict->why, policy->profile);
	}
}

void cb_refusal_say(const struct cb_keeper_policy *policy, const struct cb_verdict *verdict,
		    const struct cb_http_head *head, const struct cb_keeper_record *record,
		    char text[static CB_REFUSAL_MAX])
{
	char what[CB_REFUSAL_MAX - 128];
	say_what(policy, verdict, head, record, what, sizeof what);
	snprintf(text, CB_REFUSAL_MAX,
		 "{\"type\":\"error\",\"error\":{\"type\":\"%s\",\"message\":\"claudebox: %s\"}}\n",
		 kinds[verdict->refusal].type, what);
}
