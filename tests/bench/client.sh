# shellcheck shell=bash
# The real client's start, inside against outside: --version, and -p up to the first request as an API
# of our own sees it. Never as root, with a key that is none, in a network that has nothing but loopback.

bench_client() {
	# shellcheck source=/dev/null
	. "$CB_LIB/client.sh"
	local rounds=$((QUICK ? 2 : 30)) i
	box_ready default >&2
	for ((i = -1; i < rounds; i++)); do
		once outside client --version
		once inside box -- --version
	done >"$BENCH/client"
	"$CB_HERE/report" marks client client "$BENCH/client" >>"$RECORDS"
	api_stop
}

# once WHERE COMMAND ARG…: `NAME MICROSECONDS` of both starts; the first round is for the caches.
once() {
	local begin end
	begin=${EPOCHREALTIME/./}
	"${@:2}" >/dev/null 2>&1 || return
	end=${EPOCHREALTIME/./}
	[ "$i" -lt 0 ] || printf '%s:version %s\n' "$1" $((end - begin))
	api_start -- "$(text_turn "hello")" || return
	begin=${EPOCHREALTIME/./}
	"$2" -p hello >/dev/null 2>&1 || return
	end=$(jq -rs '[.[] | select(.path | startswith("/v1/messages")) | .at] | first' "$API_LOG")
	[ "$i" -lt 0 ] || printf '%s:first-request %s\n' "$1" "$(($(date -d "$end" +%s%6N) - begin))"
}
