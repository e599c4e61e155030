#!/usr/bin/env bash
# The generator's time and memory grow with the policy, not with its square; what bwrap could not
# take is refused before anything is made of it.
. "$(dirname "$0")/common.sh"

dir=$(scratch)
ok "the phases can be timed" -- compile "$dir/phases" "$CB_HERE/time-phases.c" -O2 \
	"$libgen" "$libshared" "${libraries[@]}"

# many ROWS: rows beside each other in nested places, variables with names to compare.
many() {
	jq -c --argjson rows "$1" '.mounts += [range($rows) | {kind: "ro", from: "/a/\(.)", to: "/b/c/d/\(.)", why: "x"}]
		| .env.pass += [range($rows / 10) | "K_TOKEN\(.)"] | .env.allowSecret += .env.pass[3:]' "$good"
}

# deep ROWS: a hundred rows, each as deep as a fifth of that.
deep() {
	jq -c --argjson rows "$1" '.mounts += [range(100) | {kind: "dir", to: ("/\(.)" + "/x" * ($rows / 5)), why: "x"}]' "$good"
}

# wrong ROWS: rows with two findings each.
wrong() {
	jq -c --argjson rows "$1" '.mounts += [range($rows) | {kind: "ro", from: "~/.ssh", to: "x", why: "x"}]' "$good"
}

for shape in many deep wrong; do
	printf '# %s: rows, then per row µs of reader, rules, definitions; KiB in all\n' "$shape"
	for rows in 1000 2000 5000 10000; do
		"$shape" "$rows" >"$dir/$shape-$rows.json"
		run "$dir/phases" "$dir/$shape-$rows.json"
		[ "$status" = 0 ] || fail "$shape: $rows rows can be timed"
		read -r reader rules definitions memory <<<"$out"
		spent[rows]=$((reader + rules + definitions)) used[rows]=$memory
		awk -v r="$rows" -v a="$reader" -v b="$rules" -v c="$definitions" -v m="$memory" \
			'BEGIN { printf "# %6d %8.2f %8.2f %8.2f %8d\n", r, a / r, b / r, c / r, m }'
	done
	# Ten times the rows take ten times the time; a square would be a hundred times.
	ok "$shape: ten times the rows take far less than the square of the time" -- \
		test "${spent[10000]}" -lt "$((30 * (spent[1000] + 500)))"
	ok "$shape: and not more than ten times the memory" -- test "${used[10000]}" -lt "$((10 * used[1000]))"
done

begin=${EPOCHREALTIME/./}
exits 1 "10000 rows are refused" -- generate "$dir/many-10000.json" "$dir"
like "$err" '^claudebox-gen: /mounts: .* needs 5[0-9]{4} arguments, bwrap takes 8400 \[too-many\]' "because bwrap could not take them"
printf '# in %d ms\n' "$(((${EPOCHREALTIME/./} - begin) / 1000))"
mkdir "$dir/fake" "$dir/out"
printf '#!/bin/sh\ntouch %s/started\n' "$dir" >"$dir/fake/m4"
chmod +x "$dir/fake/m4"
run env PATH="$dir/fake:$PATH" "$gen" "$good" --templates "$templates" --out "$dir/out"
ok "a policy that is accepted starts m4" -- test -e "$dir/started"
rm -f "$dir/started"
run env PATH="$dir/fake:$PATH" "$gen" "$dir/many-10000.json" --templates "$templates" --out "$dir/out"
fails "one that bwrap could not take does not" -- test -e "$dir/started"

many 1000 >"$dir/policy.json"
ok "1000 rows become a launcher" -- generate "$dir/policy.json" "$dir"

done_testing
