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
# mounted read-only: nothing of the host lies behind them, and nobody inside sees them.
run ours 'for fd in /proc/self/fd/*; do readlink $fd; done; for fd in /proc/1/fd/*; do readlink $fd && echo seen; done; true'
like "$out" '^/dev/null|pipe' "descriptors can be looked at"
unlike "$out" seen "L27: but not those of pid 1"
as_user "$claudebox" --yes --shell -c 'echo >there; until [ -e gone ]; do sleep 0.02; done' </dev/null >/dev/null 2>&1 &
for _ in {1..250}; do
	[ ! -e there ] || break
	sleep 0.02
done
first=$(pgrep -P "$(pgrep -P $! -x bwrap || echo $!)" -x bwrap)
is "$(for fd in /proc/"$first"/fd/*; do case $fd in */[012]) ;; *) readlink "$fd" ;; esac; done | sort)" \
	$'/run/claudebox/lock\nanon_inode:[eventfd]' "L27: of which pid 1 keeps none of ours"
touch gone
wait

# --- streams ------------------------------------------------------------------------------------------

# What was opened to be read is not to be written by opening it again, and the other way round.
outside=$(user_scratch)/file
again() {
	as_user tee "$outside" >/dev/null <<<c4n4ry
	run as_user sh -c "exec \"\$@\" $2" sh "${@:3}" bash -c "$1"
}
naively=(bwrap --ro-bind / / --dev /dev --proc /proc --unshare-user --unshare-pid)
again 'echo more >>/proc/self/fd/0; true' "<'$outside'" "${naively[@]}"
is "$(cat "$outside")" $'c4n4ry\nmore' "L3: a naive sandbox writes to the file that it is to read"
for change in 'echo more >>/proc/self/fd/0' 'echo more >/dev/stdin' 'truncate -s 0 /proc/self/fd/0' 'sed -i s/c/d/ /dev/stdin'; do
	as_user tee "$outside" >/dev/null <<<c4n4ry
	run as_user sh -c "exec '$claudebox' --yes --shell -c '$change; cat >/dev/null' <'$outside'"
	is "$(cat "$outside")" c4n4ry "L3: ours does not ($change)"
done
run as_user sh -c "exec '$claudebox' --yes --shell -c 'wc -c </dev/stdin; wc -c /proc/self/fd/0' <'$outside'"
is "$out" $'7\n7 /proc/self/fd/0' "and reads it as ever"
showing run as_user sh -c "exec ${naively[*]} cat /proc/self/fd/2 2>>'$outside'"
is "$out" c4n4ry "L3: a naive sandbox reads a log that it is to write"
run as_user sh -c "exec '$claudebox' --yes --shell -c 'cat /proc/self/fd/2; echo said >/dev/stderr' 2>>'$outside'"
is "$out" '' "L3: ours does not"
like "$(cat "$outside")" '^said$' "and writes to it as ever"
as_user mkfifo "$outside.pipe"
run as_user sh -c "exec 9<>'$outside.pipe'; echo piped >&9; timeout 20 '$claudebox' --yes --shell -c 'head -n 1 /dev/stdin' <'$outside.pipe'"
is "$out" piped "and a named pipe"
run as_user script -qec "'$claudebox' --yes --shell -c 'echo said >/dev/stderr; echo too >/dev/tty; cat </dev/stdin'" /dev/null <<<answered
like "$out" '^said.$' "a terminal can be opened again"
like "$out" '^answered.$' "to be read too"

run ours 'ls -d /proc/[0-9]*'
ok "L14: only the sandbox's own processes are visible" -- test "$(grep -c . <<<"$out")" -le 4
done_testing
