/* A Nix daemon's answer, as it comes in: every beginning of it, which ends where it ends. What is
 * an answer stays one, whatever follows. */
#include "fuzz.h"

#include "formats/nix-handshake.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum cb_nix_answer first = CB_NIX_COUNT;
	size = size < CB_NIX_REPLY_SIZE ? size : CB_NIX_REPLY_SIZE;
	for (size_t part = 0; part <= size; part++) {
		uint8_t *bytes = (uint8_t *)fuzz_copy(data, part);
		enum cb_nix_answer answer = cb_nix_read_reply(bytes, part);
		free(bytes);
		MUST(answer <= CB_NIX_COUNT && (first == CB_NIX_COUNT || answer == first));
		first = answer;
	}
	/* A full buffer is an answer, good or bad. */
	MUST(size < CB_NIX_REPLY_SIZE || first != CB_NIX_COUNT);
	/* What lets the daemon in is said in so many bytes. */
	if (first == CB_NIX_UNTRUSTED)
		MUST(size >= 32 && memcmp(data, "oixd\0\0\0\0", 8) == 0 && data[9] == 1);
	return 0;
}
