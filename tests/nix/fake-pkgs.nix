# A package set whose store paths never change, for committed policies: every attribute of the
# stand-in set (and comma) is /nix/store/0000…-ATTRIBUTE, with nothing behind it.
{ system }:
let
  fake = name: _: {
    type = "derivation";
    inherit name;
    outPath = "/nix/store/00000000000000000000000000000000-${name}";
  };
  table = import ../../nix/debian/table.nix;
in
builtins.mapAttrs fake (table // { comma-with-db = [ ]; })
// {
  path = "/nix/store/00000000000000000000000000000000-source";
  runCommand = name: _: _: fake name null;
  writeText = name: _: fake name null;
  lib = import ../../nix/debian/lib.nix;
  stdenv.hostPlatform = { inherit system; };
}
