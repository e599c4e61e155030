/* The key, in memory that is never swapped out, dumped or inherited. It is read once, from a pipe,
 * and never written anywhere but into requests to the upstream. */
#ifndef CB_KEEPER_KEY_H
#define CB_KEEPER_KEY_H

#include "formats/key-text.h"
#include "vocab/keeper.h"

struct cb_key {
	char header[CB_KEY_MAX + 64]; /* as a line of a request, terminated */
	enum cb_key_kind kind;
};

/* Reads the pipe to its end, and closes it; gives up when `life` says that the sandbox has ended,
 * with CB_KEEPER_NO_KEY. *ret is in that memory. */
enum cb_keeper_answer cb_key_read(int pipe, int life, struct cb_key **ret);

#endif
