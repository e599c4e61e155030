/* The plan as JSON, for --dry-run=json. Bytes that are no UTF-8 (file names may hold them) are
 * written as lone surrogates U+DC80..U+DCFF, as Python's surrogateescape does, so that every
 * path can be told from every other. Characters that command a terminal are escaped, too. */
#include "show/json.h"

#include "base/utf8.h"
#include "show/show.h"
#include "vocab/words.h"

#include <stdarg.h>
#include <string.h>

/* In 16-bit units, of which a character above U+FFFF has two. */
static void print_escaped(FILE *file, unsigned point)
{
	if (point >= 0x10000)
		fprintf(file, "\\u%04x\\u%04x", 0xd7c0 + (point >> 10), 0xdc00 | (point & 0x3ff));
	else
		fprintf(file, "\\u%04x", point);
}

void cb_json_string(FILE *file, const char *text)
{
	putc('"', file);
	for (size_t len; *text; text += len ? len : 1) {
		len = cb_utf8_length(text);
		unsigned point = len ? cb_utf8_decode(text, len) : 0xdc00U + (unsigned char)*text;
		if (!len || cb_is_invisible(point))
			print_escaped(file, point);
		else
			fprintf(file, "%s%.*s", *text == '"' || *text == '\\' ? "\\" : "", (int)len,
				text);
	}
	putc('"', file);
}

void cb_json_member(FILE *file, const char *name, const char *text)
{
	fprintf(file, "\"%s\":", name);
	if (text)
		cb_json_string(file, text);
	else
		fputs("null", file);
}

void cb_json_members(FILE *file, const char *between, ...)
{
	va_list ap;
	va_start(ap, between);
	const char *gap = "";
	for (const char *name; (name = va_arg(ap, const char *)); gap = between) {
		fputs(gap, file);
		cb_json_member(file, name, va_arg(ap, const char *));
	}
	va_end(ap);
}

static void put_mounts(FILE *file, const struct cb_plan *plan)
{
	fputs("\"mounts\":[", file);
	for (size_t i = 0; i < plan->op_count; i++) {
		const struct cb_op *op = &plan->ops[i];
		fputs(i ? ",\n  {" : "\n  {", file);
		cb_json_members(file, ",", "kind", cb_word_kind(op->kind), "from", op->from, "to",
				op->to, "why", op->why, NULL);
		putc('}', file);
	}
	fputs("\n]", file);
}

static void put_env(FILE *file, const struct cb_plan *plan)
{
	fputs("\"env\":[", file);
	for (size_t i = 0; i < plan->var_count; i++) {
		const struct cb_var *var = &plan->vars[i];
		fputs(i ? ",\n  {" : "\n  {", file);
		cb_json_members(file, ",", "name", var->name, "value", cb_shown_value(var),
				"origin", cb_word_origin(var->origin), NULL);
		fputs(var->secret ? ",\"secret\":true}" : ",\"secret\":false}", file);
	}
	fputs("\n]", file);
}

static void put_strings(FILE *file, const char *name, const char *const *items)
{
	fprintf(file, "\"%s\":[", name);
	for (size_t i = 0; items && items[i]; i++) {
		fputs(i ? "," : "", file);
		cb_json_string(file, items[i]);
	}
	fputs("],\n", file);
}

static void put_numbers(FILE *file, const char *name, const uint16_t *numbers)
{
	fprintf(file, "\"%s\":[", name);
	for (size_t i = 0; numbers[i]; i++)
		fprintf(file, "%s%u", i ? "," : "", numbers[i]);
	fputs("],\n", file);
}

/* null: the policy has no daemon. */
static void put_nix(FILE *file, const struct cb_plan *plan)
{
	if (!plan->policy->nix_daemon) {
		fputs("\"nix\":null,\n", file);
		return;
	}
	fprintf(file, "\"nix\":{\"daemon\":%s,", cb_plan_has_daemon(plan) ? "true" : "false");
	cb_json_member(file, "says", cb_nix_says(plan->nix));
	fputs("},\n", file);
}

static void put_network(FILE *file, const struct cb_policy *policy)
{
	cb_json_member(file, "network", cb_word_tier(policy->network));
	fputs(",\n", file);
	put_strings(file, "domains", policy->domains);
	put_numbers(file, "ports", policy->ports);
	put_numbers(file, "forward", policy->forward);
	fputs("\"block\":[", file);
	for (size_t i = 0; i < policy->block_count; i++) {
		fputs(i ? "," : "", file);
		cb_json_string(file, policy->block[i].text);
	}
	fputs("],\n", file);
}

/* The exec's words with the options in the place of `--args FD`, as bwrap reads them. */
static void put_command(FILE *file, const struct cb_plan *plan, const struct cb_bwrap *bwrap)
{
	fputs("\"command\":[\n  ", file);
	cb_json_string(file, plan->policy->bwrap);
	for (size_t i = 0; i < bwrap->options.len; i++) {
		const char *option = cb_shown_option(plan, &bwrap->options, i);
		fputs(strncmp(option, "--", 2) == 0 ? ",\n  " : ",", file);
		cb_json_string(file, option);
	}
	for (size_t i = 3; i < bwrap->argv.len; i++) {
		fputs(i == 3 ? ",\n  " : ",", file);
		cb_json_string(file, cb_shown_argument(bwrap->argv.items[i]));
	}
	fputs("\n]", file);
}

void cb_show_json(FILE *file, const struct cb_plan *plan, const struct cb_bwrap *bwrap)
{
	putc('{', file);
	cb_json_member(file, "profile", plan->policy->name);
	fputs(",\n", file);
	put_network(file, plan->policy);
	put_nix(file, plan);
	cb_json_members(file, ",\n", "project", plan->project, "state", plan->state, NULL);
	fputs(",\n", file);
	put_strings(file, "notes", (const char *const *)plan->notes.items);
	put_mounts(file, plan);
	fputs(",\n", file);
	put_env(file, plan);
	fputs(",\n", file);
	put_command(file, plan, bwrap);
	fputs("}\n", file);
}
