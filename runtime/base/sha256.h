/* SHA-256 of a short text, for the names of state directories. Pure. Written here because the
 * launcher links nothing but libc, which has none to offer. */
#ifndef CB_BASE_SHA256_H
#define CB_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

void cb_sha256(const void *data, size_t size, uint8_t ret_digest[32]);

#endif
