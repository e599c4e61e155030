#!/usr/bin/env bash
# lib.mkClaudebox in a user's own flake: a good policy becomes a package, a bad one fails the build
# with its findings, and a changed one compiles one file.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready

dir=$(user_flake '
  good = mk { base = "offline"; name = "mine"; packages = [ pkgs.gnum4 ]; };
  exposing = mk {
    name = "exposing";
    mounts = [
      { kind = "tmpfs"; to = "/opt/x"; why = "a harmless row before it"; }
      { kind = "ro"; from = "~/.ssh"; to = "~/.ssh"; why = "keys"; }
      { kind = "ro"; from = "relative"; to = "/opt/y"; why = "no path"; }
    ];
  };
  pinned = mk {
    base = "offline";
    name = "pinned";
    agent.program = pkgs.runCommand "claude-1.2" { meta.mainProgram = "claude"; } "
      mkdir -p $out/bin
      printf '"'"'#!%s/bin/bash\\necho pinned \$*\\n'"'"' ${pkgs.bashInteractive} >$out/bin/claude
      chmod +x $out/bin/claude
    ";
  };
  shells = mk {
    name = "shells";
    packages = [ pkgs.jq ];
    inputsFrom = [ { nativeBuildInputs = [ null ./flake.nix pkgs.gnum4 ]; buildInputs = [ pkgs.gzip ]; } ];
  };
  layered = let all = pkgs // claudebox.overlays.default all pkgs; in all.mkClaudebox { name = "layered"; };
  overlaid = let all = pkgs // claudebox.overlays.default all pkgs; in all.claudebox-offline;
  unknown = mk { domain = [ "example.org" ]; };
  nameless = mk { base = "offline"; packages = [ pkgs.gnum4 ]; };
  only-based = mk { base = "offline"; };')

ok "a profile of one's own builds" -- user_build "$dir" good --out-link "$CB_TMP/mine"
ok "its program carries its name" -- test -x "$CB_TMP/mine/bin/claudebox-mine"
like "$(jq -r '.path[0]' "$CB_TMP/mine/share/claudebox/mine/policy.json")" 'gnum4/bin$' \
	"its package is first on PATH"
like "$(jq -c .network "$CB_TMP/mine/share/claudebox/mine/policy.json")" none "the rest is its base's"

ok "PKG-01: a dev shell's programs can be taken over" -- user_build "$dir" shells --out-link "$CB_TMP/shells"
is "$(jq -r '.path[0:4][]' "$CB_TMP/shells/share/claudebox/shells/policy.json" | sed -E 's,^/nix/store/[^-]*-,,' | xargs)" \
	"jq/bin gnum4/bin gzip/bin nix/bin" "PKG-01: behind one's own packages and before the base's, without what is none"

ok "a package can be the agent" -- user_build "$dir" pinned --out-link "$CB_TMP/pinned"
user_ready
project=$(user_scratch)
is "$(as_user env -C "$project" "$CB_TMP/pinned/bin/claudebox-pinned" --yes hello)" \
	"pinned --dangerously-skip-permissions hello" "and is run, whatever is on the host's PATH"

ok "the overlay has mkClaudebox" -- user_build "$dir" layered --out-link "$CB_TMP/layered"
ok "which makes a package" -- test -x "$CB_TMP/layered/bin/claudebox-layered"
ok "and the shipped packages" -- user_build "$dir" overlaid --out-link "$CB_TMP/overlaid"
is "$(readlink "$CB_TMP/overlaid")" "$(dirname "$(dirname "$(launcher offline)")")" "the very same"

fails "a policy that exposes ~/.ssh does not build" -- user_build "$dir" exposing --no-link
rows=$(policy_of default | jq '.mounts | length')
like "$err" "claudebox-gen: /mounts/$((rows + 1))/from: exposes ~/\.ssh" \
	"the finding with its row reaches the user"
like "$err" "claudebox-gen: /mounts/$((rows + 2))/from: " "and so does the next one"

fails "an attribute that does not exist does not evaluate" -- user_build "$dir" unknown --no-link
like "$err" 'mkClaudebox: unknown attribute domain ' "and is named"

fails "a policy of one's own without a name does not evaluate" -- user_build "$dir" nameless --no-link
like "$err" 'mkClaudebox: name: is missing: .*offline' "for it would be a second one of its base's name"
ok "a base as it is needs none" -- user_build "$dir" only-based --out-link "$CB_TMP/only-based"
is "$(readlink "$CB_TMP/only-based")" "$(readlink "$CB_TMP/overlaid")" "and is the shipped one"

# A description nobody has built before.
changed=$(user_flake "changed = mk { name = \"changed\"; description = \"changed $RANDOM-$EPOCHREALTIME\"; };")
launcher default >/dev/null
run user_build "$changed" changed --no-link --dry-run
is "$(printf '%s\n' "$err" | sed -nE 's,^ *[^ ]*/nix/store/[0-9a-z]{32}-(.*)\.drv$,\1,p' | sort | xargs)" \
	"claudebox-changed-$(policy_of default | jq -r .version) claudebox-changed-policy.json claudebox-changed-sources" \
	"a changed policy makes its text, its tables and its launcher, and nothing else"
begin=$EPOCHREALTIME
ok "and builds" -- user_build "$changed" changed --no-link
took=$(((${EPOCHREALTIME/./} - ${begin/./}) / 1000))
ok "in a moment ($took ms)" -- test "$took" -lt 5000

done_testing
