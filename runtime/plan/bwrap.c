/* Turns the plan into bubblewrap's arguments. What it decides is the same for every profile: which
 * namespaces are new, and how the sandbox ends. */
#include "plan/bwrap.h"

#include "vocab/words.h"

#include <inttypes.h>
#include <string.h>

/* No process of the host can be seen or signalled (L14). --die-with-parent and the PID namespace
 * let no process outlive the launcher (L18). Not --new-session: it breaks resizing and Ctrl+Z; the
 * seccomp filter refuses TIOCSTI. Not --as-pid-1: it leaves zombies. */
static const char *const always[] = {
	"--unshare-user",       "--unshare-pid",     "--unshare-ipc", "--unshare-uts",
	"--unshare-cgroup-try", "--die-with-parent", "--hostname",    "claudebox",
	"--clearenv",
};

static void push_pair(struct cb_strv *v, const char *option, const char *value)
{
	cb_strv_push(v, option);
	cb_strv_push(v, value);
}

/* Appends a blob and pushes its descriptor's number as an option. */
static void push_blob(struct cb_bwrap *b, const char *name, const void *data, size_t size)
{
	cb_strv_take(&b->options, cb_format("%zu", CB_FD_FIRST + b->blob_count));
	b->blobs[b->blob_count++] = (struct cb_blob) { data, size, name };
}

static void push_op(struct cb_bwrap *b, const struct cb_op *op, uint64_t tmpfs_size)
{
	struct cb_strv *o = &b->options;
	if (op->mode) {
		cb_strv_push(o, "--perms");
		cb_strv_take(o, cb_format("%04o", op->mode));
	}
	if (op->kind == CB_KIND_TMPFS && tmpfs_size) {
		cb_strv_push(o, "--size");
		cb_strv_take(o, cb_format("%" PRIu64, tmpfs_size));
	}
	cb_strv_push(o, cb_word_option(op->kind));
	if (op->text)
		push_blob(b, op->from, op->text, op->text_size);
	else if (op->from)
		cb_strv_push(o, op->from);
	cb_strv_push(o, op->to);
}

/* The tree becomes the root, with devices, because /dev is in it. Then the mounts that only bwrap
 * can make. */
static void push_ops(struct cb_bwrap *b, const struct cb_plan *plan)
{
	cb_strv_push(&b->options, "--dev-bind");
	cb_strv_take(&b->options, cb_format("%s/" CB_TREE_NAME, plan->stage));
	cb_strv_push(&b->options, "/");
	for (size_t i = 0; i < plan->op_count; i++)
		if (plan->ops[i].build == CB_BUILD_BWRAP)
			push_op(b, &plan->ops[i], plan->policy->limit_tmpfs);
}

static void push_options(struct cb_bwrap *b, const struct cb_plan *plan)
{
	struct cb_strv *o = &b->options;
	for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
		cb_strv_push(o, always[i]);
	/* L20: most kernel bugs are reached through a new user namespace. */
	if (!plan->policy->nesting)
		cb_strv_push(o, "--disable-userns");
	if (plan->uid == 0) {
		/* L21: bwrap lets root keep capabilities. Everybody else has none and gets none:
		 * bwrap sets no_new_privs, and nothing in the store is setuid. */
		push_pair(o, "--cap-drop", "ALL");
	}
	if (plan->policy->network == CB_TIER_NONE && !cb_network_is_made(plan->policy))
		cb_strv_push(o, "--unshare-net");
	push_ops(b, plan);
	if (plan->uid == 0) {
		/* Files in /proc/sys belong to uid 0 of the host, and are writable for it from any
		 * user namespace; among them the program that the kernel runs for core dumps. */
		push_pair(o, "--remount-ro", "/proc");
	}
	push_pair(o, "--lock-file", CB_LOCK_PATH);
	for (size_t i = 0; i < plan->var_count; i++) {
		push_pair(o, "--setenv", plan->vars[i].name);
		cb_strv_push(o, plan->vars[i].value);
	}
	/* For the inner step, which removes it. Not as an argument: `ps` shows those (L2). */
	push_pair(o, "--setenv", CB_INNER_STEP_SOCKETS);
	cb_strv_push(o, plan->sockets);
	push_pair(o, "--chdir", plan->workdir);
	cb_strv_push(o, "--seccomp");
	push_blob(b, "seccomp", plan->policy->filter,
		  plan->policy->filter_count * sizeof *plan->policy->filter);
	b->sync = -1;
	if (cb_network_is_made(plan->policy)) {
		b->sync = CB_FD_FIRST + (int)b->blob_count;
		/* L27: pid 1 keeps it, and any process inside can take it from there. It is the
		 * write end of a pipe, of which only the hang-up counts. */
		cb_strv_push(o, "--sync-fd");
		cb_strv_take(o, cb_format("%d", b->sync));
	}
}

static void push_argv(struct cb_bwrap *b, const struct cb_plan *plan)
{
	push_pair(&b->argv, "bwrap", "--args");
	cb_strv_take(&b->argv, cb_format("%d", CB_FD_FIRST));
	cb_strv_push(&b->argv, "--");
	for (size_t i = 0; i < plan->command.len; i++)
		cb_strv_push(&b->argv, plan->command.items[i]);
}

/* The options as --args reads them: each ends with a NUL. */
static void pack_options(struct cb_bwrap *b)
{
	size_t size = 0;
	for (size_t i = 0; i < b->options.len; i++)
		size += strlen(b->options.items[i]) + 1;
	char *packed = cb_alloc(size, 1), *end = packed;
	for (size_t i = 0; i < b->options.len; i++)
		end = stpcpy(end, b->options.items[i]) + 1;
	b->blobs[0] = (struct cb_blob) { packed, size, "options" };
}

int cb_bwrap_make(const struct cb_plan *plan, struct cb_bwrap *ret, struct cb_error *err)
{
	struct cb_bwrap b = { .blob_count = 1 }; /* the options themselves, packed last */
	b.blobs = cb_alloc(plan->op_count + 2, sizeof *b.blobs); /* + options, filter */
	push_options(&b, plan);
	push_argv(&b, plan);
	pack_options(&b);
	size_t count = b.options.len + b.argv.len;
	if (count > CB_BWRAP_MAX_ARGS) {
		cb_fail(err, CB_EXIT_REFUSED, "too many arguments for bwrap (%zu of at most %d)",
			count, CB_BWRAP_MAX_ARGS);
		return cb_hint(err, "fewer mounts in the policy, or fewer arguments");
	}
	*ret = b;
	return 0;
}
