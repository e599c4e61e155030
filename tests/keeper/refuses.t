#!/usr/bin/env bash
# What the keeper refuses: other paths, methods and hosts, and whatever is not one plain request of HTTP/1.1. Each
# refusal says why, and none reaches the upstream (KEY-03, KEY-04).
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/keeper.sh"
keeper_ready
keeper_start

# reached: how many requests the upstream has seen.
reached() {
	upstream_requests .n | wc -l
}

# row STATUS WORDS REQUEST DESC: REQUEST, with the escapes of printf, is refused in these words.
row() {
	local before
	before=$(reached)
	run raw "$3"
	like "$out" "^HTTP/1.1 $1 " "$4"
	like "$out" '^\{"type":"error","error":\{"type":"[a-z_]+","message":"claudebox: .*'"$2" "and why"
	ok "and clients are told not to try again" -- grep -q '^x-should-retry: false' <<<"$out"
	is "$(reached)" "$before" "and nobody else hears of it"
}

# --- a request that passes, so that the others fail for their own reason

good='POST /v1/messages HTTP/1.1\r\nHost: localhost\r\n'
run raw "${good}Content-Length: 2\r\n\r\n{}"
like "$out" '^HTTP/1.1 200 ' "bytes that are a good request are answered"
is "$(reached)" 1 "by the upstream"
run raw "${good}hOST2: x\r\nTRANSFER-encoding:\tChunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n"
like "$out" '^HTTP/1.1 200 ' "and those with a body in chunks"
is "$(reached)" 2 "too"

# --- the policy

policy="The policy of profile 'test' \(key.outside\) lets requests to the model through and nothing else; ask the user"
for path in /v1/files /v1/files/file_1/content /v1/organizations/me /v1/messages/batches /api/oauth/token \
	/api/oauth/claude_cli/create_api_key /v1/oauth/token /v1/complete /api/event_logging/batch /api/web/domain_info; do
	row 403 "POST $path is refused: .*$policy" "POST $path HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}" \
		"POST $path is refused"
done
for method in GET PUT DELETE PATCH OPTIONS TRACE PROPFIND; do
	row 403 "$method /v1/messages is refused: .*$policy" "$method /v1/messages HTTP/1.1\r\nHost: localhost\r\n\r\n" \
		"$method of an allowed path is refused"
done
for path in /v1/messages/ //v1/messages /v1//messages /v1/./messages /v1/../v1/messages /V1/messages /v1/%%6dessages \
	/v1/messages%%2f..%%2ffiles '/v1/messages;x' /v1/messages%%3fx; do
	row 403 'is not among the requests' "POST $path HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n" \
		"another spelling of it is another path: $path"
done
row 403 'this is no proxy' 'CONNECT api.anthropic.com:443 HTTP/1.1\r\nHost: api.anthropic.com:443\r\n\r\n' \
	"CONNECT is refused"
row 403 'names another host' 'POST https://example.com/v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n' \
	"a URL with a host is refused"
row 403 'names another host' 'POST http://localhost/v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n' \
	"even with ours"
row 403 'names another host' 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n' "a request to no path is refused"
for host in example.com api.anthropic.com localhost:80 localhost.example.com 127.0.0.1 '' 'localhost,example.com'; do
	row 403 'its host is not localhost' "POST /v1/messages HTTP/1.1\r\nHost: $host\r\nContent-Length: 0\r\n\r\n" \
		"the host '$host' is refused"
done
row 400 'it has a body, and is no POST' 'GET /v1/models HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx' \
	"a GET with a body is refused"

# --- HTTP

row 400 'more than once how long' "${good}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" \
	"a length beside chunks is refused"
row 400 'more than once how long' "${good}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n" \
	"in either order"
row 400 'more than once how long' "${good}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}" "two lengths are refused"
row 400 'length is no number' "${good}Content-Length: 2, 2\r\n\r\n{}" "also in one line"
for length in -1 +2 0x2 '2 ' ' ' 2a 9999999999999999; do
	row 400 'length is no number' "${good}Content-Length: $length\r\n\r\n{}" "a length of '$length' is refused"
done
for coding in gzip 'chunked ' 'gzip, chunked' 'chunked, identity' identity xchunked 'chunked;q=1' '"chunked"'; do
	row 400 'coded in another way' "${good}Transfer-Encoding: $coding\r\n\r\n0\r\n\r\n" "a body coded as $coding is refused"
done
row 400 'more than once how long' "${good}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" \
	"chunks twice are refused"
row 400 'goes on in the next one' "${good}X-A: b\r\n Content-Length: 2\r\n\r\n{}" "a folded line is refused"
row 400 'goes on in the next one' "${good}X-A: b\r\n\tc\r\n\r\n" "by a tab, too"
row 400 'do not all end with CR LF' 'POST /v1/messages HTTP/1.1\nHost: localhost\nContent-Length: 0\n\n' \
	"lines that end with LF alone are refused"
row 400 'do not all end with CR LF' "${good}X: y\nContent-Length: 0\r\n\r\n" "one among others, too"
row 400 'do not all end with CR LF' "${good}X: y\rContent-Length: 0\r\n\r\n" "and a CR alone"
row 400 'bytes that are no text' "${good}X: a\\000b\r\n\r\n" "a NUL is refused"
row 400 'bytes that are no text' "${good}X: a\\200b\r\n\r\n" "and bytes beyond ASCII"
for line in 'Content-Length : 0' ': x' 'no colon' 'a b: c' 'a(b): c'; do
	row 400 'has no name' "${good}$line\r\n\r\n" "a header line '$line' is refused"
done
row 400 'does not name one host' 'POST /v1/messages HTTP/1.1\r\nContent-Length: 0\r\n\r\n' "a request without a host is refused"
row 400 'does not name one host' "${good}Host: localhost\r\n\r\n" "and one with two"
for line in 'POST /v1/messages HTTP/1.0' 'POST /v1/messages HTTP/2.0' 'POST /v1/messages' 'POST  /v1/messages HTTP/1.1' \
	'POST /v1/messages  HTTP/1.1' 'POST /v1/messages HTTP/1.1 ' 'post /v1/messages HTTP/1.1' 'POST /v1/mess"ages HTTP/1.1' \
	'POST /v1/messages#x HTTP/1.1' ' POST /v1/messages HTTP/1.1' 'PRI * HTTP/2.0' '' 'POSTPOSTPOSTPOSTPOST / HTTP/1.1'; do
	row 400 'first line is not that of HTTP/1.1' "$line\r\nHost: localhost\r\n\r\n" "the first line '$line' is refused"
done
row 400 'asks for another protocol' "${good}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n" "another protocol is refused"
row 400 'behind its body' "${good}Transfer-Encoding: chunked\r\nTrailer: x\r\n\r\n0\r\n\r\n" "trailers are refused"
row 400 'expects what is unknown' "${good}Expect: 200-ok\r\n\r\n" "so is what nobody knows to expect"
row 400 'too many headers' "$good$(printf 'A: b\\r\\n%.0s' {1..96})\r\n" "too many headers are refused"
row 400 'head is too long' "${good}X: $(printf 'x%.0s' {1..16400})\r\n\r\n" "and a head that is too long"
row 400 'bytes that are no text' '\026\003\001\002\000\001' "TLS is refused"

# --- one request a connection

before=$(reached)
run raw "${good}Content-Length: 2\r\n\r\n{}POST /v1/files HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
is "$(grep -c '^HTTP/1.1' <<<"$out") $(grep -c '^HTTP/1.1 200' <<<"$out")" '1 1' "what follows a request is not read as another one"
is "$(reached)" "$((before + 1))" "here or upstream"
run raw "${good}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"
unlike "$out" '^HTTP/1.1 200' "chunks that are none get no answer"
run raw "${good}Transfer-Encoding: chunked\r\n\r\n2\r\n{}POST /v1/files HTTP/1.1\r\nHost: localhost\r\n\r\n"
unlike "$out" '^HTTP/1.1 200' "nor do those with a request in them"
is "$(upstream_requests 'select(.url | test("files")).n')" '' "which never becomes one"

# --- they are on the list

wait_until has_recorded requests 5
ok "what was refused is in the record" -- grep -qx 'refused 1 POST /v1/files: it is not among the requests that are let through' "$KEEPER_STATE/keeper"
ok "CONNECT and its host" -- grep -qx 'refused 1 CONNECT api.anthropic.com:443: this is no proxy' "$KEEPER_STATE/keeper"
like "$(tail -n 1 "$KEEPER_STATE/keeper")" '^refused [0-9]+ - -: others$' "as long as there is room, and then a number"
is "$(grep -c '^refused ' "$KEEPER_STATE/keeper")" 33 "which is bounded"
is "$(awk '$1 == "refused" { n += $2 } END { print n }' "$KEEPER_STATE/keeper")" "$(recorded refusals)" "and all of them are counted"

keeper_stop
upstream_stop
done_testing
