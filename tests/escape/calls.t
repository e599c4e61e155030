#!/usr/bin/env bash
# System calls that lead out or around, by every entry of the kernel; uncovering what is mounted
# over; and what the first process of the sandbox is good for.
. "$(dirname "$0")/../lib.sh"
need bwrap cc pgrep perl
. "$CB_LIB/escape.sh"
attempt_ready

# With capabilities, and nothing that takes mounting away.
powerful() {
	as_user bwrap --ro-bind / / --dev-bind /dev /dev --proc /proc --unshare-user --unshare-pid \
		--cap-add ALL --bind "$project" "$project" --chdir "$project" -- "$@"
}
run powerful ./attempt calls
naive_calls=$out
run ours './attempt calls'
our_calls=$out

# call NAME ANSWER: reached there, answered so here.
call() {
	if [[ $1 = vsock* ]] && ! has_vsock; then
		skip "this kernel has no vsock" "$1 works in a naive sandbox"
	else
		is "$(answer "$1" "$naive_calls")" reached "$1 works in a naive sandbox"
	fi
	is "$(answer "$1" "$our_calls")" "$2" "and is refused in ours"
}
call userfaultfd "Operation not permitted"
call perf_event_open "Operation not permitted"
call vsock "Address family not supported by protocol"
call sock_diag "Protocol not supported"
while read -r name answer; do
	if [ "$(uname -m)" = x86_64 ]; then
		call "$name" "$answer"
	else
		skip "only x86 lets a 64-bit program make 32-bit calls" "$name"
	fi
done <<'END'
sock_diag-int80 Protocol not supported
vsock-int80 Address family not supported by protocol
vsock-socketcall Operation not permitted
io_uring-int80 Operation not permitted
keyctl-int80 Operation not permitted
END
for name in mount umount open_tree fsopen setns chroot; do
	call "$name" "Operation not permitted"
done

addresses='console.log(Object.values(require("os").networkInterfaces()).flat().some(a => a.address == "127.0.0.1"))'
is "$(ours "node -e '$addresses'")" true "addresses of the network are told by the netlink that is left"

# --- the first process: it holds the way back to the host, and is out of the agent's hands ---------

# memory COMMAND…: with a variable whose value comes by stdin too.
memory() {
	as_user env PLANTED=c4n4ry-in-memory "$@" <<<c4n4ry-in-memory
}
run memory "${naive[@]}" --clearenv -- ./attempt memory 1
is "$out" "memory: reached" "L1: a naive sandbox reads the host's environment in the memory of pid 1"
run memory "$claudebox" --yes --shell -c './attempt memory 1'
is "$out" "memory: Permission denied" "L1: ours does not"
run as_user "${naive[@]}" -- ./attempt take-over 1
for name in pidfd_getfd ptrace; do
	is "$(answer "$name" "$out")" reached "L27: a naive sandbox has power over pid 1 ($name)"
done
run ours './attempt take-over 1'
for name in pidfd_getfd ptrace; do
	is "$(answer "$name" "$out")" "Operation not permitted" "L27: ours has none ($name)"
done

# --- a process of the host, by its number: traced, read, robbed ------------------------------------

as_user env PLANTED=c4n4ry-in-memory sleep 330 2>/dev/null &
wait_until pgrep -u "$CB_USER" -f '^sleep 330$'
pid=$(pgrep -u "$CB_USER" -f '^sleep 330$')
run memory ./attempt memory "$pid"
is "$out" "memory: reached" "L14: where there is no sandbox, memory of another process is read"
run as_user ./attempt take-over "$pid"
for name in pidfd_getfd ptrace; do
	is "$(answer "$name" "$out")" reached "L14: and there is power over it ($name)"
done
run memory "$claudebox" --yes --shell -c "./attempt memory $pid"
is "$out" "memory: No such file or directory" "L14: in ours it has none"
run ours "./attempt take-over $pid"
for name in pidfd_getfd ptrace; do
	is "$(answer "$name" "$out")" "No such process" "L14: and is not there ($name)"
done
kill "$pid"
wait 2>/dev/null

run ours 'grep -E "^(Seccomp|NoNewPrivs|CapEff|CapPrm|CapBnd):" /proc/1/status'
like "$out" '^Seccomp:.2$' "L27: it has a filter itself"
like "$out" '^NoNewPrivs:.1$' "no new privileges"
like "$out" '^CapBnd:.0+$' "and no capabilities"

# bwrap outside is told the exit code by pid 1: whoever tells it in its place, and takes its order away
# to end with its parent, has a sandbox that goes on while the user is back in the shell.
run as_user "${naive[@]}" -- sh -c './attempt forge-exit && sleep 1'
is "$status" 42 "L18: in a naive sandbox the end can be told by anybody"
run ours './attempt forge-exit; echo "said $?"'
is "$status $out" '0 said 1' "L18: in ours it cannot"

run as_user ./attempt from-memory "$claudebox" --yes --shell -c 'cat; cat /dev/stdin'
is "$status $out" $'0 remembered\nremembered' "L3: a file in memory can be the input, though no rule names its place"
done_testing
