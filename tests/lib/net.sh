# shellcheck shell=bash
# The test world: network namespaces that this test makes, joined to one another and to nothing
# else; defines only. Everything in it ends with the test.
#
#     host      where claudebox is started: LAN 192.168.77.2, tailnet 100.100.1.2, its own public
#               address 203.0.113.9, containers 172.17.0.1, a service on every address and loopback
#     lan       192.168.77.1: router and resolver; other machines; the metadata address
#     tailnet   100.100.1.5, and 10.55.0.0/16 behind it
#     internet  192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24, 2001:db8::/32: for documentation only;
#               and some reserved addresses that a careless router would forward
#
#     world_start ['{"name.example": [["192.0.2.10"]]}']
#     in_host COMMAND…          as root in the host's network
#     user_in_host COMMAND…     as the unprivileged user
#     targets                   `PROTOCOL ADDRESS PORT` of everything there is, CLASS behind it
#     logged                    `PROTOCOL ADDRESS PORT` of what the servers saw since forget_logs

# shellcheck disable=SC2034 # read by the tests
WORLD_TCP='22 80 443 5432' WORLD_UDP=9999 FORWARDED=11434
declare -A WORLD=()

# ADDRESS CLASS SPACE. What of which class a tier reaches is in targets.t.
world_addresses() {
	cat <<'END'
192.0.2.10 public internet
192.0.2.11 public internet
198.51.100.10 public internet
198.51.100.20 public internet
203.0.113.10 public internet
203.0.113.20 public internet
2001:db8::10 public6 internet
100.64.9.9 reserved internet
198.18.0.5 reserved internet
192.0.0.8 reserved internet
240.0.0.5 reserved internet
10.9.9.9 reserved internet
fd00:99::9 reserved internet
192.168.77.1 lan lan
192.168.77.50 lan lan
10.1.2.3 lan lan
172.20.0.5 lan lan
169.254.169.254 lan lan
fd00:77::1 lan lan
100.100.1.5 tailnet tailnet
10.55.1.1 tailnet tailnet
fd7a:115c:a1e0::5 tailnet tailnet
127.0.0.1 host host
192.168.77.2 host host
172.17.0.1 host host
100.100.1.2 host host
203.0.113.9 host host
::1 host host
fd00:77::2 host host
fd7a:115c:a1e0::2 host host
END
}

# targets: every address by TCP on two ports and by UDP.
targets() {
	world_addresses | while read -r address class space; do
		printf '%s %s %s %s\n' tcp "$address" 443 "$class" tcp "$address" 5432 "$class" \
			udp "$address" "$WORLD_UDP" "$class"
	done
}

# space_start NAME: a network namespace held by a process that ends with this shell, with a mount
# namespace for what of /etc and /dev is different in it.
space_start() {
	local up="$CB_TMP/.space-$1"
	unshare --net --mount --propagation private -- setpriv --pdeathsig KILL -- \
		sh -c 'ip link set lo up && echo up >"$1" && exec sleep infinity' sh "$up" &
	WORLD[$1]=$!
	wait_until test -s "$up" || skip_all "no network namespace can be made here"
}

# in_space NAME COMMAND…
in_space() {
	local pid=${WORLD[$1]}
	shift
	nsenter --target "$pid" --net --mount -- env --chdir="$PWD" "$@"
}

in_host() {
	in_space host "$@"
}

user_in_host() {
	user_ready
	searched in_host env -i HOME="$CB_USER_HOME" USER="$CB_USER" LOGNAME="$CB_USER" SHELL=/bin/bash \
		PATH=/usr/local/bin:/usr/bin:/bin TERM=dumb LANG=C.UTF-8 \
		setpriv --reuid="$CB_USER" --regid="$CB_USER" --init-groups "$@"
}

# joined A B: a wire from NAME to NAME, as to-B in A and to-A in B.
joined() {
	in_space "$1" ip link add "to-$2" type veth peer name "to-$1" netns "${WORLD[$2]}"
	in_space "$1" ip link set "to-$2" up
	in_space "$2" ip link set "to-$1" up
}

# addresses SPACE DEVICE ADDRESS…
addresses() {
	local space=$1 device=$2 address
	shift 2
	for address; do
		case $address in
		*:*) in_space "$space" ip -6 address add "$address" dev "$device" nodad ;;
		*) in_space "$space" ip address add "$address" dev "$device" ;;
		esac
	done
}

world_wires() {
	local space
	joined host lan
	joined host tailnet
	joined lan internet
	addresses lan to-host 192.168.77.1/24 192.168.77.50/24 fd00:77::1/64
	addresses lan lo 10.1.2.3/32 172.20.0.5/32 169.254.169.254/32
	addresses lan to-internet 192.168.99.1/24 fd00:98::1/64
	addresses internet to-lan 192.168.99.2/24 fd00:98::2/64
	addresses internet lo 192.0.2.1{0,1}/32 198.51.100.{1,2}0/32 203.0.113.{1,2}0/32 2001:db8::10/128 \
		100.64.9.9/32 198.18.0.5/32 192.0.0.8/32 240.0.0.5/32 10.9.9.9/32 fd00:99::9/128
	addresses tailnet to-host 100.100.1.5/32 fd7a:115c:a1e0::5/64
	addresses tailnet lo 10.55.1.1/32
	addresses host to-lan 192.168.77.2/24 fd00:77::2/64
	addresses host lo 203.0.113.9/32
	in_host ip link set to-tailnet name tailscale0 up
	addresses host tailscale0 100.100.1.2/32 fd7a:115c:a1e0::2/64
	in_host ip link add docker0 type bridge
	in_host ip link set docker0 up
	addresses host docker0 172.17.0.1/16
	in_host ip route add 100.100.1.5/32 dev tailscale0
	in_host ip route add 10.55.0.0/16 via 100.100.1.5 dev tailscale0 onlink
	in_host ip route add default via 192.168.77.1
	in_host ip -6 route add default via fd00:77::1
	in_space tailnet ip route add 100.100.1.2/32 dev to-host
	in_space lan ip route add default via 192.168.99.2
	in_space lan ip -6 route add default via fd00:98::2
	in_space internet ip route add default via 192.168.99.1
	in_space internet ip -6 route add default via fd00:98::1
	for space in lan internet; do
		in_space "$space" sysctl -qw net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1 \
			net.ipv4.conf.all.rp_filter=0
	done
}

# servers SPACE [JSON]: everything of that space, and what JSON adds.
servers() {
	local config="$CB_TMP/servers-$1.json" ready="$CB_TMP/servers-$1.ready"
	jq -n --arg log "$CB_TMP/log-$1" --arg ready "$ready" --arg tcp "$WORLD_TCP" --argjson udp "$WORLD_UDP" \
		--argjson more "${2:-{\}}" '{$log, $ready, $udp, tcp: ($tcp | split(" ") | map(tonumber))} + $more' >"$config"
	: >"$CB_TMP/log-$1"
	# Not by in_space: in the background that is a shell of its own, and outlives this one.
	nsenter --target "${WORLD[$1]}" --net --mount -- \
		setpriv --pdeathsig KILL "$CB_TOP/tests/net/world-server" "$config" &
	wait_until test -s "$ready" || {
		diag "the servers of $1 do not start"
		exit 1
	}
}

# world_start [ZONE [INTERNET]]: ZONE of names, INTERNET more for the internet's servers.
world_start() {
	need_root "making the test world"
	need ip nsenter unshare node jq
	user_ready
	local space
	for space in host lan tailnet internet; do
		space_start "$space"
	done
	world_wires
	# Nobody in the world has a way out of it.
	for space in host lan tailnet internet; do
		is "$(in_space "$space" ip -o link | sed -E 's/^[0-9]+: ([^:@]+).*/\1/' | grep -vxE 'lo|to-[a-z]+|tailscale0|docker0')" "" \
			"$space: no device but those of the test world"
	done
	printf 'nameserver 192.168.77.1\n' >"$CB_TMP/resolv.conf"
	printf '127.0.0.1 localhost\n' >"$CB_TMP/hosts"
	in_host mount --bind "$CB_TMP/resolv.conf" "$(readlink -f /etc/resolv.conf)"
	in_host mount --bind "$CB_TMP/hosts" /etc/hosts
	# Ordinary systems have 0666 here, some test machines do not.
	if [ -c /dev/net/tun ]; then
		mknod "$CB_TMP/tun" c 10 200 && chmod 666 "$CB_TMP/tun"
		in_host mount --bind "$CB_TMP/tun" /dev/net/tun
	fi
	servers host "$(jq -nc --arg tcp "$WORLD_TCP $FORWARDED" '{tcp: ($tcp | split(" ") | map(tonumber))}')"
	servers lan "$(jq -nc --argjson zone "${1:-{\}}" '{dns: {addresses: ["192.168.77.1", "fd00:77::1"], $zone}}')"
	servers tailnet
	servers internet "${2:-}"
}

# in_hosts_network: `PID NAME` of every process there.
in_hosts_network() {
	local link pid
	for link in /proc/[0-9]*/ns/net; do
		[ "$link" -ef "/proc/${WORLD[host]}/ns/net" ] || continue
		pid=${link#/proc/}
		printf '%s %s\n' "${pid%%/*}" "$(cat "/proc/${pid%%/*}/comm" 2>/dev/null)"
	done
}

forget_logs() {
	local space
	for space in host lan tailnet internet; do
		: >"$CB_TMP/log-$space"
	done
}

# logged: `PROTOCOL ADDRESS PORT` of every connection and datagram the servers saw.
logged() {
	cat "$CB_TMP"/log-* | grep -E '^(tcp|udp) ' | sort -u
}

# world_launcher NAME NIX: a launcher of the policy NIX on top of its base; prints its program.
world_launcher() {
	: "${flake:?source tests/nix/common.sh}"
	local dir
	mkdir -p "$CB_BUILD/nix"
	dir=$(user_flake "p = mk { name = \"$1\"; description = \"for the test world\"; $2 };")
	flock "$CB_BUILD/nix/lock" "$CB_TOP/nix/debian/nix" build --override-input claudebox "$flake" \
		"path:$dir#p" --out-link "$CB_TMP/launcher-$1" 2>"$CB_TMP/.nix" || {
		diag "$(cat "$CB_TMP/.nix")"
		return 1
	}
	printf '%s\n' "$CB_TMP/launcher-$1/bin/claudebox-$1"
}
