/* Building and sending netlink messages: the part of libmnl that is needed. */
#ifndef CB_NET_NETLINK_H
#define CB_NET_NETLINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CB_NETLINK_SIZE 131072
#define CB_NETLINK_NESTS 8 /* attributes within attributes */

/* Messages one after the other, sent at once. `failed` stays set once they did not fit. */
struct cb_netlink {
	size_t len, begin; /* of the message being made */
	unsigned wanted;   /* acknowledgements */
	size_t nests[CB_NETLINK_NESTS], depth;
	bool failed;
	_Alignas(8) char bytes[CB_NETLINK_SIZE];
};

int cb_netlink_open(int protocol, unsigned groups);

/* One message: its fixed head, then attributes. */
void cb_netlink_begin(struct cb_netlink *m, uint16_t type, uint16_t flags, const void *head,
		      size_t size);
void cb_netlink_add(struct cb_netlink *m, uint16_t type, const void *data, size_t size);
void cb_netlink_add_text(struct cb_netlink *m, uint16_t type, const char *text);
void cb_netlink_add_u32(struct cb_netlink *m, uint16_t type, uint32_t value);
void cb_netlink_open_nest(struct cb_netlink *m, uint16_t type);
void cb_netlink_close_nest(struct cb_netlink *m);
void cb_netlink_end(struct cb_netlink *m);

/* Sends all, and waits until each that asked for it is acknowledged. -1 with errno, also when the
 * kernel refuses one. */
int cb_netlink_send(struct cb_netlink *m, int fd);

#endif
