#!/usr/bin/env bash
# When a session goes wrong, or its prompt comes by a pipe, it is as without claudebox.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/client.sh"
box_ready default

for error in 401 429 500; do
	api_start -- "$(error_turn "$error")" "$(text_turn never)"
	run client CLAUDE_CODE_MAX_RETRIES=0 -p hello
	bare=$status words=${out//"${API_URL#http://}"/}
	isnt "$bare" 0 "the client alone fails at a $error"
	api_start -- "$(error_turn "$error")" "$(text_turn never)"
	exits "$bare" "SAND-14: claudebox passes its exit code on at a $error" -- box CLAUDE_CODE_MAX_RETRIES=0 -p hello
	is "${out//"${API_URL#http://}"/}" "$words" "and its words"
done
api_start -- "$(error_turn 429 1)" "$(text_turn 'after all')"
ok "a session that had to wait ends well" -- box -p hello
is "$out" 'after all' "with what then came"

isnt "$(as_user ls "$CB_USER_HOME/tmp")" "" "the client alone leaves its temporary files below the test's home, not in the host's /tmp"

run client --no-such-flag
bare=$status
exits "$bare" "SAND-14, D-01: a flag that the client does not know is the client's to refuse" -- box --no-such-flag
like "$err" 'no-such-flag' "in its words"

api_start -- "$(text_turn 'heard you')"
piped() {
	printf 'words by a pipe\n' | box "$@"
}
ok "UX-02: a prompt by a pipe reaches the agent" -- piped -p
is "$out" 'heard you' "which answers"
ok "and the API has the words" -- api_saw 'words by a pipe'

# Not `sleep`: the client refuses to run that when it is long.
long="tail -f /dev/null --sleep-interval=87654.$RANDOM"
$long &
fails "a process that is there is seen" -- gone "$long"
kill $!
api_start -- "$(bash_turn "touch started; $long")"
# shellcheck disable=SC2016
BOX_START=(sh -c 'echo $$ >"$0" && exec "$@"' "$PROJECT/pid")
box -p hello >/dev/null 2>&1 &
session=$!
ok "a session runs a command that takes long" -- wait_until test -e "$PROJECT/started"
kill -TERM "$(cat "$PROJECT/pid")"
wait "$session"
is $? 143 "SAND-15: SIGTERM to claudebox ends it by that signal"
ok "SAND-15: and with it the agent and all it started" -- wait_until gone "$long"
done_testing
