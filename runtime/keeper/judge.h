/* Which requests go to the model's API, and the words with which the others are refused. Pure: the
 * policy, the head of a request and the record in, a decision or an answer out. */
#ifndef CB_KEEPER_JUDGE_H
#define CB_KEEPER_JUDGE_H

#include "formats/http-head.h"
#include "formats/keeper-record.h"
#include "vocab/keeper.h"

enum cb_refusal {
	CB_REFUSAL_NONE,
	CB_REFUSAL_MALFORMED,
	CB_REFUSAL_POLICY,
	CB_REFUSAL_BUDGET,
	CB_REFUSAL_UPSTREAM, /* not refused by us: there is no answer to give */
};

struct cb_verdict {
	enum cb_refusal refusal;
	const struct cb_keeper_row *row; /* without a refusal */
	const char *why;                 /* of one */
};

/* Of a head that is not CB_HTTP_PARTIAL. */
struct cb_verdict cb_keeper_judge(const struct cb_keeper_policy *policy, enum cb_http_state state,
				  const struct cb_http_head *head,
				  const struct cb_keeper_record *record);

#define CB_REFUSAL_MAX 1024

/* What the agent is told: JSON of the form in which the API itself tells of errors. */
void cb_refusal_say(const struct cb_keeper_policy *policy, const struct cb_verdict *verdict,
		    const struct cb_http_head *head, const struct cb_keeper_record *record,
		    char text[static CB_REFUSAL_MAX]);

/* As a number, and as what stands behind HTTP/1.1. */
unsigned cb_refusal_status(enum cb_refusal refusal);
const char *cb_refusal_status_line(enum cb_refusal refusal);

#endif
