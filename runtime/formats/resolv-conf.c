/* Reads resolv.conf as the backend does: of each family the first `nameserver` counts. */
#include "formats/resolv-conf.h"

#include <arpa/inet.h>
#include <string.h>

#define WORD "nameserver"

bool cb_resolver_is_ipv6_only(const char *conf)
{
	bool any = false;
	for (const char *line = conf; *line; line += *line == '\n') {
		size_t len = strcspn(line, "\n");
		const char *value = line + sizeof WORD - 1, *end = line + len;
		uint8_t bytes[16];
		char address[INET6_ADDRSTRLEN] = "";
		line = end;
		if (len < sizeof WORD ||
		    memcmp(value - (sizeof WORD - 1), WORD, sizeof WORD - 1) != 0 ||
		    !strspn(value, " \t"))
			continue;
		value += strspn(value, " \t");
		len = strcspn(value, " \t\n");
		if (len < sizeof address)
			memcpy(address, value, len);
		if (inet_pton(AF_INET, address, bytes) == 1)
			return false;
		any |= len > 0;
	}
	return any;
}
