/* One direction of a connection: bytes read from one socket and not yet written to the other. */
#ifndef CB_NET_PIPE_H
#define CB_NET_PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bounds what a connection can make us hold; no less than CB_HEAD_MAX and
 * CB_HELLO_MAX. */
#define CB_PIPE_SIZE 16384

struct cb_pipe {
	size_t begin, end; /* of what is held in `bytes` */
	bool ended;        /* the source has said its last word */
	bool passed;       /* and the other side has been told */
	char bytes[CB_PIPE_SIZE];
};

bool cb_pipe_has_room(const struct cb_pipe *pipe);
bool cb_pipe_has_bytes(const struct cb_pipe *pipe);

/* As much as there is, without waiting. false: the connection is broken. */
bool cb_pipe_fill(struct cb_pipe *pipe, int from);
bool cb_pipe_drain(struct cb_pipe *pipe, int to);

/* Words of ours, cut where there is no room for them. */
void cb_pipe_add(struct cb_pipe *pipe, const char *text);
void cb_pipe_add_bytes(struct cb_pipe *pipe, const char *bytes, size_t len);

/* A whole HTTP answer that says why, of `host` unless that is "". */
void cb_pipe_add_answer(struct cb_pipe *pipe, const char *status, const char *host, uint16_t port,
			const char *why);

#endif
