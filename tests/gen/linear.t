#!/usr/bin/env bash
# The generator's time grows with the policy, not with its square: 10 000 rows in under a second.
. "$(dirname "$0")/common.sh"

dir=$(scratch)
# policy ROWS [JQ]: rows nested in each other, with names to compare.
policy() {
	jq -c --argjson rows "$1" "${2-.}"' | .mounts += [range($rows) | {kind: "ro", from: "/a/\(.)", to: "/b/c/d/\(.)", why: "x"}]
		| .env.pass += [range($rows / 10) | "K_TOKEN\(.)"]' "$good" >"$dir/$1.json"
}

# time_of ROWS: milliseconds, the best of three.
time_of() {
	local best=999999 begin spent
	for _ in 1 2 3; do
		begin=${EPOCHREALTIME/./}
		generate "$dir/$1.json" "$dir" 2>"$dir/said"
		spent=$(((${EPOCHREALTIME/./} - begin) / 1000))
		[ "$spent" -ge "$best" ] || best=$spent
	done
	printf '%s\n' "$best"
}

for rows in 1000 10000; do
	# Refused both times, so that only reading and judging are timed.
	policy "$rows" '.version = "none"'
	spent[rows]=$(time_of "$rows")
	printf '# %6d rows: %4d ms\n' "$rows" "${spent[rows]}"
done
like "$(cat "$dir/said")" '/mounts: .* \[too-many\]' "10000 rows are more than bwrap takes"
ok "and are refused in under a second" -- test "${spent[10000]}" -lt 1000
# Ten times the rows: a square would be a hundred times the time.
ok "in far less than the square of what 1000 take" -- test "${spent[10000]}" -lt "$((25 * (spent[1000] + 2)))"

policy 1500
ok "1500 rows become a launcher" -- generate "$dir/1500.json" "$dir"

done_testing
