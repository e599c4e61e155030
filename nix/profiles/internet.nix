# The internet and nothing nearer: no LAN, no tailnet, no service of the host.
{ ... }:
{
  name = "internet";
  description = "the internet without your own networks, only its own programs";
  network = "internet";
  nix.store = "closure";

  mounts = [
    {
      kind = "made";
      from = "resolv.conf";
      to = "/etc/resolv.conf";
      why = "names are asked of your machine's own resolver";
    }
  ];
}
