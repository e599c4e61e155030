/* What a Nix daemon answers to a handshake. Pure: bytes in, one of nix-answers.def out. */
#ifndef CB_FORMATS_NIX_HANDSHAKE_H
#define CB_FORMATS_NIX_HANDSHAKE_H

#include "vocab/policy.h"

/* Protocol 1.35 is the first to tell of trust; features are not exchanged before 1.38. */
#define CB_NIX_PROTOCOL (1U << 8 | 35U)

/* Sent at once, since nothing in it depends on the answer: greeting, protocol, and two zeros that
 * once meant processors and disk space. Numbers have eight bytes, the lowest first. */
#define CB_NIX_HELLO_SIZE 32
extern const uint8_t cb_nix_hello[CB_NIX_HELLO_SIZE];

/* Longer answers are none; this has room for the daemon's version. */
#define CB_NIX_REPLY_SIZE 160

/* CB_NIX_COUNT: not all of it is there yet. */
enum cb_nix_answer cb_nix_read_reply(const uint8_t *bytes, size_t size);

#endif
