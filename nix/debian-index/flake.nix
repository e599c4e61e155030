# A stand-in for nix-index-database beside nix/debian. Real comma asks nix for what Debian's 2.8 does
# not have, so this `,` only says so.
{
  description = "A comma that explains why it is not there";

  # Never fetched: whoever uses this makes it follow the stand-in set.
  inputs.nixpkgs.url = "nixpkgs";

  outputs =
    { self, nixpkgs }:
    {
      packages = builtins.mapAttrs (_: pkgs: {
        # A store path's name may not hold a comma.
        comma-with-db =
          pkgs.runCommand "comma-with-db"
            {
              meta.mainProgram = ",";
              message = ''
                #!${pkgs.bashInteractive}/bin/sh
                echo ",: comma needs nix 2.9 or newer, this claudebox was built with Debian's older one" >&2
                echo "hint: build claudebox with nixpkgs (nix build .#claudebox) to have it" >&2
                exit 1
              '';
            }
            ''
              mkdir -p $out/bin
              printf '%s' "$message" >$out/bin/,
              chmod 755 $out/bin/,
            '';
      }) nixpkgs.legacyPackages;
    };
}
