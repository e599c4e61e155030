# shellcheck shell=bash
# Throughput and requests a second through the tiers, beside the same without any sandbox, in the test
# world of tests/net: namespaces of our own, joined to nothing else. Inside and outside the same curl,
# the store's. The tiers take turns; a tier's figure is its best of several, since what disturbs only slows.

bench_network() {
	[ "$(id -u)" = 0 ] || {
		absent network tiers "only root can make the test world"
		return 0
	}
	# shellcheck source=/dev/null
	. "$CB_LIB/nix.sh"
	nix_ready
	# shellcheck source=/dev/null
	. "$CB_LIB/net.sh"
	# The world tells what it checks, as tests do.
	world_start '{"site.example.org": [["192.0.2.10"]]}' >&2
	local curl bytes=$((QUICK ? 1 << 24 : 1 << 28)) count=$((QUICK ? 50 : 500)) round tier
	local -A program
	program[full]=$(launcher default) && program[internet]=$(launcher internet) &&
		program[domains]=$(world_launcher world 'base = "api"; domains = [ "site.example.org" ]; ports = [ 80 ];') || return
	curl=$(jq -r '.path[]' "${program[full]%/bin/*}/share/claudebox/default/policy.json" | grep -- '-curl/bin')/curl
	cd "$PROJECT" || return
	for ((round = 0; round < (QUICK ? 1 : 5); round++)); do
		for tier in direct full internet domains; do
			by_tier "$tier" "${program[$tier]-}" "$curl -sS -m 120 -p -o /dev/null -w '%{speed_download}\n' http://site.example.org:80/big/$bytes" |
				sed "s/^/$tier:throughput /"
			by_tier "$tier" "${program[$tier]-}" "b=\${EPOCHREALTIME/./}; for i in {1..$count}; do echo url=http://site.example.org:80/\$i; echo output=/dev/null; done | $curl -sS -m 120 -p -H 'Connection: close' --no-keepalive -K - ; echo \$(($count * 1000000 / (\${EPOCHREALTIME/./} - b)))" |
				sed "s/^/$tier:requests /"
		done
	done >"$BENCH/network"
	"$CB_HERE/report" best network "$BENCH/network" >>"$RECORDS"
}

# by_tier TIER PROGRAM SCRIPT: what the script prints there. Only domains has the proxy that -p is for.
by_tier() {
	local script=$3
	[ "$1" = domains ] || script=${script// -p / }
	if [ "$1" = direct ]; then
		user_in_host bash -c "$script"
	else
		user_in_host env PATH="$CB_USER_HOME/bin:/usr/bin:/bin" "$2" --yes --shell -c "$script"
	fi 2>>"$BENCH/network.err"
}
