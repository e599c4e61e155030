# Nothing leaves: no network, and of the store only the profile's own programs.
{ ... }:
{
  name = "offline";
  description = "no network, only its own programs";
  network = "none";
  nix.store = "closure";
}
