# The nixpkgs a profile is built with, as a store path. A path value would be copied under another name;
# in a flake it has this one.
{ pkgs }:
if builtins.isPath pkgs.path then
  builtins.path {
    inherit (pkgs) path;
    name = "source";
  }
else
  "${pkgs.path}"
