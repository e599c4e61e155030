#!/usr/bin/env bash
# The fake API keeps to the protocol and to its script, and writes down what it is sent.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/client.sh"
need node curl jq openssl ip nsenter
loopback_start

# ask PATH BODY [CURL OPTION…]
ask() {
	local path=$1 body=$2
	shift 2
	in_loopback curl -sS --max-time 20 -H 'content-type: application/json' --data-binary "$body" "$@" "$API_URL$path"
}

# message STREAM [TOOLS]: a request of that kind.
message() {
	jq -nc --argjson stream "$1" --argjson tools "${2:-[]}" \
		'{model: "some-model", stream: $stream, tools: $tools, messages: [{role: "user", content: "hello"}]}'
}

agentic=$(message false '[{"name": "Bash"}]')
streamed=$(message true '[{"name": "Bash"}]')
data() { sed -n 's/^data: //p' <<<"$out"; }

# --- answers ----------------------------------------------------------------------------------

input='{"command":"printf \"ä %s\" \"$HOME\""}'
api_start -- "$(text_turn 'first words')" "$(tool_turn Bash "$input" Read '{"file_path":"/x"}')" "$(error_turn 429 7)" \
	"$(text_turn last)"
ok "HEAD / is answered" -- in_loopback curl -sSf -I "$API_URL/"

run ask /v1/messages?beta=true "$(message false)"
is "$(jq -r '.content[0].text' <<<"$out")" 'a side answer' "a request without tools gets a side answer"

run ask /v1/messages?beta=true "$streamed"
is "$(data | jq -r .type | uniq | paste -sd ' ')" \
	'message_start content_block_start content_block_delta content_block_stop message_delta message_stop' \
	"a streamed text has the events in their order"
is "$(data | jq -rj '.delta.text // empty')" 'first words' \
	"the first agentic request got the first turn, the side one used none up"
is "$(data | jq -r 'select(.type == "message_start").message.model')" some-model "the model is echoed"

run ask /v1/messages "$streamed"
is "$(data | jq -rj 'select(.index == 0).delta.partial_json // empty')" "$input" \
	"a tool call's input comes whole out of its parts"
is "$(data | jq -r '.content_block.name // empty' | paste -sd ' ')" 'Bash Read' "one answer can call two tools"
is "$(data | jq -r '.delta.stop_reason // empty')" tool_use "and says that it stops for them"
isnt "$(data | jq -r '.content_block.id // empty' | sort -u | wc -l)" 1 "each under an id of its own"

run ask /v1/messages "$streamed" -i
like "$out" '^HTTP/1.1 429' "an error turn has its status"
like "$out" '^retry-after: 7' "and its retry-after"
like "$out" '"type":"rate_limit_error"' "and the type of its status"

run ask /v1/messages "$agentic"
is "$(jq -r '.content[0].text + " " + .stop_reason' <<<"$out")" 'last end_turn' \
	"an answer that is not streamed is one message"
run ask /v1/messages "$agentic"
is "$(jq -r '.content[0].text' <<<"$out")" 'the script has ended' "after the last turn the API says so"
run ask /v1/messages "$agentic" -H 'x-claude-code-session-id: other'
is "$(jq -r '.content[0].text' <<<"$out")" 'first words' "another session starts with the first turn"

run ask /v1/messages/count_tokens "$agentic"
is "$(jq -r '.input_tokens | type' <<<"$out")" number "tokens are counted"
run ask /v1/nowhere '{}' -o /dev/null -w '%{http_code}'
is "$out" 404 "an unknown path is not found"
run ask /v1/messages 'no JSON' -o /dev/null -w '%{http_code}'
is "$out" 400 "what is no message is refused"

# --- the log ----------------------------------------------------------------------------------------

ok "a request is in the log with its body" -- jq -es 'any(.body.messages[0].content? == "hello")' "$API_LOG"
run ask /v1/messages "$agentic" -H 'x-api-key: marker-in-a-header'
ok "and with its headers" -- api_saw marker-in-a-header
fails "what nobody sent is not in it" -- api_saw marker-nobody-sent
gzip -c <<<"$(message false | jq -c '.messages[0].content = "marker-compressed"')" >"$CB_TMP/compressed"
run ask /v1/messages "@$CB_TMP/compressed" -H 'content-encoding: gzip'
ok "a compressed body is logged in the clear" -- api_saw marker-compressed

# --- transports -----------------------------------------------------------------------------------------

dir=$(scratch)
api_certificate "$dir"
api_start --tls "$dir/crt" "$dir/key" --tls-port 0 -- "$(text_turn 'by any way')"
way() {
	is "$(jq -r '.content[0].text' <<<"$out")" 'by any way' "$2"
	is "$(requests .via | tail -n 1)" "$1" "and the log says so"
}
run ask /v1/messages "$agentic" --unix-socket "$API_SOCKET" -H 'x-claude-code-session-id: unix'
way unix "it listens on a unix socket"
run user_in_loopback test -w "$API_SOCKET"
is "$status" 0 "which the unprivileged user may use"
run in_loopback curl -sS --cacert "$dir/ca.crt" -d "$agentic" -H 'x-claude-code-session-id: tls' \
	"$API_TLS_URL/v1/messages"
way tls "it listens for TLS"
run in_loopback curl -sS --cacert "$dir/ca.crt" --proxy "$API_URL" -d "$agentic" -H 'x-claude-code-session-id: proxy' \
	https://api.example.com/v1/messages
way tls "as a proxy it answers for any name itself"
is "$(requests 'select(.kind == "connect").path')" api.example.com:443 "and logs for which"
head -c 300000 /dev/zero | tr '\0' x >"$CB_TMP/large"
jq -nc --rawfile text "$CB_TMP/large" '{messages: [{role: "user", content: $text}]}' >"$CB_TMP/body"
run ask /v1/messages "@$CB_TMP/body"
is "$(requests '.body.messages[0].content? | length' | tail -n 1)" 300000 "a large body arrives whole"

# --- the login --------------------------------------------------------------------------------------------

refresh() { ask /v1/oauth/token "{\"grant_type\":\"refresh_token\",\"refresh_token\":\"$1\"}" -w '\n%{http_code}\n'; }
api_start --expires-in 60 -- "$(text_turn x)"
run refresh dummy-refresh-0
is "$(head -n 1 <<<"$out" | jq -r '[.access_token, .refresh_token, .expires_in] | @csv')" \
	'"dummy-access-1","dummy-refresh-1",60' \
	"a refresh token gives new tokens"
run refresh dummy-refresh-0
like "$out" 'invalid_grant' "and works once"
like "$out" '^400$' "the second time it is refused"
run refresh dummy-refresh-1
like "$out" 'dummy-refresh-2' "the new one works"

api_start --only-issued -- "$(text_turn 'with a token')"
run refresh dummy-refresh-0
run ask /v1/messages "$agentic" -H 'authorization: Bearer dummy-access-0' -w '%{http_code}' -o /dev/null
is "$out" 401 "a token that was not handed out is refused when asked to look"
run ask /v1/messages "$agentic" -H 'authorization: Bearer dummy-access-1'
is "$(jq -r '.content[0].text' <<<"$out")" 'with a token' "one that was is not, and the refusal used no turn up"

# --- slow, and the end ------------------------------------------------------------------------------------

api_start -- "$(slow_turn 100 'slow words')"
begin=${EPOCHREALTIME/./}
run ask /v1/messages "$streamed"
took=$(((${EPOCHREALTIME/./} - begin) / 1000))
is "$((took >= 600))" 1 "a slow stream waits between its events"
like "$out" 'message_stop' "and comes to its end"

pid=$API_PID socket=$API_SOCKET
kill "$pid"
wait "$pid"
is "$?" 0 "a TERM signal ends it well"
API_PID=''
fails "and its socket is gone" -- test -e "$socket"
ok "it ends by itself" -- in_loopback timeout 5 "$CB_TOP/tests/client/fake-api" --port 0 --max-seconds 1

printf '[{"txet": "x"}]' >"$CB_TMP/misspelt"
exits 2 "a script with an unknown key is refused" -- \
	"$CB_TOP/tests/client/fake-api" --port 0 --script "$CB_TMP/misspelt"
like "$err" '/0/txet: unknown key' "with its place"
exits 2 "so is a start without a place to listen at" -- "$CB_TOP/tests/client/fake-api"

done_testing
