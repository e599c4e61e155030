#!/usr/bin/env bash
# The offline profile with a session that works all the same: the API is a unix socket in the project, and nothing
# else of the network is there.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/client.sh"
box_ready offline

# offline ARG…: a session that knows the socket alone. The profile itself makes the client quiet.
offline() {
	box ANTHROPIC_BASE_URL=http://localhost ANTHROPIC_UNIX_SOCKET="$PROJECT/api" CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC= "$@"
}
# start TURN…: the API in the project.
start() {
	api_start --unix "$PROJECT/api" -- "$@"
}

start "$(text_turn first)"
ok "a session by a socket ends well" -- offline -p hello
is "$out$err" first "and says what the API said"
is "$(requests .via | sort -u)" unix "which was asked by the socket alone"

# The API listens on loopback too; who is in the host's network can see that.
api_start --unix "$PROJECT/api" -- "$(text_turn unused)"
port=${API_URL##*:}
ok "the API listens on a port of the host" -- user_in_loopback curl -s "http://127.0.0.1:$port/v1/messages/count_tokens" -d '{}'
commands=("curl -s --max-time 20 http://127.0.0.1:$port/v1/messages/count_tokens -d '{}'; echo \"curl \$?\""
	"curl -s --max-time 20 --unix-socket '$PROJECT/api' http://localhost/v1/messages/count_tokens -d '{}'; echo"
	"node -e 'require(\"net\").connect($port, \"127.0.0.1\").on(\"error\", e => console.log(e.code))'"
	"curl -s --max-time 20 https://example.org/; echo \"curl \$?\""
	'cut -s -d: -f1 /proc/net/dev | tr -d " \n"; echo; tail -n +2 /proc/net/route | wc -l'
	'ls /nix/store | wc -l')
kept=$port
api_start --port "$kept" --unix "$PROJECT/api" -- "$(bash_turn "${commands[@]}")" "$(text_turn tried)"
is "$API_URL" "http://127.0.0.1:$kept" "the API is where it was"
ok "a session whose agent tries the network ends well" -- offline -p hello
is "$(result_of 1)" 'curl 7' "NET-01: the host's loopback is not reached by curl"
is "$(result_of 2)" '{"input_tokens":10}' "but by the socket it is"
is "$(result_of 3)" ECONNREFUSED "nor by node"
is "$(result_of 4)" 'curl 6' "NET-01: no name is known"
is "$(result_of 5)" $'lo\n0' "NET-01: there is no device but lo, and no route"
ok "L19: of the store a part is there ($(result_of 6))" -- \
	test "$(result_of 6)" -lt "$(find /nix/store -mindepth 1 -maxdepth 1 ! -name '.*' | wc -l)"
is "$(requests 'select(.via != "unix").path')" '' "nothing came to the API by another way"
like "$(jq -rs '[.[] | select(.kind == "agent")][0].body.messages[0].content[0].text' "$API_LOG")" \
	'Network:\*\* no network at all' "AWARE-02: and the agent was told so"
done_testing
