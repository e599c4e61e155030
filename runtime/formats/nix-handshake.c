/* The worker protocol as far as the daemon's word on trust: greeting, protocol, version of Nix,
 * trust (NixOS/nix, src/libstore/worker-protocol*.cc and daemon.cc). */
#include "formats/nix-handshake.h"

#define GREETING 0x6478696fU

enum { HEAD = 16, FIRST_WITH_TRUST = 35 };

/* By the daemon's number: it does not say, trusted, not trusted. */
static const enum cb_nix_answer words[] = { CB_NIX_UNKNOWN, CB_NIX_TRUSTED, CB_NIX_UNTRUSTED };

const uint8_t cb_nix_hello[CB_NIX_HELLO_SIZE] = {
	'c', 'x', 'i', 'n', 0, 0, 0, 0, CB_NIX_PROTOCOL & 0xff, CB_NIX_PROTOCOL >> 8,
};

static uint64_t number_at(const uint8_t *bytes)
{
	uint64_t n = 0;
	for (unsigned i = 8; i > 0; i--)
		n = n << 8 | bytes[i - 1];
	return n;
}

enum cb_nix_answer cb_nix_read_reply(const uint8_t *bytes, size_t size)
{
	if (size < HEAD)
		return CB_NIX_COUNT;
	uint64_t protocol = number_at(bytes + 8);
	if (number_at(bytes) != GREETING || protocol >> 8 != CB_NIX_PROTOCOL >> 8)
		return CB_NIX_SILENT;
	if ((protocol & 0xff) < FIRST_WITH_TRUST)
		return CB_NIX_UNKNOWN;
	if (size < HEAD + 8)
		return CB_NIX_COUNT;
	/* The version's length, then its bytes, filled up to a multiple of eight. */
	uint64_t length = number_at(bytes + HEAD);
	if (length > CB_NIX_REPLY_SIZE - HEAD - 16)
		return CB_NIX_SILENT;
	size_t at = HEAD + 8 + (size_t)((length + 7) / 8 * 8);
	if (size < at + 8)
		return CB_NIX_COUNT;
	uint64_t word = number_at(bytes + at);
	return word < sizeof words / sizeof words[0] ? words[word] : CB_NIX_SILENT;
}
