#!/usr/bin/env bash
# What must not come in does not, and the same probe finds it in a naive sandbox.
. "$(dirname "$0")/../lib.sh"
need bwrap
user_ready
claudebox=$(launcher default)
project=$(user_scratch)
secrets=$(user_scratch)
echo c4n4ry-in-file >"$secrets/key"
cd "$project" || exit 1

ours() {
	as_user env PLANTED=c4n4ry-value "$claudebox" --yes --shell -c "$1"
}

# The launch most people write: everything read-only, the environment cleared by bwrap.
naive() {
	as_user env PLANTED=c4n4ry-value bwrap --ro-bind / / --proc /proc --dev /dev --clearenv \
		--unshare-pid --unshare-user --bind "$project" "$project" -- /bin/bash -c "$1"
}

# both WHAT COMMAND: the naive sandbox shows the planted text, ours does not.
both() {
	showing run naive "$2"
	like "$out$err" c4n4ry "$1: the naive sandbox leaks it"
	run ours "$2"
	unlike "$out$err" c4n4ry "$1: ours does not"
}

both "L1 environment of pid 1" 'tr "\0" "\n" < /proc/1/environ'
both "L1 environment of every process" 'cat /proc/*/environ | tr "\0" "\n"'
both "a file outside the project" "cat '$secrets/key'"
exec 7<"$secrets"
both "L3 an inherited directory" 'cat /proc/self/fd/7/key'
exec 7<&-
exec 8<<<"c4n4ry by descriptor"
both "L3 an inherited file" 'cat <&8'
exec 8<&-

run naive 'tr "\0" " " < /proc/1/cmdline'
like "$out" "bind $project" "L2 arguments of pid 1: the naive sandbox shows host paths"
run ours 'tr "\0" " " < /proc/1/cmdline; echo'
like "$out" '^bwrap --args 3 -- /run/claudebox/step - /nix/store/' "L2: ours shows the command and nothing else"
# bwrap tells its monitor the exit code by an eventfd, and holds the lock, an empty file that is
# mounted read-only: nothing of the host lies behind them.
run ours 'for fd in /proc/1/fd/*; do case $fd in */[012]) ;; *) readlink $fd ;; esac; done | sort'
is "$out" $'/run/claudebox/lock\nanon_inode:[eventfd]' "L27: pid 1 keeps no descriptor of ours"

run ours 'ls -d /proc/[0-9]*'
ok "L14: only the sandbox's own processes are visible" -- test "$(grep -c . <<<"$out")" -le 4
done_testing
