# What makes nix and comma work inside, beside the daemon's socket: settings and a registry of ours,
# and the nixpkgs this profile was built with, so that no name has to be looked up anywhere. Of the
# host's settings nothing enters: neither its access tokens nor its netrc, nor its substituters, which
# are the daemon's own business.
{ pkgs }:
let
  nixpkgs = import ./nixpkgs.nix { inherit pkgs; };

  registry = pkgs.writeText "claudebox-registry.json" (
    builtins.toJSON {
      version = 2;
      flakes = [
        {
          from = {
            type = "indirect";
            id = "nixpkgs";
          };
          to = {
            type = "path";
            path = nixpkgs;
          };
        }
      ];
    }
  );

  conf = pkgs.writeText "claudebox-nix.conf" ''
    experimental-features = nix-command flakes
    flake-registry = ${registry}
  '';

  # Comma's own picker wants a terminal. All of the list is read, since comma minds a closed pipe.
  picker = pkgs.runCommand "claudebox-picker" { } ''
    printf '#!%s\nexec %s -n 1p\n' ${pkgs.bashInteractive}/bin/sh ${pkgs.gnused}/bin/sed >$out
    chmod 755 $out
  '';
in
{
  mounts = [
    {
      kind = "link";
      from = "${conf}";
      to = "/etc/nix/nix.conf";
      why = "nix's settings, none of yours";
    }
  ];

  set = {
    NIX_PATH = "nixpkgs=${nixpkgs}";
    COMMA_PICKER = "${picker}";
  };
}
