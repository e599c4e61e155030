#!/usr/bin/env bash
# One login for all projects: it is kept when the client renews it, also in two sandboxes at once, and an old one is
# taken over. All tokens are made up; the service that hands out new ones is the fake API.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/client.sh"
box_ready default
a=$CB_USER_HOME/a b=$CB_USER_HOME/b
as_user mkdir "$a" "$b"
certificate=$(scratch)
api_certificate "$certificate"
login=$CB_USER_HOME/.claudebox/credentials/.credentials.json

# start ARG…: the API, which believes only in tokens it has handed out, as service behind a proxy.
start() {
	api_start --tls "$certificate/crt" "$certificate/key" --only-issued "$@" -- "$(text_turn 'logged in')"
}
# logged_in PROJECT ARG…: a session without a key.
logged_in() {
	PROJECT=$1 box ANTHROPIC_API_KEY= HTTPS_PROXY="$API_URL" NO_PROXY=127.0.0.1 \
		NODE_EXTRA_CA_CERTS="$certificate/ca.crt" --mount-ro "$certificate/ca.crt" "${@:2}"
}
refreshes() {
	requests 'select(.kind == "token").status' | paste -sd ' '
}

# --- none ----------------------------------------------------------------------------------------------------------

PROJECT=$a
ok "AUTH-02: without a login claudebox starts" -- box --shell -c 'ls -A "$CLAUDE_SECURESTORAGE_CONFIG_DIR"; cat ~/.claude/.credentials.json 2>/dev/null || true'
is "$out$err" '' "AUTH-02: and neither complains nor makes one up"
start
fails "AUTH-02: it is the client that asks for one" -- logged_in "$a" -p hello
like "$out" '/login' "in its own words"
is "$err" '' "and claudebox adds none"

# --- made in one project, used in the next ------------------------------------------------------------------------

dummy_login "$CB_TMP/login.json" 1000
chmod 644 "$CB_TMP/login.json"
made_inside() {
	PROJECT=$a box --shell -c 'umask 077; cat >"$CLAUDE_SECURESTORAGE_CONFIG_DIR/.credentials.json"' <"$CB_TMP/login.json"
}
ok "a login is made in one project, one that has run out by now" -- made_inside
start
ok "AUTH-01: in the next project the session ends well" -- logged_in "$b" -p hello
is "$out" 'logged in' "with a new token"
is "$(refreshes)" 200 "which was asked for once"
is "$(login_of "$login")" dummy-refresh-1 "AUTH-01: the renewed login is kept on the host"
is "$(stat -c '%a %U %F' "$login")" "600 $CB_USER regular file" "for the user only"
run logged_in "$a" -p hello
is "$status $out $(refreshes)" '0 logged in 200' "AUTH-01: the first project goes on with it, nothing is renewed again"
is "$(find "$CB_USER_HOME/.claudebox/projects" -name '.credentials.json' -type f)" '' "no project has a login of its own"

# --- two at once ------------------------------------------------------------------------------------------------------

# Each round both find a login that has run out; a used token is refused, so a lost renewal is a lost login.
for round in 1 2; do
	dummy_login "$login" 1000
	start
	pids=()
	for project in "$a" "$b"; do
		logged_in "$project" -p hello >"$project/said" 2>&1 &
		pids+=($!)
	done
	wait "${pids[@]}"
	is "$(cat "$a/said" "$b/said")" $'logged in\nlogged in' "AUTH-01: two sandboxes at once both get through ($round)"
	is "$(refreshes)" 200 "AUTH-01: by one renewal ($round)"
	is "$(login_of "$login")" dummy-refresh-1 "AUTH-01: and the login is kept ($round)"
done
start --refresh-token dummy-refresh-1
run logged_in "$b" -p hello
is "$status $out" '0 logged in' "AUTH-01: a token that the service no longer knows is renewed too"
is "$(requests 'select(.kind == "token") | "\(.body.refresh_token) \(.status)"')" 'dummy-refresh-1 200' "by what was kept"

# --- an old one ---------------------------------------------------------------------------------------------------------

rm -rf "$CB_USER_HOME/.claudebox"
as_user mkdir -m 700 "$CB_USER_HOME/.claudebox"
dummy_login "$CB_USER_HOME/.claudebox/.credentials.json" 1000
api_start --tls "$certificate/crt" "$certificate/key" --only-issued -- \
	"$(bash_turn 'readlink -f ~/.claude/.credentials.json; stat -L -c %a ~/.claude/.credentials.json')" "$(text_turn 'taken over')"
ok "AUTH-01: an old login is taken over" -- logged_in "$a" -p hello
is "$out" 'taken over' "and renewed where it now lies"
is "$(tool_results)" "$login"$'\n'600 "AUTH-01: inside it is seen as ~/.claude/.credentials.json too"
is "$(readlink "$CB_USER_HOME/.claudebox/.credentials.json")" credentials/.credentials.json "AUTH-01: a link is left at its old place"
is "$(login_of "$CB_USER_HOME/.claudebox/.credentials.json")" dummy-refresh-1 "which leads to the renewed one"

# The host's own login is another one, and stays as it is.
as_user mkdir -p "$CB_USER_HOME/.claude"
dummy_login "$CB_USER_HOME/.claude/.credentials.json" 1000 dummy-refresh-c4n4ry
before=$(stat -c '%i %Y' "$CB_USER_HOME/.claude/.credentials.json")
start --refresh-token dummy-refresh-1
ok "beside a login of the host's own claude a session ends well" -- logged_in "$b" -p hello
unlike "$(cat "$API_LOG")" dummy-refresh-c4n4ry "without using that one"
is "$(stat -c '%i %Y' "$CB_USER_HOME/.claude/.credentials.json")" "$before" "or touching it"
done_testing
