/* Tier `domains`: a network of loopback only, with a proxy that lets named hosts through. */
#include "formats/proxy-log.h"
#include "net/listen.h"
#include "net/net.h"
#include "net/proxy-dns.h"
#include "net/proxy-policy.h"

#include "base/strv.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* In place and at once, like every record in the state directory. That it cannot be written is
 * no reason to carry nothing any more. */
static void save(struct cb_proxy_log *r)
{
	size_t size = cb_proxy_log_say(r);
	if (pwrite(r->file, r->text, size, 0) != (ssize_t)size ||
	    ftruncate(r->file, (off_t)size) < 0)
		return;
}

/* In the relay's process. Of sessions at the same time the last one to be refused something has
 * its list in the file. */
static struct cb_proxy_log *begin(const struct cb_plan *plan)
{
	struct cb_proxy_log *r = calloc(1, sizeof *r);
	char *path = cb_proxy_log_path(plan->home, plan->state);
	int flags = O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
	if (r)
		r->file = path ? open(path, flags, 0600) : -1;
	free(path);
	if (!r || r->file < 0) {
		free(r);
		return NULL;
	}
	save(r);
	return r;
}

static void note(struct cb_proxy_log *r, const struct cb_wish *wish, const char *why)
{
	if (r && cb_proxy_log_add(r, wish->host, wish->port, why))
		save(r);
}

static void end(struct cb_proxy_log *r)
{
	if (!r)
		return;
	save(r);
	close(r->file);
	free(r);
}

int cb_net_start_domains(const struct cb_plan *plan, int sync, struct cb_error *err)
{
	static const struct cb_gate gate = {
		cb_proxy_judge, cb_proxy_judge_tunnel, cb_proxy_dns_start, begin, note, end,
	};
	return cb_listen_only(plan, &gate, sync, err);
}
