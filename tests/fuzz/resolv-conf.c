/* resolv.conf: whatever else it says, one resolver with an IPv4 address is enough. */
#include "fuzz.h"

#include "base/memory.h"
#include "formats/resolv-conf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_string(data, size);
	MUST(!cb_resolver_is_ipv6_only(text) || strstr(text, "nameserver"));
	MUST(!cb_resolver_is_ipv6_only(cb_format("nameserver 192.0.2.1\n%s", text)));
	MUST(!cb_resolver_is_ipv6_only(cb_format("%s\nnameserver\t192.0.2.1", text)));
	free(text);
	return 0;
}
