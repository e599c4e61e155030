# The stand-in package set of one system. packages.txt says what it holds; here is how each is made.
# Without arguments it is what `path` below has made of it.
{
  system ? builtins.currentSystem,
  status ? builtins.readFile ./status,
  ...
}:
let
  inherit (import ./dpkg.nix status) versions excerpt;
  lib = import ./lib.nix;
  debs = import ./table.nix;
  hooks = import ./hooks.nix;

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

      # What nix takes for nixpkgs in a sandbox, where dpkg is not: this set with the versions it was
      # made from. What has been built of it already is found in the store.
      path =
        runCommand "source"
          {
            excerpt = excerpt (builtins.concatLists (builtins.attrValues debs));
            flake = ''
              { outputs = _: { legacyPackages.${system} = import ./. { system = "${system}"; }; }; }
            '';
            passAsFile = [ "excerpt" ];
          }
          ''
            cp -r ${./.} $out
            chmod -R u+w $out
            cp "$excerptPath" $out/status
            printf '%s' "$flake" >$out/flake.nix
          '';

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

      # Links to the files of several packages, in directories of its own; the first one's count.
      symlinkJoin =
        {
          name,
          paths,
          meta ? { },
        }:
        runCommand name
          {
            inherit meta;
            paths = map toString paths;
          }
          ''
            mkdir $out
            for path in $paths; do
              (cd "$path" && find . -mindepth 1 -type d -printf '%P\0') | (cd $out && xargs -0 mkdir -p --)
              (cd "$path" && find . ! -type d -printf '%P\0') |
                while IFS= read -r -d "" file; do
                  [ -e "$out/$file" ] || ln -s "$path/$file" "$out/$file"
                done
            done
          '';

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

      # The tools of a Debian developer are apt's own: the packages are only told to who asks.
      mkShell =
        attrs:
        runCommand (attrs.name or "nix-shell") {
          outputs = [ "out" ]; # `nix develop` reads it
          shellHook = ''echo "Debian's own tools are used; tests/run installs what is missing" >&2'';
          passthru = {
            nativeBuildInputs = attrs.packages or [ ] ++ attrs.nativeBuildInputs or [ ];
            buildInputs = attrs.buildInputs or [ ];
          };
        } "touch $out";

      nixfmt-tree = runCommand "nixfmt-tree" { meta.mainProgram = "treefmt"; } ''
        mkdir -p $out/bin
        printf '#!/bin/sh\necho "nixfmt: not in Debian; run nix fmt with nixpkgs" >&2\nexit 1\n' >$out/bin/treefmt
        chmod 755 $out/bin/treefmt
      '';
    };
in
set
