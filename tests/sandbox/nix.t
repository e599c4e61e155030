#!/usr/bin/env bash
# The Nix daemon inside (SAND-07, TOOL-01 to TOOL-03), and when it is left out (L13): with a daemon that
# only shakes hands, and with Debian's, which serves the machine's own store. The launcher sees either
# at the fixed place in a mount namespace of the test's; nothing of the machine changes.
. "$(dirname "$0")/../lib.sh"
need perl nix nix-daemon nix-store
need_root "putting a daemon in its place"
. "$CB_LIB/sandbox.sh"
sandbox_ready

sockets=$(scratch) state=/nix/var/nix
around=(unshare --mount --propagation private sh -c 'mount -t tmpfs none /nix/var/nix &&
	mkdir /nix/var/nix/daemon-socket && mount --bind "$0" /nix/var/nix/daemon-socket && exec "$@"' "$sockets")
CB_AROUND=("${around[@]}")

# daemon COMMAND…: in the background, instead of the one before; waits for its socket.
daemon=
daemon() {
	[ -z "$daemon" ] || { kill "$daemon" && wait "$daemon"; } 2>/dev/null
	rm -f "$sockets"/*
	"$@" >"$CB_TMP/daemon" 2>&1 &
	daemon=$!
	wait_until test -S "$sockets/socket" || diag "no daemon: $(cat "$CB_TMP/daemon")"
}
# fake MODE…: one that only shakes hands.
fake() {
	daemon "$CB_HERE/fake-daemon" "$sockets" "$@"
	wait_until grep -q ready "$CB_TMP/daemon" || diag "no fake daemon: $(cat "$CB_TMP/daemon")"
}
trap '[ -z "$daemon" ] || kill "$daemon" 2>/dev/null; cb_leave' EXIT

# told: what the audit says of it. planned_daemon: whether the plan has it, each way that shows.
told() {
	as_user timeout 20 "$claudebox" --dry-run --shell | sed -n 's/^nix  *//p'
}
planned_daemon() {
	planned '[.nix.daemon, any(.mounts[]; .to == "/nix/var/nix/daemon-socket")] | unique | map(tostring) | join(" and ")'
}

# --- who gets in -----------------------------------------------------------------------------------

# in_or_out MODE WANTED REGEX DESC
in_or_out() {
	fake "$1"
	like "$(told)" "$3" "L13: $4"
	is "$(planned_daemon)" "$2" "and the plan has it nowhere or everywhere ($2)"
}
in_or_out untrusted true '^the Nix daemon is let in: it builds outside' "a daemon that does not trust the user is let in (SAND-07)"
in_or_out slow true '^the Nix daemon is let in' "one that answers in pieces too"
in_or_out trusted false '^no Nix daemon: it trusts you.*; take yourself out of trusted-users, or' "one that trusts the user is left out"
in_or_out unknown false '^no Nix daemon: it does not tell.*; update it, or' "one that does not say is left out"
in_or_out old false '^no Nix daemon: it does not tell whether it trusts you, as before Nix 2\.15' "one too old to say is left out"
for mode in undefined major garbage huge wrap half close silence drip full; do
	in_or_out "$mode" false '^no Nix daemon: it did not answer like one within half a second; ' "one that answers with $mode is left out"
done
fake untrusted
like "$(inside 'cat /etc/claude-code/CLAUDE.md')" '^- \*\*Nix daemon:\*\* let in\.$' "AWARE-02: the agent is told that it is let in"
fake trusted
like "$(inside 'cat /etc/claude-code/CLAUDE.md' 2>/dev/null)" '^- \*\*Nix daemon:\*\* left out' "AWARE-02: and that it is left out"
fake untrusted
touch "$sockets/other"
like "$(told)" '^no Nix daemon: /nix/var/nix/daemon-socket holds more than its socket' "L13: with something beside its socket it is left out"
is "$(planned_daemon)" false "everywhere"
rm "$sockets/other"
chmod 777 "$sockets"
daemon setpriv --reuid="$CB_USER" --regid="$CB_USER" --init-groups "$(lend "$CB_HERE/fake-daemon")" "$sockets" untrusted
like "$(told)" '^no Nix daemon: it runs as you' "L13: one that the user runs himself is left out, since its builds are his"
is "$(planned_daemon)" false "everywhere"
chmod 755 "$sockets"

# As Debian has it: a directory that only the group nix-users may enter.
fake untrusted
chmod 750 "$sockets"
like "$(told)" "^no Nix daemon: $state/daemon-socket is closed to you; join the group .*nix-users on Debian" \
	"a daemon that only a group may use is told, with the group"
is "$(planned_daemon)" false "and left out"
chmod 755 "$sockets"
chmod 660 "$sockets/socket"
like "$(told)" "^no Nix daemon: $state/daemon-socket is closed to you" "also where that is said of the socket itself"
chmod 666 "$sockets/socket"
{ kill "$daemon" && wait "$daemon"; } 2>/dev/null
like "$(told)" "^no Nix daemon: none listens at $state/daemon-socket; " "L13: a socket that nobody listens on is none"
rm "$sockets/socket"
like "$(told)" '^no Nix daemon: none listens' "L13: nor is an empty directory"
CB_AROUND=(unshare --mount --propagation private sh -c 'mount -t tmpfs none /nix/var/nix && exec "$@"' sh)
like "$(told)" '^no Nix daemon: none listens' "L13: nor is none at all"
is "$(inside 'echo "$NIX_REMOTE"; nix store ping 2>&1 | tail -n 1' | xargs -d '\n')" \
	"daemon error: cannot connect to socket at '$state/daemon-socket/socket': No such file or directory" "nix inside says that there is none"
is "$(planned_daemon)" false "and the plan has it nowhere"
CB_AROUND=("${around[@]}") daemon=
fake untrusted
run env HOME="$CB_TMP/home" "${around[@]}" "$claudebox" --dry-run=json --shell
is "$(jq -r '[.nix.daemon, .nix.says] | join(" ")' <<<"$out")" \
	"false no Nix daemon: it trusts root; start claudebox as an ordinary user" "L13: root never gets it"

# --- what is said when nobody is asked --------------------------------------------------------------

run inside true
is "$status|$err" "0|" "let in, --yes has nothing to say"
fake trusted
run inside true
is "$status" 0 "left out, the launch goes on"
like "$err" '^claudebox: note: no Nix daemon: it trusts you' "and even --yes says why"
fails "L13: and there is no socket" -- inside 'test -e /nix/var/nix/daemon-socket'

checked() {
	as_user "$claudebox" --check=json | jq -r '.checks[] | select(.what == "Nix daemon") | "\(.status): \(.found); \(.hint)"'
}
is "$(checked)" "warn: $(told)" "UX-05: --check says the same, and what to do"
fake untrusted
is "$(checked)" "ok: $(told); null" "UX-05: and that it is well"

# --- what it cannot be let in by --------------------------------------------------------------------

offline=$(launcher offline)
for path in /nix/var/nix/daemon-socket/socket /nix/var/nix/daemon-socket /nix/var /nix; do
	exits 125 "L13: --mount-ro $path is refused" -- as_user "$offline" --yes --mount-ro "$path" --shell -c true
done

# --- the proof -------------------------------------------------------------------------------------

for mode in untrusted trusted unknown; do
	fake "$mode"
	run as_user "$claudebox" --prove
	is "$status|$(grep '^not ok' <<<"$out")" "0|" "L13: nothing is reached where the daemon says $mode"
	like "$out" '^ok [0-9]+ - L13 the Nix daemon, unless let in as one that does not trust you$' "and the probe has looked"
done
# The launch, then the probe's own look, then its question.
fake untrusted untrusted trusted
exits 1 "L13: the probe finds a daemon that trusts the sandbox after all" -- as_user "$claudebox" --prove
like "$out" '^# reached: it trusts whoever is in here$' "and says so"

# --- Debian's daemon -------------------------------------------------------------------------------

mkdir "$CB_TMP/conf"
(. "$CB_TOP/nix/debian/env.sh" && printf '%s\naccess-tokens = github.com=planted\n' "$NIX_CONFIG") >"$CB_TMP/conf/nix.conf"
real_daemon() {
	daemon env NIX_CONF_DIR="$CB_TMP/conf" NIX_DAEMON_SOCKET_PATH="$sockets/socket" nix-daemon
	wait_until env NIX_REMOTE="unix://$sockets/socket" NIX_CONF_DIR="$CB_TMP/conf" nix store ping >/dev/null 2>&1
}
real_daemon
nix=$(nix --version)
case $nix in
*' 2.'[0-9].* | *' 2.1'[0-4].*) like "$(told)" 'it does not tell whether it trusts you' "L13: the daemon of $nix cannot tell, and is left out" ;;
*) like "$(told)" 'is let in' "the daemon of $nix is let in" ;;
esac

claudebox=$(variant default '.nix.trusted = true')
like "$(told)" 'is let in' "nix.trusted = true lets it in (SAND-07)"
like "$(inside 'echo $NIX_REMOTE; ls -A /nix/var/nix /nix/var/nix/daemon-socket' | xargs)" \
	'^daemon /nix/var/nix: daemon-socket /nix/var/nix/daemon-socket: socket$' "SAND-07: inside is its socket, and NIX_REMOTE, and nothing else of /nix/var"
for try in 'touch /nix/var/nix/daemon-socket/x' 'rm /nix/var/nix/daemon-socket/socket' 'mkdir /nix/var/nix/db'; do
	fails "SAND-07: $try fails" -- inside "$try"
done
ok "SAND-07: nix inside talks to it" -- inside 'nix store ping'

nonce=$RANDOM$RANDOM
as_user tee flake.nix >/dev/null <<END
{ outputs = _: { packages.$(uname -m)-linux.default = derivation {
	name = "claudebox-test-$nonce"; system = "$(uname -m)-linux"; builder = "/bin/sh"; PATH = "/usr/bin:/bin";
	args = [ "-c" "mkdir -p \$out/bin; printf '#!/bin/sh\\necho built %s\\n' $nonce >\$out/bin/hello; chmod 755 \$out/bin/hello" ];
}; }; }
END
ok "TOOL-02: nix shell builds a flake of the project and runs what it built" -- inside 'nix shell path:. -c hello'
is "$out" "built $nonce" "TOOL-02: which says its line"
ok "TOOL-02: nix build finds it again" -- inside 'nix build --no-link --json path:.'
ok "TOOL-02: and it is in the host's store" -- test -x "$(jq -r '.[0].outputs.out' <<<"$out")/bin/hello"
ok "TOOL-02: nix shell nixpkgs#NAME takes the nixpkgs of the build, by our registry" -- inside 'nix shell nixpkgs#jq -c jq --version'
ok "TOOL-02: and so does <nixpkgs>" -- inside "nix-build --no-out-link '<nixpkgs>' -A jq"
is "$out" "$(jq -r '.path[] | select(endswith("-jq/bin")) | rtrimstr("/bin")' "$(dirname "$(dirname "$(launcher default)")")/share/claudebox/default/policy.json")" \
	"TOOL-02: with the same result"

is "$(inside 'type -P , | grep -c ^/nix/store')" 1 "TOOL-01: , is on PATH"
is "$(inside 'printf "first.out\nsecond.out\nthird.out" | $COMMA_PICKER')" first.out "TOOL-01: its picker takes the first, without a terminal"
ok "TOOL-01: and reads to the end, so that nobody writes to a closed pipe" -- inside 'set -o pipefail; seq 100000 | $COMMA_PICKER'

is "$(inside 'ls -A /etc/nix; cat /etc/nix/* | cut -d" " -f1')" $'nix.conf\nexperimental-features\nflake-registry' "of nix's settings only ours are inside"
unlike "$(inside 'nix show-config')" planted "and no access token of the host"

# --- while it runs -------------------------------------------------------------------------------------

as_user mkfifo go seen
start_inside 'echo >started; read -r path <go; cat "$path" >seen; read -r x <go; nix store ping >/dev/null 2>&1; echo $? >seen'
echo "added while it ran: $nonce" >"$CB_TMP/added-$nonce"
added=$(. "$CB_TOP/nix/debian/env.sh" && nix-store --add "$CB_TMP/added-$nonce")
like "$added" "^/nix/store/.*-added-$nonce\$" "a path is added to the store while a sandbox runs"
timeout 20 sh -c 'echo "$0" >go' "$added"
is "$(timeout 20 cat seen)" "added while it ran: $nonce" "TOOL-03: which sees it at once"
real_daemon
timeout 20 sh -c 'echo >go'
is "$(timeout 20 cat seen)" 0 "SAND-07: and finds the daemon again that was started anew"
wait_until gone "$pid"
done_testing
