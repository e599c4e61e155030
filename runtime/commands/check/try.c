/* What only trying tells, each in a process of its own that ends with it: nothing of it stays. */
#include "commands/check/facts.h"

#include "base/number.h"
#include "base/process.h"
#include "host/read-facts.h"
#include "net/filter.h"
#include "net/netlink.h"
#include "net/netns.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <linux/landlock.h>
#include <linux/netlink.h>
#include <linux/seccomp.h>

struct trial {
	int (*what)(const struct cb_policy *policy); /* 0, or -1 with errno */
	const struct cb_policy *policy;
};

static int errno_of_trial(const void *data)
{
	const struct trial *trial = data;
	return trial->what(trial->policy) == 0 ? 0 : errno > 0 && errno < 128 ? errno : EIO;
}

/* 0 or the error of `what`, which runs in a child. */
static int try(int (*what)(const struct cb_policy *policy), const struct cb_policy *policy)
{
	const struct trial trial = { what, policy };
	int error = cb_child_run(errno_of_trial, &trial);
	return error < 0 ? errno : error;
}

/* AppArmor lets a namespace be made and then takes its capabilities: only using one tells. */
static int try_userns(const struct cb_policy *policy)
{
	int flags = CLONE_NEWUSER | CLONE_NEWNS | (cb_network_is_made(policy) ? CLONE_NEWNET : 0);
	if (unshare(flags) < 0)
		return -1;
	return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
}

static int try_seccomp(const struct cb_policy *policy)
{
	/* struct sock_fprog, whose pointer is not const although the kernel only reads. */
	const struct {
		unsigned short len;
		const struct cb_bpf *filter;
	} program = { (unsigned short)policy->filter_count, policy->filter };
	if (prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) < 0)
		return -1;
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0U, &program);
}

static int try_filter(const struct cb_policy *policy)
{
	struct cb_error err = { 0 };
	if (cb_netns_enter(0, 0, &err) < 0) {
		errno = EPERM;
		return -1;
	}
	int fd = cb_netlink_open(NETLINK_NETFILTER, 0);
	return fd < 0 ? -1 : cb_filter_make(fd, policy, NULL, 0);
}

/* A switch of the kernel's; -1: it has none. */
static int read_switch(const char *path)
{
	char digit = 0;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	ssize_t len = read(fd, &digit, 1);
	close(fd);
	return len == 1 ? digit - '0' : -1;
}

void cb_checkup_read_kernel(const struct cb_policy *policy, struct cb_checkup *c)
{
	struct utsname name;
	if (uname(&name) == 0) {
		c->release = strdup(name.release);
		c->failed |= !c->release;
	}
	c->sign = cb_userns_sign();
	c->userns_error = try(try_userns, policy);
	c->seccomp_error = try(try_seccomp, policy);
	long abi =
	    syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, LANDLOCK_CREATE_RULESET_VERSION);
	c->landlock = abi < 0 ? 0 : (int)abi;
	c->tiocsti = read_switch("/proc/sys/dev/tty/legacy_tiocsti");
}

/* Something listens there, on the host's loopback. */
static bool is_answered(uint16_t port)
{
	const struct sockaddr_in to = { .sin_family = AF_INET,
					.sin_port = htons(port),
					.sin_addr = { htonl(INADDR_LOOPBACK) } };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return false;
	bool answered = connect(fd, (const struct sockaddr *)&to, sizeof to) == 0;
	close(fd);
	return answered;
}

void cb_checkup_read_network(const struct cb_policy *policy, struct cb_checkup *c)
{
	char number[CB_NUMBER_SIZE];
	if (policy->network == CB_TIER_INTERNET)
		c->filter_error = try(try_filter, policy);
	for (size_t i = 0; policy->forward[i]; i++)
		if (!is_answered(policy->forward[i]))
			cb_strv_push(&c->quiet, cb_number(number, policy->forward[i], 10, 1));
	c->failed |= c->quiet.failed;
}
