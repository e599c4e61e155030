# What we ship: a package for each profile, and one of all of them.
{ pkgs, mkClaudebox }:
let
  profile = base: mkClaudebox { inherit pkgs base; };
in
rec {
  claudebox = profile "default";
  claudebox-api = profile "api";
  claudebox-internet = profile "internet";
  claudebox-offline = profile "offline";

  # Beside each other, so that `claudebox --profile NAME` finds them.
  claudebox-all = pkgs.symlinkJoin {
    name = "claudebox-all";
    paths = [
      claudebox
      claudebox-api
      claudebox-internet
      claudebox-offline
    ];
    meta = claudebox.meta // {
      description = "Claude Code in a sandbox: every shipped profile";
    };
  };
}
