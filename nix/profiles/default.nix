# Everyday work: the host's network, the whole store, nix and comma to fetch what is missing.
{ pkgs, comma, ... }:
{
  name = "default";
  description = "everyday work: the host's network, the whole store";
  network = "full";
  nix = {
    store = "whole";
    daemon = true;
  };

  packages = [
    pkgs.nix
    comma
  ];

  mounts = [
    {
      kind = "made";
      from = "resolv.conf";
      to = "/etc/resolv.conf";
      why = "which name servers to ask, as your machine does";
    }
  ];
}
