# Another checkout to look things up in, which the agent cannot change.
{
  inputs.claudebox.url = "flake:claudebox";

  outputs =
    { claudebox, ... }:
    {
      packages = claudebox.lib.eachSystem (pkgs: {
        default = claudebox.lib.mkClaudebox {
          inherit pkgs;
          base = "offline";
          name = "reference";
          description = "offline, with a checkout to look things up in";
          mounts = [
            {
              kind = "ro";
              from = "~/src/reference";
              to = "~/src/reference";
              why = "to look things up";
            }
          ];
        };
      });
    };
}
