#!/usr/bin/env bash
# Templates place, they do not decide; every definition is documented, and used where it says.
. "$(dirname "$0")/common.sh"

dir=$(scratch)
skeletons=("$templates"/*.*.m4)
words() {
	grep -ohE '\bg4_[a-z0-9_]+' "$@" | LC_ALL=C sort -u
}

# What the generator hands to m4 for each skeleton, kept by an m4 of ours on its way.
mkdir "$dir/bin" "$dir/handed"
cat >"$dir/bin/m4" <<END
#!/bin/sh
tee "$dir/handed/\${5##*/}" | $(command -v m4) "\$@"
END
sed -i '2i PATH=$PATH' "$dir/bin/m4"
chmod +x "$dir/bin/m4"
ok "the good policy is accepted" -- env PATH="$dir/bin:$PATH" "$gen" "$good" --templates "$templates" --out "$dir"

# documented HEADING: the definitions in the table below a line that begins so.
documented() {
	awk -v start="$1" 'index($0, start) == 1 { on = 1; next } /^In / { on = 0 } on' "$templates/README.md" |
		sed -n 's/^| `\(g4_[a-z0-9_]*\)` .*/\1/p' | LC_ALL=C sort
}

for skeleton in "${skeletons[@]}"; do
	name=${skeleton##*/}
	own=$(documented "In \`$name\`.")
	isnt "$own" "" "$name has definitions"
	is "$(sed -n 's/^m4_define(<|\(g4_[a-z0-9_]*\)|>.*/\1/p' "$dir/handed/$name" | LC_ALL=C sort)" "$own" \
		"it is handed those that templates/README.md documents for it"
	is "$(words "$skeleton")" "$own" "and uses each, and no other"
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
