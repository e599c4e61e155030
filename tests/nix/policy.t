#!/usr/bin/env bash
# Profiles resolve to the committed policies, and a user's layer goes on top as documented.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready

for profile in $(profiles); do
	golden "$CB_HERE/expected/policy-$profile.json" "$(policy_of "$profile" | jq .)" \
		"the profile $profile resolves to the committed policy"
done

is "$(diff <(policy_of default | jq .) <(policy_of default --argstr system aarch64-linux | jq .) |
	sed -nE 's/^> *"([a-z]+)": "(.*)",$/\1 \2/p' | sed 's,/nix/store/0*-,,')" \
	'from glibc/lib/ld-linux-aarch64.so.1
to /lib/ld-linux-aarch64.so.1
to /lib/aarch64-linux-gnu
system aarch64-linux' "on another system only the system and the loader differ"

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
is "$(layered '{ name = "mine"; }' .env.set.CLAUDE_CODE_RESUME_HINT_COMMAND)" claudebox-mine \
	"what the client tells on exit names the program of this profile"
is "$(layered '{ agent.args = [ "-x" ]; }' .agent.args)" '["--dangerously-skip-permissions","-x"]' \
	"arguments of the agent are added"
is "$(layered '{ network = "none"; nix.store = "closure"; }' '[.network, (.mounts[]|select(.to == "/nix/store").kind)]')" \
	'["none","closure"]' "single values are replaced, and the store row follows nix.store"

is "$(layered '{ nix.daemon = false; }' '[.nix.daemon, any(.mounts[]; .kind == "daemon" or .to == "/etc/nix/nix.conf"), (.env.set | has("NIX_PATH") or has("COMMA_PICKER"))]')" \
	'[false,false,false]' "without nix.daemon nothing of it is there: no row, no settings, no variables"
is "$(policy_of offline --arg layer '{ nix = { daemon = true; daemonNetwork = true; store = "whole"; }; }' |
	jq -c '[.nix, [.mounts[] | select(.kind == "daemon" or .to == "/etc/nix/nix.conf").to], .env.set.NIX_PATH]')" \
	'[{"daemon":true,"daemonNetwork":true,"trusted":false},["/nix/var/nix/daemon-socket","/etc/nix/nix.conf"],"nixpkgs=/nix/store/00000000000000000000000000000000-source"]' \
	"with it all of it is there, on any base"
is "$(layered '{ env.set.COMMA_PICKER = "/nix/store/x"; }' '.env.set.COMMA_PICKER')" /nix/store/x "a layer may choose another picker"
is "$(layered '{ nix.daemon = "yes"; }' '[.nix.daemon, any(.mounts[]; .kind == "daemon")]')" '["yes",false]' \
	"a word that is no truth value is left for the generator to refuse"

is "$(layered '{ protect = [ "x" ".envrc" ]; hide = [ ".idea" ]; }' '[.protect[-2:], .hide, (.watch | contains([".envrc"]) or contains([".idea"])), (.protect | contains([".git/hooks"]))]')" \
	'[["x",".envrc"],[".idea"],false,true]' "what a layer protects or hides is added, and no longer watched"
is "$(layered '{ network = "domains"; domains = [ "example.org" ]; ports = [ 80 ]; forward = [ 11434 ]; }' '[.network, .domains, .ports, .forward]')" \
	'["domains",["example.org"],[80],[11434]]' "hosts and ports of a tier are the layer's"
is "$(policy_of api --arg layer '{ domains = [ "example.org" ]; }' | jq -c '.domains')" \
	'["api.anthropic.com","platform.claude.com","example.org"]' "and are added to those of its base"
is "$(layered '{ state = "shared"; limits.tmpfs = 5; }' '[.state, .limits.tmpfs, .limits.core, .limits.processes]')" '["shared",5,0,4096]' \
	"where the state is kept and one limit are replaced, the other limits stay"

# shell_of INPUTS: the first directories on PATH with a dev shell of these inputs, made as nixpkgs does.
shell_of() {
	layered "let pkgs = import $CB_TOP/tests/nix/fake-pkgs.nix { system = \"x86_64-linux\"; };
		in { inputsFrom = [ { nativeBuildInputs = [ $1 ]; } ]; }" '.path[]' |
		sed 's,/nix/store/0*-,,' | sed '/^bashInteractive/,$d' | xargs
}
is "$(shell_of '')" "$(layered '{ }' '.path[]' | sed 's,/nix/store/0*-,,' | sed '/^bashInteractive/,$d' | xargs)" \
	"a dev shell without inputs adds nothing"
before=$(shell_of '')
is "$(shell_of pkgs.gnum4)" "gnum4/bin${before:+ $before}" "the programs of a dev shell come before the base's"
is "$(shell_of pkgs.curl.dev)" "curl-bin/bin curl-dev/bin${before:+ $before}" \
	"where it names a package's development files, its programs come too"
is "$(shell_of pkgs.libseccomp.dev)" "libseccomp/bin libseccomp-dev/bin${before:+ $before}" \
	"also where they are in no output of their own"

# configured NIX: where the rows for what claude is told and may do come from, all optional and read-only.
configured() {
	layered "$1" '[.mounts[] | select((.from // "" | test("^@(config|claude)/")) and .kind == "ro" and .optional) |
		select(.to == "~/.claude/" + (.from | split("/")[1])).from]'
}
is "$(configured '{ }')" \
	'["@config/CLAUDE.md","@config/settings.json","@config/agents","@config/commands","@config/skills"]' \
	"what claude reads comes from ~/.claudebox"
is "$(configured '{ hostConfig = true; }')" \
	'["@claude/CLAUDE.md","@config/settings.json","@claude/agents","@claude/commands","@claude/skills"]' \
	"with hostConfig from the host's own claude, but never its settings"
is "$(layered '{ hostConfig = true; }' 'has("hostConfig")')" false "the generator sees rows only"
for profile in $(profiles); do
	is "$(policy_of "$profile" | jq -c '[.mounts[].why | select(length > 60)]')" '[]' \
		"$profile: what a row is for is said in a few words"
	is "$(policy_of "$profile" | jq -c '(.network | IN("full", "internet")) == any(.mounts[]; .from == "resolv.conf")')" true \
		"$profile: it knows name servers if it can reach them"
done

# invalid NIX REGEX DESC
invalid() {
	fails "$3" -- policy_of default --arg layer "$1"
	like "$err" "$2" "and the message says so"
}
invalid '{ pakages = [ ]; }' 'mkClaudebox: unknown attribute pakages \(known: .*packages' \
	"an unknown attribute is refused"
invalid '{ env.sett = { }; }' 'mkClaudebox\.env: unknown attribute sett \(known: .*set' \
	"an unknown attribute further in is refused"
invalid '{ env = 5; }' 'mkClaudebox\.env: a set of attributes is wanted' "a number for a set is refused"
invalid '{ inputFrom = [ ]; }' 'mkClaudebox: unknown attribute inputFrom \(known: .*base, .*inputsFrom, ' \
	"what is no word of a policy but mkClaudebox takes is known, too"
for name in packages mounts domains ports forward block protect watch hide inputsFrom; do
	invalid "{ $name = \"x\"; }" "mkClaudebox: $name: a list is wanted, this is a string" "a text for the list $name is refused"
done
for name in env.pass env.allowSecret agent.args; do
	invalid "{ $name = { }; }" "mkClaudebox\\.${name%.*}: ${name#*.}: a list is wanted, this is a set" "a set for the list $name is refused"
done
invalid '{ packages = "jq"; inputsFrom = [ ]; }' 'mkClaudebox: packages: a list is wanted' "also beside dev shells"
invalid '{ inputsFrom = [ "devShell" ]; }' 'mkClaudebox: inputsFrom: dev shells are wanted, this is a string' \
	"a text for a dev shell is refused"
invalid '{ env.set = [ "X" ]; }' 'mkClaudebox\.env: set: a set is wanted, this is a list' "a list for a set is refused"
for name in env agent nix limits; do
	invalid "{ $name = [ ]; }" "mkClaudebox\\.$name: a set of attributes is wanted, this is a list" "a list for $name is refused"
done
for name in '"My Profile"' '""' '"-x"' '"x/y"' 5; do
	invalid "{ name = $name; }" 'name = .*: small letters, digits and dashes' "the name $name is refused, in our words"
done
invalid '{ nix.store = "half"; }' 'nix\.store = "half" is not known \(known: closure, whole\)' \
	"an unknown kind of store is refused"
invalid '{ hostConfig = "yes"; }' 'hostConfig is true or false, this is a string' \
	"a word for hostConfig is refused"
fails "an unknown base is refused" -- policy_of nowhere
like "$err" "there is no base .nowhere. \(there are: api, base, default, internet, offline\)" "and the message names those there are"

done_testing
