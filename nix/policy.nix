# Resolves a profile, written in the policy language, into what the generator reads: packages become
# PATH directories, the store row gets its kind. Pure, and checks only what the generator cannot see.
{ pkgs, profile }:
let
  inherit (pkgs) lib;

  need =
    name:
    profile.${name}
      or (throw "claudebox: the profile ${profile.name or "without a name"} has no `${name}`");

  stores = {
    whole = {
      kind = "ro";
      from = "/nix/store";
      why = "all programs of the store, read-only";
    };
    closure = {
      kind = "closure";
      why = "the programs of this profile and what they need, read-only";
    };
  };
  storeWord = (need "nix").store or (throw "claudebox: the profile ${profile.name} has no `nix.store`");
  store =
    stores.${storeWord}
      or (throw "claudebox: nix.store = \"${storeWord}\" is not known (known: ${builtins.concatStringsSep ", " (builtins.attrNames stores)})");
in
{
  version = "0.1.0";
  system = pkgs.stdenv.hostPlatform.system;

  name = need "name";
  description = need "description";
  network = need "network";
  agent = need "agent";
  env = need "env";
  nesting = need "nesting";
  limits = need "limits";

  tools = {
    bwrap = "${lib.getBin pkgs.bubblewrap}/bin/bwrap";
    shell = "${lib.getBin pkgs.bashInteractive}/bin/bash";
  };
  path = lib.unique (map (package: "${lib.getBin package}/bin") (need "packages"));
  mounts = map (row: if row.kind or "" == "store" then row // store else row) (need "mounts");
}
