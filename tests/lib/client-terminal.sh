# shellcheck shell=bash
# A terminal whose screen is read, for sessions of the client that a person types into. Defines only.
#
#     box_ready default
#     terminal_ready
#     api_start -- "$(text_turn 'heard you')"
#     terminal_start 80 24
#     command_line claudebox
#     choose 'Yes, I trust this folder' "the folder is trusted"

# terminal_ready: claudebox by its name on the user's PATH, and a terminal that ends with the test.
terminal_ready() {
	need tmux stty
	as_user ln -s "$BOX" "$CB_USER_HOME/.local/bin/claudebox"
	tmux=(tmux -u -S "$CB_TMP/tmux" -f "$CB_TMP/tmux.conf")
	trap leave EXIT
}

# terminal_start COLUMNS LINES: a shell of the user's in a terminal, as if logged in: claudebox is a job of its.
terminal_start() {
	local variables=() become=()
	mapfile -t variables < <(client_env | grep -v '^DISABLE_AUTOUPDATER=')
	[ "$(id -u)" != 0 ] || become=(setpriv --reuid="$CB_USER" --regid="$CB_USER" --init-groups)
	printf '%s\n' 'set -g status off' 'set -g default-terminal xterm-256color' 'set -g history-limit 5000' >"$CB_TMP/tmux.conf"
	# shellcheck disable=SC2154 # of loopback_start
	printf '%q ' exec "${loopback[@]}" -- "${become[@]}" env -i --chdir="$PROJECT" HOME="$CB_USER_HOME" PATH="$BOX_PATH" \
		SHELL=/bin/bash TERM=xterm-256color LANG=C.UTF-8 PS1='host> ' HISTFILE= "${variables[@]}" \
		CLAUDEBOX_EXTRA_ENV=ANTHROPIC_BASE_URL,CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC \
		bash --noprofile --norc -i >"$CB_TMP/login"
	"${tmux[@]}" new-session -d -x "$1" -y "$2" "exec bash '$CB_TMP/login'" 3>&-
}
# The code is the one the test leaves with.
leave() {
	local code=$?
	"${tmux[@]}" kill-server 2>/dev/null
	(exit "$code")
	cb_leave
}

screen() {
	"${tmux[@]}" capture-pane -p "$@"
}

# shows TEXT: on the screen, at this moment; blanks do not count.
shows() {
	screen -J | tr -d ' ' | grep -qF -- "${1// /}"
}

last_line() {
	[ "$(screen | grep . | tail -n 1)" = "$1" ]
}

# stop: what comes next would only wait in vain.
stop() {
	diag "$(screen)"
	exit 1
}

# await TEXT DESC
await() {
	wait_until shows "$1"
	ok "$2" -- shows "$1" || stop
}

# back DESC: the shell has its prompt again.
back() {
	wait_until last_line 'host>'
	ok "$1" -- last_line 'host>' || stop
}

keys() {
	"${tmux[@]}" send-keys "$@"
}

# command_line TEXT: typed at the shell's prompt, and done.
command_line() {
	keys -l "clear; $1"
	keys Enter
}

# for_a_while CMD…: some seconds, where what is waited for may not come.
for_a_while() {
	local i
	for ((i = 0; i < 60; i++)); do
		! "$@" || return 0
		sleep 0.05
	done
	return 1
}

# chosen TEXT: the row that Enter would take has it.
chosen() {
	screen | grep '❯' | tail -n 1 | grep -qF -- "$1"
}

# choose TEXT DESC: waits for a dialog that has a row with TEXT, moves to it, wherever it is, and takes it.
choose() {
	local row
	await "$1" "$2"
	for ((row = 0; row < 9; row++)); do
		! for_a_while chosen "$1" || break
		keys Down
	done
	chosen "$1" || stop
	keys Enter
}
