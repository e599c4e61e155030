#!/usr/bin/env bash
# The shipped profiles, broken in one place at a time: every break of a class is found by the rule of
# that class, at that place, and nothing is written. What is expected is said in break-profile.jq.
. "$(dirname "$0")/common.sh"

dir=$(scratch)
out_dir=$(scratch)

# found RULE POINTER: whether a line of $err is a finding of that rule there.
found() {
	local line
	while IFS= read -r line; do
		[[ $line != "claudebox-gen: $2: "*" [$1]"* ]] || return 0
	done <<<"$err"
	return 1
}

# judge CLASS RULE POINTER OPTION…: the broken policy in $dir/policy.json; says what is wrong.
judge() {
	local class=$1 rule=$2 at=$3
	shift 3
	if [ "$rule" = accepted ]; then
		err=$(generate "$dir/policy.json" "$dir" "$@" 2>&1) || printf '%s: is refused: %s\n' "$class" "$err"
		return
	fi
	err=$(generate "$dir/policy.json" "$out_dir" "$@" 2>&1)
	status=$?
	[ "$status" = 1 ] || printf '%s: exit code %s at %s\n' "$class" "$status" "$at"
	found "$rule" "$at" || printf '%s: no [%s] at %s, but: %s\n' "$class" "$rule" "$at" "$err"
}

for policy in "$CB_TOP"/tests/nix/expected/policy-*.json; do
	name=${policy##*/policy-}
	name=${name%.json}
	options=()
	if jq -e 'any(.mounts[]; .kind == "closure")' "$policy" >/dev/null; then
		grep -oE '/nix/store/[^/"]+' "$policy" | sort -u >"$dir/closure"
		options=(--closure "$dir/closure")
	fi
	ok "$name: is accepted as it is" -- generate "$policy" "$out_dir" "${options[@]}"
	rm -- "$out_dir"/*
	ok "$name: can be broken in many places" -- jq -r --slurpfile policy "$policy" -f "$CB_HERE/break-profile.jq" "$policy"
	printf '%s\n' "$out" >"$dir/broken"
	while IFS= read -r class && IFS= read -r rule && IFS= read -r at && IFS= read -r document; do
		printf '%s\n' "$document" >"$dir/policy.json"
		printf '%s\n' "$class ($rule)" >>"$dir/$name.tried"
		judge "$class" "$rule" "$at" "${options[@]}"
	done <"$dir/broken" >"$dir/wrong"
	is "$(head -n 20 "$dir/wrong")" "" "$name: every break is found where it is"
	is "$(files_in "$out_dir")" "" "$name: and nothing was written"
done
printf '# breaks, and how many of each\n'
cat "$dir"/*.tried | sort | uniq -c | sed 's/^/# /'
ok "there were more than a thousand" -- test "$(cat "$dir"/*.tried | wc -l)" -gt 1000

done_testing
