/* The list of refusals: a row each time something new is asked for, as long as there is room. */
#include "formats/proxy-log.h"

#include "base/number.h"
#include "base/strv.h"
#include "vocab/paths.h"

#include <stdlib.h>
#include <string.h>

char *cb_proxy_log_path(const char *home, const char *state)
{
	return cb_concat(home, "/" CB_STATE_HOME "/", state, "/" CB_PROXY_LOG_NAME, NULL);
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
		if (r->rows[i].count == 0) {
			stpncpy(r->rows[i].host, host, CB_NAME_MAX);
			r->rows[i].port = port;
			r->rows[i].why = why;
		} else if (r->rows[i].port != port || strcmp(r->rows[i].why, why) != 0 ||
			   strcmp(r->rows[i].host, host) != 0) {
			continue;
		}
		return count_one(&r->rows[i].count);
	}
	return count_one(&r->others);
}

size_t cb_proxy_log_say(struct cb_proxy_log *r)
{
	char number[CB_NUMBER_SIZE], *end = r->text;
	for (size_t i = 0; i < CB_PROXY_LOG_ROWS && r->rows[i].count; i++) {
		end = stpcpy(stpcpy(end, cb_number(number, r->rows[i].count, 10, 1)), " ");
		if (*r->rows[i].host) {
			end = stpcpy(stpcpy(end, r->rows[i].host), ":");
			end = stpcpy(end, cb_number(number, r->rows[i].port, 10, 1));
		} else {
			end = stpcpy(end, "(no host name)");
		}
		end = stpncpy(stpcpy(end, ": "), r->rows[i].why, CB_PROXY_LOG_WHY);
		end = stpcpy(end, "\n");
	}
	if (r->others)
		end = stpcpy(stpcpy(end, cb_number(number, r->others, 10, 1)), " others\n");
	return (size_t)(end - r->text);
}

/* What a line names; NULL: nothing. Caller frees. */
static char *name_of(const char *line)
{
	const char *name = line + strspn(line, "0123456789"); /* a host may begin with digits */
	name += *name == ' ';
	size_t len = strcspn(name, "\n");
	const char *stop = memmem(name, len, ": ", 2);
	return stop ? strndup(name, (size_t)(stop - name)) : NULL;
}

char *cb_proxy_log_recall(const char *text, const char *state)
{
	enum { NAMED = 4 };
	char *said = *text ? strdup("the last session was refused ") : NULL;
	size_t names = 0;
	for (const char *line = text; said && *line && names <= NAMED; names++) {
		char *name = names < NAMED ? name_of(line) : NULL;
		char *longer = cb_concat(said, names ? ", " : "", name ? name : "others", NULL);
		free(name);
		free(said);
		said = longer;
		line += strcspn(line, "\n");
		line += *line == '\n';
	}
	char *note =
	    said ? cb_concat(said, ", see ~/" CB_STATE_HOME "/", state, "/" CB_PROXY_LOG_NAME, NULL)
		 : NULL;
	free(said);
	return note;
}
