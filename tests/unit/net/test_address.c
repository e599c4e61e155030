/* Blocks of addresses, by their borders. */
#include "net/address.h"
#include "unit.h"

#include <arpa/inet.h>
#include <string.h>

static struct cb_address address(const char *text)
{
	struct cb_address a = { .v6 = strchr(text, ':') != NULL };
	assert_int_equal(inet_pton(a.v6 ? AF_INET6 : AF_INET, text, a.bytes), 1);
	return a;
}

static bool holds(const char *base, uint8_t bits, const char *text)
{
	struct cb_address b = address(base), a = address(text);
	struct cb_prefix prefix = { .v6 = b.v6, .bits = bits };
	memcpy(prefix.bytes, b.bytes, sizeof prefix.bytes);
	return cb_prefix_holds(&prefix, &a);
}

static void borders_are_where_they_should(void **state)
{
	(void)state;
	assert_true(holds("10.0.0.0", 8, "10.255.255.255"));
	assert_false(holds("10.0.0.0", 8, "11.0.0.0"));
	assert_true(holds("100.64.0.0", 10, "100.127.255.255"));
	assert_false(holds("100.64.0.0", 10, "100.128.0.0"));
	assert_false(holds("100.64.0.0", 10, "100.63.255.255"));
	assert_true(holds("172.16.0.0", 12, "172.31.0.1"));
	assert_false(holds("172.16.0.0", 12, "172.32.0.1"));
	assert_true(holds("198.18.0.0", 15, "198.19.255.255"));
	assert_false(holds("198.18.0.0", 15, "198.20.0.0"));
	assert_true(holds("192.0.2.1", 32, "192.0.2.1"));
	assert_false(holds("192.0.2.1", 32, "192.0.2.0"));
	assert_true(holds("0.0.0.0", 0, "192.0.2.1"));
	assert_true(holds("fe80::", 10, "febf::1"));
	assert_false(holds("fe80::", 10, "fec0::1"));
	assert_true(holds("2001:db8::1", 128, "2001:db8::1"));
	assert_false(holds("2001:db8::1", 128, "2001:db8::2"));
	assert_true(holds("::", 0, "2001:db8::2"));
}

static void families_are_kept_apart(void **state)
{
	(void)state;
	assert_false(holds("0.0.0.0", 0, "::1"));
	assert_false(holds("::", 0, "127.0.0.1"));
}

static void the_policy_decides_what_is_open(void **state)
{
	(void)state;
	static const struct cb_prefix block[] = { { "192.0.2.0/24", false, 24, { 192, 0, 2 } } };
	const struct cb_policy policy = { .block = block, .block_count = 1 };
	struct cb_address blocked = address("192.0.2.7"), open = address("198.51.100.7");
	assert_false(cb_address_is_open(&policy, &blocked));
	assert_true(cb_address_is_open(&policy, &open));
}

static void ipv6_is_open_in_2000_3_only(void **state)
{
	(void)state;
	const struct cb_policy policy = { 0 };
	static const char *const closed[] = { "::1",     "::ffff:127.0.0.1", "64:ff9b::7f00:1",
					      "fe80::1", "fd00::1",          "ff02::1",
					      "4000::1", "1fff:ffff::1" };
	for (size_t i = 0; i < sizeof closed / sizeof closed[0]; i++) {
		struct cb_address a = address(closed[i]);
		assert_false(cb_address_is_open(&policy, &a));
	}
	struct cb_address first = address("2000::1"), last = address("3fff::1");
	assert_true(cb_address_is_open(&policy, &first));
	assert_true(cb_address_is_open(&policy, &last));
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(borders_are_where_they_should),
	cmocka_unit_test(families_are_kept_apart),
	cmocka_unit_test(the_policy_decides_what_is_open),
	cmocka_unit_test(ipv6_is_open_in_2000_3_only),
};
UNIT_MAIN(tests)
