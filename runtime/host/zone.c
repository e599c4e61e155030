/* Reads the time zone file that TZ names, as tzset(3) would: `/path` or `:/path`. */
#include "host/zone.h"

#include "host/read.h"

#include <stdlib.h>
#include <string.h>

char *cb_zone_read(const char *tz, size_t *ret_size)
{
	static const char magic[] = "TZif"; /* tzfile(5) */
	if (!tz)
		return NULL;
	tz += *tz == ':';
	char *zone = tz[0] == '/' ? cb_file_read(tz, CB_ZONE_LIMIT, true, ret_size) : NULL;
	if (!zone || (*ret_size >= sizeof magic - 1 && memcmp(zone, magic, sizeof magic - 1) == 0))
		return zone;
	free(zone);
	return NULL;
}
