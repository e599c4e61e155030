#!/usr/bin/env bash
# nix/debian/nix: tells nix of the stand-in set where nix takes that, for our flake and for those that use it.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready

# A nix that prints its arguments, a line each.
mkdir "$CB_TMP/bin"
printf '#!/bin/sh\nprintf "%%s\\n" "$@"\n' >"$CB_TMP/bin/nix"
chmod 755 "$CB_TMP/bin/nix"

# told DIR ARG…: which inputs nix is told to override when the wrapper is called there with these arguments.
told() {
	local dir=$1
	shift
	(cd "$dir" && "${root[@]}" env PATH="$CB_TMP/bin:$PATH" "$CB_TOP/nix/debian/nix" "$@") >"$CB_TMP/told"
	sed -n '/^--override-input$/ { n; p; }' "$CB_TMP/told" | xargs
}

# --- which commands

# Every command of nix with all its options, as nix itself tells it, which newer ones wrap.
takes='def commands(path): to_entries[] | (path + [.key]) as $path | .value |
	if .commands then .commands | commands($path)
	else select(.flags | has("override-input") and has("no-write-lock-file")) | $path | join(" ") end;
	(if has("fetchers") then .args else . end).commands | commands([])'
all='def commands(path): to_entries[] | (path + [.key]) as $path | .value |
	if .commands then .commands | commands($path) else $path | join(" ") end;
	(if has("fetchers") then .args else . end).commands | commands([])'
nix __dump-cli >"$CB_TMP/args" 2>/dev/null || nix __dump-args >"$CB_TMP/args"
jq -r "$takes" "$CB_TMP/args" | sort >"$CB_TMP/takes"
given=
while read -r command; do
	# shellcheck disable=SC2086 # words of a command
	[ -z "$(told "$CB_TOP" $command)" ] || given+=$command$'\n'
done < <(jq -r "$all" "$CB_TMP/args")
is "$(printf %s "$given" | sort | comm -23 - "$CB_TMP/takes")" "" "no command is given options that it refuses"
for command in build develop eval fmt run shell 'flake check' 'flake metadata' 'flake show' 'profile install'; do
	like "$given" "^$command\$" "nix $command is told of the stand-in set"
done
ok "so nix profile list works" -- cb_nix profile list --profile "$CB_TMP/profile"

# --- which flakes

# flake NAME TEXT: a directory with that flake.nix.
flake() {
	mkdir "$CB_TMP/$1"
	printf '%s\n' "$2" >"$CB_TMP/$1/flake.nix"
}
flake follows '{ inputs.claudebox.url = "flake:claudebox"; inputs.nixpkgs.follows = "claudebox/nixpkgs"; outputs = _: { }; }'
flake own '{ inputs = { claudebox.url = "flake:claudebox"; nixpkgs.url = "github:NixOS/nixpkgs"; }; outputs = _: { }; }'
flake implicit '{ outputs = { self, nixpkgs, claudebox, ... }: { }; }'
flake without '{ inputs.nixpkgs.url = "github:NixOS/nixpkgs"; outputs = _: { }; }'
flake broken '{ inputs.claudebox.url = '

below='claudebox claudebox/nixpkgs claudebox/nix-index-database'
is "$(told "$CB_TOP" build .#claudebox)" "nixpkgs nix-index-database" "our own flake has its two inputs from the set"
is "$(told "$CB_TMP/follows" build .#mine)" "$below" "one that uses claudebox has this clone, and the set below it"
like "$(cat "$CB_TMP/told")" "^(git\+file://|path:)$CB_TOP\$" "which is where the wrapper lies"
is "$(told "$CB_TMP/follows" build)" "$below" "also without naming a flake"
is "$(told "$CB_TMP" build "path:$CB_TMP/follows#mine" --out-link x)" "$below" "also from elsewhere"
is "$(told "$CB_TMP" run "./follows" -- --help)" "$below" "by a path, too"
is "$(told "$CB_TOP" build --out-link x "$CB_TMP/own#mine")" "$below nixpkgs" "nixpkgs of its own is the set, too"
is "$(told "$CB_TMP/implicit" build)" "$below nixpkgs" "and so is what it only takes as an argument"
is "$(told "$CB_TMP/without" build)" "nixpkgs nix-index-database" "one without claudebox has the set"
is "$(told "$CB_TMP/broken" build)" "nixpkgs nix-index-database" "what is wrong with a flake is for nix to say"

done_testing
