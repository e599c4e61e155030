/* resolv.conf: whether a backend without IPv6 has anybody to ask. */
#include "formats/resolv-conf.h"
#include "unit.h"

static void only_ipv6_is_told_apart(void **state)
{
	(void)state;
	static const char *const only[] = {
		"nameserver fd00::1",
		"nameserver\tfd00::1\n",
		"# nameserver 192.0.2.1\nsearch lan\nnameserver ::1\nnameserver fe80::1%eth0\n",
		"nameserver ::ffff:192.0.2.1\n",
		" nameserver 192.0.2.1\nnameserver 2001:db8:1111:2222:3333:4444:5555:6666"
		"1111111111\n",
	};
	static const char *const others[] = {
		"",
		"\n\n",
		"search lan\n",
		"nameserver",
		"nameserver \n",
		"nameserver192.0.2.1\n",
		"nameservers fd00::1\n",
		"nameserver 192.0.2.1",
		"nameserver fd00::1\nnameserver \t 192.0.2.1 # router\n",
		"nameserver 127.0.0.53\noptions edns0\n",
	};
	for (size_t i = 0; i < sizeof only / sizeof only[0]; i++)
		assert_true(cb_resolver_is_ipv6_only(only[i]));
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		assert_false(cb_resolver_is_ipv6_only(others[i]));
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(only_ipv6_is_told_apart),
};
UNIT_MAIN(tests)
