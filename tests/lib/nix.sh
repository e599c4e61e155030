# shellcheck shell=bash
# What the tests with Nix share: nix with the stand-in package set, as root. Defines only.
# shellcheck disable=SC2034 # used by the tests

# nix_ready: the clone as $flake, as git sees it; a copy without git as it is.
nix_ready() {
	need nix jq file
	command -v dpkg >/dev/null || skip_all "the stand-in package set is made of Debian's packages"
	system=$(uname -m)-linux
	root=()
	[ "$(id -u)" = 0 ] || root=(sudo -H --)
	flake="path:$CB_TOP"
	[ ! -e "$CB_TOP/.git" ] || flake="git+file://$CB_TOP"
}

# cb_nix ARG…: nix/debian/nix.
cb_nix() {
	"${root[@]}" "$CB_TOP/nix/debian/nix" "$@"
}

# stored ARG…: nix-store, with the same settings.
stored() {
	(. "$CB_TOP/nix/debian/env.sh" && "${root[@]}" env NIX_CONFIG="$NIX_CONFIG" nix-store "$@")
}

# policy_of PROFILE ARG…: its resolved policy with made-up store paths, as JSON.
policy_of() {
	nix-instantiate --store dummy:// --eval --strict --json "$CB_TOP/nix/eval-policy.nix" \
		--argstr profile "$@"
}

# user_flake NIX: a flake of a user's own whose packages are the attributes in NIX, made with
# `mk` (lib.mkClaudebox) and `pkgs`. Prints its directory.
user_flake() {
	local dir
	dir=$(scratch)
	cat >"$dir/flake.nix" <<END
{
  inputs.nixpkgs.url = "path:/overridden";
  inputs.nix-index-database.url = "path:/overridden";
  inputs.nix-index-database.inputs.nixpkgs.follows = "nixpkgs";
  inputs.claudebox.url = "path:/overridden";
  inputs.claudebox.inputs.nixpkgs.follows = "nixpkgs";
  inputs.claudebox.inputs.nix-index-database.follows = "nix-index-database";
  outputs = { self, nixpkgs, nix-index-database, claudebox }:
    let
      pkgs = nixpkgs.legacyPackages.$system;
      mk = layer: claudebox.lib.mkClaudebox ({ inherit pkgs; } // layer);
    in { packages.$system = { $1 }; };
}
END
	printf '%s\n' "$dir"
}

# user_build DIR ATTRIBUTE ARG…
user_build() {
	cb_nix build --override-input claudebox "$flake" "path:$1#$2" "${@:3}"
}
