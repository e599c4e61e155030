# The stand-in package set of one system. packages.txt says what it holds; here is how each is made.
{ system, status }:
let
  inherit (import ./dpkg.nix status) versions;
  lib = import ./lib.nix;
  debs = import ./table.nix;
  hooks = import ./hooks.nix { inherit set; };

  # A derivation whose key holds the versions of the Debian packages it takes its files from.
  derive =
    from: attrs:
    let
      drv = builtins.derivation (
        {
          inherit system;
          builder = "/bin/bash";
          debianVersions = builtins.toJSON (versions from);
        }
        // builtins.removeAttrs attrs [
          "meta"
          "passthru"
          "pname"
          "version"
        ]
        // {
          name = attrs.name or "${attrs.pname}-${attrs.version}";
        }
      );
    in
    drv // { meta = attrs.meta or { }; } // attrs.passthru or { };

  copied =
    name: from:
    derive (from ++ debs."-") (
      {
        inherit name;
        args = [ ./copy.sh ];
        debs = from;
      }
      // hooks.${name} or { }
    );

  stdenvOf = from: compiler: {
    hostPlatform = { inherit system; };
    mkDerivation =
      attrs:
      derive from (
        {
          args = [ ./stdenv.sh ];
          AR = "ar";
        }
        // compiler
        // attrs
      );
  };
  multiarch = builtins.replaceStrings [ "-linux" ] [ "-linux-gnu" ] system;

  set =
    builtins.mapAttrs copied (
      builtins.removeAttrs debs [
        "-"
        "stdenv"
        "pkgsStatic"
      ]
    )
    // rec {
      inherit lib;

      stdenv = stdenvOf debs.stdenv { CC = "gcc"; };

      # musl-gcc knows no kernel headers: the machine's, searched last.
      pkgsStatic.stdenv = stdenvOf debs.pkgsStatic {
        CC = "musl-gcc -idirafter /usr/include -idirafter /usr/include/${multiarch}";
      };

      runCommand =
        name: env: buildCommand:
        stdenv.mkDerivation (env // { inherit name buildCommand; });

      writeText =
        name: text:
        runCommand name {
          inherit text;
          passAsFile = [ "text" ];
        } ''cp "$textPath" $out'';

      closureInfo =
        { rootPaths }:
        derive [ ] {
          name = "closure-info";
          __structuredAttrs = true;
          exportReferencesGraph.closure = rootPaths;
          PATH = "/usr/bin:/bin";
          args = [
            "-c"
            ''
              . .attrs.sh
              out=''${outputs[out]}
              mkdir "$out"
              jq -r '.closure[].path' .attrs.json >"$out/store-paths"
            ''
          ];
        };

      # The tools of a Debian developer are apt's own, so the packages are not looked at.
      mkShell =
        attrs:
        runCommand attrs.name {
          outputs = [ "out" ]; # `nix develop` reads it
          shellHook = ''echo "Debian's own tools are used; tests/run installs what is missing" >&2'';
        } "touch $out";

      nixfmt = runCommand "nixfmt" { meta.mainProgram = "nixfmt"; } ''
        mkdir -p $out/bin
        printf '#!/bin/sh\necho "nixfmt: not in Debian; run nix fmt with nixpkgs" >&2\nexit 1\n' >$out/bin/nixfmt
        chmod 755 $out/bin/nixfmt
      '';
    };
in
set
