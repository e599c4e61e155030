/* What the sandbox says to the proxy: a pattern of the policy up to the first newline, then the
 * bytes of a connection. Whatever is granted names exactly an allowed host and port, by a second
 * reading that has nothing in common with the first; however the bytes are cut, the verdict is the
 * same; and what is written down of a refusal is lines of ours. */
#include "fuzz.h"

#include "formats/connect-request.h"
#include "formats/proxy-log.h"
#include "net/proxy-policy.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

static const uint16_t ports[] = { 443, 8443, 0 };

/* From the right, a label at a time. */
static bool is_allowed(const char *const *patterns, const char *host)
{
	for (; *patterns; patterns++) {
		if (strcasecmp(*patterns, host) == 0 && !strchr(host, '*'))
			return true;
		if (strncmp(*patterns, "*.", 2) != 0)
			continue;
		for (const char *dot = strchr(host, '.'); dot; dot = strchr(dot + 1, '.'))
			if (dot > host && strcasecmp(dot + 1, *patterns + 2) == 0)
				return true;
	}
	return false;
}

/* The first line as anybody would read it who knows no HTTP, only where it must not bend. */
static void check_granted(const char *bytes, size_t size, const struct cb_wish *wish,
			  const char *const *patterns)
{
	char line[512];
	MUST(wish->length <= size && wish->length <= CB_HEAD_MAX);
	for (int version = 0; version <= 1; version++) {
		int len = snprintf(line, sizeof line, "CONNECT %s:%u HTTP/1.%d\r\n", wish->host,
				   wish->port, version);
		MUST(len > 0 && (size_t)len < sizeof line);
		if ((size_t)len > size || strncasecmp(bytes, line, (size_t)len) != 0)
			continue;
		MUST(memcmp(bytes + wish->length - 4, "\r\n\r\n", 4) == 0);
		for (size_t i = 0; i < wish->length; i++)
			MUST(isprint(bytes[i]) || bytes[i] == '\t' ||
			     (bytes[i] == '\r' && bytes[i + 1] == '\n') ||
			     (bytes[i] == '\n' && bytes[i - 1] == '\r'));
		MUST(wish->port == 443 || wish->port == 8443);
		MUST(is_allowed(patterns, wish->host));
		for (const char *p = wish->host; *p; p++)
			MUST(islower(*p) || isdigit(*p) || *p == '-' || *p == '.');
		return;
	}
	abort();
}

/* A byte more or less is told apart from another verdict: nothing is granted before its end, and
 * what comes behind it changes nothing. */
static void check_cuts(const struct cb_policy *policy, const char *bytes,
		       const struct cb_wish *whole)
{
	struct cb_wish wish = { 0 };
	for (size_t len = 0; len < whole->length; len += 1 + len / 8) {
		char *cut = fuzz_copy(bytes, len);
		MUST(cb_proxy_judge(policy, cut, len, &wish) == 0);
		free(cut);
	}
	char *head = fuzz_copy(bytes, whole->length);
	MUST(cb_proxy_judge(policy, head, whole->length, &wish) == 1 &&
	     wish.length == whole->length);
	MUST(strcmp(wish.host, whole->host) == 0 && wish.port == whole->port);
	free(head);
}

static void check_refused(const struct cb_wish *wish)
{
	struct cb_proxy_log *r = calloc(1, sizeof *r);
	MUST(r && wish->status && wish->why && (*wish->host != '\0') == (wish->port != 0));
	MUST(cb_proxy_log_add(r, wish->host, wish->port, wish->why));
	size_t size = cb_proxy_log_say(r);
	MUST(size > 0 && size < CB_NAME_MAX + 200 && strlen(r->text) == size);
	MUST(strchr(r->text, '\n') == r->text + size - 1);
	for (size_t i = 0; i + 1 < size; i++)
		MUST(isprint(r->text[i]));
	char *note = cb_proxy_log_recall(r->text, "shared");
	MUST(note && (!*wish->host || strstr(note, wish->host)));
	free(note);
	free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t len;
	const char *piece = fuzz_piece(&data, &size, '\n', &len);
	char *pattern = fuzz_string(piece, len), *bytes = fuzz_copy(data, size);
	/* What the generator lets through as a pattern. */
	bool good = cb_name_is_pattern(pattern);
	const char *const patterns[] = { "api.example.org", "*.wild.example", good ? pattern : NULL,
					 NULL };
	const struct cb_policy policy = { .domains = patterns, .ports = ports };
	struct cb_wish wish = { 0 };
	int verdict = cb_proxy_judge(&policy, bytes, size, &wish);
	if (verdict > 0) {
		check_granted(bytes, size, &wish, patterns);
		check_cuts(&policy, bytes, &wish);
	} else if (verdict < 0) {
		check_refused(&wish);
	} else {
		MUST(size < CB_HEAD_MAX);
	}
	free(bytes);
	free(pattern);
	return 0;
}
