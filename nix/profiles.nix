# A named base, and what a user puts on top of it, as one attribute set in the policy language.
{
  pkgs,
  comma,
  base,
  upper,
}:
let
  inherit (import ./language.nix) layer;
  names = builtins.filter (name: name != null) (
    map (
      file:
      let
        stem = builtins.match "(.*)\\.nix" file;
      in
      if stem == null then null else builtins.head stem
    ) (builtins.attrNames (builtins.readDir ./profiles))
  );
  file =
    name:
    if builtins.elem name names then
      import (./profiles + "/${name}.nix") { inherit pkgs comma; }
    else
      throw "claudebox: there is no base `${name}` (there are: ${builtins.concatStringsSep ", " names})";

  common = layer "base" (file "base") { };
  named = if base == "base" then common else layer base (file base) common;
in
layer "mkClaudebox" upper named
