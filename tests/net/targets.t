#!/usr/bin/env bash
# NET-01, NET-02, L15: what each tier reaches of a world with LAN, tailnet, metadata address, host
# services and internet; the servers' own logs must agree. The control column shows that every target
# answers where nothing is in the way.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready
. "$CB_LIB/net.sh"
need bwrap cc
world_start '{}'
project=$(user_scratch)
cd "$project" || exit 1
cc -static -Wall -Wextra -Werror -o probe "$CB_HERE/probe.c" || exit 1
targets | cut -d' ' -f1-3 >list
total=$(grep -c . list)
ok "there are at least 60 targets ($total)" -- test "$total" -ge 60

# What of which class a tier reaches, directly. In domains the proxy is the only way: proxy.t.
expected() {
	local protocol address port class
	targets | while read -r protocol address port class; do
		case $1:$class:$address in
		control:* | full:*) echo "$protocol $address $port" ;;
		internet:public:*) echo "$protocol $address $port" ;;
		# A loopback of its own, on which the test's own services are not.
		esac
	done | sort
}

# observe TIER COMMAND…: the probe's words and the servers' against what is expected.
observe() {
	local tier=$1 reached
	shift
	forget_logs
	run "$@"
	is "$(grep -c . <<<"$out")" "$total" "$tier: every target was tried" || diag "$err"
	reached=$(sed -n 's/ reached$//p' <<<"$out" | sort)
	printf '%s\n' "$out" >"$CB_TMP/column-$tier"
	is "$reached" "$(expected "$tier")" "$tier: what is reached is what should be"
	# What the host's loopback has is reached under its own addresses.
	is "$(logged)" "$(expected "$tier")" "$tier: and the servers saw just that"
}

observe control user_in_host sh -c './probe <list'
observe full user_in_host "$(launcher default)" --yes --shell -c './probe <list'
observe internet user_in_host "$(launcher internet)" --yes --shell -c './probe <list'
observe domains user_in_host "$(launcher api)" --yes --shell -c './probe <list'
observe none user_in_host "$(launcher offline)" --yes --shell -c './probe <list'

# --- the table ------------------------------------------------------------------------------

printf '# %-32s' target
for tier in control full internet domains none; do
	printf ' %-9s' "$tier"
done
printf '\n'
while read -r target; do
	printf '# %-32s' "$target"
	for tier in control full internet domains none; do
		printf ' %-9s' "$(sed -n "s/^$target //p" "$CB_TMP/column-$tier" | sed 's/^reached$/yes/; /^yes$/!s/.*/-/')"
	done
	printf '\n'
done <list
done_testing
