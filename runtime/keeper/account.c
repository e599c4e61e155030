/* The record of the session. A budget is held to while answers still come, so what they say is
 * counted as they say it; where one breaks off before it has said so, it is guessed, and not to the
 * agent's advantage: who hangs up early shall gain nothing by it. */
#include "keeper/keeper.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum { SAVE_MS = 1000, BYTES_OF_A_TOKEN = 4 };

/* Soon, and once for all that happens until then. */
void cb_account_changed(struct cb_keeper *keeper)
{
	if (keeper->record_due == UINT64_MAX)
		keeper->record_due = keeper->now + SAVE_MS;
}

void cb_account_usage(struct cb_exchange *exchange)
{
	struct cb_usage *total = &exchange->keeper->record.usage, *counted = &exchange->counted;
	const struct cb_usage *usage = &exchange->scan.usage;
	total->input += usage->input - counted->input;
	total->output += usage->output - counted->output;
	total->cache_write += usage->cache_write - counted->cache_write;
	total->cache_read += usage->cache_read - counted->cache_read;
	*counted = *usage;
	cb_account_changed(exchange->keeper);
}

/* What an answer has used and did not say, since it broke off or has no usage in it: of the
 * request, unless the answer had begun with it, a token for each four bytes; of what the model
 * wrote a token for each piece. A request that the upstream refused, or did not get, used nothing.
 */
static uint64_t guess(const struct cb_exchange *exchange)
{
	const struct cb_usage *usage = &exchange->scan.usage;
	if (!exchange->row->counted || (exchange->response && exchange->status != 200))
		return 0;
	if (cb_usage_sum(usage) == 0)
		return exchange->body_ended ? exchange->sent / BYTES_OF_A_TOKEN : 0;
	return exchange->scan.deltas > usage->output ? exchange->scan.deltas - usage->output : 0;
}

void cb_account_end(struct cb_exchange *exchange)
{
	struct cb_keeper_record *record = &exchange->keeper->record;
	cb_account_usage(exchange);
	if (exchange->gone)
		record->left++;
	else if (exchange->broken || !exchange->response)
		record->failed++;
	else if (cb_usage_sum(&exchange->scan.usage) > 0)
		return;
	record->guessed += guess(exchange);
}

/* A new file takes the place of the old one, so that nobody reads half of it. That it cannot be
 * written is no reason to carry nothing any more. */
void cb_account_save(struct cb_keeper *keeper)
{
	static const char next[] = "." CB_KEEPER_RECORD;
	char text[CB_KEEPER_RECORD_TEXT];
	keeper->record_due = UINT64_MAX;
	size_t size = cb_keeper_record_say(&keeper->record, text);
	int file = openat(keeper->state, next,
			  O_CREAT | O_WRONLY | O_TRUNC | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
	if (file < 0)
		return;
	ssize_t written = write(file, text, size);
	close(file);
	if (written == (ssize_t)size)
		renameat(keeper->state, next, keeper->state, CB_KEEPER_RECORD);
}
