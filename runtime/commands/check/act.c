/* Tries what only trying tells. What changes this process runs in a child and ends with it.
 * Programs of the store get an empty environment; claude itself is not run: an agent may have been
 * able to change it. */
#include "commands/check/check.h"

#include "act/userns.h"
#include "base/process.h"
#include "host/read.h"
#include "net/filter.h"
#include "net/netlink.h"
#include "net/netns.h"
#include "net/slirp.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/netlink.h>
#include <linux/seccomp.h>

static int load_filter(const void *data)
{
	const struct cb_policy *policy = data;
	/* struct sock_fprog, whose pointer is not const although the kernel only reads. */
	const struct {
		unsigned short len;
		const struct cb_bpf *filter;
	} program = { (unsigned short)policy->filter_count, policy->filter };
	if (prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) < 0)
		return -1;
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0U, &program);
}

static bool has_apparmor(void)
{
	size_t size;
	const char *text =
	    cb_file_read("/sys/module/apparmor/parameters/enabled", 4096, false, &size);
	return text && *text == 'Y';
}

void cb_check_try_kernel(const struct cb_policy *policy, struct cb_check_facts *f)
{
	f->userns_error = cb_userns_try(policy);
	/* Only a security module answers with this. */
	if (f->userns_error == EACCES && f->sign == CB_USERNS_WORKS && has_apparmor())
		f->sign = CB_USERNS_APPARMOR;
	f->seccomp_error = cb_child_try(load_filter, policy);
}

#define OUTPUT_LIMIT 4096

static struct cb_run_result run(const char *program, const char *const *argv)
{
	char output[OUTPUT_LIMIT + 1], *env[] = { NULL };
	size_t size = 0;
	int error = cb_run(program, (char *const *)argv, env, true, output, OUTPUT_LIMIT, &size);
	/* cb_run() does not tell a program that is missing from one that is none. */
	if (error == ENOEXEC && access(program, X_OK) < 0)
		error = errno;
	output[size] = '\0';
	size = strcspn(output, "\n");
	return (struct cb_run_result) { error, size ? cb_strndup(output, size) : NULL };
}

static struct cb_run_result run_version(const char *program)
{
	return run(program, (const char *const[]) { "program", "--version", NULL });
}

/* The namespaces of a launch around nothing: what bwrap cannot do here, it says itself. */
static struct cb_run_result run_sandbox(const struct cb_policy *policy, bool inside)
{
	char output[CB_USERNS_OUTPUT + 1];
	const char *self = cb_real_path("/proc/self/exe");
	int error = cb_userns_run_bwrap(policy, self ? self : policy->shell, inside, output);
	size_t size = strcspn(output, "\n");
	return (struct cb_run_result) { error, size ? cb_strndup(output, size) : NULL };
}

void cb_check_try_bwrap(const struct cb_policy *policy, struct cb_check_facts *f)
{
	f->bwrap = run_version(policy->bwrap);
	f->sandbox = run_sandbox(policy, f->userns_error == 0);
}

static int open_error(const char *path)
{
	int fd = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

static int make_packet_filter(const void *policy)
{
	struct cb_error err = { 0 };
	if (cb_netns_enter(0, 0, &err) < 0) {
		errno = EPERM;
		return -1;
	}
	int fd = cb_netlink_open(NETLINK_NETFILTER, 0);
	return fd < 0 ? -1 : cb_filter_make(fd, policy, NULL, 0);
}

void cb_check_try_network(const struct cb_policy *policy, struct cb_check_facts *f)
{
	if (policy->slirp) {
		f->tun_error = open_error(CB_TUN);
		f->slirp = run_version(policy->slirp);
	}
	if (policy->network == CB_TIER_INTERNET)
		f->filter_error = cb_child_try(make_packet_filter, policy);
}

void cb_check_try_terminal(const struct cb_policy *policy, struct cb_check_facts *f)
{
	(void)policy;
	f->terminal_error = open_error("/dev/tty");
}
