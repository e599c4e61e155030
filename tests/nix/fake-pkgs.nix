# A package set whose store paths never change, for committed policies: every attribute of the
# stand-in set (and comma) is /nix/store/0000…-ATTRIBUTE, with nothing behind it. Where nixpkgs splits a
# package into several outputs so is it here, the default output first.
{ system }:
let
  split = {
    curl = [
      "bin"
      "dev"
      "out"
    ];
    glibc = [
      "out"
      "bin"
      "dev"
    ];
    jq = [
      "bin"
      "dev"
      "out"
    ];
    libseccomp = [
      "out"
      "lib"
      "dev"
    ];
    ncurses = [
      "out"
      "dev"
    ];
  };

  fake =
    name: _:
    let
      names = split.${name} or [ "out" ];
      output = chosen: {
        type = "derivation";
        inherit name;
        outputName = chosen;
        outPath =
          "/nix/store/00000000000000000000000000000000-${name}"
          + (if chosen == "out" then "" else "-${chosen}");
      };
      outputs = builtins.listToAttrs (
        map (chosen: {
          name = chosen;
          value = output chosen // outputs // { outputSpecified = true; };
        }) names
      );
    in
    output (builtins.head names) // outputs;
  table = import ../../nix/debian/table.nix;
in
builtins.mapAttrs fake (table // { comma-with-db = [ ]; })
// {
  pkgsStatic = builtins.mapAttrs (name: fake "${name}-static") table;
  path = "/nix/store/00000000000000000000000000000000-source";
  runCommand = name: _: _: fake name null;
  writeText = name: _: fake name null;
  lib = import ../../nix/debian/lib.nix;
  stdenv.hostPlatform = { inherit system; };
}
