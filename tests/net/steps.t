#!/usr/bin/env bash
# Each step of making a private network fails, or is the last one before the launcher is killed: what starts has
# the network of its tier or none, what does not start says why, and nothing is left. By strace on the launcher's
# own system calls, from where it has closed what it inherited to the exec of bwrap.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready
. "$CB_LIB/net.sh"
need bwrap curl slirp4netns strace
world_start '{}'
project=$(user_scratch)
cd "$project" || exit 1
trace=$project/trace
declare -A boxes=()
boxes[none]=$(world_launcher none "base = \"offline\"; forward = [ $FORWARDED ];")
boxes[domains]=$(launcher api)
boxes[internet]=$(launcher internet)

# What is tried inside: the LAN, past any proxy.
attempt='curl -sS -m 3 --noproxy "*" http://192.168.77.50/ 2>/dev/null; echo started'
# traced OPTION…: a launch of $box under strace that follows nobody else.
traced() {
	user_in_host timeout -k 5 60 strace -qq "$@" "$box" --yes --shell -c "$attempt"
}
# left: processes in the host's network that are none of the world's own.
left() {
	in_hosts_network | grep -vE ' (node|sleep)$'
}
nothing_left() {
	[ -z "$(left)" ]
}
error_of() {
	case $1 in
	open | openat | pipe2 | memfd_create | dup2) echo EMFILE ;;
	clone | fork | vfork) echo EAGAIN ;;
	unshare) echo EPERM ;;
	*) echo EIO ;;
	esac
}

like "$(user_in_host sh -c "$attempt")" '^reached 192.168.77.50 80$' "on the host the LAN answers"
for tier in none domains internet; do
	box=${boxes[$tier]}
	run traced -o /dev/null # the state is made now
	ok "$tier: a launch is traced" -- traced -o "$trace"
	is "$out" started "$tier: and starts, without the LAN"
	# Of all steps those behind the close_range, numbered from the beginning.
	sed -i '0,/^execve/{/^execve/d}; /^execve/q' "$trace"
	# A close() that is made to fail has not closed, and who one is cannot fail.
	steps "$trace" | sed -E '1,/^close_range 1$/d; /^(execve|close|gete?[ug]id) /d' >"$CB_TMP/steps"
	count=$(wc -l <"$CB_TMP/steps")
	ok "$tier: it has many steps ($count)" -- test "$count" -gt 30
	wrong='' said=0 killed=0
	while read -r call nth; do
		run traced -o /dev/null -e inject="$call:error=$(error_of "$call"):when=$nth"
		case $status in
		125)
			said=$((said + 1))
			cb_matches "$err" '^claudebox: (.* \(.+\)|out of memory)$' || wrong+=$'\n'"$call $nth fails: does not say why: $err"
			cb_matches "$err" '^hint: .' || wrong+=$'\n'"$call $nth fails: does not say what to do: $err"
			[ -z "$out" ] || wrong+=$'\n'"$call $nth fails: refused, and yet: $out"
			;;
		*) [ "$status $out" = '0 started' ] || wrong+=$'\n'"$call $nth fails: exit $status: $out$err" ;;
		esac
		run traced -o /dev/null -e inject="$call:signal=KILL:when=$nth"
		[ "$status" = 137 ] && killed=$((killed + 1))
		[ "$status$out" = 137 ] || wrong+=$'\n'"$call $nth kills: exit $status: $out$err"
	done <"$CB_TMP/steps"
	is "$wrong" "" "$tier: a step that fails is said, or changes nothing"
	ok "$tier: most are said ($said of $count)" -- test "$said" -gt $((count / 3))
	is "$killed" "$count" "$tier: killed at each step"
	ok "$tier: nothing is left" -- wait_until nothing_left || diag "$(left)"
done

# The boundary's own test: a datagram that leaves.
traced -o "$trace" >/dev/null 2>&1
first=$(grep '^sendto' "$trace" | grep -n 'sin_port=htons(9)' | head -n 1 | cut -d: -f1)
for nth in "$first" $((first + 3)); do
	exits 125 "internet: a filter that lets something out" -- traced -o /dev/null -e inject="sendto:retval=1:when=$nth"
	like "$err" '^claudebox: the network filter does not work \([0-9.]+ is not blocked\)$' "and it says so"
	like "$err" '^hint: .' "and what to do"
	is "$out" "" "and nothing was started"
done
# The C library asks a second time, without flags that an old kernel may not know.
nth=$(grep '^socket(' "$trace" | grep -n NETLINK_NETFILTER | head -n 1 | cut -d: -f1)
exits 125 "internet: a kernel without nf_tables" -- traced -o /dev/null -e inject="socket:error=EPROTONOSUPPORT:when=$nth..$((nth + 1))"
like "$err" '^claudebox: cannot filter the private network \(nf_tables: Protocol not supported\)$' "and it says so"
like "$err" '^hint: the kernel needs nf_tables' "and what to do"
ok "nothing is left of that" -- wait_until nothing_left || diag "$(left)"
done_testing
