#!/usr/bin/env bash
# The helpers beside a sandbox live as long as it does, and do not grow: memory, descriptors, children and what
# the kernel watches for them are the same after the first hundred events and after ten thousand.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready
. "$CB_LIB/net.sh"
need bwrap cc perl slirp4netns
world_start '{"site.example": [["192.0.2.10"]]}'
project=$(user_scratch)
cd "$project" || exit 1
cc -static -Wall -Wextra -Werror -o knock "$CB_HERE/knock.c" || exit 1
events=10000

# start COMMAND…: a session that does what `ask` tells it, on the world's host.
start() {
	rm -f orders answer && mkfifo -m 666 orders
	exec {orders}<>orders
	nsenter --target "${WORLD[host]}" --net --mount -- env -i --chdir="$PWD" HOME="$CB_USER_HOME" PATH=/usr/bin:/bin \
		setpriv --reuid="$CB_USER" --regid="$CB_USER" --init-groups "$@" --yes --shell -c \
		'while read -r line; do eval "$line" >new 2>&1; mv new answer; done <orders' &
	session=$!
}
ask() {
	rm -f answer
	echo "$1" >&"$orders"
	wait_until test -e answer
	cat answer
}
# knock COUNT PORT [HOST:PORT]: how many of so many connections are answered. A few hundred take seconds.
knock() {
	local left=$1 reached=0 now
	while [ "$left" -gt 0 ]; do
		now=$((left < 250 ? left : 250))
		reached=$((reached + $(ask "./knock $2 $now ${3-}")))
		left=$((left - now))
	done
	echo "$reached"
}
stop() {
	kill "$session" && wait "$session" 2>/dev/null
	exec {orders}>&-
}
# helper: the process beside the sandbox, when no connection has one of its own.
helper() {
	in_hosts_network | sed -n 's/ claudebox.*//p'
}
alone() {
	[ "$(helper | wc -l)" = 1 ]
}
# size PID: what it holds, a word each. Memory that was only read is not its own: that is left out.
size() {
	wait_until alone
	sed -n 's/^\(VmData\|VmStk\|RssAnon\):[ \t]*\([0-9]*\) kB/\1=\2/p' "/proc/$1/status"
	printf 'descriptors=%s\n' "$(find "/proc/$1/fd" -mindepth 1 -printf x | wc -c)"
	printf 'children=%s\n' "$(wc -w <"/proc/$1/task/$1/children")"
	printf 'watches=%s\n' "$(cat "/proc/$1/fdinfo/"* | grep -c '^inotify')"
}
# does_not_grow WHAT BEFORE AFTER: of memory a page or two may have been touched late.
does_not_grow() {
	like "$2" '^RssAnon=[1-9]' "$1: it is measured"
	is "$(grep -v RssAnon <<<"$3")" "$(grep -v RssAnon <<<"$2")" "$1: nothing has been added"
	local before=${2##*RssAnon=} after=${3##*RssAnon=}
	ok "$1: its memory is the same (${before%%$'\n'*} and ${after%%$'\n'*} kB)" -- test "${after%%$'\n'*}" -le $((${before%%$'\n'*} + 16))
}

# --- the relay: connections -------------------------------------------------------------------------

relays=$(world_launcher relays "base = \"api\"; domains = [ \"site.example\" ]; ports = [ 80 ]; forward = [ $FORWARDED ];")
start "$relays"
is "$(knock 100 "$FORWARDED")" 100 "forwarded connections are carried"
is "$(knock 100 3128 site.example:80)" 100 "and tunnels"
is "$(knock 10 3128 other.example:80)" 0 "and other names are refused"
relay=$(helper)
before=$(size "$relay")
is "$(knock $((events / 2)) "$FORWARDED")" $((events / 2)) "thousands more of those"
is "$(knock $((events / 2)) 3128 site.example:80)" $((events / 2)) "and of these"
is "$(knock 100 3128 other.example:80)" 0 "and a hundred refusals"
is "$(helper)" "$relay" "it is still the same relay"
does_not_grow "the relay, $events connections" "$before" "$(size "$relay")"
stop

# --- the supervisor: networks of the host that come and go ------------------------------------------

# moves N: N times fifty networks come and go, a hundred changes each; two sets in turn, which are more
# than the supervisor keeps in mind.
moves() {
	local i n
	for ((i = 0; i < $1; i++)); do
		for what in add delete; do
			for ((n = 0; n < 50; n++)); do
				echo "address $what 10.$((200 + i % 2)).$n.1/24 dev docker0"
			done
		done | in_host ip -batch - || return 1
	done
}
start "$(launcher internet)"
is "$(ask 'curl -sS -m 5 192.0.2.10/')" "reached 192.0.2.10 80" "a session with a network"
supervisor=$(helper)
ok "the host joins networks and leaves them" -- moves 10
before=$(size "$supervisor")
ok "and again, $events times" -- moves $((events / 100))
is "$(ask 'curl -sS -m 5 192.0.2.10/')" "reached 192.0.2.10 80" "what is no network of the host's is reached"
addresses host to-lan 192.0.2.77/24
gone() {
	! ask 'curl -sS -m 1 192.0.2.10/' | grep -q reached
}
ok "until it is one: the supervisor still follows" -- wait_until gone
in_host ip address del 192.0.2.77/24 dev to-lan
does_not_grow "the supervisor, $events changes" "$before" "$(size "$supervisor")"
stop

# --- the follower of resolv.conf: files renamed over it, and links to ever new directories -------------

etc=$(user_scratch)
cp /etc/passwd /etc/group "$etc/"
echo 'nameserver 192.0.2.1' >"$etc/resolv.conf"
start bwrap --dev-bind / / --bind "$etc" /etc "$(launcher default)"
is "$(ask 'cat /etc/resolv.conf')" 'nameserver 192.0.2.1' "a session that knows the name servers"
follower=$(helper)
inside=$(in_hosts_network | sed -nE 's/ (ba)?sh$//p' | tail -n 1)
# news FIRST LAST: as many other texts, each waited for inside; how many came.
news() {
	perl -e 'my ($etc, $inside, $first, $last) = @ARGV;
		sub text { local (@ARGV, $/) = ($inside); <> }
		for my $i ($first .. $last) {
			my $to = $i % 10 ? "new" : "d$i/resolv.conf";
			mkdir "$etc/d$i" unless $i % 10;
			open my $file, ">", "$etc/$to" or die; print $file "# $i\n"; close $file;
			$i % 10 or symlink $to, "$etc/new";
			rename "$etc/new", "$etc/resolv.conf" or die;
			for (1 .. 20000) { last if text() eq "# $i\n"; select undef, undef, undef, 0.0005 }
			$came++ if text() eq "# $i\n";
		}
		print $came' "$etc" "/proc/$inside/root/etc/resolv.conf" "$1" "$2"
}
is "$(news 1 100)" 100 "news come in"
before=$(size "$follower")
is "$(news 101 $((events + 100)))" "$events" "and $events more"
does_not_grow "the follower, $events changes" "$before" "$(size "$follower")"
stop
done_testing
