#!/usr/bin/env bash
# What the keeper costs: memory that does not grow with what passes, and time to the first byte.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/keeper.sh"
keeper_ready
keeper_start

# peak: the most memory it has had so far, in kB; below LIMIT: for ok.
peak() {
	awk '/^VmHWM:/ { print $2 }' "/proc/$KEEPER_PID/status"
}
now() {
	awk '/^VmRSS:/ { print $2 }' "/proc/$KEEPER_PID/status"
}
MOST=20480

# --- memory

run in_loopback "$CB_HERE/drive" many "$KEEPER_SOCKET" 100
is "$out" '200 whole 100' "a hundred requests at once, when no name has been looked up yet"
printf '# at most %s kB for all of them\n' "$(peak)"
ok "take no more than 32 MB" -- test "$(peak)" -le 32768
keeper_start
run stream ''
ok "it serves in $(peak) kB" -- test "$(peak)" -le "$MOST"
is "$(stream big=64 | wc -c | awk '{ print ($1 > 64 * 1024 * 1024) }')" 1 "64 MB pass in a stream"
ok "in $(peak) kB" -- test "$(peak)" -le "$MOST"
# A client that hardly reads, and an upstream that hardly does: the other side waits.
run stream big=64 --limit-rate 1M --max-time 3 -o /dev/null
is "$status" 28 "a client that reads slowly is not through with it in three seconds"
ok "and what it has not read is not kept here: $(peak) kB" -- test "$(peak)" -le "$MOST"
head -c 20000000 /dev/zero | tr '\0' x >"$CB_TMP/large"
run ask -d "@$CB_TMP/large" "$KEEPER_URL/v1/messages"
is "$(upstream_requests .size | tail -n 1)" 20000000 "20 MB pass in a request"
ok "in $(peak) kB" -- test "$(peak)" -le "$MOST"
kill -STOP "$UPSTREAM_PID"
run ask -d "@$CB_TMP/large" --max-time 2 "$KEEPER_URL/v1/messages"
kill -CONT "$UPSTREAM_PID"
is "$status" 28 "an upstream that does not read holds a request back"
ok "and what it has not read is not kept here: $(peak) kB" -- test "$(peak)" -le "$MOST"
run in_loopback "$CB_HERE/drive" many "$KEEPER_SOCKET" 100
is "$out" '200 whole 100' "a hundred requests at once"
printf '# at most %s kB for all of them\n' "$(peak)"
ok "take no more than 32 MB" -- test "$(peak)" -le 32768
fits() { [ "$(now)" -le "$MOST" ]; }
ok "and give it back" -- wait_until fits
printf '# then %s kB\n' "$(now)"
for _ in 1 2 3 4 5 6 7 8; do run in_loopback "$CB_HERE/drive" many "$KEEPER_SOCKET" 50; done
ok "after hundreds more it has not grown" -- wait_until fits
printf '# then %s kB\n' "$(now)"
is "$(find "/proc/$KEEPER_PID/fd" -type l 2>/dev/null | awk 'END { print (NR < 64) }')" 1 "and has no more open than the pool keeps"

# --- more at once than it takes

keeper_start "$KEEPER_KEY" -DCONNECTIONS=4
run in_loopback "$CB_HERE/drive" many "$KEEPER_SOCKET" 30
is "$out" '200 whole 30' "of more requests than are let in at a time, the others wait"
for _ in 1 2 3 4 5 6; do in_loopback "$CB_HERE/drive" idle "$KEEPER_SOCKET" & done
run stream '' --max-time 25
like "$out" message_stop "connections that say nothing are closed, so that others have their place"
wait %?idle 2>/dev/null

# --- time

keeper_start
best=''
for _ in 1 2 3 4 5; do
	read -r inside direct < <(in_loopback "$CB_HERE/drive" first "$KEEPER_SOCKET" "https://localhost:$KEEPER_PORT" "$KEEPER_DIR/ca.crt" 200)
	printf '# first byte: %s µs by the keeper, %s µs direct: %s %%\n' "$inside" "$direct" "$((inside * 100 / direct))"
	[ -n "$best" ] && [ "$best" -le "$((inside - direct))" ] || best=$((inside - direct))
	[ "$best" -gt 1000 ] || break
done
ok "it adds no more than a millisecond to the first byte: $best µs" -- test "$best" -le 1000

keeper_stop
upstream_stop
done_testing
