/* What the skeletons are filled with: m4 definitions of finished text, in the order of
 * templates/README.md. Everything is decided here; m4 only places it. */
#ifndef CB_MUSCLES_H
#define CB_MUSCLES_H

#include "filter.h"
#include "model.h"
#include "text.h"

struct cb_muscles {
	const struct cb_model *model;
	const struct cb_filter *filter;
	const char *sandbox_md; /* rendered; "" while it is being rendered */
};

void cb_muscles_print(struct cb_text *out, const struct cb_muscles *muscles);

typedef void cb_muscle(struct cb_text *out, const struct cb_muscles *muscles);

/* The definitions of muscles-network.c. */
cb_muscle cb_network_start, cb_network_domains, cb_network_ports, cb_network_forward,
    cb_network_block, cb_network_block_count, cb_network_ipv6, cb_network_slirp;

/* Literals, a line each, then NULL. */
void cb_muscle_list(struct cb_text *out, const struct cb_model_list *list);

/* The definitions of sandbox-words.c. */
cb_muscle cb_words_name, cb_words_description, cb_words_network, cb_words_tools, cb_words_mounts,
    cb_words_home, cb_words_tmp, cb_words_store, cb_words_secrets, cb_words_nesting, cb_words_core,
    cb_words_variables, cb_words_kept;

#endif
