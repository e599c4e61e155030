/* Abstract sockets and signals, as an agent would try them:
 *     scope-probe abi | listen NAME | connect NAME | signal PID
 * `listen` prints its pid and answers every caller with a planted text; the others print what came
 * of it. */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static const char planted[] = "c4n4ry by socket";

static int open_socket(const char *name, int (*use)(int, const struct sockaddr *, socklen_t))
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	strncpy(address.sun_path + 1, name, sizeof address.sun_path - 2);
	socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	return use(fd, (const struct sockaddr *)&address, size) < 0 ? -1 : fd;
}

static int serve(const char *name)
{
	int fd = open_socket(name, bind);
	if (fd < 0 || listen(fd, 8) < 0)
		return 1;
	printf("%d\n", (int)getpid());
	fflush(stdout);
	for (int client; (client = accept(fd, NULL, NULL)) >= 0; close(client))
		if (write(client, planted, sizeof planted - 1) < 0)
			return 1;
	return 1;
}

static int fetch(const char *name)
{
	char text[64] = "";
	int fd = open_socket(name, connect);
	ssize_t len = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
	puts(len < 0 ? strerror(errno) : text);
	return len < 0;
}

int main(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "";
	if (strcmp(word, "abi") == 0)
		return printf("%ld\n", syscall(SYS_landlock_create_ruleset, NULL, 0, 1U)) < 0;
	if (argc < 3)
		return 2;
	if (strcmp(word, "listen") == 0)
		return serve(argv[2]);
	if (strcmp(word, "connect") == 0)
		return fetch(argv[2]);
	puts(kill(atoi(argv[2]), 0) < 0 ? strerror(errno) : "Success");
	return 0;
}
