#!/usr/bin/env bash
# Templates place, they do not decide; every definition is documented, and used where it says.
. "$(dirname "$0")/common.sh"

skeletons=("$templates"/*.*.m4)
words() {
	grep -ohE '\bg4_[a-z0-9_]+' "$@" | LC_ALL=C sort
}

# What the generator hands over: an m4 that writes down what it reads.
dir=$(scratch)
printf '#!/bin/sh\n%s -a %s/read | exec %s "$@"\n' "$(command -v tee)" "$dir" "$(command -v m4)" >"$dir/m4"
chmod 755 "$dir/m4"
ok "the generator runs m4" -- env PATH="$dir:$PATH" "$gen" "$good" --templates "$templates" --out "$dir"
made=$(sed -n 's/^m4_define(<|\(g4_[a-z0-9_]*\)|>.*/\1/p' "$dir/read" | LC_ALL=C sort -u)
documented=$(sed -n 's/^| `\(g4_[a-z0-9_]*\)` .*/\1/p' "$templates/README.md" | LC_ALL=C sort -u)
isnt "$made" "" "and hands definitions over"
is "$documented" "$made" "templates/README.md documents each, and no other"
is "$(words "${skeletons[@]}" | uniq)" "$made" "the skeletons use each, and no other"

for skeleton in "${skeletons[@]}"; do
	name=${skeleton##*/}
	section=$(awk -v start="In \`$name\`." 'index($0, start) == 1 { on = 1; next } /^In / { on = 0 } on' "$templates/README.md")
	is "$(words "$skeleton" | uniq)" "$(sed -n 's/^| `\(g4_[a-z0-9_]*\)` .*/\1/p' <<<"$section" | LC_ALL=C sort)" \
		"the definitions $name uses are those documented for it"
	is "$(grep -n 'm4_' "$skeleton")" "" "$name has no word of m4 itself"
	is "$(grep -nE 'g4_[a-z0-9_]+\(' "$skeleton")" "" "nor one that m4 would read arguments behind"
	is "$(grep -nE '[A-Za-z0-9_][mg]4_' "$skeleton")" "" "nor one that is part of another word"
done

# --- what SANDBOX.md says is true of the policy -------------------------------------------------

# sandbox_md JQ [OPTION…]: for the good policy, changed.
sandbox_md() {
	jq "$1" "$good" >"$dir/policy.json"
	shift
	generate "$dir/policy.json" "$dir" "$@" && cat "$dir/SANDBOX.md"
}

md=$(sandbox_md .)
like "$md" 'profile \*\*good\*\*: everything is as it should be' "it names the profile"
like "$md" 'Network:\*\* the host.s network' "the network tier in words"
domains='.network = "domains" | .domains = ["example.org", "*.example.net"] | .forward = [11434]'
like "$(sandbox_md "$domains")" 'Hosts: example\.org, &#42;\.example\.net; ports 443\. From the host, on .127\.0\.0\.1.: port 11434\.' \
	"the hosts that are let through, and the ports"
like "$md" 'packages coreutils\.' "the packages on PATH"
like "$md" 'git push. is the user.s, on the host' "where pushing happens"
like "$md" 'HOME. starts empty' "an empty home"
like "$md" '/tmp. is this session.s own' "a private /tmp"
like "$md" 'No user namespaces' "no namespaces"

md=$(sandbox_md '.network = "none" | .nesting = true | .limits.core = 1 | del(.mounts[7]) | del(.mounts[2])
	| .env.pass = [] | .env.allowSecret = []')
like "$md" 'Network:\*\* no network at all' "no network where there is none"
unlike "$md" 'HOME. starts empty' "no empty home where none is mounted"
unlike "$md" '/tmp. is this session.s own' "no /tmp either"
unlike "$md" 'No user namespaces' "namespaces where they are allowed"
unlike "$md" 'no core dumps' "core dumps where they are allowed"
like "$md" '/nix/store. is the host.s' "the whole store"

unlike "$md" 'tools\.txt' "no list of tools where there can be none"
like "$(sandbox_md '.tools.nixBuild = .tools.bwrap | .tools.packages = .tools.bwrap')" 'tools\.txt' "and one where there can"
like "$(sandbox_md '.path = []')" 'packages nothing\.' "no packages where there are none"

good_closure >"$dir/closure"
md=$(sandbox_md '.mounts[3] = {kind: "closure", to: "/nix/store", why: "x"}' --closure "$dir/closure")
like "$md" '/nix/store. holds only the programs of this profile' "only the closure where only that is mounted"

done_testing
