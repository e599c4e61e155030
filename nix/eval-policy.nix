# The resolved policy of a shipped profile with any package set, without flakes or a build:
#     nix-instantiate --store dummy:// --eval --strict --json nix/eval-policy.nix --argstr profile offline
# Its default set has made-up store paths, so that the result can be compared with a committed file.
{
  profile ? "default",
  system ? "x86_64-linux",
  pkgs ? import ../tests/nix/fake-pkgs.nix { inherit system; },
  layer ? { },
}:
import ./policy.nix {
  inherit pkgs;
  profile = import ./profiles.nix {
    inherit pkgs;
    comma = pkgs.comma-with-db;
    base = profile;
    upper = layer;
  };
}
