# What the generator makes of one policy: the tables as C, SANDBOX.md, pages; and beside them the policy as
# text. The text is what keeps every store path alive: an optimiser may break up a literal, nothing
# breaks up a text file.
{
  pkgs,
  policy,
  gen,
}:
let
  inherit (builtins) any removeAttrs toJSON;

  text = pkgs.writeText "claudebox-${policy.name}-policy.json" (toJSON policy);

  # All the sandbox shows, that is the policy without the tools that only set it up.
  shown = pkgs.writeText "claudebox-${policy.name}-shown.json" (
    toJSON (
      policy
      // {
        tools = removeAttrs policy.tools [
          "bwrap"
          "git"
          "slirp4netns"
          "nixBuild"
          "packages"
        ];
      }
    )
  );
  closure = pkgs.closureInfo { rootPaths = [ shown ]; };
in
pkgs.runCommand "claudebox-${policy.name}-sources" { passthru = { inherit gen; }; } ''
  mkdir $out
  cp ${text} $out/policy.json
  ${
    if any (row: row.kind or "" == "closure") policy.mounts then
      ''
        grep -vxF ${shown} ${closure}/store-paths | sort >closure
        set -- --closure closure
      ''
    else
      "set --"
  }
  ${gen}/bin/claudebox-gen $out/policy.json --templates ${../templates} "$@" --out $out
''
