/* Reads resolv.conf as slirp4netns does: of each family the first `nameserver` counts. */
#include "formats/resolv-conf.h"

#include "base/strv.h"

#include <arpa/inet.h>
#include <string.h>

bool cb_resolver_is_ipv6_only(const char *conf)
{
	static const char word[] = "nameserver", blanks[] = " \t";
	struct cb_strv lines = cb_strv_lines(conf, strlen(conf));
	bool any = false;
	for (size_t i = 0; i < lines.len; i++) {
		char *value = lines.items[i] + sizeof word - 1;
		struct in_addr address;
		if (strncmp(lines.items[i], word, sizeof word - 1) != 0 || !strspn(value, blanks))
			continue;
		value += strspn(value, blanks);
		value[strcspn(value, blanks)] = '\0';
		if (inet_pton(AF_INET, value, &address) == 1)
			return false;
		any |= *value != '\0';
	}
	return any;
}
