/* What standard input, output and error are. */
#ifndef CB_HOST_STREAMS_H
#define CB_HOST_STREAMS_H

#include <stdbool.h>

#define CB_STREAM_COUNT 3

struct cb_stream {
	bool is_socket;
	int domain, type; /* of a socket: AF_…, SOCK_…; -1: unknown */
	bool listens, is_connected;
};

void cb_streams_read(struct cb_stream streams[CB_STREAM_COUNT]);

#endif
