/* Made by claudebox-gen from a policy: the tables of one launcher, data only.
 * The types are in runtime/vocab/policy.h. Change the policy, not this file. */
#include "vocab/policy.h"

static const char *const domains[] = {
g4_domains
};

static const uint16_t ports[] = {
g4_ports
};

static const uint16_t forward[] = {
g4_forward
};

static const struct cb_prefix block[] = {
g4_block
};

static const char *const agent_args[] = {
g4_agent_args
};

static const char *const path[] = {
g4_path
};

static const char *const env_pass[] = {
g4_env_pass
};

static const struct cb_env_row env_set[] = {
g4_env_set
};

static const struct cb_mount_row mounts[] = {
g4_mounts
};

static const char *const closure[] = {
g4_closure
};

static const char *const protect[] = {
g4_protect
};

static const char *const watch[] = {
g4_watch
};

static const char *const hide[] = {
g4_hide
};

static const struct cb_bpf filter[] = {
g4_filter
};

static const char sandbox_md[] =
	g4_sandbox_md;

const struct cb_policy cb_policy = {
	.version = g4_version,
	.name = g4_name,
	.description = g4_description,
	.network = g4_network,
	.domains = domains,
	.ports = ports,
	.forward = forward,
	.block = block,
	.block_count = g4_block_count,
	.ipv6 = g4_ipv6,
	.nix_daemon = g4_nix_daemon,
	.nix_trusted = g4_nix_trusted,
	.agent_program = g4_agent_program,
	.agent_args = agent_args,
	.bwrap = g4_bwrap,
	.shell = g4_shell,
	.git = g4_git,
	.slirp = g4_slirp,
	.nix_build = g4_nix_build,
	.packages = g4_packages,
	.path = path,
	.env_pass = env_pass,
	.env_set = env_set,
	.env_set_count = g4_env_set_count,
	.mounts = mounts,
	.mount_count = g4_mount_count,
	.closure = closure,
	.protect = protect,
	.watch = watch,
	.hide = hide,
	.state = g4_state,
	.nesting = g4_nesting,
	.limit_core = g4_limit_core,
	.limit_processes = g4_limit_processes,
	.limit_tmpfs = g4_limit_tmpfs,
	.filter = filter,
	.filter_count = g4_filter_count,
	.sandbox_md = sandbox_md,
};
