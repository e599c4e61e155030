/* Reads `192.0.2.0/24` and `2001:db8::/32`. */
#include "policy/prefix.h"

#include <arpa/inet.h>
#include <string.h>

/* Digits without a leading zero, at most `most`; -1: no such number. */
static int parse_bits(const char *text, int most)
{
	int bits = 0;
	if (text[0] == '\0' || strlen(text) > 3 || (text[0] == '0' && text[1] != '\0'))
		return -1;
	for (; *text; text++) {
		if (*text < '0' || *text > '9')
			return -1;
		bits = bits * 10 + (*text - '0');
	}
	return bits <= most ? bits : -1;
}

bool cb_prefix_parse(const char *text, struct cb_prefix *ret)
{
	struct cb_prefix prefix = { .text = text, .v6 = strchr(text, ':') != NULL };
	char address[INET6_ADDRSTRLEN];
	const char *slash = strchr(text, '/');
	if (!slash || (size_t)(slash - text) >= sizeof address)
		return false;
	memcpy(address, text, (size_t)(slash - text));
	address[slash - text] = '\0';
	int bits = parse_bits(slash + 1, prefix.v6 ? 128 : 32);
	if (bits < 0 || inet_pton(prefix.v6 ? AF_INET6 : AF_INET, address, prefix.bytes) != 1)
		return false;
	for (int i = bits; i < 128; i++)
		if (prefix.bytes[i / 8] & 0x80 >> i % 8)
			return false;
	prefix.bits = (uint8_t)bits;
	*ret = prefix;
	return true;
}
