/* Moving bytes from one socket to another, as fast as the slower side takes them. */
#include "net-pipe.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

bool cb_pipe_has_room(const struct cb_pipe *pipe)
{
	return !pipe->ended && pipe->end - pipe->begin < CB_PIPE_SIZE;
}

bool cb_pipe_has_bytes(const struct cb_pipe *pipe)
{
	return pipe->end > pipe->begin;
}

static bool can_wait(void)
{
	return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

bool cb_pipe_fill(struct cb_pipe *pipe, int from)
{
	if (!cb_pipe_has_room(pipe))
		return true;
	if (pipe->begin > 0) {
		memmove(pipe->bytes, pipe->bytes + pipe->begin, pipe->end - pipe->begin);
		pipe->end -= pipe->begin;
		pipe->begin = 0;
	}
	ssize_t len = recv(from, pipe->bytes + pipe->end, CB_PIPE_SIZE - pipe->end, 0);
	if (len < 0)
		return can_wait();
	pipe->ended = len == 0;
	pipe->end += (size_t)len;
	return true;
}

bool cb_pipe_drain(struct cb_pipe *pipe, int to)
{
	if (cb_pipe_has_bytes(pipe)) {
		ssize_t len =
		    send(to, pipe->bytes + pipe->begin, pipe->end - pipe->begin, MSG_NOSIGNAL);
		if (len < 0)
			return can_wait();
		pipe->begin += (size_t)len;
	}
	if (pipe->ended && !pipe->passed && !cb_pipe_has_bytes(pipe)) {
		pipe->passed = true;
		shutdown(to, SHUT_WR);
	}
	return true;
}

void cb_pipe_add(struct cb_pipe *pipe, const char *text)
{
	size_t len = strlen(text);
	if (len > CB_PIPE_SIZE - pipe->end)
		len = CB_PIPE_SIZE - pipe->end;
	memcpy(pipe->bytes + pipe->end, text, len);
	pipe->end += len;
}
