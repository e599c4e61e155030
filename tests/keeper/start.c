/* Starts a keeper as the launcher does: start KEEPER SOCKET STATE <KEY. Prints `PID ANSWER`, and is
 * the sandbox from then on: the keeper ends with this process. */
#include "base/sidecar.h"
#include "vocab/keeper.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void run(void *program)
{
	char *const argv[] = { "claudebox-keeper", NULL }, *const env[] = { NULL };
	pid_t pid = getpid();
	if (write(CB_SIDECAR_LAUNCHER, &pid, sizeof pid) == (ssize_t)sizeof pid)
		execve(program, argv, env);
}

static int listen_at(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0 || strlen(path) >= sizeof address.sun_path)
		return -1;
	strcpy(address.sun_path, path);
	unlink(path);
	return bind(fd, (struct sockaddr *)&address, sizeof address) == 0 && listen(fd, 256) == 0
		   ? fd
		   : -1;
}

int main(int argc, char **argv)
{
	static const char *const answers[] = {
#define X(NAME, says) #NAME,
#include "vocab/keeper-answers.def"
#undef X
	};
	int life[2];
	pid_t pid = 0;
	unsigned char answer = 0;
	/* A sidecar's own numbers are taken: nothing that is meant for it may have them. */
	for (int fd = 0; fd < CB_SIDECAR_FREE - 1;)
		if ((fd = open("/dev/null", O_RDWR | O_CLOEXEC)) < 0)
			return 2;
	if (argc != 4 || pipe2(life, O_CLOEXEC) < 0)
		return 2;
	int given[CB_KEEPER_GIVEN] = { [CB_KEEPER_LISTENER] = listen_at(argv[2]),
				       [CB_KEEPER_KEY] = STDIN_FILENO,
				       [CB_KEEPER_STATE] = open(argv[3], O_DIRECTORY | O_CLOEXEC) };
	int talk = cb_sidecar_start(run, argv[1], life[0]);
	if (talk < 0 || read(talk, &pid, sizeof pid) != (ssize_t)sizeof pid ||
	    cb_sidecar_send(talk, given, CB_KEEPER_GIVEN) < 0)
		return 1;
	/* As the launcher, it keeps none of them: who connects shall find nobody when the keeper is
	 * gone. */
	close(life[0]);
	for (int i = 0; i < CB_KEEPER_GIVEN; i++)
		close(given[i]);
	printf("%d", (int)pid);
	fflush(stdout);
	bool answers_at_all = recv(talk, &answer, 1, 0) == 1 && answer < CB_KEEPER_ANSWERS;
	printf(" %s\n", answers_at_all ? answers[answer] : "nothing");
	fflush(stdout);
	if (!answers_at_all)
		return 1;
	if (answer == CB_KEEPER_READY)
		pause();
	return 0;
}
