/* Counters and a bounded list, and the lines that are made of them. */
#include "formats/keeper-record.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What is shown of a refusal's reason. */
enum { WHY_MAX = 100 };

uint64_t cb_keeper_record_tokens(const struct cb_keeper_record *record)
{
	return cb_usage_sum(&record->usage) + record->guessed;
}

/* As much as there is room for, without what could end a line or draw on a terminal. */
static void copy_plain(char *into, size_t room, struct cb_http_span span)
{
	size_t size = span.size < room ? span.size : room;
	for (size_t i = 0; i < size; i++)
		into[i] =
		    (char)(span.bytes[i] > 0x20 && span.bytes[i] < 0x7f ? span.bytes[i] : '?');
	into[size] = '\0';
}

void cb_keeper_record_refuse(struct cb_keeper_record *record, struct cb_http_span method,
			     struct cb_http_span target, const char *why)
{
	char name[CB_KEEPER_RECORD_METHOD + 1], path[CB_KEEPER_RECORD_TARGET + 1];
	const char *mark = target.size ? memchr(target.bytes, '?', target.size) : NULL;
	if (mark)
		target.size = (size_t)(mark - target.bytes);
	copy_plain(name, CB_KEEPER_RECORD_METHOD, method);
	copy_plain(path, CB_KEEPER_RECORD_TARGET, target);
	record->refused++;
	for (size_t i = 0; i < CB_KEEPER_RECORD_ROWS; i++) {
		if (record->rows[i].count == 0) {
			memcpy(record->rows[i].method, name, sizeof name);
			memcpy(record->rows[i].target, path, sizeof path);
			record->rows[i].why = why;
		} else if (record->rows[i].why != why ||
			   strcmp(record->rows[i].method, name) != 0 ||
			   strcmp(record->rows[i].target, path) != 0) {
			continue;
		}
		record->rows[i].count++;
		return;
	}
	record->others++;
}

/* At the end of what there is; nothing, where there is no room for all of it. */
__attribute__((format(printf, 3, 4))) static void add(char *text, size_t *size, const char *format,
						      ...)
{
	size_t room = CB_KEEPER_RECORD_TEXT - *size;
	va_list ap;
	va_start(ap, format);
	int len = vsnprintf(text + *size, room, format, ap);
	va_end(ap);
	if (len >= 0 && (size_t)len < room)
		*size += (size_t)len;
	else
		text[*size] = '\0';
}

size_t cb_keeper_record_say(const struct cb_keeper_record *record,
			    char text[static CB_KEEPER_RECORD_TEXT])
{
	const struct {
		const char *word;
		uint64_t number;
	} lines[] = {
		{ "requests", record->requests },
		{ "failed", record->failed },
		{ "left", record->left },
		{ "input", record->usage.input },
		{ "output", record->usage.output },
		{ "cache-write", record->usage.cache_write },
		{ "cache-read", record->usage.cache_read },
		{ "guessed", record->guessed },
		{ "tokens", cb_keeper_record_tokens(record) },
		{ "budget", record->budget },
		{ "refusals", record->refused },
	};
	size_t size = 0;
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		add(text, &size, "%s %" PRIu64 "\n", lines[i].word, lines[i].number);
	for (size_t i = 0; i < CB_KEEPER_RECORD_ROWS && record->rows[i].count; i++)
		add(text, &size, "refused %" PRIu64 " %s %s: %.*s\n", record->rows[i].count,
		    *record->rows[i].method ? record->rows[i].method : "-",
		    *record->rows[i].target ? record->rows[i].target : "-", (int)WHY_MAX,
		    record->rows[i].why);
	if (record->others)
		add(text, &size, "refused %" PRIu64 " - -: others\n", record->others);
	return size;
}
