# `nix develop`: what gen/, runtime/ and the tests are built and checked with.
{ pkgs }:
pkgs.mkShell {
  name = "claudebox-dev";
  packages = [
    pkgs.pkg-config
    pkgs.jansson
    pkgs.libseccomp
    pkgs.gnum4
    pkgs.cmocka
    pkgs.bubblewrap
    pkgs.perl # prove
    pkgs.jq
    pkgs.file
    pkgs.clang-tools
    pkgs.cppcheck
    pkgs.shellcheck
    pkgs.nixfmt
  ];
}
