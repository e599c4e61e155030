#!/usr/bin/env bash
# The real client, outside of claudebox, does with the fake API what the tests of sandboxed sessions rest on.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/client.sh"
need bwrap
client_ready

# took DESC: how long it was since the last one, for a reader of the full output.
begin=${EPOCHREALTIME/./}
took() {
	printf '# %s ms: %s\n' "$(((${EPOCHREALTIME/./} - begin) / 1000))" "$1"
	begin=${EPOCHREALTIME/./}
}

# statuses: of the agentic requests, in order.
statuses() {
	requests 'select(.kind == "agent").status' | paste -sd ' '
}

# --- turns ------------------------------------------------------------------------------------------

api_start -- "$(text_turn 'a plain reply')"
took "before the first session"
ok "a session with a text ends well" -- client -p hello
took "text"
is "$out" 'a plain reply' "and prints the text"
ok "the prompt reached the API" -- jq -es 'any(.body.messages[]?.content | tostring | contains("hello"))' "$API_LOG"

api_start -- "$(bash_turn 'echo marker-$((40 + 2)); id -un')" "$(text_turn ran)"
ok "a session with a command ends well" -- client -p run
took "one Bash call"
is "$(tool_results)" "marker-42"$'\n'"$CB_USER" "the API is told what the command printed"
isnt "$CB_USER" root "the client does not run as root"

api_start -- "$(tool_turn Write "{\"file_path\":\"$PROJECT/a.txt\",\"content\":\"one\\n\"}")" \
	"$(tool_turn Edit "{\"file_path\":\"$PROJECT/a.txt\",\"old_string\":\"one\",\"new_string\":\"two\"}")" \
	"$(tool_turn Read "{\"file_path\":\"$PROJECT/a.txt\"}")" "$(text_turn edited)"
ok "a session that writes, edits and reads ends well" -- client -p edit
took "Write, Edit, Read"
is "$(cat "$PROJECT/a.txt")" two "the file is as edited"
like "$(tool_results)" 'two' "and was read back"
is "$(all_tool_results | grep -c 'a\.txt')" 2 "the results of earlier turns are there too"

# --- errors --------------------------------------------------------------------------------------------

for error in 401 429 500; do
	api_start -- "$(error_turn "$error" 1)" "$(text_turn "after $error")"
	ok "the client tries again after a $error" -- client -p hello
	took "$error, retry-after 1, then a text"
	is "$out" "after $error" "and prints what then came"
	is "$(statuses)" "$error 200" "in two requests"
done
api_start -- "$(error_turn 500)" "$(text_turn never)"
fails "without another try it fails" -- client CLAUDE_CODE_MAX_RETRIES=0 -p hello
like "$out" 'API Error: 500' "and says why"
api_start -- "$(slow_turn 200 'slow words')"
ok "a slow stream is waited for" -- client -p hello
took "a stream with 200 ms between its events"
is "$out" 'slow words' "to its end"

# --- other ways to the API --------------------------------------------------------------------------------

api_start -- "$(text_turn 'by a socket')"
ok "a session by a unix socket ends well" -- \
	client ANTHROPIC_BASE_URL=http://localhost ANTHROPIC_UNIX_SOCKET="$API_SOCKET" -p hello
took "unix socket"
is "$out" 'by a socket' "and prints the text"
is "$(requests .via | sort -u)" unix "nothing came by another way"

for layout in npm node native; do
	home=$(scratch)
	program=$("$CB_HERE/install" "$layout" "$home")
	api_start -- "$(text_turn "as $layout")"
	kept=$CLIENT CLIENT=$program
	ok "the client runs as $layout installs it" -- client -p hello
	CLIENT=$kept
	is "$out" "as $layout" "and prints the text"
done
took "three layouts"

# --- what it asks for besides answers ------------------------------------------------------------------

certificate=$(scratch)
api_certificate "$certificate"
# through [NAME=VALUE…] ARG…: every connection of the client passes the API, whatever name it is for.
through() {
	client HTTPS_PROXY="$API_URL" NO_PROXY=127.0.0.1 NODE_EXTRA_CA_CERTS="$certificate/ca.crt" "$@"
}
others() { requests 'select(.kind == "other" and .method != "HEAD").path' | sort -u; }

api_start --tls "$certificate/crt" "$certificate/key" -- "$(text_turn loud)"
run through CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC= -p hello
like "$(others)" '^/api/event_logging' "left alone, the client sends telemetry, and the proxy sees it"
api_start --tls "$certificate/crt" "$certificate/key" -- "$(text_turn quiet)"
run through -p hello
is "$(others)" '' "told to be quiet, it asks for answers only"
is "$out" quiet "and gets them"
took "traffic, loud and quiet"

# --- history ----------------------------------------------------------------------------------------------

earlier=$PROJECT
PROJECT=$CB_USER_HOME/'new one.x'
as_user mkdir "$PROJECT"
api_start -- "$(text_turn 'reply one')"
ok "a first session in a new project" -- client -p 'prompt one'
api_start -- "$(text_turn 'reply two')"
ok "continued, it ends well" -- client --continue -p 'prompt two'
ok "and the API is told what was said before" -- api_saw 'reply one'
is "$(find "$CB_USER_HOME/.claude/projects" -name '*new-one-x' | wc -l)" 1 \
	"history lies under the project's path, all but letters and digits as dashes"
PROJECT=$earlier
api_start -- "$(text_turn elsewhere)"
ok "another project continues its own" -- client --continue -p 'prompt three'
fails "and is told nothing of the first" -- api_saw 'reply one'
took "three sessions with history"

# --- MCP -----------------------------------------------------------------------------------------------------

server=$(lend "$CB_HERE/mcp-server")
jq -nc --arg server "$server" '{mcpServers: {fake: {command: "node", args: [$server]}}}' >"$CB_TMP/mcp.json"
api_start -- "$(tool_turn mcp__fake__probe "{\"file\":\"$PROJECT/a.txt\"}")" "$(text_turn asked)"
ok "a session with an MCP server in node ends well" -- client --mcp-config "$CB_TMP/mcp.json" -p hello
took "MCP"
is "$(tool_results | jq -r .file)" two "its tool was called and has answered"
is "$(tool_results | jq -r .cwd)" "$PROJECT" "it runs in the project"

# --- instructions ------------------------------------------------------------------------------------------

# in_plain_bwrap MANAGED: a session where /etc/claude-code/CLAUDE.md is the file MANAGED.
in_plain_bwrap() {
	local variables=() variable
	while read -r variable; do
		variables+=(--setenv "${variable%%=*}" "${variable#*=}")
	done < <(client_env)
	user_in_loopback timeout 60 bwrap --unshare-pid --die-with-parent --ro-bind /usr /usr --symlink usr/bin /bin \
		--symlink usr/lib /lib --symlink usr/lib64 /lib64 --proc /proc --dev /dev --tmpfs /tmp \
		--bind "$CB_USER_HOME" "$CB_USER_HOME" --ro-bind "$CLIENT" "$CLIENT" --ro-bind "$1" /etc/claude-code/CLAUDE.md \
		--chdir "$PROJECT" "${variables[@]}" "$CLIENT" --dangerously-skip-permissions -p hello
}
printf 'marker-managed\n@~/imported.md\n' >"$CB_TMP/managed.md"
echo marker-imported >"$CB_USER_HOME/imported.md"
printf 'marker-user\n' >"$CB_USER_HOME/.claude/CLAUDE.md"
api_start -- "$(text_turn instructed)"
ok "a session in a plain sandbox ends well" -- in_plain_bwrap "$CB_TMP/managed.md"
took "in bwrap"
ok "/etc/claude-code/CLAUDE.md is loaded" -- api_saw marker-managed
ok "so is the user's" -- api_saw marker-user
fails "an import in the first is not followed without leave" -- api_saw marker-imported
printf 'marker-user\n@~/imported.md\n' >"$CB_USER_HOME/.claude/CLAUDE.md"
api_start -- "$(text_turn instructed)"
run in_plain_bwrap "$CB_TMP/managed.md"
ok "an import in the user's is" -- api_saw marker-imported

# --- the login -----------------------------------------------------------------------------------------------

login=$(user_scratch)/credentials
as_user mkdir "$login"
# logged_in ARG…: a session with the login in $login and no key.
logged_in() {
	through ANTHROPIC_API_KEY= CLAUDE_SECURESTORAGE_CONFIG_DIR="$login" "$@"
}
dummy_login "$login/.credentials.json" 1000
api_start --tls "$certificate/crt" "$certificate/key" --only-issued -- "$(text_turn 'logged in')"
ok "a session with a login that has run out ends well" -- logged_in -p hello
took "refresh"
is "$out" 'logged in' "with a new token"
is "$(requests 'select(.kind == "token").headers.host')" platform.claude.com "asked for where the client always asks"
is "$(login_of "$login/.credentials.json")" dummy-refresh-1 "the new login lies in CLAUDE_SECURESTORAGE_CONFIG_DIR"
is "$(stat -c %a "$login/.credentials.json")" 600 "for its owner only"
fails "and not beside the other state" -- test -e "$CB_USER_HOME/.claude/.credentials.json"

dummy_login "$login/.credentials.json" 1000
api_start --tls "$certificate/crt" "$certificate/key" --only-issued -- "$(text_turn together)"
pids=()
for i in 1 2 3; do
	as_user mkdir "$CB_USER_HOME/state$i"
	logged_in CLAUDE_CONFIG_DIR="$CB_USER_HOME/state$i" -p hello >"$CB_TMP/together.$i" 2>&1 &
	pids+=($!)
done
wait "${pids[@]}"
is "$(sort -u "$CB_TMP"/together.*)" together "three sessions at once, each with its own state, all get through"
is "$(requests 'select(.kind == "token").status' | paste -sd ' ')" 200 "by one refresh"
is "$(login_of "$login/.credentials.json")" dummy-refresh-1 "and the login is kept"
took "three refreshes at once"

dummy_login "$login/.credentials.json" 1000 dummy-refresh-gone
api_start --tls "$certificate/crt" "$certificate/key" --only-issued -- "$(text_turn never)"
fails "a login that was used up elsewhere is lost" -- logged_in -p hello
is "$(login_of "$login/.credentials.json")" '' "the client empties it"
took "a lost login"

done_testing
