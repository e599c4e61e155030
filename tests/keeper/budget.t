#!/usr/bin/env bash
# Tokens are counted from what the answers say, guessed where these break off, and held to the budget outside
# the sandbox (KEY-04).
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/keeper.sh"
keeper_ready

# numbers: input, output, cache-write, cache-read, guessed, all.
numbers() {
	for word in input output cache-write cache-read guessed tokens; do recorded "$word"; done | xargs
}
# counted NUMBERS DESC
counted() {
	wait_until eval "[ \"\$(numbers)\" = '$1' ]"
	is "$(numbers)" "$1" "$2"
}

# --- counting

keeper_start
run stream ''
counted '100 50 20 3 0 173' "a stream counts as its events say, and the numbers are running totals"
run ask -d '{}' "$KEEPER_URL/v1/messages"
counted '200 100 40 6 0 346' "an answer that is not streamed counts the same, whatever its text says"
run ask -d '{}' -H 'x-claude-test: chunked-json' "$KEEPER_URL/v1/messages"
counted '300 150 60 9 0 519' "also without a length"
run ask -d '{}' "$KEEPER_URL/v1/messages/count_tokens"
like "$out" '"input_tokens":4321' "a question how many tokens something has is answered"
run stream status=429
run stream status=500
run stream silent --max-time 1
counted '300 150 60 9 3 522' "and counts nothing, like an error; a request that nobody waited for is guessed by its size"
run stream 'slow=50 broken deltas=80'
counted '400 151 80 12 80 723' "a stream that breaks off counts what it said, and a token for each piece"
run stream 'slow=100 deltas=100' --max-time 1.5
wait_until has_recorded left 2
like "$(numbers)" '^500 152 100 15 ([89][0-9]|10[0-9]) ' "and so does one that the client leaves"
guessed=$(recorded guessed)
run stream bare
ok "one that says nothing of it is guessed by its size" -- wait_until has_recorded guessed "$((guessed + 3))"
is "$(recorded requests) $(recorded failed) $(recorded left)" '10 1 2' "all requests are counted, and how many ended early"
run ask -d '{"a":1}' -H 'x-claude-test: gzip' "$KEEPER_URL/v1/messages"
is "$status" 0 "without a budget a packed answer passes"
ok "and is guessed, too" -- wait_until has_recorded guessed "$((guessed + 4))"
is "$(recorded budget)" 0 "there is no budget"

# --- the budget

keeper_start "$KEEPER_KEY" -DBUDGET=300
run stream '' -w '%{http_code}\n'
like "$out" '^200$' "within the budget requests pass"
run stream '' -w '%{http_code}\n'
like "$out" '^200$' "to the one that goes beyond it"
before=$(upstream_requests .n | wc -l)
run stream '' -i
like "$out" '^HTTP/1.1 429 ' "the next one is refused"
like "$out" '"type":"rate_limit_error","message":"claudebox: the budget of this session is used up: 346 of 300 tokens. It is key.budget of the policy' \
	"in a sentence that says by what"
like "$out" '^x-should-retry: false' "and that it is of no use to try again"
is "$(upstream_requests .n | wc -l)" "$before" "and does not go upstream"
run ask -w '%{http_code}' -o /dev/null -d '{}' "$KEEPER_URL/v1/messages/count_tokens"
is "$out" 200 "what costs no tokens still passes"
ok "the record says so" -- wait_until grep -qx 'refused 1 POST /v1/messages: the budget of the session is used up' "$KEEPER_STATE/keeper"
is "$(recorded budget)" 300 "with the budget"

keeper_start "$KEEPER_KEY" -DBUDGET=300
run ask -i -d '{}' -H 'x-claude-test: gzip' "$KEEPER_URL/v1/messages"
like "$out" '^HTTP/1.1 502' "with a budget an answer that cannot be counted does not pass"
like "$out" 'gives no answer: it is packed, so that its tokens cannot be counted' "and says why"
printf '{"x":"%s"}' "$(head -c 2000 /dev/zero | tr '\0' x)" >"$CB_TMP/body"
run ask -d "@$CB_TMP/body" -H 'x-claude-test: silent' --max-time 1 "$KEEPER_URL/v1/messages"
ok "who leaves early gains nothing by it" -- wait_until has_recorded guessed 502
run stream '' -w '%{http_code}\n'
like "$out" '^429$' "the budget is used up by guesses too"

keeper_stop
upstream_stop
done_testing
