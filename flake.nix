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
      shipped =
        pkgs:
        import ./nix/packages.nix {
          inherit pkgs;
          inherit (self.lib) mkClaudebox;
        };
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

      # eachSystem (pkgs: { … }) → { x86_64-linux = { … }; aarch64-linux = { … }; }
      lib.eachSystem = eachSystem;

      packages = eachSystem (pkgs: shipped pkgs // { default = (shipped pkgs).claudebox; });

      # The same in a package set: pkgs.claudebox, pkgs.mkClaudebox { name = …; }
      overlays.default =
        final: _:
        shipped final
        // {
          mkClaudebox = layer: self.lib.mkClaudebox ({ pkgs = final; } // layer);
        };

      templates = import ./nix/templates.nix;

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

      # nixfmt alone formats nothing without arguments, which is how `nix fmt` calls it.
      formatter = eachSystem (pkgs: pkgs.nixfmt-tree);
    };
}
