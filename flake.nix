# Wiring only: which inputs, which outputs. What a package is made of is in nix/.
{
  description = "A sandbox for Claude Code: a policy, compiled into one static launcher";

  inputs = {
    nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
    nix-index-database.url = "github:nix-community/nix-index-database";
    nix-index-database.inputs.nixpkgs.follows = "nixpkgs";
  };

  outputs =
    {
      self,
      nixpkgs,
      nix-index-database,
    }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
      ];
      eachSystem = f: nixpkgs.lib.genAttrs systems (system: f nixpkgs.legacyPackages.${system});
      packagesFor = pkgs: self.packages.${pkgs.stdenv.hostPlatform.system};
      app = package: {
        type = "app";
        program = "${package}/bin/${package.meta.mainProgram}";
        meta = { inherit (package.meta) description; };
      };
    in
    {
      # mkClaudebox { pkgs, base ? "default", name, packages, mounts, env, … } → package
      lib.mkClaudebox = import ./nix/mk-claudebox.nix {
        comma = system: nix-index-database.packages.${system}.comma-with-db;
      };

      packages = eachSystem (pkgs: rec {
        default = claudebox;
        claudebox = self.lib.mkClaudebox { inherit pkgs; };
        claudebox-api = self.lib.mkClaudebox {
          inherit pkgs;
          base = "api";
        };
        claudebox-offline = self.lib.mkClaudebox {
          inherit pkgs;
          base = "offline";
        };
      });

      apps = eachSystem (pkgs: builtins.mapAttrs (_: app) (packagesFor pkgs));

      checks = eachSystem (
        pkgs:
        import ./nix/checks.nix {
          inherit pkgs;
          packages = packagesFor pkgs;
        }
      );

      devShells = eachSystem (pkgs: {
        default = import ./nix/shell.nix { inherit pkgs; };
      });

      formatter = eachSystem (pkgs: pkgs.nixfmt);
    };
}
