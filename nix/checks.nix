# What `nix flake check` builds: every package, and a policy that has to be refused.
{ pkgs, packages }:
let
  inherit (packages.claudebox) policy sources;
  exposing = pkgs.writeText "exposing-policy.json" (
    builtins.toJSON (
      policy
      // {
        mounts = policy.mounts ++ [
          {
            kind = "ro";
            from = "~/.ssh";
            to = "~/.ssh";
            why = "must be refused";
          }
        ];
      }
    )
  );
in
{
  inherit (packages)
    claudebox
    claudebox-all
    claudebox-api
    claudebox-internet
    claudebox-offline
    ;

  refuses-secrets = pkgs.runCommand "claudebox-refuses-secrets" { } ''
    if ${sources.gen}/bin/claudebox-gen ${exposing} --templates ${../templates} --out . 2>findings; then
      echo "a policy that exposes ~/.ssh was accepted" >&2
      exit 1
    fi
    cat findings
    grep -q '/mounts/${toString (builtins.length policy.mounts)}/from: exposes ~/.ssh' findings
    touch $out
  '';
}
