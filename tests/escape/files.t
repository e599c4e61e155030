#!/usr/bin/env bash
# Ways out by files: hard links, covered paths, setuid programs, core dumps, /proc.
. "$(dirname "$0")/../lib.sh"
need bwrap cc
. "$CB_LIB/escape.sh"
attempt_ready

# --- hard links: another name for a file that may not be written -----------------------------------

as_user mkdir -p "$CB_USER_HOME/.claudebox"
as_user sh -c 'umask 077; echo "{}" >"$HOME/.claudebox/settings.json"'
as_user sh -c 'echo c4n4ry >"$HOME/outside"'
settings=$CB_USER_HOME/.claudebox/settings.json
link='ln ~/.claude/settings.json ~/.claude/other && echo changed >>~/.claude/other'
fails "a covered file gets no second name beside it" -- ours "$link"
fails "nor one in the project" -- ours 'ln ~/.claude/settings.json other && echo changed >>other'
fails "and cannot be replaced" -- ours 'echo changed >~/.claude/new && mv -f ~/.claude/new ~/.claude/settings.json'
fails "nor its directory moved away" -- ours 'mv ~/.claude ~/.claude-2'
fails "nor the launcher, which runs on the host, be linked" -- ours 'ln /run/claudebox/step step'
fails "nor be written" -- ours 'echo changed >>/run/claudebox/step'
is "$(cat "$settings")" "{}" "the settings are what they were"
ok "outside, where it is no mount of its own, the link is made" -- as_user ln "$settings" "$CB_USER_HOME/.claudebox/other"

open=(bwrap --bind / / --dev /dev --proc /proc --unshare-user --unshare-pid)
ok "a naive sandbox links a file of the host into the project" -- \
	as_user "${open[@]}" -- ln "$CB_USER_HOME/outside" "$project/naive-link"
fails "ours does not" -- ours "ln '$CB_USER_HOME/outside' link || ln /proc/1/root/'$CB_USER_HOME/outside' link"

# --- setuid programs, made by root or with root's help ------------------------------------------------

if [ "$(id -u)" = 0 ]; then
	cp attempt setuid && chown root: setuid && chmod 4755 setuid
	is "$(as_user ./setuid euid)" 0 "L21: a setuid program in the project makes root outside"
	is "$(ours './setuid euid')" "$(id -u "$CB_USER")" "L21: and nobody inside"

	# The kernel asks for root's number only: what of /proc is not the sandbox's own is read-only.
	writable='for f in $(find /proc -path "/proc/[0-9]*" -prune -o -type f -print 2>/dev/null); do [ ! -w $f ] || echo $f; done'
	run bwrap --ro-bind / / --dev /dev --proc /proc --unshare-user --unshare-pid --cap-drop ALL -- bash -c "$writable"
	like "$out" '^/proc/sys/kernel/core_pattern$' "SEC-02: root in a naive sandbox could set what the host runs"
	run env -C "$project" "$claudebox" --yes --shell -c "$writable"
	is "$out" "" "SEC-02: in ours it finds no file of /proc to write"
else
	skip "only root can make them" "L21: setuid programs"
fi

# --- core dumps ----------------------------------------------------------------------------------------

as_user mkdir cores
case $(cat /proc/sys/kernel/core_pattern) in
'|'* | /*) skip "this machine puts them elsewhere" "L24: core dumps" ;;
*)
	as_user bash -c 'cd cores && ulimit -c unlimited && ../attempt crash' 2>/dev/null
	isnt "$(ls cores)" "" "L24: a crash outside leaves a core dump"
	rm -f cores/*
	run ours 'cd cores; ulimit -c unlimited; ../attempt crash'
	is "$(ls cores)" "" "L24: inside it leaves none, whatever the limit is set to"
	;;
esac
done_testing
