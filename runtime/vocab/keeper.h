/* The types of a keeper's compiled policy, and what the launcher and the keeper say to each other.
 * The generator emits exactly one symbol of them, `const struct cb_keeper_policy cb_keeper_policy`,
 * as data in read-only memory.
 *
 * The keeper is run with no arguments and no environment. It has the descriptors of a sidecar
 * (base/sidecar.h): /dev/null for its streams, 3 to the launcher, 4 that hangs up, or becomes
 * readable, when the sandbox has ended. Over 3 it receives one message with the descriptors of
 * enum cb_keeper_given, in that order, and answers with one byte, a cb_keeper_answer; then it
 * closes
 * 3. It answers when all of the key has come, which may take as long as a user needs to unlock it;
 * before that byte it accepts nothing. It ends when 4 says so, and never otherwise. */
#ifndef CB_VOCAB_KEEPER_H
#define CB_VOCAB_KEEPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cb_keeper_given {
	CB_KEEPER_LISTENER, /* a unix stream socket that listens */
	CB_KEEPER_KEY,      /* a pipe: the key, at most one line end, and the end */
	CB_KEEPER_STATE,    /* a directory, for the file CB_KEEPER_RECORD */
	CB_KEEPER_GIVEN,
};

/* What happened in the session, see formats/keeper-record.h; replaced, never written in place. */
#define CB_KEEPER_RECORD "keeper"

enum cb_keeper_answer {
#define X(NAME, says) CB_KEEPER_##NAME,
#include "vocab/keeper-answers.def"
#undef X
	CB_KEEPER_ANSWERS
};

/* A request that is let through. */
struct cb_keeper_row {
	const char *method; /* GET, HEAD or POST */
	const char *path;   /* exactly this one; a query may stand behind it */
	bool counted;       /* its answers say how many tokens were used: these count */
};

struct cb_keeper_policy {
	const char *profile;  /* named where something is refused */
	const char *upstream; /* "https://HOST" or "https://HOST:PORT", and no path */
	uint16_t port;        /* of it; no other is connected to, but for DNS */
	const char *bundle;   /* the certificates it is verified by */
	const struct cb_keeper_row *rows;
	size_t row_count;
	uint64_t budget;      /* tokens of a session; 0: no end to them */
	uint32_t connections; /* requests at a time; more of them wait */
};

extern const struct cb_keeper_policy cb_keeper_policy;

#endif
