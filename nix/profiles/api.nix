# Only the model's own hosts: the agent can talk to its API and renew its login, and nothing else.
{ ... }:
{
  name = "api";
  description = "only the hosts claude itself needs, its own programs";
  network = "domains";
  domains = [
    "api.anthropic.com"
    "platform.claude.com" # where a login is renewed
  ];
  nix.store = "closure";

  # Reports, look-ups and updates of the client, which would only be refused.
  env.set.CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC = "1";
}
