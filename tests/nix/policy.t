#!/usr/bin/env bash
# Profiles resolve to the committed policies, and a user's layer goes on top as documented.
. "$(dirname "$0")/../lib.sh"
. "$CB_HERE/common.sh"

for profile in $(profiles); do
	golden "$CB_HERE/expected/policy-$profile.json" "$(policy_of "$profile" | jq .)" \
		"the profile $profile resolves to the committed policy"
done

is "$(diff <(policy_of default | jq .) <(policy_of default --argstr system aarch64-linux | jq .) |
	grep -c '^[<>]')" 2 "on another system only the system differs"

# layered NIX FILTER: what jq's FILTER finds in the default policy with the layer NIX on top.
layered() {
	policy_of default --arg layer "$1" 2>&1 | jq -rc "$2"
}

is "$(layered '{ packages = [ "/nix/store/x" ]; }' '.path[0]')" /nix/store/x/bin \
	"a layer's packages come first on PATH"
is "$(layered '{ packages = [ "/nix/store/x" "/nix/store/x" ]; }' '[.path[]|select(test("/x/"))]|length')" 1 \
	"a package given twice is on PATH once"
is "$(layered '{ mounts = [ { kind = "tmpfs"; to = "/x"; why = "y"; } ]; }' '.mounts[-1].to')" /x \
	"a layer's mounts come last"
is "$(layered '{ env.pass = [ "X" ]; }' '.env.pass|contains(["TERM", "X"])')" true \
	"variables to pass are added"
is "$(layered '{ env.set.TMPDIR = "/x"; }' '.env.set|[.TMPDIR, has("SSL_CERT_FILE")]')" '["/x",true]' \
	"a variable set again replaces the one below and no other"
is "$(layered '{ agent.args = [ "-x" ]; }' .agent.args)" '["--dangerously-skip-permissions","-x"]' \
	"arguments of the agent are added"
is "$(layered '{ network = "none"; nix.store = "closure"; }' '[.network, (.mounts[]|select(.to == "/nix/store").kind)]')" \
	'["none","closure"]' "single values are replaced, and the store row follows nix.store"

# refused NIX REGEX DESC
refused() {
	fails "$3" -- policy_of default --arg layer "$1"
	like "$err" "$2" "and the message says so"
}
refused '{ pakages = [ ]; }' 'mkClaudebox: unknown attribute pakages \(known: .*packages' \
	"an unknown attribute is refused"
refused '{ env.sett = { }; }' 'mkClaudebox\.env: unknown attribute sett \(known: .*set' \
	"an unknown attribute further in is refused"
refused '{ env = 5; }' 'mkClaudebox\.env: a set of attributes is wanted' "a number for a set is refused"
refused '{ nix.store = "half"; }' 'nix\.store = "half" is not known \(known: closure, whole\)' \
	"an unknown kind of store is refused"
fails "an unknown base is refused" -- policy_of nowhere
like "$err" "there is no base .nowhere. \(there are: base, default, offline\)" "and the message names those there are"

done_testing
