#!/usr/bin/env bash
# A session in a terminal, from claudebox's own question to the end by Ctrl+C: which of the client's first questions
# are asked, which are answered already, and that it is asked only once.
. "$(dirname "$0")/../lib.sh"
. "$CB_HERE/lib.sh"
need script
box_ready default
dir=$(user_scratch)
screen=$dir/screen keys=$dir/keys
as_user mkfifo "$keys"

# terminal_start: claudebox in a terminal of its own, in the background; its keys are typed into descriptor 9.
terminal_start() {
	local variables=() become=()
	mapfile -t variables < <(client_env | grep -v '^DISABLE_AUTOUPDATER=')
	[ "$(id -u)" != 0 ] || become=(--reuid="$CB_USER" --regid="$CB_USER" --init-groups)
	rm -f "$screen"
	# Not by user_in_loopback: $! would be a shell's.
	"${loopback[@]}" -- setpriv --pdeathsig KILL "${become[@]}" env -i --chdir="$PROJECT" HOME="$CB_USER_HOME" \
		PATH="$BOX_PATH" SHELL=/bin/sh TERM=xterm-256color "${variables[@]}" \
		CLAUDEBOX_EXTRA_ENV=ANTHROPIC_BASE_URL,CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC timeout --foreground 60 \
		script -qfec "stty rows 40 cols 120; '$BOX'; echo \"it ended with \$?\"" "$screen" <"$keys" >/dev/null 2>&1 &
	exec 9>"$keys"
}
# words: all the screen has shown, without colours, and without blanks, which the client draws by moving.
words() {
	sed -E 's,\x1b\[[0-9;?<>=]*[@-~],,g; s,\x1b\][^\x07]*\x07,,g; s,\r,\n,g' "$screen" | tr -d ' '
}
shows() {
	words | grep -qF -- "${1// /}"
}
# await TEXT DESC: the screen comes to show it.
await() {
	wait_until shows "$1"
	ok "$2" -- shows "$1" || diag "$(words | grep -v '^$' | tail -n 30)"
}
keys() {
	printf '%b' "$1" >&9
}
leave() {
	keys '\x03'
	await 'again to exit' "Ctrl+C reaches the client, which asks for another"
	keys '\x03'
	await 'it ended with 0' "SAND-15: and ends by it, in its own way"
	exec 9>&-
}

api_start -- "$(bash_turn 'echo typed-$((6 * 7))')" "$(text_turn 'heard in a terminal')"
terminal_start
await 'Start? [Y/n/?]' "UX-02: claudebox asks before it starts anything"
ok "UX-01: below a list of what enters" -- shows 'ANTHROPIC_API_KEY=(hidden)'
fails "and makes nothing before" -- test -e "$CB_USER_HOME/.claudebox"
keys '\n'
await 'Yes, I trust this folder' "trust in the folder is the user's to give, and asked for"
fails "a theme or an account is not" -- shows 'text style'
keys '\r'
await 'Do you want to use this API key' "so is the use of a key"
keys '1'
await 'bypass permissions on' "then the prompt is there, without permission prompts"
fails "and without a warning of what claudebox has asked about already" -- shows 'Yes, I accept'
keys 'say it'
await 'say it' "what is typed is shown"
keys '\r'
await 'heard in a terminal' "and answered"
is "$(all_tool_results)" typed-42 "after a command was run"
leave

terminal_start
await 'Start? [Y/n/?]' "the next time claudebox asks"
keys 'y\n'
await 'bypass permissions on' "and the client has its prompt"
fails "without asking for trust again" -- shows 'I trust this folder'
fails "or for the key" -- shows 'use this API key'
leave

terminal_start
await 'Start? [Y/n/?]' "once more"
keys 'n\n'
await 'it ended with 125' "UX-03: who says no is not taken in"
exec 9>&-
done_testing
