#!/usr/bin/env bash
# How it ends, and what goes wrong: keys that are none, an upstream that is gone or somebody else, clients that leave,
# a keeper that is killed. Each ends in an error that says so, and nothing is left (KEY-01, KEY-02).
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/keeper.sh"
keeper_ready

# upstream_saw_leave COUNT: for wait_until.
upstream_saw_leave() {
	[ "$(jq -r 'select(.left) | .n' "$UPSTREAM_LOG" | wc -l)" -ge "$1" ]
}

# --- keys that are none

# no_key ANSWER KEY DESC
no_key() {
	keeper_only "$2"
	is "$KEEPER_ANSWER" "$1" "$3"
	ok "and it is gone" -- wait_until keeper_gone
}
no_key NO_KEY '' "an empty key is refused"
no_key NO_KEY $'\n' "and a line end alone"
no_key BAD_KEY $'two words\n' "two words are refused"
no_key BAD_KEY $'c4n4ry-one\nc4n4ry-two\n' "and two lines"
no_key BAD_KEY $'sk-\xc3\xa4' "and what is not ASCII"
no_key BAD_KEY $'sk-a\rX-Header: b' "and what would be another header"
no_key LONG_KEY "$(printf 'x%.0s' {1..1025})" "and what is too long"
keeper_only "$KEEPER_KEY" -UBUNDLE '-DBUNDLE="/nowhere/ca.crt"'
is "$KEEPER_ANSWER" NO_BUNDLE "without certificates it does not start"
keeper_only "$(printf 'x%.0s' {1..1024})"
is "$KEEPER_ANSWER" READY "the longest key is taken"
keeper_stop
ok "and the keeper ends with the sandbox" -- wait_until keeper_gone

mkfifo "$CB_TMP/fifo"
exec 7<>"$CB_TMP/fifo"
"${loopback[@]}" -- setpriv --pdeathsig TERM -- "$KEEPER_DIR/start" "${KEEPER_SOCKET%/*}/claudebox-keeper" "$CB_TMP/waiting" \
	"$CB_TMP" <"$CB_TMP/fifo" 7<&- >"$CB_TMP/started" 2>&1 &
STARTER_PID=$!
wait_until test -s "$CB_TMP/started"
KEEPER_PID=$(cat "$CB_TMP/started")
unlike "$KEEPER_PID" ' ' "while the key has not come, it does not answer"
keeper_stop
ok "and it ends with the sandbox then, too" -- wait_until keeper_gone
exec 7>&-

# --- the upstream

keeper_only
run stream '' -i
like "$out" '^HTTP/1.1 502' "an upstream that is not there is an error"
like "$out" "claudebox: https://localhost:$KEEPER_PORT gives no answer: Could(n.t| not) connect" "that says which, and why"
upstream_start
run stream ''
like "$out" message_stop "and when it is there again it is used"
wait_until has_recorded failed 1
is "$(recorded requests) $(recorded failed)" '2 1' "the one that failed is counted"
run stream cut -i
like "$out" '^HTTP/1.1 502.*' "an upstream that hangs up without an answer is an error"
exits 18 "a stream that breaks off breaks off for the client too" -- stream 'slow=30 broken'
like "$out" message_start "which has what there was"
unlike "$out" message_stop "and no more"
exits 18 "and so does a body that is shorter than it says" -- ask -d '{}' -H 'x-claude-test: short' "$KEEPER_URL/v1/messages"
upstream_stop
run stream '' -i
like "$out" '^HTTP/1.1 502' "an upstream that has gone is an error"

# another_upstream DESC -D…: the key is not for it.
another_upstream() {
	local desc=$1
	shift
	keeper_start "$KEEPER_KEY" "$@"
	is "$KEEPER_ANSWER" READY "$desc: it starts"
	run stream '' -i
	like "$out" '^HTTP/1.1 502' "and the request fails"
	like "$out" 'claudebox: https://.* gives no answer: .*(SSL|certificate)' "because of the certificate"
	is "$(upstream_requests .n)" '' "before anything is sent"
}
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj '/CN=another authority' \
	-keyout "$CB_TMP/other.key" -out "$CB_TMP/other.crt" 2>/dev/null
another_upstream "a certificate of somebody else" -UBUNDLE "-DBUNDLE=\"$CB_TMP/other.crt\""
another_upstream "a certificate for another name" "-DUPSTREAM=\"https://127.0.0.2:$KEEPER_PORT\""

# --- clients that leave

keeper_start
run timeout 1 "${loopback[@]}" -- curl -sN --unix-socket "$KEEPER_SOCKET" -d '{"stream":true}' -H 'x-claude-test: slow=100 deltas=600' \
	"$KEEPER_URL/v1/messages"
is "$status" 124 "a client is killed in the middle of a stream"
ok "which ends upstream as well" -- wait_until upstream_saw_leave 1
run timeout 1 "${loopback[@]}" -- curl -sN --unix-socket "$KEEPER_SOCKET" -d '{"stream":true}' -H 'x-claude-test: silent' \
	"$KEEPER_URL/v1/messages"
is "$status" 124 "one is killed before there is an answer"
ok "which ends upstream as well" -- wait_until upstream_saw_leave 2
ok "both are in the record" -- wait_until has_recorded left 2
run stream ''
like "$out" message_stop "and the next one is served"

# --- the keeper

first=$KEEPER_PID first_socket=$KEEPER_SOCKET first_starter=$STARTER_PID
STARTER_PID=''
keeper_only "$KEEPER_TOKEN"
run stream ''
like "$out" message_stop "a second keeper beside it"
isnt "$(sent authorization)" '' "with a key of its own"
stream 'slow=100 deltas=600' >"$CB_TMP/stream" 2>&1 &
streaming=$!
wait_until grep -q content_block_delta "$CB_TMP/stream"
kill -KILL "$KEEPER_PID"
wait "$streaming"
isnt "$?" 0 "is killed: a client in the middle of a stream has an error"
exits 7 "and the next one cannot connect" -- stream ''
KEEPER_SOCKET=$first_socket KEEPER_PID=$first
run stream ''
like "$out" message_stop "while the first serves on"

stream 'slow=100 deltas=600' >"$CB_TMP/stream" 2>&1 &
streaming=$!
wait_until grep -q content_block_delta "$CB_TMP/stream"
kill -KILL "$first_starter"
wait "$first_starter" 2>/dev/null
ok "it ends with the sandbox, however that ends" -- wait_until keeper_gone
wait "$streaming"
isnt "$?" 0 "with the stream that was under way"

keeper_stop
upstream_stop
done_testing
