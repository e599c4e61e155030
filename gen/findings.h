/* The list of findings: what is wrong with a policy, where, by which rule, and what to do.
 * Pure; main prints it. */
#ifndef CB_GEN_FINDINGS_H
#define CB_GEN_FINDINGS_H

#include "text.h"

struct cb_finding {
	const char *rule; /* id in rules.def */
	struct cb_text
	    pointer; /* RFC 6901; "" is the whole document; "closure:LINE" for the list */
	struct cb_text message;
	struct cb_text hint; /* may be empty */
	size_t place;        /* in the document, set by cb_places_sort */
};

struct cb_findings {
	struct cb_finding *list;
	size_t count, room;
	struct cb_finding spare; /* handed out when memory ran out */
	bool failed;             /* some finding could not be kept */
};

#define cleanup_findings __attribute__((cleanup(cb_findings_clear)))

/* Never NULL. The finding may move with the next one added: say what there is to say at once. */
__attribute__((format(printf, 3, 4))) struct cb_finding *
cb_finding_add(struct cb_findings *found, const char *rule, const char *pointer, ...);
__attribute__((format(printf, 2, 3))) void cb_finding_say(struct cb_finding *finding,
							  const char *message, ...);
__attribute__((format(printf, 2, 3))) void cb_finding_hint(struct cb_finding *finding,
							   const char *hint, ...);

/* One line without its end, `POINTER: MESSAGE [RULE]; hint: HINT`; bytes that could change the
 * terminal are shown as \xNN. */
void cb_finding_print(struct cb_text *line, const struct cb_finding *finding);

/* One step of a JSON pointer, escaped, with its slash (RFC 6901 section 3). */
void cb_pointer_push(struct cb_text *pointer, const char *key);

void cb_findings_clear(struct cb_findings *found);

#endif
