# A stand-in for nixpkgs, made of the Debian packages of this machine: for building claudebox where
# Debian's archive can be reached and nixpkgs cannot. Used by ./nix, never locked into ../../flake.lock.
{
  description = "The nixpkgs attributes claudebox uses, made of installed Debian packages";

  # Which versions are installed: the one thing the set depends on, so evaluation stays pure.
  inputs.dpkg-status = {
    url = "path:/var/lib/dpkg/status";
    flake = false;
  };

  outputs =
    { self, dpkg-status }:
    let
      lib = import ./lib.nix;
      systems = [
        "x86_64-linux"
        "aarch64-linux"
      ];
    in
    {
      inherit lib;
      legacyPackages = lib.genAttrs systems (
        system:
        import ./. {
          inherit system;
          status = builtins.readFile dpkg-status;
        }
      );
    };
}
