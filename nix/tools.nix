# The expression that makes a project's tools of names in .claudebox/tools.txt: programs of the nixpkgs
# this profile was built with, joined into one package. The file is the project's: what it names is
# looked up, never evaluated as an expression.
{ pkgs }:
pkgs.writeText "claudebox-tools.nix" ''
  { names }:
  let
    pkgs = import ${import ./nixpkgs.nix { inherit pkgs; }} {
      config = { };
      overlays = [ ];
    };
    parts = name: builtins.filter builtins.isString (builtins.split "\\." name);
    find =
      name:
      let
        step = set: part: if set ? ''${part} then set.''${part} else { };
        found = builtins.foldl' step pkgs (parts name);
      in
      if found.type or "" == "derivation" then
        pkgs.lib.getBin found
      else
        throw ".claudebox/tools.txt: there is no package ''${name} in the nixpkgs of this profile";
  in
  pkgs.symlinkJoin {
    name = "claudebox-tools";
    paths = map find (builtins.fromJSON names);
  }
''
