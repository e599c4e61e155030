# Nothing leaves: no network, and of the store only the profile's own programs.
{ ... }:
{
  name = "offline";
  description = "no network, only its own programs";
  network = "none";
  nix.store = "closure";

  # Reports and look-ups of the client, which would only wait for an answer.
  env.set.CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC = "1";
}
