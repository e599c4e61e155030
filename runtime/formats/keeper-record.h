/* What happened in a session with the key outside, for the user to read: how much was asked for and
 * used, and what was refused. Pure; bounded however much is asked for. It holds nothing of a body,
 * of an answer or of the key, and of a refused request only its method and target, as plain text.
 */
#ifndef CB_FORMATS_KEEPER_RECORD_H
#define CB_FORMATS_KEEPER_RECORD_H

#include "formats/http-head.h"
#include "formats/model-usage.h"

#define CB_KEEPER_RECORD_ROWS 32
#define CB_KEEPER_RECORD_METHOD 16
#define CB_KEEPER_RECORD_TARGET 80
#define CB_KEEPER_RECORD_TEXT 8192

struct cb_keeper_record {
	uint64_t requests;     /* let through */
	uint64_t failed;       /* of them: no answer came, or not all of it */
	uint64_t left;         /* of them: the agent went before the end */
	uint64_t refused;      /* not let through */
	struct cb_usage usage; /* as the answers say */
	uint64_t guessed;      /* tokens of answers that did not get as far as to say */
	uint64_t budget;       /* 0: none */
	struct {
		char method[CB_KEEPER_RECORD_METHOD + 1];
		char target[CB_KEEPER_RECORD_TARGET + 1];
		const char *why; /* a text of ours */
		uint64_t count;
	} rows[CB_KEEPER_RECORD_ROWS];
	uint64_t others; /* refused, and no row for it */
};

/* All tokens so far, which the budget is about. */
uint64_t cb_keeper_record_tokens(const struct cb_keeper_record *record);

/* Counts a refusal. Method and target may be empty; of the target the query is left out, since it
 * may hold anything. `why` is kept as a pointer. */
void cb_keeper_record_refuse(struct cb_keeper_record *record, struct cb_http_span method,
			     struct cb_http_span target, const char *why);

/* Writes lines `WORD NUMBER`, then `refused NUMBER METHOD TARGET: WHY`; returns their length. */
size_t cb_keeper_record_say(const struct cb_keeper_record *record,
			    char text[static CB_KEEPER_RECORD_TEXT]);

#endif
