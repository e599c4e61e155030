/* A socket as standard input or output of a program, and what can be done with one.
 *
 *     socket-stream KIND FD PROGRAM…   runs it with a socket of that kind as descriptor FD
 *     socket-stream dial FD PORT       connects descriptor FD anew, to PORT of 127.0.0.1; exit 0:
 * done
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_in loopback(int port)
{
	return (struct sockaddr_in) { .sin_family = AF_INET,
				      .sin_port = htons((uint16_t)port),
				      .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
}

static int listen_anywhere(struct sockaddr_in *ret)
{
	socklen_t size = sizeof *ret;
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	*ret = loopback(0);
	if (bind(fd, (struct sockaddr *)ret, size) < 0 || listen(fd, 1) < 0 ||
	    getsockname(fd, (struct sockaddr *)ret, &size) < 0)
		return -1;
	return fd;
}

/* The other end stays open in this process, and in what it becomes. */
static int make_pair(int type)
{
	int ends[2];
	return socketpair(AF_UNIX, type, 0, ends) < 0 ? -1 : ends[0];
}

static int make_tcp(void)
{
	struct sockaddr_in address;
	int listening = listen_anywhere(&address), fd = socket(AF_INET, SOCK_STREAM, 0);
	if (listening < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0)
		return -1;
	return fd;
}

static int make_unix_listening(void)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX }; /* the kernel chooses a name */
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	if (bind(fd, (struct sockaddr *)&address, sizeof address.sun_family) < 0 ||
	    listen(fd, 1) < 0)
		return -1;
	return fd;
}

static int make(const char *kind)
{
	struct sockaddr_in unused;
	return strcmp(kind, "tcp") == 0           ? make_tcp()
	       : strcmp(kind, "tcp-idle") == 0    ? socket(AF_INET, SOCK_STREAM, 0)
	       : strcmp(kind, "tcp6-idle") == 0   ? socket(AF_INET6, SOCK_STREAM, 0)
	       : strcmp(kind, "tcp-listen") == 0  ? listen_anywhere(&unused)
	       : strcmp(kind, "udp") == 0         ? socket(AF_INET, SOCK_DGRAM, 0)
	       : strcmp(kind, "netlink") == 0     ? socket(AF_NETLINK, SOCK_RAW, 0)
	       : strcmp(kind, "unix") == 0        ? make_pair(SOCK_STREAM)
	       : strcmp(kind, "unix-dgram") == 0  ? make_pair(SOCK_DGRAM)
	       : strcmp(kind, "unix-packet") == 0 ? make_pair(SOCK_SEQPACKET)
	       : strcmp(kind, "unix-idle") == 0   ? socket(AF_UNIX, SOCK_STREAM, 0)
	       : strcmp(kind, "unix-listen") == 0 ? make_unix_listening()
						  : -1;
}

static int dial(int fd, int port)
{
	struct sockaddr none = { .sa_family = AF_UNSPEC };
	struct sockaddr_in address = loopback(port);
	if (connect(fd, &none, sizeof none) < 0)
		return 1;
	return connect(fd, (struct sockaddr *)&address, sizeof address) < 0;
}

int main(int argc, char **argv)
{
	if (argc < 4)
		return 98;
	int fd = atoi(argv[2]);
	if (strcmp(argv[1], "dial") == 0)
		return dial(fd, atoi(argv[3]));
	int made = make(argv[1]);
	if (made < 0 || dup2(made, fd) < 0) {
		perror(argv[1]);
		return 99;
	}
	execvp(argv[3], argv + 3);
	return 97;
}
