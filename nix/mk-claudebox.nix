# lib.mkClaudebox: a policy becomes a package. `comma` gives the comma package of a system.
{ comma }:
{
  pkgs,
  base ? "default",
  ...
}@args:
let
  profile = import ./profiles.nix {
    inherit pkgs base;
    comma = comma pkgs.stdenv.hostPlatform.system;
    upper = builtins.removeAttrs args [
      "pkgs"
      "base"
    ];
  };
  policy = import ./policy.nix { inherit pkgs profile; };
  sources = import ./sources.nix {
    inherit pkgs policy;
    gen = import ./gen.nix { inherit pkgs; };
  };
in
import ./launcher.nix {
  inherit pkgs policy sources;
  runtime = import ./runtime.nix { inherit pkgs; };
}
