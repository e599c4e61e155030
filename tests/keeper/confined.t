#!/usr/bin/env bash
# What a keeper can still do once it has the key: nothing but serve. Other processes of its user neither read nor
# trace it, and of what libraries have copied of the key nothing is left.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/keeper.sh"
keeper_ready
keeper_start

# --- from inside: the same attempts, first without the confinement

dir=$(user_scratch)
as_user mkdir "$dir/free" "$dir/state"
as_user touch "$dir/secret"
printf secret >"$dir/secret"
keeper_link "$CB_HERE/confined.c" "$dir/confined"
# Something listens at another port than the upstream's.
"${loopback[@]}" -- setpriv --pdeathsig TERM -- node -e 'require("net").createServer().listen(9999, () => console.log("ready"))' >"$CB_TMP/other" &
wait_until grep -q ready "$CB_TMP/other"
run user_in_loopback "$dir/confined" "$dir/free" "$dir/secret" 9999 free
free=$out
run user_in_loopback "$dir/confined" "$dir/state" "$dir/secret" 9999
is "$status" 0 "it is confined"
confined=$out

# only WHAT ERRORS: it can be done, but not by a keeper.
only() {
	is "$(grep -F "$1: " <<<"$free")" "$1: done" "$1: possible to anybody"
	like "$confined" "^$1: ($2)\$" "and not to a keeper"
}
# still WHAT
still() {
	is "$(grep -F "$1: " <<<"$confined")" "$1: done" "$1: possible"
}
for what in 'run a program' 'signal a process' 'read another process' 'be traced' 'map code' 'make memory code' \
	'use io_uring' 'keep a file in memory' 'leave its namespace' 'be dumpable' 'open a unix socket' \
	'link to one' 'make a directory there'; do
	only "$what" 'EPERM|ENOSYS|EAFNOSUPPORT|EACCES'
done
still 'start a thread'
still 'connect to the upstream'
abi=$(sed -n 's/^landlock: //p' <<<"$free")
if [ "$abi" -ge 1 ]; then
	for what in "read a file of the user's" 'read a program' 'read its own environment' 'list a directory' \
		'create a file elsewhere'; do
		only "$what" EACCES
	done
else
	skip "this kernel has no Landlock" "files are closed"
fi
if [ "$abi" -ge 4 ]; then
	only 'connect to another port' EACCES
	only listen EACCES
else
	skip "the Landlock of this kernel knows no ports" "ports are closed"
fi
for what in 'read the certificates' 'read /etc/hosts' 'create a file in its directory' 'replace one there'; do
	still "$what"
done

# --- from outside, as the same user

run stream ''
like "$out" message_stop "a keeper serves"
# shellcheck disable=SC2016
as_user sh -c 'echo $$ >"$0.new" && mv "$0.new" "$0" && exec sleep 60' "$dir/state/pid" &
wait_until test -s "$dir/state/pid"
other=$(cat "$dir/state/pid")
# shellcheck disable=SC2016
look='for name in environ maps auxv; do head -c 1 "/proc/$0/$name" >/dev/null 2>&1 && echo "$name"; done; ls "/proc/$0/fd" 2>/dev/null | head -n 1; head -c 0 "/proc/$0/mem" 2>/dev/null && echo mem'
is "$(as_user sh -c "$look" "$other" | xargs)" 'environ maps auxv 0 mem' "other processes of the user's can be looked into"
is "$(as_user sh -c "$look" "$KEEPER_PID" | xargs)" '' "a keeper cannot"
kill "$other"
if command -v strace >/dev/null; then
	run as_user timeout 5 strace -o /dev/null -p "$KEEPER_PID"
	like "$err" 'Operation not permitted' "nor be traced"
fi
is "$(tr '\0' ' ' <"/proc/$KEEPER_PID/cmdline")" 'claudebox-keeper ' "its arguments say nothing"
is "$(grep -E '^(NoNewPrivs|Seccomp):' "/proc/$KEEPER_PID/status" | tr -d '\t' | xargs)" 'NoNewPrivs:1 Seccomp:2' "it can gain nothing"

# --- the key in its memory: only root can look

if [ "$(id -u)" = 0 ]; then
	run "$CB_HERE/drive" copies "$KEEPER_PID" "${KEEPER_KEY:0:20}"
	is "$out" '1 locked' "of the key there is one copy, in memory that is never swapped out or dumped"
	for _ in 1 2 3; do run stream ''; done
	run in_loopback "$CB_HERE/drive" many "$KEEPER_SOCKET" 20
	run "$CB_HERE/drive" copies "$KEEPER_PID" "${KEEPER_KEY:0:20}"
	is "$out" '1 locked' "also after many requests"
	is "$(tr '\0' '\n' <"/proc/$KEEPER_PID/environ")" '' "its environment is empty"
	is "$(find "/proc/$KEEPER_PID/fd" -lname '*pipe*' | wc -l)" 1 "the pipe of the key is closed; the other is that of the sandbox's life"
else
	skip "only root can look" "of the key there is one copy"
fi
unlike "$(cat "$KEEPER_STATE"/* "$KEEPER_STATE"/.* 2>/dev/null)" 'c4n4ry' "it is not in the record"

keeper_stop
upstream_stop
done_testing
