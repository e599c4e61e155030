#!/usr/bin/env bash
# What the keeper lets through: the key is added, whatever the agent brings of its own stays behind, and
# everything else arrives as it was sent, both ways (KEY-01).
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/keeper.sh"
keeper_ready

# is_key HEADER VALUE: the upstream was sent that, which is not to be printed.
is_key() {
	[ "$(sent "$1")" = "$2" ]
}

# --- the key

keeper_start
is "$KEEPER_ANSWER" READY "it takes a key"
run stream ''
ok "the key goes to the upstream as x-api-key" -- is_key x-api-key "$KEEPER_KEY"
is "$(sent authorization)" '' "and in no other header"
run stream '' -H 'x-api-key: of-the-client' -H 'X-Api-Key: sk-ant-other' -H 'authorization: Bearer of-the-agent' \
	-H 'proxy-authorization: Basic eDp5' -H 'cookie: sessionKey=of-the-agent'
ok "what the agent brings in its place does not" -- is_key x-api-key "$KEEPER_KEY"
is "$(sent authorization)$(sent proxy-authorization)$(sent cookie)" '' "and nothing else that names it"
is "$(upstream_requests '.headers | tostring | test("of-the-agent|sk-ant-other")' | tail -n 1)" false \
	"nor anywhere in the request"

# --- the request

run stream '' -H 'anthropic-version: 2023-06-01' -H 'anthropic-beta: a-1, b-2' -H 'Anthropic-New: x y' \
	-H 'x-claude-code-session-id: 1' -H 'x-stainless-lang: js' -H 'x-app: cli' -A 'client/1 (x)' -H 'accept: a/b' \
	-H 'x-unknown: u' -H 'x-forwarded-for: 1.2.3.4' -H 'accept-encoding: gzip, br' -H 'connection: x-app'
is "$(sent anthropic-version) $(sent anthropic-beta) $(sent anthropic-new)" '2023-06-01 a-1, b-2 x y' \
	"headers of the API pass as they are, whatever their names"
is "$(sent x-claude-code-session-id) $(sent x-stainless-lang) $(sent x-app) $(sent user-agent) $(sent accept)" \
	'1 js cli client/1 (x) a/b' "and those of the client"
is "$(sent x-unknown)$(sent x-forwarded-for)" '' "what nobody knows does not"
is "$(sent accept-encoding)" identity "answers are asked for as they can be counted"
is "$(sent host)" "localhost:$KEEPER_PORT" "the host is the upstream's"
is "$(upstream_requests .url | tail -n 1)" '/v1/messages?beta=true' "the query is kept"
run ask -d '{}' "$KEEPER_URL/v1/messages?a=%2F..%3f&b=/../x"
is "$(upstream_requests .url | tail -n 1)" '/v1/messages?a=%2F..%3f&b=/../x' "byte by byte"
head -c 20000000 /dev/urandom >"$CB_TMP/large"
sum=$(sha256sum <"$CB_TMP/large" | cut -d' ' -f1)
run ask --data-binary "@$CB_TMP/large" "$KEEPER_URL/v1/messages"
is "$(upstream_requests '"\(.size) \(.sha256)"' | tail -n 1)" "20000000 $sum" "a body of 20 MB arrives whole"
run ask -T "$CB_TMP/large" -X POST -H 'transfer-encoding: chunked' -H 'expect:' "$KEEPER_URL/v1/messages"
is "$(upstream_requests '"\(.size) \(.sha256)"' | tail -n 1)" "20000000 $sum" "and one that comes in chunks"
run ask -d '' "$KEEPER_URL/v1/messages"
is "$(upstream_requests .size | tail -n 1)" 0 "and an empty one"
run ask -I "$KEEPER_URL/"
like "$out" '^HTTP/1.1 200' "HEAD / is answered"
is "$(upstream_requests '.method + .url' | tail -n 1)" HEAD/ "by the upstream"
run ask "$KEEPER_URL/v1/models"
is "$out" '{"data":[]}' "and so is what else the policy lets through"

# --- the answer

direct() {
	in_loopback curl -sS --max-time 30 --cacert "$KEEPER_DIR/ca.crt" -H 'content-type: application/json' "$@"
}
run direct -d '{"stream":true}' -H 'x-claude-test: deltas=300' "https://localhost:$KEEPER_PORT/v1/messages"
straight=$out
run stream deltas=300
is "$out" "$straight" "a stream is the same, byte by byte, pings and all"
like "$out" '"type": "ping"' "(there are pings)"
run ask -i -d '{}' "$KEEPER_URL/v1/messages"
like "$out" '^\{.*999999.*50.*\}$' "an answer that is not streamed, too"
like "$out" '^request-id: req_' "with the upstream's headers"
unlike "$out" '^(set-cookie|keep-alive):' "but none that are about its connection, or the host's to keep"
run ask -i -d '{}' -H 'x-claude-test: chunked-json' "$KEEPER_URL/v1/messages"
like "$out" '"type":"message"' "one that does not say its length, too"
for code in 400 401 403 404 413 429 500 529; do
	run ask -i -d '{}' -H "x-claude-test: status=$code" "$KEEPER_URL/v1/messages"
	like "$out" "^HTTP/1.1 $code" "an error $code stays one"
	like "$out" "\"message\":\"made up: $code .\"as is.\"\"" "in the upstream's words"
	like "$out" '^retry-after: 7' "and with what it says of trying again"
done
run ask -i -d '{}' -H 'x-claude-test: redirect' "$KEEPER_URL/v1/messages"
like "$out" '^HTTP/1.1 307' "a redirection is not followed"
run ask -i -H 'x-claude-test: redirect' "$KEEPER_URL/v1/models"
like "$out" '^HTTP/1.1 307' "without a body neither"
is "$(upstream_requests '.url | select(test("elsewhere"))')" '' "to wherever it leads"
run ask -i -d '{}' -H 'x-claude-test: hints' "$KEEPER_URL/v1/messages"
like "$out" '^HTTP/1.1 200' "an answer with early hints in front of it arrives"
run ask -i --data-binary "@$CB_TMP/large" -H 'x-claude-test: early' "$KEEPER_URL/v1/messages"
like "$out" '^HTTP/1.1 413' "one that comes before the body was read, too"
run ask -w '%{http_code}' -o /dev/null -d '{}' -H 'x-claude-test: gzip' "$KEEPER_URL/v1/messages"
is "$out" 200 "and one that is packed though nobody asked"

# --- at once

run in_loopback "$CB_TOP/tests/keeper/drive" many "$KEEPER_SOCKET" 100
is "$out" '200 whole 100' "a hundred streams at once are all answered"
before=$(upstream_requests .connection | sort -u | wc -l)
for _ in 1 2 3 4 5; do run stream ''; done
is "$(upstream_requests .connection | sort -u | wc -l)" "$before" "one after the other they share a connection"
read -r first rest < <(in_loopback "$CB_TOP/tests/keeper/drive" gaps "$KEEPER_SOCKET" slow=150)
ok "a stream comes as it is written: its first event is there in $first ms, the last $rest ms later" -- \
	test "$rest" -ge 600

# --- a token

keeper_start "$KEEPER_TOKEN"
is "$KEEPER_ANSWER" READY "it takes a token, with no line end behind it"
run stream '' -H 'anthropic-beta: a-1' -H 'anthropic-beta: b-2,a-1' -H 'authorization: Bearer of-the-agent'
ok "which goes to the upstream as such" -- is_key authorization "Bearer $KEEPER_TOKEN"
is "$(sent x-api-key)" '' "and in no other header"
is "$(sent anthropic-beta)" 'a-1,b-2,oauth-2025-04-20' "with the beta that it needs, beside the client's own"
run stream '' -H 'anthropic-beta: oauth-2025-04-20,a-1'
is "$(sent anthropic-beta)" 'oauth-2025-04-20,a-1' "once"
run stream ''
is "$(sent anthropic-beta)" oauth-2025-04-20 "and where the client has none"

keeper_stop
upstream_stop
done_testing
