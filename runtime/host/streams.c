/* Reads what standard input, output and error are; decides nothing about them. */
#include "host/streams.h"

#include <sys/socket.h>
#include <sys/stat.h>

/* A number that a socket tells of itself; -1: it does not. */
static int read_option(int fd, int option)
{
	int value = -1;
	socklen_t size = sizeof value;
	return getsockopt(fd, SOL_SOCKET, option, &value, &size) < 0 ? -1 : value;
}

void cb_streams_read(struct cb_stream streams[CB_STREAM_COUNT])
{
	for (int fd = 0; fd < CB_STREAM_COUNT; fd++) {
		struct stat st;
		struct sockaddr_storage peer;
		socklen_t size = sizeof peer;
		streams[fd] = (struct cb_stream) { 0 };
		if (fstat(fd, &st) < 0 || !S_ISSOCK(st.st_mode))
			continue;
		streams[fd] = (struct cb_stream) {
			.is_socket = true,
			.domain = read_option(fd, SO_DOMAIN),
			.type = read_option(fd, SO_TYPE),
			.listens = read_option(fd, SO_ACCEPTCONN) != 0,
			.is_connected = getpeername(fd, (struct sockaddr *)&peer, &size) == 0,
		};
	}
}
