#!/usr/bin/env bash
# The packages build with the stand-in set into one static program each, twice the same, and
# leave the lock file alone.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready

lock=$(sha256sum <"$CB_TOP/flake.lock")

for profile in $(profiles); do
	program=$(launcher "$profile")
	isnt "$program" "" "the profile $profile builds" || continue
	name=claudebox-$profile
	[ "$profile" != default ] || name=claudebox
	is "${program##*/}" "$name" "$profile: the program is called $name"
	like "$(file -b "$program")" 'statically linked, stripped' "$profile: it is static"
	size=$(stat -c %s "$program")
	limit=352 # KiB: a courtesy, so that growth is seen; one program of all commands, with libc's printf and resolver
	ok "$profile: it has at most $limit KiB ($size bytes)" -- test "$size" -le $((limit * 1024))
	is "$(find "${program%/bin/*}" -type f -perm /111)" "$program" "$profile: it is the only program"
	unlike "$(readelf -lW "$program")" 'INTERP|DYNAMIC' "$profile: nothing is loaded or relocated"
	unlike "$(readelf -lW "$program")" ' RWE ' "$profile: nothing that can be written can be run"

	share=${program%/bin/*}/share/claudebox/$profile
	is "$(jq -r .name "$share/policy.json")" "$profile" "$profile: its policy is beside it as text"
	ok "$profile: and so is what the agent is told" -- test -s "$share/SANDBOX.md"
	for file in "man/man1/$name.1" "bash-completion/completions/$name" "zsh/site-functions/_$name" \
		"fish/vendor_completions.d/$name.fish"; do
		like "$(cat "${program%/bin/*}/share/$file")" "$name|${name//-/\\\\-}" "$profile: there is share/$file"
	done
	run "$program" --version
	like "$out" "^claudebox $(jq -r .version "$share/policy.json") " "$profile: it says its version"

	for part in '' .sources; do
		ok "$profile: built again, claudebox$part is the same to the bit" -- \
			cb_nix build --rebuild --no-link "$flake#$name$part"
	done
done

for part in runtime sources.gen; do
	ok "built again, $part is the same to the bit" -- \
		cb_nix build --rebuild --no-link "$flake#claudebox.$part"
done

is "$(sha256sum <"$CB_TOP/flake.lock")" "$lock" "flake.lock is as it was"

done_testing
