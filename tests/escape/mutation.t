#!/usr/bin/env bash
# The mutation matrix: the launchers of the shipped profiles with one mitigation taken away, or all
# of those that overlap, run --prove. What the mitigation is for must be reached each time, and
# every probe must find its canary at least once: one that cannot fail proves nothing.
. "$(dirname "$0")/../lib.sh"
need_root "taking away what only root has"
need bwrap strace jq perl cc ip
user_ready
tun_ready
. "$CB_LIB/escape.sh"

declare -A place
for profile in $(profiles); do
	place[$profile]=$(lesser "$profile")
	[ -n "${place[$profile]}" ] || exit 1
done
project=$(user_scratch)
cc -Wall -Wextra -Werror -shared -fPIC -o "$project/keep-privileges.so" "$CB_HERE/keep-privileges.c" || exit 1
cd "$project" || exit 1

# The probes by the names of their functions, in the order they are printed; --prove itself adds
# the last.
mapfile -t probes < <(sed -nE 's/^X\("[^"]*", *([a-z0-9_]+),.*/\1/p' "$CB_TOP/runtime/commands/prove/probes.def")
probes+=(outlives)
matrix=$CB_BUILD/mutation-matrix.txt reached_ever=' ' user=as_user empty=''
declare -A taken
printf '%-9s %-5s %-60s %s\n' PROFILE USER 'TAKEN AWAY' 'REACHED' >"$matrix"

# without PROFILE WHAT PROBE… -- CHANGE [COMMAND…]: runs --prove without WHAT, by a change of the
# options (lesser-bwrap) and with COMMAND in front of the launcher. Each PROBE must reach its canary.
without() {
	local dir=${place[$1]} profile=$1 what=$2 wanted=() reached='' missing='' n name
	shift 2
	while [ "$1" != -- ]; do
		wanted+=("$1")
		shift
	done
	printf '%s\n' "$2" >"$dir/bin/without"
	run "$user" "${@:3}" "$dir/claudebox" --prove
	[[ $out == *"1..${#probes[@]}"* ]] || missing+=" (it did not start)"
	while read -r n; do
		reached+=" ${probes[n - 1]}" reached_ever+="${probes[n - 1]} "
	done < <(sed -nE 's/^not ok ([0-9]+) .*/\1/p' <<<"$out")
	for name in "${wanted[@]}"; do
		[[ "$reached " == *" $name "* ]] || missing+=" $name"
	done
	is "$missing" "" "$profile without $what: ${wanted[*]:-it starts}" ||
		diag "reached:$reached"$'\n'"$out"$'\n'"$err"
	[ "$what" = nothing ] || taken[$profile]=1
	[ -n "$reached" ] || [ "$what" = nothing ] || empty+="$profile without $what"$'\n'
	printf '%-9s %-5s %-60s%s\n' "$profile" "${user#as_}" "$what" "$reached" >>"$matrix"
	last_reached=$reached
}

# What the launcher asks of the kernel itself: calls that are answered without being made. Which one
# of a process is meant is counted; where the count no longer fits, nothing is reached and it is red.
answered=(strace -f -qq -o /dev/null)
no_fences=("${answered[@]}" -e inject=landlock_create_ruleset:error=ENOSYS) # an older kernel
no_keyring=("${answered[@]}" -e inject=keyctl:retval=0:when=2)              # behind --prove's own look
no_limit=("${answered[@]}" -e inject=prlimit64:retval=0:when=1)

# Nothing taken away: the change of bwrap alone reaches nothing.
for profile in "${!place[@]}"; do
	without "$profile" nothing -- ''
	is "$last_reached" "" "$profile: with everything in place nothing is reached"
done

without default 'bwrap'\''s empty environment, and the fences (L1)' other_environment -- \
	'export CB_PLANTED=$marker' "${no_fences[@]}"
without default 'bwrap'\''s empty environment and --clearenv (L1)' own_environment -- \
	'export CB_PLANTED=$marker; drop "^--clearenv"'
without default '--args (L2)' command_line -- \
	'mapfile -t arguments < <(tr "\t" "\n" <<<"$lines")'
without default 'close_range (L3)' descriptors -- 'exec 50<"$home"'
without default 'the refusal of directories as streams (L3)' descriptors -- 'exec 2<"$home"'
without default 'the read-only mount of a stream (L38)' stream -- 'exec <"$planted/stdin"'
without default 'the new keyring and the filter (L4)' keyring -- 'drop "^--seccomp"' "${no_keyring[@]}"
without default 'the empty /proc/keys (L4)' proc_keys -- 'drop "\t/proc/keys$"'
without default 'the empty /proc/cmdline (L42)' kernel_options -- 'drop "\t/proc/cmdline$"'
vsock=vsock
has_vsock || {
	vsock='' reached_ever+='vsock '
	skip "this kernel has no vsock" "default without the filter: vsock"
}
# shellcheck disable=SC2086 # none is no word
without default 'the filter (L5, L32, net)' set_id tiocsti tiocsti_high_bits tioclinux packet io_uring $vsock -- \
	'drop "^--seccomp"'
without default 'Landlock'\''s scope (L6)' abstract_socket -- '' "${no_fences[@]}"
without default 'the empty root (SAND-04, L12)' path_socket -- 'last --ro-bind /var /var; again /var'
without default 'the empty home (SAND-04, SAND-09)' outside host_root state ssh cloud -- \
	'last --bind "$home" "$home"; again "$home"'
without default 'a state of its own (L10)' claude -- \
	'last --bind "$home/.claude" "$home/.claude"'
without default 'a state per project (L11)' state -- \
	'last --ro-bind "$home/.claudebox/projects" "$home/.claudebox/projects"'
without default 'an empty /run (L12)' run_directory -- 'last --tmpfs /run; again /run; last --ro-bind "$planted" /run/planted'
without default 'the absence of a daemon socket (L13)' nix_daemon -- \
	'last --tmpfs /nix; again /nix; last --ro-bind "$planted/socket" /nix/var/nix/daemon-socket/socket'
without default '--unshare-pid (L14, L18)' process signal namespaces outlives -- 'drop "^--unshare-pid"'
without default '--disable-userns (L20)' user_namespace -- 'drop "^--disable-userns"'
without default '--disable-userns and the fences (L20)' user_namespace mounting -- 'drop "^--disable-userns"' "${no_fences[@]}"
without default 'no_new_privs, Landlock and filter, which need it (L21)' privileges -- \
	"drop '^--seccomp'; export LD_PRELOAD=$project/keep-privileges.so" "${no_fences[@]}"
without default 'the dropping of capabilities (L21)' capabilities -- 'last --cap-add ALL'
# sudo has none while it runs, and gives the limit back if it may: not where root lacks CAP_SYS_RESOURCE.
if [ "$(ulimit -H -c)" != 0 ]; then
	without default 'the limit of core dumps (L24)' core_dumps -- '' "${no_limit[@]}"
else
	skip "no core dumps are allowed here" "default: without the limit of core dumps"
	reached_ever+='core_dumps '
fi
without default 'a bare --sync-fd, and the fences (L27)' first_process -- 'exec 50<"$home"; last --sync-fd 50' "${no_fences[@]}"
# Not by strace, which traces the first process itself.
fenced=${place[offline]}
program=$(changed offline act/landlock.c 's/if \(!attr\.handled_fs && !attr\.scoped\)/if (true)/') && place[offline]=$(lesser offline "$program") || exit 1
without offline 'the fence around the agent (L18, L27)' tracing -- ''
program=$(changed offline act/landlock.c 's/ MAKE_SOCK \|//; s/allow_beneath\(ruleset, dir, MAKE_SOCK\)/0/') && place[offline]=$(lesser offline "$program") || exit 1
without offline 'the places of sockets (L34)' shared_socket -- ''
place[offline]=$fenced
# In a store of the user's own, as Nix without a daemon has it.
without default 'a read-only store (SAND-06)' store_write -- \
	'mkdir "$home/store"; last --bind "$home/store" /nix/store'
without offline 'a read-only closure (SAND-06)' store_write -- \
	'last --tmpfs /nix/store; again /nix/store'
without default 'a /dev of its own (SAND-11)' devices -- 'last --dev-bind /dev /dev'
for namespace in ipc uts cgroup-try; do
	without default "--unshare-$namespace (SEC-02)" namespaces -- "drop '^--(unshare-$namespace|hostname)'"
done
without offline 'the closure (L19)' closure -- \
	'last --ro-bind /nix/store /nix/store'

# The network, away from every network of the machine: what is let through must reach nobody. What the
# launcher itself does for a tier is taken out of its sources.
around=("${CB_AROUND[@]}")
alone=(unshare --net sh -c 'ip link set lo up && exec "$@"' sh)
CB_AROUND+=("${alone[@]}")
without offline '--unshare-net (L15)' loopback namespaces -- 'drop "^--unshare-net"'
without offline '--unshare-net and Landlock'\''s scope (L6)' abstract_socket loopback -- \
	'drop "^--unshare-net"' "${no_fences[@]}"
for profile in api internet; do
	program=$(changed "$profile" plan/bwrap.c 's/if \(cb_network_is_made\(plan->policy\)\)/if (false)/' \
		net/net.c 's/return cb_net_start_internet\(.*/return 0;/; s/start_loopback\(plan, sync, err\) : 0/0 : 0/') && place[$profile]=$(lesser "$profile" "$program") || exit 1
	without "$profile" 'its private network (L15)' loopback namespaces -- ''
	without "$profile" 'its private network and Landlock'\''s scope (L6)' abstract_socket loopback -- '' "${no_fences[@]}"
done
program=$(changed internet policy.c 's/^(\t\.block_count = ).*/\10,/' net/internet.c 's/return test_filter\(err\);/(void)test_filter;\n\treturn 0;/') &&
	place[internet]=$(lesser internet "$program") || exit 1
without internet 'the filter (L15)' private_networks -- ''
program=$(changed internet policy.c 's/^(\t\.block_count = ).*/\10,/') && place[internet]=$(lesser internet "$program") || exit 1
echo >"${place[internet]}/bin/without"
exits 125 "internet without the filter, but with its test: it does not start" -- as_user "${place[internet]}/claudebox" --prove
like "$err" 'the network filter does not work \(10\.255\.255\.253 is not blocked\)' "and says so"
CB_AROUND=("${around[@]}")

# Root is told apart by the kernel in more ways than by capabilities.
user=as_root
# In a user namespace root has no rights on what is another's.
chown -R root: "${place[default]}"
as_root() {
	"$@"
}
without default nothing -- ''
is "$last_reached" "" "default: root reaches nothing either"
without default '--cap-drop (L21)' capabilities -- 'drop "^--cap-drop"'
without default 'the read-only /proc (SEC-02)' kernel_settings -- 'drop "^--remount-ro\t/proc$"'
# The launcher builds the root in a user namespace, too; what it mounts without one must not be seen.
as_root() {
	unshare --mount --propagation private -- "$@"
}
program=$(changed default root/build.c 's/unshare\(CLONE_NEWUSER \| CLONE_NEWNS\)/unshare(CLONE_NEWNS)/; s/cb_idmap_write\(ids, ids\)/0/') &&
	place[default]=$(lesser default "$program") || exit 1
chown -R root: "${place[default]}"
without default '--unshare-user (SEC-02)' namespaces -- 'drop "^--(unshare-user|disable-userns)"'
without default 'namespaces, Landlock and --cap-drop (L8)' host_root signal -- \
	'drop "^--(unshare-user|unshare-pid|disable-userns|cap-drop)"' "${no_fences[@]}"

is "${!taken[*]}" "${!place[*]}" "something was taken away from every profile"
is "$empty" "" "and each laid something open: no row is empty"
is "$(printf '%s\n' "${probes[@]}" | while read -r probe; do
	[[ $reached_ever == *" $probe "* ]] || printf '%s\n' "$probe"
done)" "" "every probe has found its canary (${#probes[@]} probes)"
sed 's/^/# /' "$matrix"
done_testing
