#!/usr/bin/env bash
# Tier internet beyond the table of targets.t: ways round routes, an agent that tries to undo it,
# resolvers, a host that moves from network to network, a helper that dies, IPv6, and what is missing.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready
. "$CB_LIB/net.sh"
. "$CB_LIB/sandbox.sh"
need bwrap cc slirp4netns
world_start '{"site.example.org": [["192.0.2.10"]], "lan.example.org": [["192.168.77.50"]]}'
project=$(user_scratch)
cd "$project" || exit 1
cc -static -Wall -Wextra -Werror -o probe "$CB_HERE/probe.c" || exit 1
cc -D_GNU_SOURCE -static -Wall -Wextra -Werror -o undo "$CB_HERE/undo.c" || exit 1
internet=$(launcher internet)
claudebox=$internet launch_by=(user_in_host) # for inside
policy=$(jq . "${internet%/bin/*}/share/claudebox/internet/policy.json")
slirp=$(jq -r .tools.slirp4netns <<<"$policy")
forwarding=$(world_launcher forwarding "base = \"internet\"; forward = [ $FORWARDED ]; block = [ \"203.0.113.20/32\" ];")
six=$(world_launcher six 'base = "internet"; ipv6 = true;')

# --- ways round routes -------------------------------------------------------------------------

for way in device unicast pktinfo; do
	targets | grep -v : | awk -v way="$way" '($1 == "udp" || way != "pktinfo") && $2 != "127.0.0.1" { print $1, $2, $3, way ":tap0", $4 }' >list
	forget_logs
	run user_in_host "$internet" --yes --shell -c './probe <list'
	is "$(sed -n 's/ reached$//p' <<<"$out" | sort)" "$(awk '$5 == "public" { print $1, $2, $3, $4 }' list | sort)" \
		"L15: $way: what is past all routes still passes the filter"
	is "$(logged)" "$(awk '$5 == "public" { print $1, $2, $3 }' list | sort)" "$way: and the servers agree"
done

# --- the agent tries to undo it ----------------------------------------------------------------

run inside ./undo
for what in 'delete a route' 'begin a batch' 'lower loopback' 'raw socket' 'new user namespace' 'new network' 'tun device' 'network of pid 1'; do
	unlike "$out" "^$what: Success" "the agent cannot: $what"
done
is "$(grep -c : <<<"$out")" 10 "and all was tried"
is "$(inside 'grep ^Cap /proc/self/status | cut -f2 | sort -u')" 0000000000000000 "no process inside has a capability"

# --- names ---------------------------------------------------------------------------------------

is "$(inside 'cat /etc/resolv.conf')" "nameserver 10.0.2.3" "the resolver inside is the backend's"
is "$(inside 'curl -sS -m 10 http://site.example.org/')" "reached 192.0.2.10 80" "a name is resolved by the LAN's resolver, which is blocked itself"
like "$(inside 'curl -sS -m 10 http://lan.example.org/ 2>&1')" 'Failed to connect|denied|unreachable' "L17: a name of the LAN leads nowhere"
like "$(inside 'curl -sS -m 5 10.0.2.3/ 2>&1; curl -sS -m 5 10.0.2.2/ 2>&1')" 'Failed to connect|timed out' "the resolver's other ports and the gateway do not answer"
in_host setpriv --pdeathsig KILL node -e "
	const server = require('dgram').createSocket('udp4'), up = require('dgram').createSocket('udp4');
	server.on('message', (m, from) => { const s = require('dgram').createSocket('udp4'); s.on('message', (a) => { server.send(a, from.port, from.address); s.close(); }); s.send(m, 53, '192.168.77.1'); });
	server.bind(53, '127.0.0.53', () => require('fs').writeFileSync('$CB_TMP/resolver', ''));
	setTimeout(() => process.exit(), 30000);" &
wait_until test -e "$CB_TMP/resolver"
printf 'nameserver 127.0.0.53\n' >"$CB_TMP/resolv.conf"
is "$(inside 'curl -sS -m 10 http://site.example.org/')" "reached 192.0.2.10 80" "names work with a resolver on the host's loopback"
printf 'nameserver fd00:77::1\n' >"$CB_TMP/resolv.conf"
is "$(user_in_host "$six" --yes --shell -c 'curl -sS -m 10 http://site.example.org/')" "reached 192.0.2.10 80" "and, with ipv6, with one that has an IPv6 address only"
printf 'nameserver fd00:77::1\nnameserver 192.168.77.1\n' >"$CB_TMP/resolv.conf"
is "$(inside 'curl -sS -m 10 http://site.example.org/')" "reached 192.0.2.10 80" "without ipv6 the first that has an IPv4 address is asked"
printf 'search example.org\n' >"$CB_TMP/resolv.conf"
is "$(inside 'curl -sS -m 10 http://192.0.2.10/')" "reached 192.0.2.10 80" "a host without a resolver is no reason to refuse"
printf 'nameserver 192.168.77.1\n' >"$CB_TMP/resolv.conf"

# --- inbound, forwarded, blocked ------------------------------------------------------------------

inside 'node -e "require(\"http\").createServer((q, r) => r.end(\"mine\")).listen(3000)" &
	until curl -s 127.0.0.1:3000/ >begun; do sleep 0.02; done; until [ -e asked ]; do sleep 0.02; done; kill $!' &
ok "a server inside is reached from inside" -- wait_until grep -q mine begun
for address in 127.0.0.1 192.168.77.2 10.0.2.100; do
	fails "and not from the host by $address" -- in_host curl -sS -m 1 "http://$address:3000/"
done
touch asked
wait "$!"
run user_in_host "$forwarding" --yes --shell -c "curl -sS -m 5 127.0.0.1:$FORWARDED/; curl -sS -m 5 203.0.113.10/; curl -sS -m 2 203.0.113.20/"
is "$out" "reached 127.0.0.1 $FORWARDED"$'\n'"reached 203.0.113.10 80" "a forwarded port, the internet, and no block of the policy's own"

targets | grep : | cut -d' ' -f1-3 >list
run user_in_host "$six" --yes --shell -c './probe <list'
is "$(sed -n 's/ reached$//p' <<<"$out" | sort)" "$(targets | awk '$4 == "public6" { print $1, $2, $3 }' | sort)" \
	"with ipv6 public addresses are reached, and no others"

# --- a host that moves ------------------------------------------------------------------------------

# session LAUNCHER: a sandbox that does what `ask` tells it.
session() {
	rm -f orders answer && mkfifo -m 666 orders
	exec {orders}<>orders
	nsenter --target "${WORLD[host]}" --net --mount -- env -i --chdir="$PWD" HOME="$CB_USER_HOME" PATH=/usr/bin:/bin \
		setpriv --reuid="$CB_USER" --regid="$CB_USER" --init-groups "$1" --yes --shell -c \
		'while read -r line; do eval "$line" >new 2>&1; mv new answer; done <orders' &
	session=$!
}
ask() {
	rm -f answer
	echo "$1" >&"$orders"
	wait_until test -e answer
	cat answer
}
reach='curl -sS -m 2 198.51.100.10/ 192.0.2.10/'
session "$internet"
is "$(ask "$reach" | xargs)" "reached 198.51.100.10 80 reached 192.0.2.10 80" "a host somewhere: both sites are reached"
addresses lan to-host 198.51.100.10/24
addresses host to-lan 198.51.100.77/24
# unreached ADDRESS: from inside, by now.
unreached() {
	! ask "$reach" | grep -q "reached $1 "
}
ok "it stops being reached from inside" -- wait_until unreached 198.51.100.10
forget_logs
is "$(in_host curl -sS -m 2 198.51.100.10/)$(grep -c 198.51.100.10 "$CB_TMP/log-lan")" "reached 198.51.100.10 801" "the host has joined a network with public addresses, and a neighbour answers it"
is "$(ask "$reach" | grep reached)" "reached 192.0.2.10 80" "and from inside only the other site is reached"
addresses tailnet lo 192.0.2.10/32
in_host ip route add 192.0.2.10/32 via 100.100.1.5 dev tailscale0 onlink
ok "that stops being reached from inside, too" -- wait_until unreached 192.0.2.10
forget_logs
is "$(in_host curl -sS -m 2 192.0.2.10/)$(grep -c 192.0.2.10 "$CB_TMP/log-tailnet")" "reached 192.0.2.10 801" "its tailnet has taken over an address, and answers it"
is "$(ask "$reach" | grep -c reached)" 0 "and is not reached from inside"
in_host ip route del 192.0.2.10/32
in_space tailnet ip address del 192.0.2.10/32 dev lo
in_space lan ip address del 198.51.100.10/24 dev to-host
in_host ip address del 198.51.100.77/24 dev to-lan
kill "$session" && wait "$session" 2>/dev/null

# --- a helper that dies ------------------------------------------------------------------------------

# helper NAME: the pid of a process of that name in the host's network.
helper() {
	in_hosts_network | sed -n "s/ $1\$//p"
}
for name in claudebox-inter slirp4netns; do
	session "$internet"
	like "$(ask 'curl -sS -m 2 192.0.2.10/')" reached "a session with a network"
	kill -KILL "$(helper "$name")"
	ok "fails closed: without $name there is no network" -- wait_until unreached 192.0.2.10
	is "$(ask 'echo alive')" alive "and the session goes on"
	kill "$session" && wait "$session" 2>/dev/null
	ok "and nothing is left" -- wait_until test -z "$(helper slirp4netns)"
done

# --- more networks than can be blocked ----------------------------------------------------------------

# more WHAT: 250 networks of the host's own, added or deleted.
more() {
	local i
	for ((i = 0; i < 250; i++)); do
		echo "address $1 10.200.$i.1/24 dev docker0"
	done | in_host ip -batch -
}
session "$internet"
like "$(ask 'curl -sS -m 2 192.0.2.10/')" reached "a session with a network"
more add
ok "fails closed: what cannot be blocked any more cuts the network" -- wait_until unreached 192.0.2.10
is "$(ask 'echo alive')" alive "and the session goes on"
kill "$session" && wait "$session" 2>/dev/null

# --- what is missing is said, and nothing starts --------------------------------------------------

# not_started DESC REGEX: a sandbox started now is refused.
not_started() {
	refused "$1" "$2" -- user_in_host "$internet" --yes --shell -c 'echo started'
}
not_started "more networks than can be blocked" 'cannot make a private network \(reading the host.s addresses: No buffer space'
more delete
# tailnets WHAT: 16 more of them, whose routes would have to be blocked too.
tailnets() {
	local i
	for ((i = 0; i < 16; i++)); do
		echo "link $1 tail$i type bridge"
		[ "$1" = delete ] || echo "address add 100.100.2.$i/32 dev tail$i"
	done | in_host ip -batch -
}
tailnets add
not_started "more tailnets than are looked at" 'cannot make a private network \(reading the host.s addresses: No buffer space'
tailnets delete
is "$(inside 'echo started')" started "without them it starts"
in_host mount -t tmpfs none /dev/net
not_started "there is no /dev/net/tun" 'cannot open /dev/net/tun \(No such file or directory\)'
in_host umount /dev/net
printf 'nameserver fd00:77::1\n' >"$CB_TMP/resolv.conf"
not_started "resolvers by IPv6 only, and a profile without" 'no name could be resolved inside \(/etc/resolv.conf names IPv6 resolvers only\)'
printf 'nameserver 192.168.77.1\n' >"$CB_TMP/resolv.conf"
in_host chmod 600 /dev/net/tun
not_started "/dev/net/tun may not be opened" 'cannot open /dev/net/tun \(Permission denied\)'
in_host chmod 666 /dev/net/tun
in_host mount --bind /dev/null "$slirp"
not_started "slirp4netns cannot be run" 'cannot run slirp4netns \(Permission denied\)'
in_host umount "$slirp"
for behaviour in 'exit 1' 'exec sleep 15'; do
	printf '#!/bin/sh\n%s\n' "$behaviour" >"$CB_TMP/slirp" && chmod 755 "$CB_TMP/slirp"
	in_host mount --bind "$CB_TMP/slirp" "$slirp"
	not_started "slirp4netns does: $behaviour" 'no link for the private network'
	in_host umount "$slirp"
done
without() {
	user_in_host unshare --user --map-current-user --keep-caps sh -c "echo 0 >/proc/sys/user/$1 && shift && exec \"\$@\"" sh "$@"
}
for limit in max_user_namespaces max_net_namespaces; do
	exits 125 "$limit is 0" -- without "$limit" "$internet" --yes --shell -c 'echo started'
	like "$err" '^claudebox: (cannot make a private network \(unshare: |no sandbox can be made here )' "and it says why"
done
in_host ip route del default
is "$(inside 'echo offline')" offline "a host without a route is no reason to refuse"
ok "nothing is left of all this" -- wait_until test -z "$(helper slirp4netns)$(helper claudebox-inter)"
done_testing
