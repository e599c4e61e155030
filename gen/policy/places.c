/* A walk over text that jansson has already accepted: it only needs to find where values begin
 * and what the keys are, so it checks nothing again. */
#include "policy/places.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct scan {
	const char *at, *end;
	const char *text;
	struct cb_text pointer;
	json_t *offsets;
	struct cb_findings *found;
	unsigned inside_duplicate; /* its keys are no news */
	bool failed;
};

static void scan_value(struct scan *scan);

static void skip_space(struct scan *scan)
{
	while (scan->at < scan->end && strchr(" \t\r\n", *scan->at))
		scan->at++;
}

static void skip_string(struct scan *scan)
{
	for (scan->at++; scan->at < scan->end && *scan->at != '"'; scan->at++)
		if (*scan->at == '\\')
			scan->at++;
	scan->at++;
}

/* Keys are compared as they are meant: "\u0061" is "a". */
static void push_key(struct scan *scan)
{
	const char *from = scan->at;
	skip_string(scan);
	json_t *key = json_loadb(from, (size_t)(scan->at - from), JSON_DECODE_ANY, NULL);
	if (key)
		cb_pointer_push(&scan->pointer, json_string_value(key));
	else
		scan->failed = true;
	json_decref(key);
}

static bool record(struct scan *scan)
{
	const char *pointer = cb_text_str(&scan->pointer);
	bool known = json_object_get(scan->offsets, pointer) != NULL;
	if (json_object_set_new(scan->offsets, pointer, json_integer(scan->at - scan->text)) != 0)
		scan->failed = true;
	return !known;
}

/* Behind a value, and the comma after it: the pointer is that of what holds it again. */
static void leave_value(struct scan *scan, size_t outer)
{
	cb_text_cut(&scan->pointer, outer);
	skip_space(scan);
	if (*scan->at == ',') {
		scan->at++;
		skip_space(scan);
	}
}

static void scan_object(struct scan *scan)
{
	size_t outer = scan->pointer.len;
	for (scan->at++, skip_space(scan); *scan->at != '}'; skip_space(scan)) {
		push_key(scan);
		skip_space(scan);
		scan->at++; /* the colon */
		skip_space(scan);
		bool duplicate = !record(scan);
		if (duplicate && !scan->inside_duplicate)
			cb_finding_say(cb_finding_add(scan->found, "duplicate-key", "%s",
						      cb_text_str(&scan->pointer)),
				       "is given twice");
		scan->inside_duplicate += duplicate;
		scan_value(scan);
		scan->inside_duplicate -= duplicate;
		leave_value(scan, outer);
	}
	scan->at++;
}

static void scan_array(struct scan *scan)
{
	size_t outer = scan->pointer.len;
	size_t index = 0;
	for (scan->at++, skip_space(scan); *scan->at != ']'; skip_space(scan)) {
		cb_text_printf(&scan->pointer, "/%zu", index++);
		record(scan);
		scan_value(scan);
		leave_value(scan, outer);
	}
	scan->at++;
}

static void scan_value(struct scan *scan)
{
	if (*scan->at == '{')
		scan_object(scan);
	else if (*scan->at == '[')
		scan_array(scan);
	else if (*scan->at == '"')
		skip_string(scan);
	else
		while (scan->at < scan->end && !strchr(",]} \t\r\n", *scan->at))
			scan->at++;
}

int cb_places_scan(struct cb_places *places, const char *text, size_t len,
		   struct cb_findings *found, struct cb_error *err)
{
	struct scan scan = { .at = text, .end = text + len, .text = text, .found = found };
	scan.offsets = json_object();
	if (!scan.offsets)
		return cb_fail_memory(err);
	skip_space(&scan);
	scan_value(&scan);
	bool failed = scan.failed || scan.pointer.failed;
	cb_text_clear(&scan.pointer);
	if (failed) {
		json_decref(scan.offsets);
		return cb_fail_memory(err);
	}
	places->offsets = scan.offsets;
	return 0;
}

/* A value that is missing stands where what should hold it begins. */
static size_t place_of(const struct cb_places *places, const char *pointer, struct cb_text *scratch)
{
	if (strncmp(pointer, "closure:", 8) == 0)
		return SIZE_MAX;
	cb_text_cut(scratch, 0);
	cb_text_add(scratch, pointer);
	while (scratch->len > 0 && !scratch->failed) {
		json_t *offset = json_object_get(places->offsets, scratch->data);
		if (offset)
			return (size_t)json_integer_value(offset);
		const char *slash = strrchr(scratch->data, '/');
		cb_text_cut(scratch, slash ? (size_t)(slash - scratch->data) : 0);
	}
	return 0;
}

struct keyed {
	struct cb_finding finding;
	size_t order;
};

static int compare(const void *a, const void *b)
{
	const struct keyed *x = a;
	const struct keyed *y = b;
	if (x->finding.place != y->finding.place)
		return x->finding.place < y->finding.place ? -1 : 1;
	return x->order < y->order ? -1 : 1;
}

void cb_places_sort(const struct cb_places *places, struct cb_findings *found)
{
	cleanup_text struct cb_text scratch = { 0 };
	struct keyed *keyed = calloc(found->count + 1, sizeof *keyed);
	if (!keyed)
		return; /* an order is a courtesy; the findings are all there */
	for (size_t i = 0; i < found->count; i++) {
		struct cb_finding *finding = &found->list[i];
		finding->place = place_of(places, cb_text_str(&finding->pointer), &scratch);
		keyed[i] = (struct keyed) { *finding, i };
	}
	qsort(keyed, found->count, sizeof *keyed, compare);
	for (size_t i = 0; i < found->count; i++)
		found->list[i] = keyed[i].finding;
	free(keyed);
}

void cb_places_clear(struct cb_places *places)
{
	json_decref(places->offsets);
	places->offsets = NULL;
}
