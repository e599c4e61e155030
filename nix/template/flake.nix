# A profile of my own for claudebox.
#     nix build .#mine --out-link ~/.claudebox/profiles/mine
#     claudebox --profile mine
{
  inputs.claudebox.url = "flake:claudebox"; # where that is: nix registry add claudebox URL
  inputs.nixpkgs.follows = "claudebox/nixpkgs";

  outputs =
    { claudebox, nixpkgs, ... }:
    {
      packages = claudebox.lib.eachSystem (pkgs: {
        mine = claudebox.lib.mkClaudebox {
          inherit pkgs;
          base = "default"; # or internet, api, offline: what is not said here is as it is there
          name = "mine";
          description = "my own profile";

          packages = [ pkgs.gnugrep ]; # programs on PATH, before those of the base

          # inputsFrom = [ devShell ];               the programs of a dev shell too
          # env.set.PAGER = "less";                  variables made inside
          # env.pass = [ "DIRENV_LOG_FORMAT" ];      variables of the host that may enter
          # mounts = [ { kind = "ro"; from = "~/src/lib"; to = "~/src/lib"; why = "to look things up"; } ];
          # network = "domains";                     full, internet, domains, none
          # nix.daemon = false;                      the Nix daemon has the host's network; needed for the line above
          # domains = [ "*.example.org" ];           hosts it may reach, with network = "domains"
          # forward = [ 11434 ];                     ports of the host's loopback that are there inside
          # protect = [ "Makefile" ];                read-only in the project
          # hide = [ ".env" ];                       covered in the project

          # A pinned claude, not the one of the host's PATH. Its licence is not free, which nixpkgs wants allowed:
          # agent.program = (import nixpkgs { inherit (pkgs.stdenv.hostPlatform) system; config.allowUnfree = true; }).claude-code;
        };
      });
    };
}
