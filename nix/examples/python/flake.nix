# A Python project: the agent has what the project's dev shell has.
{
  inputs.claudebox.url = "flake:claudebox";

  outputs =
    { self, claudebox, ... }:
    {
      devShells = claudebox.lib.eachSystem (pkgs: {
        default = pkgs.mkShell {
          name = "python-project";
          packages = [ pkgs.python3 ];
        };
      });

      packages = claudebox.lib.eachSystem (pkgs: {
        default = claudebox.lib.mkClaudebox {
          inherit pkgs;
          base = "internet"; # pip reaches the internet, nothing reaches your networks
          name = "python";
          description = "Python, with the project's dev shell";
          inputsFrom = [ self.devShells.${pkgs.stdenv.hostPlatform.system}.default ];
          env.set.PYTHONDONTWRITEBYTECODE = "1";
          hide = [ ".env" ];
        };
      });
    };
}
