/* Makes the system calls the filter is about and prints what each answered. Terminal calls go to
 * /dev/null, which refuses them as "Inappropriate ioctl" where no filter does it first. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static void say(const char *name, long result)
{
	printf("%s: %s\n", name, result < 0 ? strerror(errno) : "Success");
}

int main(void)
{
	char c = 'x';
	int fd = open("/dev/null", O_RDWR);
	say("TIOCSTI", syscall(SYS_ioctl, fd, 0x5412UL, &c));
	say("TIOCSTI-high-bits", syscall(SYS_ioctl, fd, 0x500005412UL, &c));
	say("TIOCLINUX", syscall(SYS_ioctl, fd, 0x541cUL, &c));
	say("keyctl", syscall(SYS_keyctl, 0, -3, 0));
	say("add_key", syscall(SYS_add_key, "user", "", "", 0, 0));
	say("io_uring_setup", syscall(SYS_io_uring_setup, 0, NULL));
	say("AF_PACKET", socket(AF_PACKET, SOCK_RAW, 0));
	say("AF_INET", socket(AF_INET, SOCK_STREAM, 0));
	say("AF_NETLINK", socket(AF_NETLINK, SOCK_RAW, 0));
	return 0;
}
