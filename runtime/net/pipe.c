/* Moving bytes from one socket to another, as fast as the slower side takes them. */
#include "net/pipe.h"

#include "base/number.h"
#include "formats/host-name.h"

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

void cb_pipe_add_bytes(struct cb_pipe *pipe, const char *bytes, size_t len)
{
	if (len > CB_PIPE_SIZE - pipe->end)
		len = CB_PIPE_SIZE - pipe->end;
	memcpy(pipe->bytes + pipe->end, bytes, len);
	pipe->end += len;
}

void cb_pipe_add(struct cb_pipe *pipe, const char *text)
{
	cb_pipe_add_bytes(pipe, text, strlen(text));
}

/* The host has passed as a name, so nothing in it can end a line. */
void cb_pipe_add_answer(struct cb_pipe *pipe, const char *status, const char *host, uint16_t port,
			const char *why)
{
	static const char who[] = "claudebox: ";
	char number[CB_NUMBER_SIZE], where[CB_NAME_MAX + CB_NUMBER_SIZE + 4] = "";
	if (*host)
		stpcpy(stpcpy(stpcpy(stpcpy(where, host), ":"), cb_number(number, port, 10, 1)),
		       ": ");
	size_t len = strlen(who) + strlen(where) + strlen(why) + 1;
	cb_pipe_add(pipe, "HTTP/1.1 ");
	cb_pipe_add(pipe, status);
	cb_pipe_add(pipe, "\r\nContent-Type: text/plain\r\nConnection: close\r\n"
			  "Content-Length: ");
	const char *const parts[] = {
		cb_number(number, len, 10, 1), "\r\n\r\n", who, where, why, "\n"
	};
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		cb_pipe_add(pipe, parts[i]);
}
