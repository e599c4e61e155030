/* What is wrong with a policy: where, by which rule, and what to do. Pure; main prints it. */
#ifndef CB_GEN_FINDINGS_H
#define CB_GEN_FINDINGS_H

#include "text.h"

struct cb_finding {
	const char *rule;    /* id in rules.def */
	const char *pointer; /* RFC 6901; "" the whole document; "closure:LINE" of that list */
	const char *message;
	const char *hint; /* NULL: none */
	size_t place;     /* in the order of the document, see policy/document.h */
};

struct cb_findings {
	struct cb_finding *list;
	size_t count, cap;
};

/* Keeps the texts as they are given. */
void cb_finding_add(struct cb_findings *found, const char *rule, const char *pointer,
		    const char *hint, const char *message);

/* One line without its end, `POINTER: MESSAGE [RULE]; hint: HINT`; bytes that could change the
 * terminal are shown as \xNN. */
void cb_finding_print(struct cb_text *line, const struct cb_finding *finding);

/* One step of a JSON pointer, escaped, with its slash (RFC 6901 section 3). */
void cb_pointer_push(struct cb_text *pointer, const char *key);

#endif
