/* The head of a request to the keeper, and what is decided on it. Whatever passes is a method and a
 * path of the policy, said in the one way there is; a library that reads the same bytes again can
 * find no other length in them; refusals are JSON and plain text. However the bytes are cut, the
 * verdict is the same. */
#include "fuzz.h"

#include "keeper/judge.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

static const struct cb_keeper_row rows[] = {
	{ "POST", "/v1/messages", true },
	{ "GET", "/v1/models", false },
};
static const struct cb_keeper_policy policy = {
	.profile = "model",
	.upstream = "https://api.example",
	.rows = rows,
	.row_count = 2,
	.budget = 10,
};

/* How often a line begins so, in any letters. */
static size_t count_lines(const char *bytes, size_t size, const char *name)
{
	size_t count = 0, len = strlen(name);
	for (size_t i = 2; i + len < size; i++)
		count += bytes[i - 1] == '\n' && strncasecmp(bytes + i, name, len) == 0;
	return count;
}

static void check_passed(const char *bytes, const struct cb_http_head *head,
			 const struct cb_keeper_row *row)
{
	char begin[64];
	int len = snprintf(begin, sizeof begin, "%s %s", row->method, row->path);
	MUST(strncmp(bytes, begin, (size_t)len) == 0 && (bytes[len] == ' ' || bytes[len] == '?'));
	MUST(count_lines(bytes, head->length, "host:") == 1);
	MUST(count_lines(bytes, head->length, "content-length:") +
		 count_lines(bytes, head->length, "transfer-encoding:") <=
	     1);
	MUST(count_lines(bytes, head->length, " ") == 0 &&
	     count_lines(bytes, head->length, "\t") == 0);
	MUST(strcmp(row->method, "POST") == 0 || (!head->chunked && head->length_of_body == 0));
	for (size_t i = 0; i < head->length; i++)
		MUST((bytes[i] == '\n') == (i > 0 && bytes[i - 1] == '\r'));
	for (size_t i = 0; i < head->field_count; i++)
		MUST(head->fields[i].name.size > 0 &&
		     !memchr(head->fields[i].value.bytes, '\r', head->fields[i].value.size));
}

static void check_refused(const struct cb_verdict *verdict, const struct cb_http_head *head,
			  struct cb_keeper_record *record)
{
	char said[CB_REFUSAL_MAX], text[CB_KEEPER_RECORD_TEXT];
	cb_refusal_say(&policy, verdict, head, record, said);
	size_t len = strlen(said), quotes = 0;
	MUST(len > 4 && strcmp(said + len - 4, "\"}}\n") == 0);
	for (size_t i = 0; i + 1 < len; i++) {
		MUST(isprint(said[i]) && said[i] != '\\');
		quotes += said[i] == '"';
	}
	MUST(quotes == 14);
	cb_keeper_record_refuse(record, head->method, head->target, verdict->why);
	len = cb_keeper_record_say(record, text);
	MUST(len == strlen(text) && len < sizeof text);
	for (size_t i = 0; i < len; i++)
		MUST(isprint(text[i]) || text[i] == '\n');
}

/* Before its end nothing is known but that it is bad, and what follows it changes nothing. */
static void check_cuts(const char *bytes, size_t size, enum cb_http_state whole)
{
	bool ended = false;
	for (size_t len = 0; len <= size; len++) {
		struct cb_http_head head;
		char *cut = fuzz_copy(bytes, len);
		enum cb_http_state state = cb_http_head_parse(cut, len, &head);
		free(cut);
		MUST(ended ? state == whole : state == CB_HTTP_PARTIAL || state == whole);
		ended = state != CB_HTTP_PARTIAL;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cb_keeper_record record = { .guessed = size > 0 ? data[0] % 20 : 0 };
	struct cb_http_head head;
	char *bytes = fuzz_copy(data, size);
	enum cb_http_state state = cb_http_head_parse(bytes, size, &head);
	if (size < 512)
		check_cuts(bytes, size, state);
	if (state != CB_HTTP_PARTIAL) {
		struct cb_verdict verdict = cb_keeper_judge(&policy, state, &head, &record);
		MUST((verdict.refusal == CB_REFUSAL_NONE) == (verdict.row != NULL));
		MUST(verdict.row || verdict.why);
		if (verdict.row)
			check_passed(bytes, &head, verdict.row);
		else
			check_refused(&verdict, &head, &record);
	} else {
		MUST(size < CB_HTTP_HEAD_MAX);
	}
	free(bytes);
	return 0;
}
