# shellcheck shell=bash
# A keeper in front of a TLS upstream of our own; defines only. Both are in a network namespace that has nothing
# but loopback, the keeper as the unprivileged user, with a key that is none.
#
#     keeper_ready
#     keeper_start
#     run ask -d '{}' "$KEEPER_URL/v1/messages"
#     is "$(upstream_requests .method)" POST "and the upstream has seen it"

. "$CB_LIB/client.sh"

# SEC-01: whatever any test of these captures is searched for it. Most of these are for the tests to read.
# shellcheck disable=SC2034
KEEPER_KEY=sk-ant-api03-c4n4ry-0123456789 KEEPER_TOKEN=sk-ant-oat01-c4n4ry-0123456789
KEEPER_URL=http://localhost
KEEPER_PORT=8443
KEEPER_PID='' KEEPER_ANSWER='' KEEPER_SOCKET='' KEEPER_STATE='' KEEPER_DIR='' STARTER_PID='' UPSTREAM_PID='' UPSTREAM_LOG=''

# With sanitizers where CB_KEEPER_REPORTS says where these are to write (tests/keeper/sanitized.t).
keeper_built=$CB_BUILD/keeper-plain keeper_flags=() keeper_sources=()
if [ -n "${CB_KEEPER_REPORTS-}" ]; then
	keeper_built=$CB_BUILD/keeper-san
	keeper_flags=("-fsanitize=address,undefined" -fno-sanitize-recover=all -fno-omit-frame-pointer -g "-DREPORTS=\"$CB_KEEPER_REPORTS\"")
	keeper_sources=("$CB_TOP/tests/keeper/unconfined.c")
fi

# keeper_ready: builds the keeper and what starts it, and makes the namespace, the user and a certificate.
keeper_ready() {
	need cc make node curl jq openssl ip nsenter
	loopback_start
	KEEPER_DIR=$(scratch)
	api_certificate "$KEEPER_DIR"
	mkdir -p "$keeper_built"
	# One at a time: all tests here ask for the same.
	{
		flock "$keeper_built/lock" make -s -C "$CB_TOP/runtime/keeper" BUILD="$keeper_built" CFLAGS="-O2 ${keeper_flags[*]::4}" &&
			cc -std=c17 -D_GNU_SOURCE -I"$CB_TOP/runtime" "$CB_TOP/tests/keeper/start.c" "$CB_TOP/runtime/base/sidecar.c" \
				-o "$KEEPER_DIR/start"
	} >"$CB_TMP/.make" 2>&1
	[ -x "$KEEPER_DIR/start" ] || {
		diag "$(cat "$CB_TMP/.make")"
		fail "the keeper is built"
		exit 1
	}
}

# keeper_link SOURCE PROGRAM [-DNAME=VALUE…]: links a program with the keeper's parts and the tests' policy.
keeper_link() {
	local source=() program=$2
	[ "$1" = - ] || source=("$1")
	shift 2
	cc -std=c17 -D_GNU_SOURCE "${keeper_flags[@]}" -I"$CB_TOP/runtime" "-DBUNDLE=\"$KEEPER_DIR/ca.crt\"" "$@" "${source[@]}" \
		"$CB_TOP/tests/keeper/policy.c" "${keeper_sources[@]}" "$keeper_built/keeper/libkeeper.a" -lcurl -lmicrohttpd -o "$program" 2>"$CB_TMP/.cc" ||
		diag "$(cat "$CB_TMP/.cc")"
}

# upstream_start: a new one with an empty log.
upstream_start() {
	local dir
	upstream_stop
	dir=$(scratch)
	UPSTREAM_LOG=$dir/log
	: >"$UPSTREAM_LOG"
	"${loopback[@]}" -- setpriv --pdeathsig TERM -- "$CB_TOP/tests/keeper/fake-upstream" "$KEEPER_PORT" \
		"$KEEPER_DIR/crt" "$KEEPER_DIR/key" "$UPSTREAM_LOG" >"$dir/ready" 2>"$dir/errors" &
	UPSTREAM_PID=$!
	wait_until grep -q '^ready' "$dir/ready" || diag "the upstream did not start: $(cat "$dir/errors")"
}

upstream_stop() {
	[ -n "$UPSTREAM_PID" ] || return 0
	kill "$UPSTREAM_PID" 2>/dev/null
	wait "$UPSTREAM_PID" 2>/dev/null
	UPSTREAM_PID=''
}

# keeper_start [KEY [-DNAME=VALUE…]]: a keeper of its own, and a new upstream. The key comes with a line end, as
# a program prints it.
keeper_start() {
	upstream_start
	keeper_only "$@"
}

# keeper_only: the same without the upstream.
keeper_only() {
	local key=${1-$KEEPER_KEY$'\n'} dir become=()
	shift $(($# > 0))
	keeper_stop
	dir=$(user_scratch)
	KEEPER_SOCKET=$dir/model KEEPER_STATE=$dir/state
	keeper_link - "$dir/claudebox-keeper" "$@"
	as_user mkdir "$KEEPER_STATE"
	[ "$(id -u)" != 0 ] || become=(setpriv --reuid="$CB_USER" --regid="$CB_USER" --init-groups)
	"${loopback[@]}" -- "${become[@]}" setpriv --pdeathsig TERM -- "$KEEPER_DIR/start" "$dir/claudebox-keeper" \
		"$KEEPER_SOCKET" "$KEEPER_STATE" >"$dir/ready" 2>&1 < <(printf '%s' "$key") &
	STARTER_PID=$!
	wait_until grep -q ' ' "$dir/ready" || diag "the keeper did not answer"
	# shellcheck disable=SC2034
	read -r KEEPER_PID KEEPER_ANSWER <"$dir/ready"
}

keeper_stop() {
	[ -n "$STARTER_PID" ] || return 0
	kill "$STARTER_PID" 2>/dev/null
	wait "$STARTER_PID" 2>/dev/null
	STARTER_PID=''
}

# ask CURL-ARGUMENT…: by the keeper.
ask() {
	in_loopback curl -sS --max-time 30 --unix-socket "$KEEPER_SOCKET" -H 'content-type: application/json' "$@"
}

# stream WORDS [CURL-ARGUMENT…]: a streamed message, for which the upstream does what the words say.
stream() {
	local words=$1
	shift
	ask -N -d '{"stream":true}' -H "x-claude-test: $words" "$@" "$KEEPER_URL/v1/messages?beta=true"
}

# raw TEXT: those bytes, with the escapes of printf, and what comes back.
raw() {
	# shellcheck disable=SC2059
	printf "$1" | in_loopback "$CB_TOP/tests/keeper/drive" raw "$KEEPER_SOCKET"
}

# upstream_requests FILTER: jq -r FILTER on each request that the upstream has read, in order.
upstream_requests() {
	jq -r 'select(.method) | '"$1" "$UPSTREAM_LOG"
}

# sent NAME: the value of that header in the latest request.
sent() {
	upstream_requests '.headers as $h | [range(0; $h | length; 2) | select(($h[.] | ascii_downcase) == "'"$1"'") | $h[. + 1]]
		| join("|")' | tail -n 1
}

# recorded WORD: a number of the record.
recorded() {
	sed -n "s/^$1 //p" "$KEEPER_STATE/keeper"
}

# has_recorded WORD NUMBER: for wait_until; the record is written within a second.
has_recorded() {
	[ "$(recorded "$1")" = "$2" ]
}

# keeper_gone: for wait_until. A process that nobody has waited for yet is gone too.
keeper_gone() {
	! grep -q '^State:.[^ZX]' "/proc/$KEEPER_PID/status" 2>/dev/null
}
