# lib.mkClaudebox: a policy becomes a package. `comma` gives the comma package of a system.
{ comma }:
{
  pkgs,
  base ? "default",
  ...
}@args:
let
  upper = builtins.removeAttrs args [
    "pkgs"
    "base"
  ];
  layered = import ./profiles.nix {
    inherit pkgs base upper;
    comma = comma pkgs.stdenv.hostPlatform.system;
  };
  # Two profiles of one name have one program and one state, and the first that is found is run. What
  # is wrong in the layer itself is said first.
  profile = builtins.seq layered (
    if upper == { } || upper ? name then
      layered
    else
      throw "claudebox: mkClaudebox: name: is missing: what differs from the base ${base} needs a name of its own"
  );
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
