# A model on this machine and nothing else: no network but one port of the host.
{
  inputs.claudebox.url = "flake:claudebox";

  outputs =
    { claudebox, ... }:
    {
      packages = claudebox.lib.eachSystem (pkgs: {
        default = claudebox.lib.mkClaudebox {
          inherit pkgs;
          base = "offline";
          name = "model";
          description = "a local model server, no other network";
          forward = [ 11434 ];
          env.set.ANTHROPIC_BASE_URL = "http://127.0.0.1:11434";
        };
      });
    };
}
