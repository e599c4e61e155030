/* Tries to reach targets, as an agent would: `PROTOCOL ADDRESS PORT [WAY]` a line on stdin, each
 * printed with `reached` or why not. All at once, three seconds in all.
 * WAY: a way round a routing table: device:NAME (SO_BINDTODEVICE), unicast:NAME (IP_UNICAST_IF),
 * pktinfo:NAME (the interface given with the datagram). */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 512, SECONDS = 3 };

struct target {
	char protocol[8], address[64], way[64];
	int port, fd;
	const char *result;
};

static const char request[] = "GET / HTTP/1.0\r\n\r\n";

static int go_round(const struct target *t, int family)
{
	const char *name = strchr(t->way, ':');
	if (!name)
		return 0;
	name++;
	if (strncmp(t->way, "device:", 7) == 0)
		return setsockopt(t->fd, SOL_SOCKET, SO_BINDTODEVICE, name,
				  (socklen_t)strlen(name));
	if (strncmp(t->way, "unicast:", 8) == 0 && family == AF_INET) {
		unsigned index = htonl(if_nametoindex(name));
		return setsockopt(t->fd, IPPROTO_IP, IP_UNICAST_IF, &index, sizeof index);
	}
	return 0;
}

static ssize_t send_by(const struct target *t, const struct sockaddr_in *to, const char *name)
{
	union {
		char bytes[CMSG_SPACE(sizeof(struct in_pktinfo))];
		struct cmsghdr align;
	} control = { 0 };
	struct in_pktinfo info = { .ipi_ifindex = (int)if_nametoindex(name) };
	char text[] = "hello";
	struct iovec one = { text, 5 };
	struct sockaddr_in address = *to;
	struct msghdr message = { &address, sizeof address, &one, 1, &control, sizeof control, 0 };
	control.align.cmsg_level = IPPROTO_IP;
	control.align.cmsg_type = IP_PKTINFO;
	control.align.cmsg_len = CMSG_LEN(sizeof info);
	memcpy(CMSG_DATA(&control.align), &info, sizeof info);
	return sendmsg(t->fd, &message, 0);
}

static void begin(struct target *t)
{
	struct sockaddr_in v4 = { .sin_family = AF_INET, .sin_port = htons((uint16_t)t->port) };
	struct sockaddr_in6 v6 = { .sin6_family = AF_INET6, .sin6_port = htons((uint16_t)t->port) };
	int is6 = strchr(t->address, ':') != NULL, udp = strcmp(t->protocol, "udp") == 0;
	int family = is6 ? AF_INET6 : AF_INET;
	inet_pton(family, t->address, is6 ? (void *)&v6.sin6_addr : (void *)&v4.sin_addr);
	t->fd = socket(family, (udp ? SOCK_DGRAM : SOCK_STREAM) | SOCK_NONBLOCK, 0);
	if (t->fd < 0 || go_round(t, family) < 0) {
		t->result = strerror(errno);
		return;
	}
	if (strncmp(t->way, "pktinfo:", 8) == 0) {
		if (send_by(t, &v4, t->way + 8) < 0)
			t->result = strerror(errno);
		return;
	}
	const struct sockaddr *to = is6 ? (void *)&v6 : (void *)&v4;
	if (connect(t->fd, to, is6 ? sizeof v6 : sizeof v4) < 0 && errno != EINPROGRESS)
		t->result = strerror(errno);
	else if (udp && send(t->fd, "hello", 5, 0) < 0)
		t->result = strerror(errno);
}

static void go_on(struct target *t, short events)
{
	char answer[512];
	int error = 0;
	socklen_t size = sizeof error;
	if (strcmp(t->protocol, "tcp") == 0 && events & POLLOUT) {
		getsockopt(t->fd, SOL_SOCKET, SO_ERROR, &error, &size);
		if (error)
			t->result = strerror(error);
		else if (send(t->fd, request, sizeof request - 1, MSG_NOSIGNAL) < 0)
			t->result = strerror(errno);
		strcpy(t->protocol, "TCP"); /* asked */
		return;
	}
	ssize_t len = recv(t->fd, answer, sizeof answer - 1, 0);
	if (len < 0 && errno == EAGAIN)
		return;
	t->result = len < 0 ? strerror(errno) : "closed without an answer";
	if (len > 0) {
		answer[len] = '\0';
		t->result = strstr(answer, "reached ") ? "reached" : "answered by somebody else";
	}
}

int main(void)
{
	static struct target targets[MOST];
	struct pollfd polls[MOST];
	char line[256];
	nfds_t count = 0, open = 0;
	while (count < MOST && fgets(line, sizeof line, stdin)) {
		struct target *t = &targets[count];
		if (sscanf(line, "%7s %63s %d %63s", t->protocol, t->address, &t->port, t->way) < 3)
			continue;
		begin(t);
		count++;
	}
	time_t end = time(NULL) + SECONDS;
	do {
		open = 0;
		for (nfds_t i = 0; i < count; i++) {
			polls[i] =
			    (struct pollfd) { targets[i].result ? -1 : targets[i].fd, POLLIN, 0 };
			if (strcmp(targets[i].protocol, "tcp") == 0)
				polls[i].events = POLLOUT;
			open += !targets[i].result;
		}
		if (open && poll(polls, count, 200) > 0)
			for (nfds_t i = 0; i < count; i++)
				if (!targets[i].result && polls[i].revents)
					go_on(&targets[i], polls[i].revents);
	} while (open && time(NULL) <= end);
	for (nfds_t i = 0; i < count; i++) {
		struct target *t = &targets[i];
		printf("%s %s %d%s%s %s\n", t->protocol[0] == 'u' ? "udp" : "tcp", t->address,
		       t->port, *t->way ? " " : "", t->way, t->result ? t->result : "no answer");
	}
	return 0;
}
