#!/usr/bin/env bash
# A session in a terminal, from claudebox's own question to the end by Ctrl+C: which of the client's first questions
# are asked, which are answered already, and that it is asked only once.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/client.sh"
. "$CB_LIB/client-terminal.sh"
box_ready default
terminal_ready
box_starts() {
	# shellcheck disable=SC2016
	command_line 'claudebox; echo "it ended with $?"'
}
leave_by_keys() {
	keys C-c
	await 'again to exit' "Ctrl+C reaches the client, which asks for another"
	keys C-c
	await 'it ended with 0' "SAND-15: and ends by it, in its own way"
	back "the shell has its prompt again"
}

api_start -- "$(bash_turn 'echo typed-$((6 * 7))')" "$(text_turn 'heard in a terminal')"
terminal_start 120 40
back "a shell has its prompt"
box_starts
await 'Start? [Y/n/a/?]' "UX-02: claudebox asks before it starts anything"
ok "UX-01: below a list of what enters" -- shows 'ANTHROPIC_API_KEY=(hidden)'
fails "and makes nothing before" -- test -e "$CB_USER_HOME/.claudebox"
keys Enter
await 'Yes, I trust this folder' "trust in the folder is the user's to give, and asked for"
fails "a theme or an account is not" -- shows 'text style'
choose 'Yes, I trust this folder' "and given"
await 'Do you want to use this API key' "so is the use of a key"
choose 'Yes' "and given"
await 'bypass permissions on' "then the prompt is there, without permission prompts"
fails "and without a warning of what claudebox has asked about already" -- shows 'Yes, I accept'
keys -l 'say it'
await 'say it' "what is typed is shown"
keys Enter
await 'heard in a terminal' "and answered"
is "$(all_tool_results)" typed-42 "after a command was run"
leave_by_keys

box_starts
await 'Start? [Y/n/a/?]' "the next time claudebox asks"
keys -l y
keys Enter
await 'bypass permissions on' "and the client has its prompt"
fails "without asking for trust again" -- shows 'I trust this folder'
fails "or for the key" -- shows 'use this API key'
leave_by_keys

box_starts
await 'Start? [Y/n/a/?]' "once more"
keys -l n
keys Enter
await 'it ended with 125' "UX-03: who says no is not taken in"
done_testing
