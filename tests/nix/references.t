#!/usr/bin/env bash
# Nix knows every store path a launcher uses, so that none is collected while it is in use.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready

# paths_in FILE: store paths that occur in it, whatever stands around them.
paths_in() {
	grep -aoE '/nix/store/[0-9a-z]{32}-[A-Za-z0-9+._?=-]+' "$1" | sort -u
}

# lacking WANTED HAVE: lines of the one that the other does not have.
lacking() {
	comm -23 <(printf '%s\n' "$1") <(printf '%s\n' "$2")
}

for profile in $(profiles); do
	program=$(launcher "$profile")
	isnt "$program" "" "the profile $profile builds" || continue
	package=${program%/bin/*}
	policy=$package/share/claudebox/$profile/policy.json
	known=$(stored -q --references "$package" | sort)

	said=$(paths_in "$policy")
	baked=$(paths_in "$program")
	isnt "$said" "" "$profile: the policy names store paths"
	isnt "$baked" "" "$profile: the program holds store paths"
	is "$(lacking "$said" "$known")" "" "$profile: every path of the policy is a reference"
	is "$(lacking "$baked" "$known")" "" "$profile: every path in the program is a reference"
	is "$(lacking "$known" "$(printf '%s\n' "$said" "$baked" | sort -u)")" "" \
		"$profile: nothing it was only built with is kept"

	# The tools that set the sandbox up stay outside it.
	shown=$(paths_in <(jq 'del(.tools.bwrap)' "$policy"))
	# shellcheck disable=SC2086 # one path a word
	closure=$(stored -qR $shown | sort -u)
	if jq -e 'any(.mounts[]; .kind == "closure")' "$policy" >/dev/null; then
		is "$(lacking "$closure" "$baked")" "" "$profile: all that its programs need is baked in"
		is "$(lacking "$(lacking "$baked" "$closure")" "$(paths_in <(jq .tools "$policy"; echo "$package"))")" "" \
			"$profile: and nothing else but the tools that set it up"
	fi
done

done_testing
