/* --check: the kernel, bubblewrap, the store and the network. Pure. */
#include "commands/check/check.h"

#include "base/path.h"
#include "net/slirp.h"
#include "vocab/words.h"

#include <stdlib.h>
#include <string.h>

/* What brings back a path that is gone. */
#define REBUILD                                                                                    \
	"build or install claudebox again; `nix profile install` keeps it from the garbage "       \
	"collector, and this fetches one path: nix-store --realise %s"

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

/* Versions as numbers that can be compared. */
#define VERSION(major, minor, patch) (((major)*1000000UL) + ((minor)*1000UL) + (patch))

/* The text from its first digit on. */
static const char *from_digit(const char *text)
{
	return text + strcspn(text, "0123456789");
}

/* Of `1.2.3`; what stands before the first digit does not count. */
static unsigned long version_of(const char *text)
{
	unsigned long parts[3] = { 0 };
	char *end = (char *)from_digit(text);
	for (size_t i = 0; i < 3 && *end >= '0' && *end <= '9'; i++) {
		unsigned long n = strtoul(end, &end, 10);
		parts[i] = n < 1000 ? n : 999;
		end += *end == '.';
	}
	return VERSION(parts[0], parts[1], parts[2]);
}

void cb_check_kernel(struct cb_checker *c)
{
	const char *release = c->facts->release;
	if (!release)
		cb_check_warn(c, CB_KERNEL_WANTED, "its version is not known");
	else if (version_of(release) < VERSION(5, 12, 0))
		cb_check_fail(c, CB_KERNEL_WANTED, "Linux %s is too old", release);
	else
		cb_check_ok(c, "Linux %s", release);
}

void cb_check_userns(struct cb_checker *c)
{
	const struct cb_check_facts *f = c->facts;
	const char *why = cb_userns_says(f->sign), *hint = cb_userns_hint(f->sign);
	bool by_bwrap = f->bwrap.error == 0 && f->sandbox.error == 0;
	/* Where there is no sign, bwrap's own words say more; they are in the row of bwrap. */
	if (!f->userns_error && (!f->sandbox.error || f->sign == CB_USERNS_WORKS)) {
		cb_check_ok(c, "claudebox%s can make them", by_bwrap ? " and bwrap" : "");
		return;
	}
	if (f->sign == CB_USERNS_APPARMOR) {
		hint = APPARMOR_PROFILE;
	} else if (f->sign == CB_USERNS_WORKS) {
		why = strerror(f->userns_error);
		hint = "the kernel, or the container or virtual machine this runs in, must allow "
		       "them: `unshare --user --map-root-user true` shows it";
	}
	cb_check_fail(c, hint,
		      by_bwrap ? "bwrap can make them, claudebox itself cannot (%s)"
			       : "no sandbox can be made here (%s)",
		      why);
	c->report->rows[c->report->len - 1].hint_has_lines = f->sign == CB_USERNS_APPARMOR;
}

void cb_check_seccomp(struct cb_checker *c)
{
	if (!c->facts->seccomp_error)
		cb_check_ok(c, "the kernel takes the filter of this profile");
	else
		cb_check_fail(c,
			      "it must be built with CONFIG_SECCOMP_FILTER, for the machine this "
			      "runs on",
			      "the kernel does not take the filter of this profile (%s)",
			      strerror(c->facts->seccomp_error));
}

/* Rules on files that allow renames came with ABI 2, the scopes with 6; before 2 there is no
 * domain at all. Where the network is the sandbox's own, so are abstract sockets. Yama forbids a
 * process of the sandbox to trace what is not its child. */
void cb_check_landlock(struct cb_checker *c)
{
	int abi = c->facts->landlock;
	bool scopes = abi >= 6 || c->policy->network != CB_TIER_FULL, files = abi >= 2;
	bool traced = !files && c->facts->yama <= 0;
	struct cb_strv costs = { 0 };
	if (scopes && files) {
		cb_check_ok(c,
			    "ABI %d: no abstract socket of the host is reached, nor its first "
			    "process traced",
			    abi);
		return;
	}
	if (!scopes)
		cb_strv_push(&costs, "abstract sockets of the host, as X11's, are reached (L6)");
	if (!files)
		cb_strv_push(&costs, "sockets can be left for other sandboxes (L34)");
	if (traced)
		cb_strv_push(&costs, "the first process can be traced (L27)");
	cb_check_warn(
	    c,
	    cb_format("Linux 6.12 or newer, with landlock among its security modules "
		      "(lsm=)%s%s",
		      scopes ? "" : "; or a profile with a network of its own",
		      traced ? "; against tracing: sysctl kernel.yama.ptrace_scope=1" : ""),
	    "%s: %s", abi ? cb_format("ABI %d", abi) : "not in this kernel",
	    cb_strv_join(&costs, "; "));
}

void cb_check_tiocsti(struct cb_checker *c)
{
	if (c->facts->tiocsti == 0)
		cb_check_ok(c, "typing into the terminal of others is off (TIOCSTI)");
	else if (c->facts->tiocsti < 0)
		cb_check_ok(c, "the filter stops it; this kernel has no switch");
	else
		cb_check_warn(c, "as root: sysctl dev.tty.legacy_tiocsti=0",
			      "TIOCSTI is on; in the sandbox, the filter stops it (L5)");
}

static void add_flaws(struct cb_checker *c, const char *version)
{
	static const struct {
		unsigned long fixed;
		const char *name, *what;
	} flaws[] = {
#define X(major, minor, patch, name, what) { VERSION(major, minor, patch), name, what },
#include "commands/check/bwrap-flaws.def"
#undef X
	};
	for (size_t i = 0; i < sizeof flaws / sizeof flaws[0]; i++) {
		if (version_of(version) >= flaws[i].fixed)
			continue;
		cb_check_warn(c, "build claudebox with a newer nixpkgs", "%s has %s: %s", version,
			      flaws[i].name, flaws[i].what);
		return;
	}
	cb_check_ok(c, "%s, from the store", version);
}

/* Why a program could not be run. */
static const char *run_words(const struct cb_run_result *run)
{
	return run->error > 0 ? strerror(run->error) : "it fails";
}

void cb_check_bwrap(struct cb_checker *c)
{
	const struct cb_check_facts *f = c->facts;
	const char *program = c->policy->bwrap, *real = f->bwrap_real;
	const char *version = f->bwrap.output ? from_digit(f->bwrap.output) : "";
	if (f->bwrap.error || !*version)
		cb_check_fail(c, cb_format(REBUILD, program), "cannot be run (%s)",
			      run_words(&f->bwrap));
	else if (f->bwrap_setuid)
		cb_check_fail(c, cb_format("as root: chmod u-s,g-s %s", program),
			      "%s is setuid: what it does, it does as root (L21)", version);
	else if (version_of(version) < VERSION(0, 8, 0))
		cb_check_fail(c,
			      "build claudebox with a newer nixpkgs: 0.8.0 is the first that can "
			      "forbid namespaces inside",
			      "%s is too old", version);
	else if (f->sandbox.error && !f->userns_error && f->sign == CB_USERNS_WORKS)
		cb_check_fail(c,
			      "in a container, its /proc must not be covered and new namespaces "
			      "allowed",
			      "makes no sandbox: %s",
			      f->sandbox.output ? f->sandbox.output : "it says nothing");
	else if (!real || !cb_path_is_within(real, CB_STORE_PATH))
		cb_check_warn(c,
			      cb_format("anything that can write there can leave the sandbox: %s",
					real ? real : program),
			      "%s is not from the store", version);
	else
		add_flaws(c, version);
}

void cb_check_paths(struct cb_checker *c)
{
	const struct cb_strv *missing = &c->facts->missing;
	size_t count = c->facts->path_count;
	if (missing->len == 0)
		cb_check_ok(c, "all %zu that this profile names are there", count);
	else
		cb_check_fail(c, cb_format(REBUILD, missing->items[0]),
			      "%zu of %zu that this profile names are missing", missing->len,
			      count);
}

/* What the launch would say of it, and behind the semicolon what to do. */
void cb_check_nix(struct cb_checker *c)
{
	if (!c->policy->nix_daemon)
		return;
	enum cb_nix_answer answer =
	    cb_plan_judge_daemon(c->policy, c->facts->user.uid, c->facts->nix);
	const char *says = cb_nix_says(answer), *hint = strstr(says, "; ");
	cb_check_add(c, answer == CB_NIX_UNTRUSTED ? CB_HEALTH_OK : CB_HEALTH_WARN,
		     hint ? hint + 2 : NULL, "%.*s", hint ? (int)(hint - says) : -1, says);
}

void cb_check_network(struct cb_checker *c)
{
	const struct cb_check_facts *f = c->facts;
	if (!c->policy->slirp)
		return;
	if (f->tun_error)
		cb_check_fail(c, cb_tun_hint(f->tun_error), "cannot open " CB_TUN " (%s)",
			      strerror(f->tun_error));
	else if (f->slirp.error)
		cb_check_fail(c, cb_format(REBUILD, c->policy->slirp),
			      "cannot run slirp4netns (%s)", run_words(&f->slirp));
	else
		cb_check_ok(c, "the tun device, %s",
			    f->slirp.output ? f->slirp.output : "slirp4netns");
}

/* Without user namespaces it cannot be tried, and that has a row of its own. */
void cb_check_filter(struct cb_checker *c)
{
	if (c->policy->network != CB_TIER_INTERNET || c->facts->userns_error)
		return;
	if (!c->facts->filter_error)
		cb_check_ok(c, "the kernel takes the rules of this profile (nf_tables)");
	else
		cb_check_fail(c, "as root: modprobe nf_tables",
			      "cannot filter the private network (nf_tables: %s)",
			      strerror(c->facts->filter_error));
}

void cb_check_forward(struct cb_checker *c)
{
	const struct cb_strv *silent = &c->facts->silent;
	if (!c->policy->forward[0])
		return;
	if (silent->len == 0)
		cb_check_ok(c, "something listens on each");
	else
		cb_check_warn(c, "start the service, where the agent is to use it",
			      "nothing listens on port %s%s of this machine's loopback",
			      silent->items[0], silent->len > 1 ? ", nor on others" : "");
}

void cb_check_names(struct cb_checker *c)
{
	if (c->policy->network == CB_TIER_NONE || !c->facts->has_launch)
		return;
	const char *text = c->facts->launch.resolv_conf;
	if (text && strstr(text, "nameserver"))
		cb_check_ok(c, "/etc/resolv.conf names a server");
	else
		cb_check_warn(
		    c,
		    "a line `nameserver ADDRESS` in it, as your network's own tools write "
		    "it",
		    "/etc/resolv.conf names no server: no host can be found by name");
}
