/* --check: the kernel, bubblewrap, the store and the network. Pure. */
#include "commands/check/parts.h"

#include "base/number.h"
#include "base/path.h"
#include "net/backend.h"
#include "plan/plan.h"
#include "vocab/words.h"

#include <errno.h>
#include <string.h>

#define STORE "/nix/store"

/* What brings back a path that is gone. */
#define REBUILD                                                                                    \
	"build or install claudebox again; `nix profile install` keeps it from the garbage "       \
	"collector, and this fetches one path: nix-store --realise "

/* Ubuntu's way to allow it to these programs alone. */
#define APPARMOR_PROFILE                                                                           \
	"as root, write this to /etc/apparmor.d/claudebox:\n"                                      \
	"  abi <abi/4.0>,\n"                                                                       \
	"  include <tunables/global>\n"                                                            \
	"  profile claudebox /nix/store/*-claudebox*/bin/*\n"                                      \
	"    flags=(unconfined) { userns, }\n"                                                     \
	"  profile claudebox-bwrap /nix/store/*-bubblewrap*/bin/bwrap\n"                           \
	"    flags=(unconfined) { userns, }\n"                                                     \
	"then: apparmor_parser -r /etc/apparmor.d/claudebox. To allow it to every program: "       \
	"sysctl kernel.apparmor_restrict_unprivileged_userns=0"

void cb_check_kernel(struct cb_checker *c)
{
	const char *release = c->up->release;
	if (!release) {
		cb_say(c, CB_HEALTH_WARN, "its version is not known");
		cb_advise(c, "claudebox needs Linux 5.12 or newer");
	} else if (cb_version_of(release) < CB_VERSION(5, 12, 0)) {
		cb_say(c, CB_HEALTH_FAIL, "Linux ", release, " is too old");
		cb_advise(c, "claudebox needs Linux 5.12 or newer");
	} else {
		cb_say(c, CB_HEALTH_OK, "Linux ", release);
	}
}

static void advise_userns(struct cb_checker *c)
{
	static const char *const hints[] = {
#define X(NAME, why, hint) hint,
#include "host/userns-signs.def"
#undef X
	};
	if (c->up->sign == CB_USERNS_APPARMOR)
		cb_advise_taken(c, strdup(APPARMOR_PROFILE), true);
	else if (c->up->sign == CB_USERNS_WORKS)
		cb_advise(c, "the kernel, or the container or virtual machine this runs in, must "
			     "allow them: `unshare --user --map-root-user true` shows it");
	else
		cb_advise(c, hints[c->up->sign]);
}

void cb_check_userns(struct cb_checker *c)
{
	static const char *const whys[] = {
#define X(NAME, why, hint) why,
#include "host/userns-signs.def"
#undef X
	};
	const struct cb_checkup *up = c->up;
	const char *why = up->sign == CB_USERNS_WORKS ? strerror(up->userns_error) : whys[up->sign];
	bool by_bwrap = up->bwrap.error == 0 && up->sandbox.error == 0;
	if (!up->userns_error) {
		cb_say(c, CB_HEALTH_OK, "claudebox", by_bwrap ? " and bwrap" : "",
		       " can make them");
		return;
	}
	if (!by_bwrap)
		cb_say(c, CB_HEALTH_FAIL, "no sandbox can be made here (", why, ")");
	else if (cb_network_is_made(c->policy))
		cb_say(c, CB_HEALTH_FAIL, "bwrap can make them, claudebox itself cannot (", why,
		       "): it needs one for the network of this profile");
	else
		cb_say(c, CB_HEALTH_WARN, "bwrap can make them, claudebox itself cannot (", why,
		       "): its mounts are made by their names, not by what was looked at (L7)");
	advise_userns(c);
}

void cb_check_seccomp(struct cb_checker *c)
{
	if (!c->up->seccomp_error) {
		cb_say(c, CB_HEALTH_OK, "the kernel takes the filter of this profile");
		return;
	}
	cb_say(c, CB_HEALTH_FAIL, "the kernel does not take the filter of this profile (",
	       strerror(c->up->seccomp_error), ")");
	cb_advise(c, "it must be built with CONFIG_SECCOMP_FILTER, for the machine this runs on");
}

/* Rules that allow renames came with ABI 2, those on truncation with 3, the scopes with 6. Where
 * the network is the sandbox's own, so are abstract sockets. */
void cb_check_landlock(struct cb_checker *c)
{
	char number[CB_NUMBER_SIZE];
	const char *abi = cb_number(number, (uint64_t)c->up->landlock, 10, 1);
	bool shared = c->policy->network == CB_TIER_FULL;
	if (c->up->landlock >= (shared ? 6 : 3)) {
		cb_say(c, CB_HEALTH_OK, "ABI ", abi,
		       ": no abstract socket of the host is reached, nor its first process traced");
		return;
	}
	const char *scopes =
	    "without scopes abstract sockets of the host, as X11's, are reached (L6)";
	const char *less = c->up->landlock >= 3   ? NULL
			   : c->up->landlock == 2 ? "files that came as streams can be emptied"
						  : "the first process can be traced (L27)";
	cb_say(c, CB_HEALTH_WARN, c->up->landlock ? "ABI " : "not in this kernel",
	       c->up->landlock ? abi : "", ": ", shared ? scopes : "", shared && less ? "; " : "",
	       less ? less : "");
	cb_advise(c, "Linux 6.12 or newer, with landlock among its security modules (lsm=)",
		  shared ? "; or a profile with a network of its own" : "");
}

void cb_check_tiocsti(struct cb_checker *c)
{
	if (c->up->tiocsti == 0) {
		cb_say(c, CB_HEALTH_OK, "typing into the terminal of others is off (TIOCSTI)");
	} else if (c->up->tiocsti < 0) {
		cb_say(c, CB_HEALTH_OK, "the filter stops it; this kernel has no switch");
	} else {
		cb_say(c, CB_HEALTH_WARN,
		       "TIOCSTI is on; in the sandbox, the filter stops it (L5)");
		cb_advise(c, "as root: sysctl dev.tty.legacy_tiocsti=0");
	}
}

static void say_flaws(struct cb_checker *c, const char *version)
{
	static const struct {
		unsigned long fixed;
		const char *name, *what;
	} flaws[] = {
#define X(major, minor, patch, name, what) { CB_VERSION(major, minor, patch), name, what },
#include "commands/check/bwrap-flaws.def"
#undef X
	};
	unsigned long have = cb_version_of(version);
	for (size_t i = 0; i < sizeof flaws / sizeof flaws[0]; i++) {
		if (have >= flaws[i].fixed)
			continue;
		cb_say(c, CB_HEALTH_WARN, version, " has ", flaws[i].name, ": ", flaws[i].what);
		cb_advise(c, "build claudebox with a newer nixpkgs");
		return;
	}
	cb_say(c, CB_HEALTH_OK, version, ", from the store");
}

void cb_check_bwrap(struct cb_checker *c)
{
	const struct cb_checkup *up = c->up;
	const char *version = up->bwrap.output ? cb_from_digit(up->bwrap.output) : "";
	const char *says = up->sandbox.output ? up->sandbox.output : "it says nothing";
	if (up->bwrap.error || !*version) {
		cb_say(c, CB_HEALTH_FAIL, "cannot be run (",
		       up->bwrap.error > 0 ? strerror(up->bwrap.error) : "it fails", ")");
		cb_advise(c, REBUILD, c->policy->bwrap);
	} else if (up->bwrap_setuid) {
		cb_say(c, CB_HEALTH_FAIL, version,
		       " is setuid: what it does, it does as root (L21)");
		cb_advise(c, "as root: chmod u-s,g-s ", c->policy->bwrap);
	} else if (cb_version_of(version) < CB_VERSION(0, 8, 0)) {
		cb_say(c, CB_HEALTH_FAIL, version, " is too old");
		cb_advise(c, "build claudebox with a newer nixpkgs: 0.8.0 is the first that can "
			     "forbid namespaces inside");
	} else if (up->sandbox.error && !up->userns_error) {
		cb_say(c, CB_HEALTH_FAIL, "makes no sandbox: ", says);
		cb_advise(c, "in a container, its /proc must not be covered and new namespaces "
			     "allowed");
	} else if (!up->bwrap_real || !cb_path_is_within(up->bwrap_real, STORE)) {
		cb_say(c, CB_HEALTH_WARN, version, " is not from the store");
		cb_advise(c, "anything that can write there can leave the sandbox: ",
			  up->bwrap_real ? up->bwrap_real : c->policy->bwrap);
	} else {
		say_flaws(c, version);
	}
}

void cb_check_paths(struct cb_checker *c)
{
	const struct cb_strv *missing = &c->up->missing;
	char number[CB_NUMBER_SIZE], all[CB_NUMBER_SIZE];
	const char *count = cb_number(all, c->up->path_count, 10, 1);
	if (missing->len == 0) {
		cb_say(c, CB_HEALTH_OK, "all ", count, " that this profile names are there");
		return;
	}
	cb_say(c, CB_HEALTH_FAIL, cb_number(number, missing->len, 10, 1), " of ", count,
	       " that this profile names are missing");
	cb_advise(c, REBUILD, missing->items[0]);
}

/* What the launch would say of it, and behind the semicolon what to do. */
void cb_check_nix(struct cb_checker *c)
{
	if (!c->policy->nix_daemon)
		return;
	enum cb_nix_answer answer = cb_plan_judge_daemon(c->policy, c->up->user.uid, c->up->nix);
	const char *says = cb_nix_says(answer), *hint = strstr(says, "; ");
	cb_say_taken(c, answer == CB_NIX_UNTRUSTED ? CB_HEALTH_OK : CB_HEALTH_WARN,
		     strndup(says, hint ? (size_t)(hint - says) : strlen(says)));
	if (hint)
		cb_advise(c, hint + 2);
}

void cb_check_network(struct cb_checker *c)
{
	const struct cb_checkup *up = c->up;
	if (!c->policy->slirp)
		return;
	if (up->tun_error) {
		cb_say(c, CB_HEALTH_FAIL, "cannot open " CB_TUN " (", strerror(up->tun_error), ")");
		cb_advise(c, cb_tun_hint(up->tun_error));
	} else if (up->slirp.error) {
		cb_say(c, CB_HEALTH_FAIL, "cannot run slirp4netns (",
		       up->slirp.error > 0 ? strerror(up->slirp.error) : "it fails", ")");
		cb_advise(c, REBUILD, c->policy->slirp);
	} else {
		cb_say(c, CB_HEALTH_OK, "the tun device, ",
		       up->slirp.output ? up->slirp.output : "slirp4netns");
	}
}

/* Without user namespaces it cannot be tried, and that has a row of its own. */
void cb_check_filter(struct cb_checker *c)
{
	if (c->policy->network != CB_TIER_INTERNET || c->up->userns_error)
		return;
	if (!c->up->filter_error) {
		cb_say(c, CB_HEALTH_OK, "the kernel takes the rules of this profile (nf_tables)");
		return;
	}
	cb_say(c, CB_HEALTH_FAIL,
	       "cannot filter the private network (nf_tables: ", strerror(c->up->filter_error),
	       ")");
	cb_advise(c, "as root: modprobe nf_tables nf_tables_inet");
}

void cb_check_forward(struct cb_checker *c)
{
	const struct cb_strv *quiet = &c->up->quiet;
	if (!c->policy->forward[0])
		return;
	if (quiet->len == 0) {
		cb_say(c, CB_HEALTH_OK, "something listens on each");
		return;
	}
	cb_say(c, CB_HEALTH_WARN, "nothing listens on port ", quiet->items[0],
	       quiet->len > 1 ? ", nor on others" : "", " of this machine's loopback");
	cb_advise(c, "start the service, where the agent is to use it");
}

void cb_check_names(struct cb_checker *c)
{
	if (c->policy->network == CB_TIER_NONE || !c->up->has_facts)
		return;
	const char *text = c->up->facts.resolv_conf;
	if (text && strstr(text, "nameserver")) {
		cb_say(c, CB_HEALTH_OK, "/etc/resolv.conf names a server");
		return;
	}
	cb_say(c, CB_HEALTH_WARN, "/etc/resolv.conf names no server: no host can be found by name");
	cb_advise(c, "a line `nameserver ADDRESS` in it, as your network's own tools write it");
}
