/* Refusals that depend on how a launch is started, not on its plan. */
#include "plan/plan.h"

#include "vocab/words.h"

#include <sys/socket.h>

/* A socket stays in the network namespace it was made in (L29): a TCP socket can be disconnected by
 * connect(AF_UNSPEC) and connected to any host, a UDP socket can send to any host, a listening
 * socket accepts. A connected unix stream can do none of these. */
static const char *name_socket(const struct cb_stream *s)
{
	if (s->listens)
		return "a listening socket";
	if (s->domain == AF_UNIX)
		return s->is_connected ? "a unix socket that is no stream"
				       : "a unix socket that is not connected";
	if (s->domain != AF_INET && s->domain != AF_INET6)
		return "a socket";
	return s->type == SOCK_STREAM  ? "a TCP socket"
	       : s->type == SOCK_DGRAM ? "a UDP socket"
				       : "a network socket";
}

static bool is_connected_unix_stream(const struct cb_stream *s)
{
	return s->domain == AF_UNIX && s->type == SOCK_STREAM && !s->listens && s->is_connected;
}

static int check_stream(const struct cb_policy *policy, const char *name, const struct cb_stream *s,
			struct cb_error *err)
{
	/* It would give the whole host away, through /proc/self/fd/0/.. (L3). */
	if (s->is_directory) {
		cb_fail(err, CB_EXIT_REFUSED, "%s is a directory (it would enter the sandbox)",
			name);
		return cb_hint(err, "redirect it from a file, a pipe or /dev/null");
	}
	/* With the host's network the agent can make such sockets itself. */
	if (policy->network == CB_TIER_FULL || !s->is_socket || is_connected_unix_stream(s))
		return 0;
	cb_fail(err, CB_EXIT_REFUSED,
		"%s is %s (the agent could use it to leave this profile's network)", name,
		name_socket(s));
	return cb_hint(err, "pass it on by pipes: cat | claudebox ... 2>&1 | cat");
}

/* A process inside that has left its session reads a terminal without being stopped, also while the
 * user types something else there (L5). */
static int check_terminal(const struct cb_stream *input, struct cb_error *err)
{
	if (!input->in_background)
		return 0;
	cb_fail(err, CB_EXIT_REFUSED,
		"in the background of a terminal (what you type there could be read inside)");
	return cb_hint(
	    err, "start it in the foreground, or with </dev/null; timeout needs --foreground");
}

int cb_plan_check(const struct cb_policy *policy, const struct cb_facts *facts,
		  struct cb_error *err)
{
	static const char *const names[CB_STREAM_COUNT] = { "standard input", "standard output",
							    "standard error" };
	for (size_t i = 0; i < CB_STREAM_COUNT; i++)
		if (check_stream(policy, names[i], &facts->streams[i], err) < 0)
			return -1;
	if (check_terminal(&facts->streams[0], err) < 0)
		return -1;
	if (facts->userns == CB_USERNS_WORKS)
		return 0;
	cb_fail(err, CB_EXIT_REFUSED, "no sandbox can be made here (%s)",
		cb_userns_says(facts->userns));
	return cb_hint(err, "%s", cb_userns_hint(facts->userns));
}
