/* Which headers go on, between the agent and the model's API. Pure. Of the agent's only those that
 * are known to say how the request is meant: whatever names somebody (a key, a token, a cookie)
 * stays behind, whatever it is called. */
#ifndef CB_FORMATS_MODEL_HEADERS_H
#define CB_FORMATS_MODEL_HEADERS_H

#include "formats/http-head.h"

/* The agent's header goes on as it is. One without a value never does. */
bool cb_model_header_passes(struct cb_http_span name);

/* It is `anthropic-beta`, of which one that a token needs may have to be added to what is there. */
bool cb_model_header_is_beta(struct cb_http_span name);

/* A header of the answer goes back to the agent. */
bool cb_model_answer_header_passes(const char *name);

#define CB_MODEL_BETAS_MAX 2048

/* The list of betas, with commas. Empty at first. */
struct cb_model_betas {
	char list[CB_MODEL_BETAS_MAX];
	size_t size;
};

/* Adds what a header or we ask for, but not twice. false: there is no room. */
bool cb_model_betas_add(struct cb_model_betas *betas, struct cb_http_span value);

#endif
