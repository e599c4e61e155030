# A Node project: packages from the internet, their cache kept, its secrets covered.
{
  inputs.claudebox.url = "flake:claudebox";

  outputs =
    { claudebox, ... }:
    {
      packages = claudebox.lib.eachSystem (pkgs: {
        default = claudebox.lib.mkClaudebox {
          inherit pkgs;
          base = "internet";
          name = "node";
          description = "Node, with its own cache";
          packages = [ pkgs.nodejs ];
          env.set = {
            npm_config_cache.path = "~/.cache/npm";
            npm_config_update_notifier = "false";
          };
          hide = [
            ".env"
            ".npmrc" # tokens
          ];
          protect = [ ".github" ]; # what runs elsewhere with other rights
        };
      });
    };
}
