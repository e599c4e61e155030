/* What an agent would try in order to undo its network, each with what came of it. */
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>

static void say(const char *what, int result)
{
	printf("%s: %s\n", what, result < 0 ? strerror(errno) : "Success");
}

/* Sends one request; the kernel's answer as a result. */
static int ask(int protocol, unsigned type, const void *body, size_t size)
{
	struct {
		struct nlmsghdr header;
		char body[64];
	} request = { { .nlmsg_len = (unsigned)(sizeof(struct nlmsghdr) + size),
			.nlmsg_type = (unsigned short)type,
			.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK },
		      { 0 } };
	struct {
		struct nlmsghdr header;
		struct nlmsgerr error;
		char rest[512];
	} answer = { 0 };
	memcpy(request.body, body, size);
	int fd = socket(AF_NETLINK, SOCK_RAW, protocol);
	if (fd < 0 || send(fd, &request, request.header.nlmsg_len, 0) < 0 ||
	    recv(fd, &answer, sizeof answer, 0) < 0)
		return -1;
	errno = -answer.error.error;
	return errno ? -1 : 0;
}

int main(void)
{
	struct rtmsg route = { .rtm_family = AF_INET,
			       .rtm_table = RT_TABLE_MAIN,
			       .rtm_type = RTN_PROHIBIT };
	struct nfgenmsg table = { .nfgen_family = AF_UNSPEC };
	struct ifreq down = { .ifr_name = "lo" };
	say("delete a route", ask(NETLINK_ROUTE, RTM_DELROUTE, &route, sizeof route));
	say("list the filter", ask(NETLINK_NETFILTER, NFNL_SUBSYS_NFTABLES << 8 | NFT_MSG_GETTABLE,
				   &table, sizeof table));
	say("begin a batch", ask(NETLINK_NETFILTER, NFNL_MSG_BATCH_BEGIN, &table, sizeof table));
	say("lower loopback", ioctl(socket(AF_INET, SOCK_DGRAM, 0), SIOCSIFFLAGS, &down));
	say("raw socket", socket(AF_INET, SOCK_RAW, 255));
	say("packet socket", socket(AF_PACKET, SOCK_RAW, 0));
	say("new user namespace", unshare(CLONE_NEWUSER));
	say("new network", unshare(CLONE_NEWNET));
	say("tun device", open("/dev/net/tun", O_RDWR));
	say("network of pid 1", setns(open("/proc/1/ns/net", O_RDONLY), CLONE_NEWNET));
	return 0;
}
