#!/usr/bin/env bash
# The nixpkgs of a profile as a store path: taken as it is where it is one, copied where it is not, and
# known to Nix as something that is needed either way.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready

# taken NIX: what nix/nixpkgs.nix makes of a package set with that path, and what Nix knows it needs.
taken() {
	(. "$CB_TOP/nix/debian/env.sh" && "${root[@]}" env NIX_CONFIG="$NIX_CONFIG" nix-instantiate --eval --strict --json -E "
		let taken = import $CB_TOP/nix/nixpkgs.nix { pkgs.path = $1; };
		in [ taken (builtins.attrNames (builtins.getContext taken)) ]" 2>&1) | jq -c . 2>&1
}

# In the store under another name, so that a copy would have another path.
mkdir "$CB_TMP/checkout"
echo '{ }: { }' >"$CB_TMP/checkout/default.nix"
stored=$(. "$CB_TOP/nix/debian/env.sh" && "${root[@]}" nix-store --add "$CB_TMP/checkout")
like "$stored" '^/nix/store/.*-checkout$' "there is a package set in the store"
is "$(taken "/. + \"$stored\"")" "[\"$stored\",[\"$stored\"]]" "a path in the store is taken as it is"
is "$(taken "{ outPath = builtins.storePath $stored; }")" "[\"$stored\",[\"$stored\"]]" "and so is a derivation's"

is "$(taken "$CB_TMP/checkout" | sed -E 's,/nix/store/[0-9a-z]{32}-,,g')" '["source",["source"]]' \
	"a checkout is copied, under the name it would have as a flake's input"
is "$(taken "/. + \"$stored/default.nix\"" | sed -E 's,/nix/store/[0-9a-z]{32}-,,g')" '["source",["source"]]' \
	"and so is a part of a store path"

done_testing
