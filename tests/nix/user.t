#!/usr/bin/env bash
# lib.mkClaudebox in a user's own flake: a good policy becomes a package, a bad one fails the build
# with its findings, and a changed one compiles one file.
. "$(dirname "$0")/../lib.sh"
. "$CB_HERE/common.sh"

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
  unknown = mk { name = "unknown"; domain = [ "example.org" ]; };')

ok "a profile of one's own builds" -- user_build "$dir" good --out-link "$CB_TMP/mine"
ok "its program carries its name" -- test -x "$CB_TMP/mine/bin/claudebox-mine"
like "$(jq -r '.path[0]' "$CB_TMP/mine/share/claudebox/mine/policy.json")" 'gnum4/bin$' \
	"its package is first on PATH"
like "$(jq -c .network "$CB_TMP/mine/share/claudebox/mine/policy.json")" none "the rest is its base's"

fails "a policy that exposes ~/.ssh does not build" -- user_build "$dir" exposing --no-link
rows=$(policy_of default | jq '.mounts | length')
like "$err" "claudebox-gen: /mounts/$((rows + 1))/from: exposes ~/\.ssh" \
	"the finding with its row reaches the user"
like "$err" "claudebox-gen: /mounts/$((rows + 2))/from: " "and so does the next one"

fails "an attribute that does not exist does not evaluate" -- user_build "$dir" unknown --no-link
like "$err" 'mkClaudebox: unknown attribute domain ' "and is named"

# A description nobody has built before.
changed=$(user_flake "changed = mk { description = \"changed $RANDOM-$EPOCHREALTIME\"; };")
launcher default >/dev/null
run user_build "$changed" changed --no-link --dry-run
is "$(printf '%s\n' "$err" | sed -nE 's,^ *[^ ]*/nix/store/[0-9a-z]{32}-(.*)\.drv$,\1,p' | sort | xargs)" \
	"claudebox-$(policy_of default | jq -r .version) claudebox-default-policy.json claudebox-default-sources" \
	"a changed policy makes its text, its tables and its launcher, and nothing else"
begin=$EPOCHREALTIME
ok "and builds" -- user_build "$changed" changed --no-link
took=$(((${EPOCHREALTIME/./} - ${begin/./}) / 1000))
ok "in a moment ($took ms)" -- test "$took" -lt 5000

done_testing
