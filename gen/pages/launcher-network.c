/* The definitions of a tier's network. */
#include "pages/pages.h"

#include "pages/literal.h"
#include "policy/prefix.h"

/* What a private network never leads to, whatever the policy adds. */
static const char *const always[] = {
#define X(text) text,
#include "pages/blocked.def"
#undef X
};
enum { ALWAYS = sizeof always / sizeof always[0] };

static bool has_block_list(const struct cb_model *model)
{
	return model->network == CB_TIER_DOMAINS || model->network == CB_TIER_INTERNET;
}

void cb_network_domains(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_muscle_list(out, &muscles->model->domains);
}

static void add_numbers(struct cb_text *out, const struct cb_model_numbers *numbers)
{
	cb_text_add(out, "\t");
	for (size_t i = 0; i < numbers->count; i++)
		cb_text_printf(out, "%lld, ", (long long)numbers->items[i]);
	cb_text_add(out, "0,");
}

void cb_network_ports(struct cb_text *out, const struct cb_muscles *muscles)
{
	add_numbers(out, &muscles->model->ports);
}

void cb_network_forward(struct cb_text *out, const struct cb_muscles *muscles)
{
	add_numbers(out, &muscles->model->forward);
}

static void add_prefix(struct cb_text *out, const char *text)
{
	struct cb_prefix prefix;
	if (!cb_prefix_parse(text, &prefix))
		return; /* the rules have seen to it */
	cb_text_add(out, "\t{ ");
	cb_literal_c(out, text);
	cb_text_printf(out, ", %s, %u, {", prefix.v6 ? "true" : "false", prefix.bits);
	for (unsigned i = 0; i < (prefix.v6 ? 16U : 4U); i++)
		cb_text_printf(out, "%s %u", i ? "," : "", prefix.bytes[i]);
	cb_text_add(out, " } },\n");
}

void cb_network_block(struct cb_text *out, const struct cb_muscles *muscles)
{
	const struct cb_model *model = muscles->model;
	for (size_t i = 0; has_block_list(model) && i < ALWAYS; i++)
		add_prefix(out, always[i]);
	for (size_t i = 0; i < model->block.count; i++)
		add_prefix(out, model->block.items[i]);
	cb_text_add(out, "\t{ .text = NULL },");
}

void cb_network_block_count(struct cb_text *out, const struct cb_muscles *muscles)
{
	const struct cb_model *model = muscles->model;
	cb_text_printf(out, "%zu", (has_block_list(model) ? ALWAYS : 0) + model->block.count);
}

void cb_network_ipv6(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_text_add(out, muscles->model->ipv6 ? "true" : "false");
}

void cb_network_slirp(struct cb_text *out, const struct cb_muscles *muscles)
{
	cb_literal_c(out, muscles->model->slirp);
}
