/* Asks the Nix daemon whether it trusts the user, by the handshake of its protocol: running nix for
 * that would take longer than the whole launch. An unclear or late answer counts as none. */
#include "host/read-facts.h"

#include "base/io.h"
#include "formats/nix-handshake.h"
#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <unistd.h>

#define SOCKET_NAME "socket"
#define PATIENCE_NS 500000000L

/* Whether the directory holds the socket and nothing else, since all of it is shown: CB_NIX_COUNT.
 * By open(), because --prove asks inside, where the filter refuses openat2(). */
static enum cb_nix_answer read_directory(void)
{
	struct cb_directory entries = { .fd = open(CB_NIX_SOCKETS, O_RDONLY | O_DIRECTORY |
								       O_NOFOLLOW | O_CLOEXEC) };
	enum cb_nix_answer answer = CB_NIX_ABSENT;
	if (entries.fd < 0)
		return errno == EACCES ? CB_NIX_BARRED : CB_NIX_ABSENT;
	for (const char *name; (name = cb_directory_next(&entries));)
		answer = answer != CB_NIX_CROWDED && strcmp(name, SOCKET_NAME) == 0
			     ? CB_NIX_COUNT
			     : CB_NIX_CROWDED;
	close(entries.fd);
	return answer;
}

/* Reads until there is an answer, or the connection or the time is at its end. */
static enum cb_nix_answer read_reply(int fd, int timer)
{
	struct pollfd polls[] = { { .fd = timer, .events = POLLIN },
				  { .fd = fd, .events = POLLIN } };
	uint8_t bytes[CB_NIX_REPLY_SIZE];
	size_t size = 0;
	while (size < sizeof bytes) {
		if (poll(polls, 2, -1) < 0) {
			if (errno == EINTR)
				continue;
			break;
		}
		if (polls[0].revents)
			break;
		ssize_t n = recv(fd, bytes + size, sizeof bytes - size, 0);
		if (n <= 0)
			break;
		size += (size_t)n;
		enum cb_nix_answer answer = cb_nix_read_reply(bytes, size);
		if (answer != CB_NIX_COUNT)
			return answer;
	}
	return CB_NIX_SILENT;
}

enum cb_nix_answer cb_nix_hear(int fd)
{
	static const struct itimerspec patience = { .it_value.tv_nsec = PATIENCE_NS };
	enum cb_nix_answer answer = CB_NIX_SILENT;
	int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	if (timer >= 0 && timerfd_settime(timer, 0, &patience, NULL) == 0)
		answer = read_reply(fd, timer);
	cb_close(timer);
	close(fd);
	return answer;
}

/* Connects and sends the greeting. CB_NIX_COUNT: an answer may come. */
static enum cb_nix_answer greet(int fd, uid_t uid)
{
	static const struct sockaddr_un address = { AF_UNIX, CB_NIX_SOCKETS "/" SOCKET_NAME };
	struct ucred daemon;
	socklen_t size = sizeof daemon;
	/* The socket is non-blocking: a full queue counts as no answer. */
	if (connect(fd, (const struct sockaddr *)&address, sizeof address) < 0)
		return errno == EAGAIN   ? CB_NIX_SILENT
		       : errno == EACCES ? CB_NIX_BARRED
					 : CB_NIX_ABSENT;
	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &daemon, &size) < 0 ||
	    send(fd, cb_nix_hello, CB_NIX_HELLO_SIZE, MSG_NOSIGNAL) != CB_NIX_HELLO_SIZE)
		return CB_NIX_SILENT;
	return daemon.uid == uid ? CB_NIX_OWN : CB_NIX_COUNT;
}

int cb_nix_ask(uid_t uid, enum cb_nix_answer *ret_answer)
{
	*ret_answer = read_directory();
	if (*ret_answer != CB_NIX_COUNT)
		return -1;
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	*ret_answer = fd < 0 ? CB_NIX_SILENT : greet(fd, uid);
	if (*ret_answer == CB_NIX_COUNT || fd < 0)
		return fd;
	close(fd);
	return -1;
}
