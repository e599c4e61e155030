/* The list of refusals: a row for each host, port and reason, as long as there is room. */
#include "formats/proxy-log.h"

#include "base/strv.h"
#include "vocab/paths.h"

#include <stdio.h>
#include <string.h>

char *cb_proxy_log_path(const char *home, const char *state)
{
	return cb_format("%s/" CB_STATE_HOME "/%s/" CB_PROXY_LOG_NAME, home, state);
}

/* At 1, 2, 4, 8 …: the file is nearly right even if nobody gets to write the last count. */
static bool count_one(uint32_t *count)
{
	if (*count == UINT32_MAX)
		return false;
	++*count;
	return (*count & (*count - 1)) == 0;
}

bool cb_proxy_log_add(struct cb_proxy_log *r, const char *host, uint16_t port, const char *why)
{
	for (size_t i = 0; i < CB_PROXY_LOG_ROWS; i++) {
		struct cb_proxy_log_row *row = &r->rows[i];
		if (row->count == 0) {
			stpncpy(row->host, host, CB_NAME_MAX);
			stpncpy(row->why, why, CB_PROXY_LOG_WHY);
			row->port = port;
		}
		if (row->port == port && strcmp(row->host, host) == 0 &&
		    strncmp(row->why, why, CB_PROXY_LOG_WHY) == 0)
			return count_one(&row->count);
	}
	return count_one(&r->others);
}

size_t cb_proxy_log_say(struct cb_proxy_log *r)
{
	size_t len = 0, size = sizeof r->text;
	r->text[0] = '\0';
	for (const struct cb_proxy_log_row *row = r->rows;
	     row < r->rows + CB_PROXY_LOG_ROWS && row->count; row++) {
		if (*row->host)
			len += (size_t)snprintf(r->text + len, size - len, "%u %s:%u: %s\n",
						row->count, row->host, row->port, row->why);
		else
			len += (size_t)snprintf(r->text + len, size - len,
						"%u (no host name): %s\n", row->count, row->why);
	}
	if (r->others)
		len += (size_t)snprintf(r->text + len, size - len, "%u others\n", r->others);
	return len;
}

/* What a line names; NULL: nothing. */
static char *name_of(const char *line)
{
	const char *name = line + strspn(line, "0123456789"); /* a host may begin with digits */
	name += *name == ' ';
	const char *stop = memmem(name, strcspn(name, "\n"), ": ", 2);
	return stop ? cb_strndup(name, (size_t)(stop - name)) : NULL;
}

char *cb_proxy_log_recall(const char *text, const char *state)
{
	enum { NAMED = 4 };
	struct cb_strv names = { 0 };
	for (const char *line = text; *line && names.len <= NAMED;) {
		const char *name = names.len < NAMED ? name_of(line) : NULL;
		cb_strv_push(&names, name ? name : "others");
		line += strcspn(line, "\n");
		line += *line == '\n';
	}
	if (names.len == 0)
		return NULL;
	return cb_format("the last session was refused %s, see ~/" CB_STATE_HOME
			 "/%s/" CB_PROXY_LOG_NAME,
			 cb_strv_join(&names, ", "), state);
}
