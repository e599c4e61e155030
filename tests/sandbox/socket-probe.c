/* Unix sockets with a path, as agents would use them:
 *     socket-probe bind PATH… | give PATH FILE | take PATH
 * `bind` prints what comes of a socket at each path; `give` hands the opened FILE over to whoever
 * connects, `take` prints what is in it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

union control {
	char space[CMSG_SPACE(sizeof(int))];
	struct cmsghdr align;
};

/* The socket, bound or connected; -1 with errno. */
static int open_socket(const char *path, int (*use)(int, const struct sockaddr *, socklen_t))
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	strncpy(address.sun_path, path, sizeof address.sun_path - 1);
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	return use(fd, (const struct sockaddr *)&address, sizeof address) < 0 ? -1 : fd;
}

static int try_all(char **paths)
{
	for (; *paths; paths++) {
		int fd = open_socket(*paths, bind);
		puts(fd < 0 ? strerror(errno) : "bound");
		if (fd >= 0)
			unlink(*paths);
	}
	return 0;
}

static struct msghdr message(union control *control, struct iovec *byte)
{
	return (struct msghdr) { .msg_iov = byte,
				 .msg_iovlen = 1,
				 .msg_control = control->space,
				 .msg_controllen = sizeof control->space };
}

static int give(const char *path, const char *file)
{
	int given = open(file, O_RDONLY), fd = open_socket(path, bind);
	if (fd < 0 || listen(fd, 1) < 0)
		return puts(strerror(errno)), 1;
	puts("listening");
	fflush(stdout);
	int client = accept(fd, NULL, NULL);
	union control control = { .space = { 0 } };
	struct iovec byte = { "x", 1 };
	struct msghdr msg = message(&control, &byte);
	struct cmsghdr *part = CMSG_FIRSTHDR(&msg);
	*part = (struct cmsghdr) { .cmsg_len = CMSG_LEN(sizeof given),
				   .cmsg_level = SOL_SOCKET,
				   .cmsg_type = SCM_RIGHTS };
	memcpy(CMSG_DATA(part), &given, sizeof given);
	return sendmsg(client, &msg, 0) < 0;
}

static int take(const char *path)
{
	char text[64] = "", space;
	union control control;
	struct iovec byte = { &space, 1 };
	struct msghdr msg = message(&control, &byte);
	int fd = open_socket(path, connect), taken = -1;
	if (fd >= 0 && recvmsg(fd, &msg, 0) == 1 && CMSG_FIRSTHDR(&msg))
		memcpy(&taken, CMSG_DATA(CMSG_FIRSTHDR(&msg)), sizeof taken);
	fputs(taken < 0 || read(taken, text, sizeof text - 1) < 0 ? strerror(errno) : text, stdout);
	return 0;
}

int main(int argc, char **argv)
{
	const char *word = argc > 2 ? argv[1] : "";
	if (strcmp(word, "bind") == 0)
		return try_all(argv + 2);
	if (strcmp(word, "give") == 0 && argc == 4)
		return give(argv[2], argv[3]);
	return strcmp(word, "take") == 0 ? take(argv[2]) : 2;
}
