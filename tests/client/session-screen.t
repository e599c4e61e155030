#!/usr/bin/env bash
# The client's terminal UI in claudebox, from an empty ~/.claudebox to /exit, on a terminal whose screen is read: which
# dialogs are left to the user, keys, job control, resizing, and that the terminal is as it was afterwards.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/client.sh"
. "$CB_LIB/client-terminal.sh"
box_ready default
terminal_ready

# state: what of the terminal a program can leave changed.
state() {
	"${tmux[@]}" display-message -p 'alternate screen #{alternate_on}, cursor #{cursor_flag}, keypad #{keypad_flag}, cursor keys #{keypad_cursor_flag}, mouse #{mouse_any_flag}, wrap #{wrap_flag}'
}
is_restored() {
	[ "$(state)" = "$before" ]
}
modes() {
	rm -f "$PROJECT/$1"
	command_line "stty -a >$1"
	wait_until test -s "$PROJECT/$1"
}
dialogs=('text style' 'Yes, I accept' 'Select login method' 'installation' 'Syntax theme' 'Auto-update')

api_start -- "$(bash_turn 'echo typed-$((6 * 7))')" "$(text_turn 'heard you')" "$(slow_turn 2000 'a very slow answer indeed')" \
	"$(text_turn 'after it')"
terminal_start 80 24
back "a shell has its prompt"
modes before
back "again"
before=$(state)
like "$before" 'alternate screen 0, cursor 1' "the terminal is an ordinary one"
seen=$CB_TMP/seen
: >"$seen"

command_line claudebox
await 'Start? [Y/n/a/?]' "UX-02: claudebox asks first"
fails "and has made nothing yet" -- test -e "$CB_USER_HOME/.claudebox"
keys Enter
await 'Yes, I trust this folder' "trust in the folder is the user's to give"
screen >>"$seen"
choose 'Yes, I trust this folder' "who gives it goes on"
await 'Do you want to use this API key' "so is the use of a key"
screen >>"$seen"
choose 'Yes' "it may be used"
await 'bypass permissions on' "then there is the prompt, from an empty ~/.claudebox, after two dialogs"
screen -S - >>"$seen"
for dialog in "${dialogs[@]}"; do
	unlike "$(cat "$seen")" "$dialog" "no dialog: $dialog"
done

keys -l 'say it'
await 'say it' "what is typed is shown"
keys Enter
await 'heard you' "and answered"
is "$(all_tool_results)" typed-42 "after a tool was run"

# box_pid: of the job that was the launcher, and is bwrap.
box_pid() {
	pgrep -P "$("${tmux[@]}" display-message -p '#{pane_pid}')" -f '^bwrap --args'
}
descendants() {
	local child
	for child in $(pgrep -P "$1"); do
		printf '%s\n' "$child"
		descendants "$child"
	done
}
fails_quietly() {
	! "$@" >/dev/null 2>&1
}
hides() {
	! shows "$1"
}
# prompt_is TEXT: it stands at the client's own prompt, and nothing else; blanks do not count.
prompt_is() {
	[ "$(screen | grep '^❯' | tail -n 1 | sed 's/[[:space:]\xc2\xa0]//g')" = "❯$1" ]
}
# type_alone TEXT: as a person does it who looks at the prompt. A question that was interrupted is put
# back there to be changed, but not at once: it may come between the keys. Ctrl+C takes it away.
type_alone() {
	local try
	for ((try = 0; try < 5; try++)); do
		prompt_is '' || keys C-c
		for_a_while prompt_is ''
		keys -l "$1"
		! for_a_while prompt_is "$1" || return 0
	done
	return 1
}
# widest: the longest line on the screen.
widest() {
	screen | awk '{ if (length > most) most = length } END { print most }'
}
wider() {
	[ "$(widest)" -gt 100 ]
}
ok "the screen is 80 columns wide" -- test "$(widest)" -le 80
"${tmux[@]}" resize-window -x 120 -y 30
wait_until wider
ok "SAND-15: a resized terminal is drawn anew" -- wider
"${tmux[@]}" resize-window -x 80 -y 24
await 'bypass permissions on' "and back"

keys C-z
back "SAND-15: Ctrl+Z gives the shell back"
command_line jobs
await 'Stopped' "where it is a stopped job"
command_line fg
await 'bypass permissions on' "fg goes on with it"

keys -l 'take your time'
await 'take your time' "a second question is typed"
keys Enter
await 'esc to interrupt' "and being answered"
keys C-c
wait_until hides 'esc to interrupt'
ok "SAND-15: when Ctrl+C interrupts the answer" -- hides 'esc to interrupt' || stop
isnt "$(box_pid)" "" "and not the sandbox"
ok "SAND-15: the prompt is there, and takes a command" -- type_alone /exit || stop
keys Enter
for_a_while last_line 'host>' || keys Enter
back "/exit ends it"
# shellcheck disable=SC2016
keys -l 'echo "code=$?"'
keys Enter
await 'code=0' "SAND-14: with its exit code"
if [ "${CB_CLIENT:-newest}" = newest ]; then
	await 'claudebox --resume ' "UX-06: the command that it names to go on with is claudebox"
	fails "not the client alone, without permission prompts and without a sandbox" -- shows 'claude --dangerously'
fi
modes after
is "$(cat "$PROJECT/after")" "$(cat "$PROJECT/before")" "the terminal's modes are as they were"
is "$(state)" "$before" "and so are its screen, cursor and keys"

# --- the end from outside ------------------------------------------------------------------------------

back "the shell is there"
"${tmux[@]}" pipe-pane "cat >'$CB_TMP/output'"
command_line 'claudebox --yes'
await 'bypass permissions on' "the next time it starts at once, without any dialog"
keys -l 'half a sent'
await 'half a sent' "and hears what is typed"
isnt "$(box_pid)" "" "the launcher has become bwrap"
mapfile -t all < <(descendants "$(box_pid)")
like "$(ps -o args= -p "${all[*]}")" 'claude' "around the client"
kill -TERM "$(box_pid)"
ok "SAND-15: SIGTERM to it ends the client" -- wait_until fails_quietly ps -p "${all[*]}"
# The newest client draws on the other screen, and what the shell says at once is gone with that.
wait_until is_restored
keys C-u
# shellcheck disable=SC2016
keys -l 'echo "code=$?"'
keys Enter
await 'code=143' "SAND-15: and gives the shell back, which knows how it ended"
modes after
back "the shell has its prompt again, on a clear screen"
is "$(cat "$PROJECT/after")" "$(cat "$PROJECT/before")" "the terminal's modes are as they were"
is "$(state)" "$before" "and so are its screen, cursor and keys"
# asked MODE: the last that was said of a private mode of the terminal, h or l.
asked() {
	grep -aoE "\[\?$1[hl]" "$CB_TMP/output" | tail -n 1 | tail -c 2
}
for mode in 1004 2031 25; do
	like "$(cat "$CB_TMP/output")" "\\[\\?${mode}[hl]" "mode $mode of the terminal was changed"
done
is "$(asked 1004)$(asked 2031)$(asked 25)" llh "and of focus and colours it tells nobody any more"
command_line 'exit'
wait_until fails_quietly "${tmux[@]}" list-sessions
done_testing
