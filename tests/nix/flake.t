#!/usr/bin/env bash
# The flake has its outputs on both systems, its checks pass, and its lock file pins the real inputs.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready

ok "NIX-01: nix flake show works" -- cb_nix flake show --json "$flake"
shown=$out
for system in x86_64-linux aarch64-linux; do
	is "$(jq -c --arg s "$system" '.packages[$s]|keys' <<<"$shown")" '["claudebox","claudebox-all","claudebox-api","claudebox-internet","claudebox-offline","default"]' \
		"$system: the packages are there"
	is "$(jq -c --arg s "$system" '.apps[$s]|keys' <<<"$shown")" '["claudebox","claudebox-all","claudebox-api","claudebox-internet","claudebox-offline","default"]' \
		"$system: every package can be run"
	is "$(jq -c --arg s "$system" '[.checks, .devShells, .formatter]|map(has($s))' <<<"$shown")" \
		'[true,true,true]' "$system: there are checks, a dev shell and a formatter"
	for package in claudebox claudebox-all claudebox-api claudebox-internet claudebox-offline; do
		run cb_nix eval --raw "$flake#packages.$system.$package.drvPath"
		like "$out" '^/nix/store/.*\.drv$' "$system: $package evaluates to the end"
	done
done
is "$(cb_nix eval --raw "$flake#formatter.x86_64-linux.name")" nixfmt-tree "nix fmt formats all files, since it names none"
format() {
	(cd "$CB_TOP" && cb_nix fmt)
}
fails "which Debian does not have" -- format
like "$err" '^nixfmt: not in Debian; run nix fmt with nixpkgs$' "and that is said"
ok "nix flake check passes" -- cb_nix flake check "$flake"
ok "NIX-02: nix run runs the default package" -- cb_nix run "$flake" -- --version
like "$out" '^claudebox [0-9.]+ \(profile default\)' "which is the profile default"
ok "NIX-03: nix profile install installs it" -- cb_nix profile install --profile "$CB_TMP/profile" "$flake"
ok "under its name" -- test -x "$CB_TMP/profile/bin/claudebox"
ok "nix develop opens the dev shell" -- cb_nix develop "$flake" -c true

is "$(jq -c '[.version, .root, (.nodes|keys)]' "$CB_TOP/flake.lock")" \
	'[7,"root",["nix-index-database","nixpkgs","root"]]' "NIX-01: the lock file pins the two inputs"
is "$(jq -c '[.nodes[].locked//empty|[.type, .owner, .repo]]' "$CB_TOP/flake.lock")" \
	'[["github","nix-community","nix-index-database"],["github","NixOS","nixpkgs"]]' \
	"which are the real ones"
is "$(jq -c '.nodes."nix-index-database".inputs.nixpkgs' "$CB_TOP/flake.lock")" '["nixpkgs"]' \
	"and share one nixpkgs"
unlike "$(cat "$CB_TOP/flake.lock")" '"path"' "nothing of a machine is in it"

done_testing
