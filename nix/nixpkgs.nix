# The nixpkgs a profile is built with, as a store path. What is in the store already, as the input of a
# flake is, is taken as it is: interpolated or given to builtins.path, newer versions of Nix would copy
# all of nixpkgs again at every evaluation. A checkout is copied under the name that a flake gives it.
{ pkgs }:
let
  name = toString pkgs.path;
  inStore = builtins.match "${builtins.storeDir}/[0-9a-z]{32}-[^/]+" name != null;
in
if !builtins.isPath pkgs.path then
  "${pkgs.path}"
else if inStore then
  builtins.appendContext name { ${name}.path = true; }
else
  builtins.path {
    inherit (pkgs) path;
    name = "source";
  }
