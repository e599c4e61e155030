/* What the skeletons are filled with: m4 definitions of finished text, in the order of
 * templates/README.md. Everything is decided here; m4 only places it. */
#ifndef CB_GEN_MUSCLES_H
#define CB_GEN_MUSCLES_H

#include "filter.h"
#include "policy/model.h"
#include "text.h"

struct cb_muscles {
	const struct cb_model *model;
	const struct cb_filter *filter;
	const char *sandbox_md; /* rendered; "" while it is being rendered */
};

/* What one launcher may know of another: name, network and description, a line each. No skeleton:
 * a program reads it. */
void cb_about_print(struct cb_text *out, const struct cb_model *model);

void cb_muscles_print(struct cb_text *out, const struct cb_muscles *muscles);

typedef void cb_muscle(struct cb_text *out, const struct cb_muscles *muscles);

/* What the profile's program is called. */
void cb_program_print(struct cb_text *out, const struct cb_model *model);

/* The definitions of manual-words.c and complete-words.c. */
cb_muscle cb_manual_program, cb_manual_name, cb_manual_version, cb_manual_description,
    cb_manual_options, cb_manual_network, cb_manual_mounts, cb_manual_kept, cb_manual_variables;
cb_muscle cb_complete_program, cb_complete_flags, cb_complete_paths, cb_complete_names,
    cb_complete_words, cb_complete_zsh, cb_complete_fish;

/* The definitions of muscles-network.c. */
cb_muscle cb_network_domains, cb_network_ports, cb_network_forward, cb_network_block,
    cb_network_block_count, cb_network_ipv6, cb_network_slirp;

/* Literals, a line each, then NULL. */
void cb_muscle_list(struct cb_text *out, const struct cb_model_list *list);

/* The definitions of sandbox-words.c. */
cb_muscle cb_words_name, cb_words_description, cb_words_network, cb_words_tools, cb_words_home,
    cb_words_tmp, cb_words_store, cb_words_nesting, cb_words_core, cb_words_kept, cb_words_missing;

#endif
