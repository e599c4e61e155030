/* Makes processes until one is refused, prints how many there were, and ends them. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST 1000

int main(void)
{
	static pid_t pids[MOST];
	int count = 0;
	while (count < MOST && (pids[count] = fork()) > 0)
		count++;
	if (count < MOST && pids[count] == 0)
		for (;;)
			pause();
	printf("%d %s\n", count, count < MOST ? strerror(errno) : "none is refused");
	for (int i = 0; i < count; i++)
		kill(pids[i], SIGKILL);
	while (wait(NULL) > 0)
		;
	return 0;
}
