#!/usr/bin/env bash
# What must not come in does not, and the same probe finds it in a naive sandbox.
. "$(dirname "$0")/../lib.sh"
need bwrap strace cc
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

# both WHAT COMMAND ANSWER: the naive sandbox shows the planted text; ours runs the same to its end, shows ANSWER, and
# not the text.
both() {
	showing run naive "$2"
	like "$out$err" c4n4ry "$1: the naive sandbox leaks it"
	run ours "$2"$'\n''echo it was tried'
	like "$out" '^it was tried$' "$1: ours runs the same" || diag "$err"
	like "$out$err" "$3" "$1: and answers"
	unlike "$out$err" c4n4ry "$1: without what is planted"
}

both "L1 environment of pid 1" 'tr "\0" "\n" < /proc/1/environ' '/proc/1/environ: Permission denied'
both "L1 environment of every process" 'cat /proc/*/environ | tr "\0" "\n"' '^CLAUDE_CONFIG_DIR='
both "a file outside the project" "cat '$secrets/key'" "$secrets/key: No such file"
exec 7<"$secrets"
both "L3 an inherited directory" 'cat /proc/self/fd/7/key' '/proc/self/fd/7/key: No such file'
exec 7<&-
exec 8<<<"c4n4ry by descriptor"
both "L3 an inherited file" 'cat <&8' '8: Bad file descriptor'
exec 8<&-

run naive 'cat /proc/cmdline'
isnt "$out" "" "L42 options of the kernel: the naive sandbox shows them"
run ours 'cat /proc/cmdline'
is "$status:$out" "0:" "L42 options of the kernel: ours has an empty file in their place"

run naive 'tr "\0" " " < /proc/1/cmdline'
like "$out" "bind $project" "L2 arguments of pid 1: the naive sandbox shows host paths"
run ours 'tr "\0" " " < /proc/1/cmdline; echo'
like "$out" '^bwrap --args 3 -- /run/claudebox/step - /nix/store/' "L2: ours shows the command and nothing else"
# bwrap tells its monitor the exit code by an eventfd, and holds the lock, an empty file that is
# mounted read-only: nothing of the host lies behind them, and nobody inside sees them.
look='for fd in /proc/self/fd/*; do readlink $fd; done; for fd in /proc/1/fd/*; do readlink $fd && echo seen; done; true'
run naive "$look"
like "$out" '^seen$' "L27: a naive sandbox sees the descriptors of pid 1"
run ours "$look"
like "$out" '^/dev/null|pipe' "descriptors can be looked at"
unlike "$out" seen "L27: but in ours not those of pid 1"
as_user "$claudebox" --yes --shell -c 'echo >there; until [ -e gone ]; do sleep 0.02; done' </dev/null >/dev/null 2>&1 &
wait_until test -e there
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
for change in 'echo more >>/proc/self/fd/0' 'echo more >/dev/stdin' 'truncate -s 0 /proc/self/fd/0' ': >/dev/stdin'; do
	again "$change; true" "<'$outside'" "${naively[@]}"
	isnt "$(cat "$outside")" c4n4ry "L3: a naive sandbox writes to the file that it is to read ($change)"
	as_user tee "$outside" >/dev/null <<<c4n4ry
	run as_user sh -c "exec '$claudebox' --yes --shell -c '$change; cat >/dev/null' <'$outside'"
	like "$err" 'Permission denied|Read-only file system' "L3: ours is refused it"
	is "$(cat "$outside")" c4n4ry "and does not"
done
run as_user sh -c "exec '$claudebox' --yes --shell -c 'wc -c </dev/stdin; wc -c /proc/self/fd/0' <'$outside'"
is "$out" $'7\n7 /proc/self/fd/0' "and reads it as ever"
showing run as_user sh -c "exec ${naively[*]} cat /proc/self/fd/2 2>>'$outside'"
is "$out" c4n4ry "L3: a naive sandbox reads a log that it is to write"
run as_user sh -c "exec '$claudebox' --yes --shell -c 'cat /proc/self/fd/2; echo said >/dev/stderr' 2>>'$outside'"
is "$out" '' "L3: ours does not"
like "$(cat "$outside")" '^said$' "and writes to it as ever"
# Neither mode, times nor attributes of a file that is to be read can be changed, with or without Landlock.
cc -static -D_GNU_SOURCE -Wall -Wextra -Werror -o "$project/stream-probe" "$CB_HERE/stream-probe.c" || exit 1
# known: what of the file can be seen.
known() {
	stat -c '%a %U:%G %s %Y %n' "$outside"
	getfattr -d -m - "$outside" 2>/dev/null
	cat "$outside"
}
# probed COMMAND…: the probe behind it, with the file as its standard input.
probed() {
	as_user tee "$outside" >/dev/null <<<c4n4ry
	as_user chmod 640 "$outside"
	before=$(known)
	run as_user sh -c 'exec "$@" <"$0"' "$outside" "$@" ./stream-probe
	like "$out" '^try_open' "the probe has run"
}
probed "${naively[@]}" --bind "$project" "$project"
isnt "$(known)" "$before" "L38: a naive sandbox changes the file it is to read"
is "$(grep -c ': done$' <<<"$out")" 8 "in each of these ways, but for a descriptor that is no writable one" || diag "$out"
as_user setfattr -x user.planted "$outside" 2>/dev/null
older=(strace -f -qq -o /dev/null -e trace=landlock_create_ruleset -e inject=landlock_create_ruleset:error=ENOSYS)
for profile in default offline; do
	program=$(launcher "$profile")
	probed "$program" --yes --shell -c '"$0"'
	is "$(known)" "$before" "L38: $profile does not"
	is "$(grep ': done$' <<<"$out")" "" "nor says that it has"
	probed "${older[@]}" "$program" --yes --shell -c '"$0"'
	is "$(known)" "$before" "L38: $profile does not either on a kernel without Landlock"
done
run as_user sh -c '{ read -r first; exec "$1" --yes --shell -c "cat; exit 3"; } <"$0"' "$outside" "$claudebox"
is "$status:$out" '3:' "it is read from where it stood, and the exit code is kept"
printf 'one\ntwo\nthree\n' | as_user tee "$outside" >/dev/null
# shellcheck disable=SC2016 # the inner shell's
run as_user sh -c 'exec 9<"$0"; dd bs=4 count=1 status=none <&9; exec "$1" --yes --shell -c "cat" <&9' "$outside" "$claudebox"
is "$out" $'one\ntwo\nthree' "also where somebody has read a part of it"
run as_user sh -c '"$1" --yes --shell -c "cat; echo ran" <"$0"' /proc/version "$claudebox"
is "$out" "$(cat /proc/version)"$'\nran' "a file of /proc can be read"
# shellcheck disable=SC2016
run as_user bash -c 'exec 9<"$0"; rm "$0"; "$1" --yes --shell -c "cat; cat /dev/stdin | wc -l" <&9' "$outside" "$claudebox"
is "$out" $'one\ntwo\nthree\n3' "and one that has been removed since"
if [ "$(id -u)" = 0 ]; then
	mkdir -m 700 "$CB_TMP/roots"
	echo c4n4ry >"$CB_TMP/roots/file"
	from_root() {
		as_user "$claudebox" --yes --shell -c 'touch started' <"$CB_TMP/roots/file"
	}
	exits 125 "L38: a file that the user cannot find by its path is refused" -- from_root
	like "$err" '^claudebox: cannot pass the file that is standard input read-only \(Permission denied\)' "which says why"
	like "$err" '^hint: .*cat FILE \| claudebox' "and what to do"
	fails "and nothing has started" -- test -e started
else
	skip "only root has files of another user's" "L38: a file that the user cannot find by its path is refused"
fi
as_user tee "$outside" >/dev/null <<<c4n4ry
run as_user sh -c '"$1" --yes --shell -c "echo said; echo more" >>"$0"' "$outside" "$claudebox"
is "$(cat "$outside")" $'c4n4ry\nsaid\nmore' "a log is appended to"

as_user mkfifo "$outside.pipe"
run as_user sh -c "exec 9<>'$outside.pipe'; echo piped >&9; timeout 20 '$claudebox' --yes --shell -c 'head -n 1 /dev/stdin' <'$outside.pipe'"
is "$out" piped "and a named pipe"
run as_user script -qec "'$claudebox' --yes --shell -c 'echo said >/dev/stderr; echo too >/dev/tty; cat </dev/stdin'" /dev/null <<<answered
like "$out" '^said.$' "a terminal can be opened again"
like "$out" '^answered.$' "to be read too"

run as_user bwrap --ro-bind / / --proc /proc bash -c 'ls -d /proc/[0-9]*'
ok "L14: where its processes are not its own, a sandbox sees those of the host" -- test "$(grep -c . <<<"$out")" -gt 4
run ours 'ls -d /proc/[0-9]*'
like "$out" '^/proc/1$' "L14: ours sees its own"
ok "and no others" -- test "$(grep -c . <<<"$out")" -le 4
done_testing
