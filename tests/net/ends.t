#!/usr/bin/env bash
# However a sandbox ends, with whatever network, its exit code is the launcher's, and nothing of it
# is left: no relay, no helper, no process inside.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready
. "$CB_LIB/net.sh"
need bwrap script
world_start '{"site.example": [["192.0.2.10"]]}'
project=$(user_scratch)
cd "$project" || exit 1
declare -A boxes=()
boxes[none]=$(world_launcher none "base = \"offline\"; forward = [ $FORWARDED ];")
boxes[domains]=$(world_launcher domains 'base = "api"; domains = [ "site.example" ]; ports = [ 80 ];')

# left: processes in the host's network that are none of the world's own, which is where relays and
# helpers are, and whatever carries the mark of a command that was run inside.
mark=1000.$$
left() {
	in_hosts_network | grep -vE ' (node|sleep)$'
	pgrep -af "sleep $mark"
}
nothing_left() {
	[ -z "$(left)" ]
}

# start LAUNCHER COMMAND: in the background, $started being the launcher's pid, once it has begun.
start() {
	rm -f begun
	nsenter --target "${WORLD[host]}" --net --mount -- env -i --chdir="$PWD" HOME="$CB_USER_HOME" PATH=/usr/bin:/bin \
		setpriv --reuid="$CB_USER" --regid="$CB_USER" --init-groups "$1" --yes --shell -c "touch begun; $2" &
	started=$!
	wait_until test -e begun || fail "the sandbox begins"
}

# both_sleep: the two commands of the sandbox that has begun are there to be found.
both_sleep() {
	[ "$(pgrep -cxf "sleep $mark")" = 2 ]
}
parent_of() {
	sed -n 's/^PPid:\t//p' "/proc/$1/status"
}

# begin_on_terminal LAUNCHER COMMAND: the same on a terminal of its own, held by $terminal.
begin_on_terminal() {
	rm -f begun
	nsenter --target "${WORLD[host]}" --net --mount -- env -i --chdir="$PWD" HOME="$CB_USER_HOME" PATH=/usr/bin:/bin \
		setpriv --reuid="$CB_USER" --regid="$CB_USER" --init-groups script -qec "exec '$1' --yes --shell -c 'touch begun; $2'" /dev/null >/dev/null &
	started=$!
	terminal=$started
	wait_until test -e begun || fail "the sandbox on a terminal begins"
}

boxes[full]=$(launcher default) boxes[internet]=$(launcher internet)
for tier in full none domains internet; do
	box=${boxes[$tier]}
	exits 0 "$tier: a command that works" -- user_in_host "$box" --yes --shell -c true
	exits 7 "$tier: SAND-14: the exit code" -- user_in_host "$box" --yes --shell -c 'exit 7'
	exits 143 "$tier: SAND-14: 128 + n for a signal" -- user_in_host "$box" --yes --shell -c 'kill -TERM $$'
	ok "$tier: nothing is left" -- wait_until nothing_left
	for signal in TERM HUP KILL; do
		start "$box" "sleep $mark & sleep $mark"
		like "$(in_hosts_network)" ' claudebox' "$tier: there is something to be left behind"
		kill "-$signal" "$started"
		wait "$started" 2>/dev/null
		ok "$tier: SAND-15: SIG$signal to the launcher ends all" -- wait_until nothing_left || diag "$(left)"
	done
	start "$box" "(trap '' HUP TERM; sleep $mark) & exec sleep $mark"
	wait_until both_sleep || fail "both commands run"
	inner=$(pgrep -xf "sleep $mark" | head -n 1)
	kill -KILL "$inner"
	wait "$started" 2>/dev/null
	ok "$tier: L18: the agent killed, with something in the background" -- wait_until nothing_left || diag "$(left)"
	start "$box" "(trap '' HUP TERM; sleep $mark) & exec sleep $mark"
	wait_until both_sleep || fail "both commands run"
	inner=$(parent_of "$(parent_of "$(pgrep -xf "sleep $mark" | tail -n 1)")")
	is "$(sed -n 's/^NSpid:.*\t//p' "/proc/$inner/status") $(cat "/proc/$inner/comm")" '1 bwrap' "$tier: the first process inside is bwrap's"
	kill -KILL "$inner"
	wait "$started" 2>/dev/null
	ok "$tier: L18: that one killed" -- wait_until nothing_left || diag "$(left)"
	begin_on_terminal "$box" "(trap \"\" HUP TERM; sleep $mark) & sleep $mark"
	like "$(in_hosts_network)" ' claudebox' "$tier: there is something to be left behind by a terminal"
	kill -KILL "$terminal"
	wait "$started" 2>/dev/null
	ok "$tier: SAND-15: a terminal that hangs up ends all" -- wait_until nothing_left || diag "$(left)"
	run user_in_host sh -c "'$box' --yes --shell -c 'echo said' | cat"
	is "$out" said "$tier: a reader of its output is not kept waiting"
	ok "$tier: and nothing is left" -- wait_until nothing_left
done

# --- the relay dies ------------------------------------------------------------------------------

# A session that does what it is told, so that it is the same one before and after.
ask() {
	rm -f answer
	echo "$1" >&"$orders"
	wait_until test -e answer
	cat answer
}
look='cut -s -d: -f1 /proc/net/dev | tr -d " \n"; tail -n +2 /proc/net/route | wc -l; curl -sS -m 3 --noproxy "*" http://192.0.2.10/ 2>/dev/null'
declare -A carried=([none]="curl -sS -m 3 127.0.0.1:$FORWARDED/" [domains]='curl -sS -m 3 -p http://site.example:80/ 2>&1')
for tier in none domains; do
	rm -f orders && mkfifo -m 666 orders
	exec {orders}<>orders
	start "${boxes[$tier]}" 'while read -r line; do eval "$line" >new; mv new answer; done <orders'
	like "$(ask "${carried[$tier]}")" '^reached' "$tier: something is carried"
	before=$(ask "$look")
	kill -KILL "$(in_hosts_network | sed -n 's/ claudebox.*//p')"
	unlike "$(ask "${carried[$tier]} 2>&1")" '^reached' "$tier: fails closed: without the relay nothing is"
	is "$(ask "$look")" "$before" "$tier: and nothing else has opened"
	is "$before" lo0 "$tier: where there was no way out before"
	is "$(ask 'echo alive')" alive "$tier: the session goes on"
	kill "$started" && wait "$started" 2>/dev/null
	exec {orders}>&-
	ok "$tier: and nothing is left" -- wait_until nothing_left || diag "$(left)"
done

# --- what cannot be done is said, and nothing starts ---------------------------------------------

# without LIMIT COMMAND…: in a user namespace where no more of them can be made.
without() {
	user_in_host unshare --user --map-current-user --keep-caps sh -c "echo 0 >/proc/sys/user/$1 && shift && exec \"\$@\"" sh "$@"
}
for tier in none domains; do
	box=${boxes[$tier]}
	refused "$tier: no user namespaces" 'no sandbox can be made here \(user.max_user_namespaces is too low\)' -- \
		without max_user_namespaces "$box" --yes --shell -c 'echo started'
	refused "$tier: no network namespaces" 'no sandbox can be made here \(user.max_net_namespaces is too low\)' -- \
		without max_net_namespaces "$box" --yes --shell -c 'echo started'
done
ok "and nothing is left of that" -- wait_until nothing_left
done_testing
