#!/usr/bin/env bash
# L29: a socket that comes as a standard stream was made in the host's network and stays in it. Where the
# agent has a network of its own, only a connected unix stream enters.
. "$(dirname "$0")/../lib.sh"
need bwrap cc perl
user_ready
tun_ready
project=$(user_scratch)
cd "$project" || exit 1
cc -static -Wall -Wextra -Werror -o socket-stream "$CB_HERE/socket-stream.c" || exit 1
with=$PWD/socket-stream

# A service of the host's, on loopback: one line in `seen` for each that connects.
setpriv --pdeathsig KILL -- perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new(Listen => 5, LocalAddr => "127.0.0.1") or die;
	$| = 1; print $s->sockport, "\n"; while (my $c = $s->accept) { print "seen\n" }' >service &
service=$!
wait_until test -s service
port=$(head -n 1 service)
like "$port" '^[0-9]+$' "a service of the host listens"
seen() {
	grep -c seen service
}

naively=(bwrap --ro-bind / / --dev /dev --proc /proc --unshare-user --unshare-pid --unshare-net)
exits 1 "a sandbox without a network does not reach it with a socket of its own" -- \
	as_user "${naively[@]}" -- "$with" tcp-idle 0 "$with" dial 0 "$port"
is "$(seen)" 0 "and nobody was seen"
for kind in tcp tcp-idle udp; do
	ok "L29: a naive one reaches it by a $kind socket as standard input" -- \
		as_user "$with" "$kind" 0 "${naively[@]}" -- "$with" dial 0 "$port"
done
is "$(seen)" 2 "and both of those that connect were seen"
exits 1 "a connected unix stream cannot be connected anew" -- as_user "$with" unix 0 "${naively[@]}" -- "$with" dial 0 "$port"

declare -A called=([0]=input [1]=output [2]=error)
declare -A says=([tcp]='a TCP socket' [tcp-idle]='a TCP socket' [tcp6-idle]='a TCP socket' [tcp-listen]='a listening socket'
	[udp]='a UDP socket' [netlink]='a socket' [unix-dgram]='a unix socket that is no stream'
	[unix-packet]='a unix socket that is no stream' [unix-idle]='a unix socket that is not connected'
	[unix-listen]='a listening socket')

# socket_refused PROFILE KIND FD: with the words, where they can still be read.
socket_refused() {
	exits 125 "L29: $1 refuses $2 as standard ${called[$3]}" -- \
		as_user "$with" "$2" "$3" "$launcher" --yes --shell -c 'touch started'
	[ "$3" = 2 ] || like "$err" "^claudebox: standard ${called[$3]} is ${says[$2]} \(" "and says what it is"
	[ "$3" = 2 ] || like "$err" '^hint: .*cat \| claudebox' "and how to go on"
	ok "and nothing started" -- test ! -e started
}

for profile in offline api internet; do
	launcher=$(launcher "$profile")
	[ -n "$launcher" ] || exit 1
	for fd in 0 1 2; do
		socket_refused "$profile" tcp "$fd"
	done
	for kind in "${!says[@]}"; do
		socket_refused "$profile" "$kind" 0
	done
	ok "$profile takes a connected unix stream" -- as_user "$with" unix 0 "$launcher" --yes --shell -c 'test -S /proc/self/fd/0'
	ok "and pipes, the way that the hint shows" -- \
		as_user "$with" tcp 1 sh -c 'cat </dev/null | "$0" --yes --shell -c "test -p /dev/stdin && test -p /dev/stdout" | cat' "$launcher"
	ok "--dry-run starts nothing, and takes any" -- as_user "$with" tcp 0 "$launcher" --dry-run --shell
done
is "$(seen)" 2 "and the service saw nobody else"

launcher=$(launcher default)
for kind in tcp tcp-listen udp unix unix-dgram; do
	ok "the default profile, with the host's network, takes $kind" -- as_user "$with" "$kind" 0 "$launcher" --yes --shell -c 'test -S /proc/self/fd/0'
done
kill "$service"
done_testing
