#!/usr/bin/env bash
# The chain from policy to command line, each link committed and compared: the generator writes the
# tables of the policies in tests/nix/expected (tests/nix/policy.t compares those with the
# profiles), and the launcher plans with them for hosts that do not exist.
. "$(dirname "$0")/../lib.sh"
need jq

# generate PROFILE DIR: the tables of the committed policy; a made-up closure where one is asked for.
generate() {
	local policy=$CB_TOP/tests/nix/expected/policy-$1.json closure=()
	if jq -e 'any(.mounts[]; .kind == "closure")' "$policy" >/dev/null; then
		grep -oE '/nix/store/[^/"]+' "$policy" | sort -u >"$2/closure"
		closure=(--closure "$2/closure")
	fi
	"$CB_BUILD/claudebox-gen" "$policy" --templates "$CB_TOP/templates" "${closure[@]}" --out "$2"
}

# fake_host PROFILE HOST FLAG…: what the launcher of that profile prints on that host.
fake_host() {
	searched "$work/$1/fake-host" "$CB_HERE/hosts/$2.host" "${@:3}"
}

work=$(scratch)
expected=$CB_HERE/expected
for profile in default internet api offline; do
	mkdir -p "$work/$profile"
	ok "$profile: the generator accepts it" -- generate "$profile" "$work/$profile"
	golden "$expected/$profile/claudebox-$profile.c" "$(cat "$work/$profile/claudebox-$profile.c")" \
		"$profile: and writes these tables"
	golden "$expected/$profile/SANDBOX.md" "$(cat "$work/$profile/SANDBOX.md")" \
		"$profile: and this text for the agent"
	ok "$profile: the tables compile against the runtime" -- \
		cc -std=c17 -D_GNU_SOURCE -Wall -Wextra -Wconversion -Wshadow -Werror -I"$CB_TOP/runtime" \
		-no-pie -o "$work/$profile/fake-host" "$CB_HERE/fake-host.c" \
		"$work/$profile/claudebox-$profile.c" "$CB_BUILD/libclaudebox.a"
	golden "$expected/$profile/plain.txt" "$(fake_host "$profile" plain -p 'say hi')" \
		"$profile: --dry-run on an ordinary host"
	golden "$expected/$profile/plain.json" "$(fake_host "$profile" plain --dry-run=json -p 'say hi')" \
		"$profile: --dry-run=json on an ordinary host"
	ok "$profile: which is JSON" -- jq -e '.profile == "'"$profile"'"' "$expected/$profile/plain.json"
	unlike "$(cat "$expected/$profile"/plain.*)" c4n4ry "$profile: and shows no planted secret"
done
golden "$expected/worktree.txt" "$(fake_host default worktree --shell)" \
	"a linked work tree with claude from npm"
unlike "$(cat "$expected/worktree.txt")" c4n4ry "and a masked password in an extra variable"
golden "$expected/worktree-agent.txt" "$(fake_host default worktree)" "and its agent"
exits 127 "a host without claude" -- fake_host default no-agent
golden "$expected/no-agent.txt" "$out" "is told how to install it"
exits 125 "the home as project" -- fake_host default home-as-project
golden "$expected/home-as-project.txt" "$out" "is refused with the reason"
done_testing
