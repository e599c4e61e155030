/* The table of --check and how its rows are made. */
#include "commands/check/parts.h"

#include "base/number.h"
#include "vocab/secrets.h"

#include <stdlib.h>
#include <string.h>

static const struct {
	const char *what;
	cb_check_decide *decide;
} checks[] = {
#define X(what, decide) { what, decide },
#include "commands/check/checks.def"
#undef X
};

void cb_say_taken(struct cb_checker *c, enum cb_health health, char *found)
{
	struct cb_check *check = c->check;
	if (!found ||
	    !(check->rows = cb_grow(check->rows, check->len, &check->cap, sizeof *check->rows))) {
		free(found);
		check->failed = true;
		return;
	}
	cb_secret_strike(found);
	check->rows[check->len++] = (struct cb_check_row) { health, c->what, found, NULL, false };
}

void cb_advise_taken(struct cb_checker *c, char *hint, bool has_lines)
{
	struct cb_check *check = c->check;
	if (!hint || check->len == 0) {
		free(hint);
		check->failed = true;
		return;
	}
	cb_secret_strike(hint);
	free(check->rows[check->len - 1].hint);
	check->rows[check->len - 1].hint = hint;
	check->rows[check->len - 1].hint_has_lines = has_lines;
}

void cb_say_error(struct cb_checker *c, const struct cb_error *err)
{
	cb_say(c, CB_HEALTH_FAIL, err->what ? err->what : "out of memory");
	if (err->hint)
		cb_advise(c, err->hint);
}

const char *cb_from_digit(const char *text)
{
	return text + strcspn(text, "0123456789");
}

unsigned long cb_version_of(const char *text)
{
	unsigned long parts[3] = { 0 };
	text = cb_from_digit(text);
	for (size_t i = 0; i < 3 && *text >= '0' && *text <= '9'; i++) {
		unsigned long n = cb_digits(text);
		parts[i] = n < 1000 ? n : 999;
		text += strspn(text, "0123456789");
		text += *text == '.';
	}
	return CB_VERSION(parts[0], parts[1], parts[2]);
}

void cb_check_make(const struct cb_policy *policy, const struct cb_checkup *checkup,
		   struct cb_check *ret)
{
	struct cb_checker c = { .policy = policy, .up = checkup, .check = ret };
	ret->failed = checkup->failed;
	for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
		c.what = checks[i].what;
		checks[i].decide(&c);
	}
}

enum cb_health cb_check_worst(const struct cb_check *check)
{
	enum cb_health worst = CB_HEALTH_OK;
	for (size_t i = 0; i < check->len; i++)
		if (check->rows[i].health > worst)
			worst = check->rows[i].health;
	return worst;
}

void cb_check_clear(struct cb_check *check)
{
	for (size_t i = 0; i < check->len; i++) {
		free(check->rows[i].found);
		free(check->rows[i].hint);
	}
	free(check->rows);
	*check = (struct cb_check) { 0 };
}
