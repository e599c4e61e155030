# shellcheck shell=bash
# Sessions of the real client against the fake API; defines only. Both run in a network
# namespace that has nothing but loopback, the client as the unprivileged user, with keys that are none.
#
#     client_ready
#     api_start -- "$(bash_turn 'id -un')" "$(text_turn done)"
#     ok "a session ends well" -- client -p 'who are you'
#     is "$(tool_results)" "$CB_USER" "and the API has seen what the command said"

# Most of these are for the tests to read.
# shellcheck disable=SC2034
CLIENT_KEY=dummy-key-0123456789c4n4ry4bcd
API_URL='' API_TLS_URL='' API_SOCKET='' API_LOG='' API_PID='' CLIENT='' PROJECT=''
# The launcher, the PATH and other variables of its caller, and a command that starts it.
BOX='' BOX_PATH='' BOX_ENV=() BOX_START=()

# --- the surroundings ---------------------------------------------------------------------------

# client_ready: fetches the client while there is a network, then makes the namespace, the user, and
# $PROJECT in that user's home. $CLIENT is the program.
client_ready() {
	need node npm curl jq openssl ip nsenter
	CLIENT=$("$CB_TOP/tests/client/install" 2>"$CB_TMP/.install") || {
		diag "$(cat "$CB_TMP/.install")"
		skip_all "the client cannot be fetched"
	}
	loopback_start
	PROJECT=$CB_USER_HOME/project
	as_user mkdir -p "$PROJECT"
}

# loopback_start: a new network namespace, held by a process that ends with this shell.
loopback_start() {
	user_ready
	local new=(unshare --net) up="$CB_TMP/.loopback"
	[ "$(id -u)" = 0 ] || new=(unshare --user --map-current-user --keep-caps --net)
	"${new[@]}" -- setpriv --pdeathsig KILL -- \
		sh -c 'ip link set lo up && ip -o link show up >"$1.new" && mv "$1.new" "$1" && exec sleep infinity' sh "$up" &
	loopback=(nsenter --target "$!" --net)
	[ "$(id -u)" = 0 ] || loopback+=(--user --preserve-credentials)
	wait_until test -s "$up" || skip_all "no network namespace can be made here"
	# The promise that a key or a marker goes nowhere rests on this.
	unlike "$(cat "$up")" '^[0-9]+: (l[^o]|[^l])' "the client's network has no interface but loopback" || exit 1
}

# in_loopback CMD…: there, as whoever runs the test.
in_loopback() {
	"${loopback[@]}" -- "$@"
}

# user_in_loopback CMD…: there, as as_user would run it.
user_in_loopback() {
	local become=()
	[ "$(id -u)" != 0 ] || become=(setpriv --reuid="$CB_USER" --regid="$CB_USER" --init-groups)
	searched in_loopback env -i HOME="$CB_USER_HOME" USER="$CB_USER" LOGNAME="$CB_USER" SHELL=/bin/bash \
		PATH=/usr/local/bin:/usr/bin:/bin TERM=dumb LANG=C.UTF-8 "${become[@]}" "$@"
}

# gone COMMAND: no process of the machine, in whichever namespace, has it in its command line.
gone() {
	! pgrep -f -- "$1"
}

# --- turns: each prints one, for api_start --------------------------------------------------------

text_turn() {
	jq -nc --arg text "$1" '{text: $text}'
}

# slow_turn MILLISECONDS TEXT: that long between two events of the stream.
slow_turn() {
	jq -nc --argjson delay "$1" --arg text "$2" '{text: $text, delay_ms: $delay}'
}

# tool_turn NAME INPUT [NAME INPUT]…: calls in one answer; INPUT is JSON.
tool_turn() {
	jq -nc '{tools: [$ARGS.positional | _nwise(2) | {name: .[0], input: (.[1] | fromjson)}]}' --args "$@"
}

# bash_turn COMMAND…: one Bash call each, in one answer.
bash_turn() {
	jq -nc '{tools: [$ARGS.positional[] | {name: "Bash", input: {command: .}}]}' --args "$@"
}

# error_turn STATUS [RETRY_AFTER]
error_turn() {
	jq -nc --argjson status "$1" --argjson after "${2:-null}" \
		'{error: $status} + (if $after == null then {} else {retry_after: $after} end)'
}

# --- the API --------------------------------------------------------------------------------------

# api_start [OPTION…] -- TURN…: a new one with an empty log, on TCP and on a unix socket; options as of
# fake-api. Not in a subshell: it ends with the shell that started it.
api_start() {
	local options=() dir
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	api_stop
	dir=$(scratch)
	API_LOG=$dir/log API_SOCKET=$dir/socket
	: >"$API_LOG"
	printf '%s\n' "$@" | jq -s . >"$dir/script"
	# Not by in_loopback: a function would run in a shell of its own, and $! would be that.
	"${loopback[@]}" -- setpriv --pdeathsig TERM -- "$CB_TOP/tests/client/fake-api" --port 0 --unix "$API_SOCKET" \
		--log "$API_LOG" --script "$dir/script" "${options[@]}" >"$dir/ready" 2>"$dir/errors" &
	API_PID=$!
	wait_until grep -q '^ready' "$dir/ready" || {
		diag "the fake API did not start: $(cat "$dir/errors")"
		return 1
	}
	API_URL=$(sed -n 's/.* url=\([^ ]*\).*/\1/p' "$dir/ready")
	# shellcheck disable=SC2034
	API_TLS_URL=$(sed -n 's/.* tls=\([^ ]*\).*/\1/p' "$dir/ready")
}

api_stop() {
	[ -n "$API_PID" ] || return 0
	kill "$API_PID" 2>/dev/null
	wait "$API_PID" 2>/dev/null
	API_PID=''
}

# api_certificate DIR: makes DIR/ca.crt, and DIR/crt with DIR/key for the names the client knows.
api_certificate() {
	local names='DNS:localhost,IP:127.0.0.1,DNS:api.anthropic.com,DNS:platform.claude.com,DNS:*.example.com'
	{
		openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj '/CN=test authority' \
			-addext basicConstraints=critical,CA:TRUE -keyout "$1/ca.key" -out "$1/ca.crt" &&
			openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj '/CN=localhost' \
				-keyout "$1/key" -out "$1/csr" &&
			printf 'subjectAltName=%s\n' "$names" >"$1/names" &&
			openssl x509 -req -in "$1/csr" -CA "$1/ca.crt" -CAkey "$1/ca.key" -days 2 -extfile "$1/names" -out "$1/crt"
	} >/dev/null 2>&1 || diag "openssl made no certificate"
	chmod 644 "$1/ca.crt"
}

# requests FILTER: jq -r FILTER on each request, in order.
requests() {
	jq -r "$1" "$API_LOG"
}

# tool_results: what the tools answered to the latest turn that called any, a text after the other.
tool_results() {
	jq -rs "$cb_results"' [.[] | select(.kind == "agent")] | last.body.messages
		| map(select(results | length > 0)) | last | results[]' "$API_LOG"
}

# all_tool_results: the same of the whole session.
all_tool_results() {
	jq -rs "$cb_results"' [.[] | select(.kind == "agent")] | last.body.messages[] | results[]' "$API_LOG"
}

# result_of N: the answer to the session's N-th call, which need not be the N-th answer.
result_of() {
	jq -rs --argjson n "$1" 'def blocks(kind): [.[].content | arrays | .[] | select(.type == kind)];
		[.[] | select(.kind == "agent")] | last.body.messages | blocks("tool_use")[$n - 1].id as $id
		| blocks("tool_result")[] | select(.tool_use_id == $id).content
		| if type == "array" then map(.text // "") | join("\n") else . end' "$API_LOG"
}

# shellcheck disable=SC2016
cb_results='def results: if (.content | type) == "array" then [.content[] | select(.type == "tool_result")
	| .content | if type == "array" then map(.text // "") | join("\n") else . end] else [] end;'

# api_saw TEXT: it is in some request, whole. TEXT must be one that JSON writes as it is.
api_saw() {
	grep -qF -e "$1" "$API_LOG"
}

# --- the client -------------------------------------------------------------------------------------

# client_env: the variables a session needs, one a line. Quiet: it asks for nothing but answers.
client_env() {
	printf '%s\n' "ANTHROPIC_BASE_URL=$API_URL" "ANTHROPIC_API_KEY=$CLIENT_KEY" \
		CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 DISABLE_AUTOUPDATER=1
}

# client [NAME=VALUE…] ARG…: a bounded session in $PROJECT, without any sandbox. NAME= alone unsets it.
client() {
	local variables=() unset=()
	mapfile -t variables < <(client_env)
	# It would leave directories in the host's /tmp.
	as_user mkdir -p "$CB_USER_HOME/tmp"
	variables+=("TMPDIR=$CB_USER_HOME/tmp" "CLAUDE_CODE_TMPDIR=$CB_USER_HOME/tmp")
	while [[ ${1-} =~ ^([A-Z_]+)=(.*)$ ]]; do
		if [ -n "${BASH_REMATCH[2]}" ]; then
			variables+=("$1")
		else
			unset+=(-u "${BASH_REMATCH[1]}")
		fi
		shift
	done
	user_in_loopback timeout --kill-after=5 60 env --chdir="$PROJECT" "${variables[@]}" env "${unset[@]}" \
		"$CLIENT" --dangerously-skip-permissions "$@"
}

# --- the client in claudebox ------------------------------------------------------------------------

# box_ready PROFILE: client_ready, and $BOX is the launcher; `claude` is where a user has it.
box_ready() {
	client_ready
	BOX=$(launcher "$1") || exit 1
	as_user mkdir -p "$CB_USER_HOME/.local/bin"
	as_user ln -s "$CLIENT" "$CB_USER_HOME/.local/bin/claude"
	BOX_PATH=$CB_USER_HOME/.local/bin:/usr/local/bin:/usr/bin:/bin
}

# box [NAME=VALUE…] ARG…: claudebox --yes ARG… in $PROJECT, bounded, with what a session needs and each NAME
# let in as a user would do it. NAME= alone takes one away.
box() {
	local -A entering=()
	local variable names
	while read -r variable; do
		entering[${variable%%=*}]=$variable
	done < <(client_env | grep -v '^DISABLE_AUTOUPDATER=')
	while [[ ${1-} =~ ^([A-Z_]+)=(.*)$ ]]; do
		entering[${BASH_REMATCH[1]}]=$1
		[ -n "${BASH_REMATCH[2]}" ] || unset "entering[${BASH_REMATCH[1]}]"
		shift
	done
	names="${!entering[*]}"
	user_in_loopback timeout --foreground --kill-after=5 60 env --chdir="$PROJECT" PATH="$BOX_PATH" \
		"${BOX_ENV[@]}" "${entering[@]}" CLAUDEBOX_EXTRA_ENV="${names// /,}" "${BOX_START[@]}" "$BOX" --yes "$@"
}

# dummy_login FILE EXPIRES [REFRESH_TOKEN]: a login with tokens that are none; EXPIRES in milliseconds.
dummy_login() {
	jq -nc --argjson expires "$2" --arg refresh "${3:-dummy-refresh-0}" '{claudeAiOauth: {
		accessToken: "dummy-access-c4n4ry", refreshToken: $refresh, expiresAt: $expires,
		scopes: ["user:inference", "user:profile"], subscriptionType: "pro"}}' >"$1"
	chmod 600 "$1"
	[ "$(id -u)" != 0 ] || chown "$CB_USER:$CB_USER" "$1"
}

# login_of FILE: its refresh token.
login_of() {
	jq -r .claudeAiOauth.refreshToken "$1"
}
