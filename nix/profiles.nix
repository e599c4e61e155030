# A named base, and what a user puts on top of it, as one attribute set in the policy language. On top
# there may also be `inputsFrom`, dev shells whose programs become packages.
{
  pkgs,
  comma,
  base,
  upper,
}:
let
  inherit (import ./language.nix) layer replaceList;
  names = builtins.filter (name: name != null) (
    map (
      file:
      let
        stem = builtins.match "(.*)\\.nix" file;
      in
      if stem == null then null else builtins.head stem
    ) (builtins.attrNames (builtins.readDir ./profiles))
  );
  file =
    name:
    if builtins.elem name names then
      import (./profiles + "/${name}.nix") { inherit pkgs comma; }
    else
      throw "claudebox: there is no base `${toString name}` (there are: ${builtins.concatStringsSep ", " names})";

  common = layer "base" [ ] (file "base") { };
  named = if base == "base" then common else layer base [ ] (file base) common;

  # A shell made by nixpkgs names the development files of a package, which bring a few programs such as
  # curl-config; the package's own are in another of its outputs.
  programsOf =
    input:
    if input.outputName or "" == "dev" then
      [
        (input.bin or input.out)
        input
      ]
    else
      [ input ];

  # The programs of a dev shell are packages like others. What a shell sets stays out: variables enter
  # by name. Inputs may also be hooks, files and null.
  programs =
    shell:
    if builtins.isAttrs shell then
      builtins.concatMap programsOf (
        builtins.filter (input: input.type or "" == "derivation") (
          builtins.concatMap (name: shell.${name} or [ ]) [
            "nativeBuildInputs"
            "buildInputs"
            "propagatedNativeBuildInputs"
            "propagatedBuildInputs"
          ]
        )
      )
    else
      throw "claudebox: mkClaudebox: inputsFrom: dev shells are wanted, this is a ${builtins.typeOf shell}";
  shells = replaceList "mkClaudebox: inputsFrom" null (upper.inputsFrom or [ ]);
  below = layer "inputsFrom" [ ] { packages = builtins.concatMap programs shells; } named;
in
layer "mkClaudebox" [
  "base"
  "inputsFrom"
  "pkgs"
] (builtins.removeAttrs upper [ "inputsFrom" ]) below
