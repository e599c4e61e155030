/* SHA-256 against the published vectors of FIPS 180 and lengths around the block border. */
#include "unit.h"

#include "base/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(const char *text, size_t size, const char *want)
{
	uint8_t digest[32];
	char hex[65];
	cb_sha256(text, size, digest);
	for (size_t i = 0; i < 32; i++)
		snprintf(hex + 2 * i, 3, "%02x", digest[i]);
	assert_string_equal(hex, want);
}

static void the_published_vectors_hold(void **state)
{
	(void)state;
	check("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	check("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	check("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
	      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

/* Expected values are sha256sum's. */
static void lengths_around_the_block_border_hold(void **state)
{
	(void)state;
	char a[120];
	memset(a, 'a', sizeof a);
	check(a, 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
	check(a, 63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34");
	check(a, 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
	check(a, 119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb");
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(the_published_vectors_hold),
	cmocka_unit_test(lengths_around_the_block_border_hold),
};

UNIT_MAIN(tests)
