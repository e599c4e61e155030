/* A netlink message is a length, a type and attributes, each at a multiple of four bytes. */
#include "net/netlink.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/netlink.h>

int cb_netlink_open(int protocol, unsigned groups)
{
	struct sockaddr_nl address = { .nl_family = AF_NETLINK, .nl_groups = groups };
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, protocol);
	if (fd >= 0 && bind(fd, (const struct sockaddr *)&address, sizeof address) < 0) {
		close(fd);
		return -1;
	}
	return fd;
}

static void append(struct cb_netlink *m, const void *data, size_t size)
{
	size_t room = NLMSG_ALIGN(size);
	m->failed |= room > CB_NETLINK_SIZE - m->len;
	if (m->failed || size == 0)
		return;
	memset(m->bytes + m->len, 0, room);
	memcpy(m->bytes + m->len, data, size);
	m->len += room;
}

void cb_netlink_begin(struct cb_netlink *m, uint16_t type, uint16_t flags, const void *head,
		      size_t size)
{
	const struct nlmsghdr header = { .nlmsg_type = type,
					 .nlmsg_flags = (uint16_t)(NLM_F_REQUEST | flags) };
	m->begin = m->len;
	m->wanted += flags & NLM_F_ACK ? 1 : 0;
	append(m, &header, sizeof header);
	append(m, head, size);
}

void cb_netlink_add(struct cb_netlink *m, uint16_t type, const void *data, size_t size)
{
	const struct nlattr attribute = { .nla_len = (uint16_t)(sizeof attribute + size),
					  .nla_type = type };
	append(m, &attribute, sizeof attribute);
	append(m, data, size);
}

void cb_netlink_add_text(struct cb_netlink *m, uint16_t type, const char *text)
{
	cb_netlink_add(m, type, text, strlen(text) + 1);
}

void cb_netlink_add_u32(struct cb_netlink *m, uint16_t type, uint32_t value)
{
	cb_netlink_add(m, type, &value, sizeof value);
}

void cb_netlink_open_nest(struct cb_netlink *m, uint16_t type)
{
	m->failed |= m->depth == CB_NETLINK_NESTS;
	if (!m->failed)
		m->nests[m->depth++] = m->len;
	cb_netlink_add(m, (uint16_t)(type | NLA_F_NESTED), NULL, 0);
}

void cb_netlink_close_nest(struct cb_netlink *m)
{
	if (m->failed)
		return;
	uint16_t len = (uint16_t)(m->len - m->nests[--m->depth]);
	memcpy(m->bytes + m->nests[m->depth], &len, sizeof len);
}

void cb_netlink_end(struct cb_netlink *m)
{
	uint32_t len = (uint32_t)(m->len - m->begin);
	if (!m->failed)
		memcpy(m->bytes + m->begin, &len, sizeof len);
}

/* Counts the acknowledgements in an answer; -1 with errno: the kernel refused a message. */
static int count(const struct nlmsghdr *message, size_t len, unsigned *seen)
{
	for (len = NLMSG_ALIGN(len); NLMSG_OK(message, len); message = NLMSG_NEXT(message, len)) {
		const struct nlmsgerr *answer = NLMSG_DATA(message);
		if (message->nlmsg_type != NLMSG_ERROR)
			continue;
		if (answer->error != 0) {
			errno = -answer->error;
			return -1;
		}
		(*seen)++;
	}
	return 0;
}

int cb_netlink_send(struct cb_netlink *m, int fd)
{
	_Alignas(struct nlmsghdr) char answer[8192];
	unsigned seen = 0;
	if (m->failed) {
		errno = ENOBUFS;
		return -1;
	}
	if (send(fd, m->bytes, m->len, 0) != (ssize_t)m->len)
		return -1;
	while (seen < m->wanted) {
		ssize_t len = recv(fd, answer, sizeof answer, 0);
		if (len < 0 && errno == EINTR)
			continue;
		if (len < 0 || count((const void *)answer, (size_t)len, &seen) < 0)
			return -1;
	}
	return 0;
}
