#!/usr/bin/env bash
# A day's work in one session of the real client: the agent edits, commits, searches, fetches, leaves something
# running, uses an MCP server, and is told where it is.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/client.sh"
need git
box_ready default

# --- a project, and a user with two identities ---------------------------------------------------------

as_user tee "$CB_USER_HOME/.gitconfig" >/dev/null <<'END'
[user]
	name = Ada Lovelace
	email = ada@home.example.org
[includeIf "gitdir:~/project/"]
	path = ~/.gitconfig-work
END
as_user tee "$CB_USER_HOME/.gitconfig-work" >/dev/null <<<$'[user]\n\temail = ada@work.example.org'
as_user git -C "$PROJECT" -c init.defaultBranch=main init -q
as_user tee "$PROJECT/CLAUDE.md" <<<'notes-of-the-project' >/dev/null
as_user cp "$(lend "$CB_HERE/mcp-server")" "$PROJECT/server"
# shellcheck disable=SC2016
jq -nc '{mcpServers: {fake: {command: "node", args: ["server"]}}}' | as_user tee "$PROJECT/.mcp.json" >/dev/null

# --- the session ------------------------------------------------------------------------------------------------

# A process that no other test starts. Not `sleep`: the client refuses to run that when it is long.
long="tail -f /dev/null --sleep-interval=98765.$RANDOM"
commands=('git add -A && git commit -q -m "By the agent" && git log -1 --format="%an <%ae>, %cn <%ce>"'
	'rg --no-filename --only-matching "two+" edited.txt'
	'fd --extension txt'
	'jq -r ".mcpServers | keys[]" .mcp.json'
	"curl -s -o /dev/null -w '%{http_code}' \"\$ANTHROPIC_BASE_URL/v1/messages/count_tokens\" -d '{}'"
	'cat /etc/resolv.conf'
	'curl -s -o /dev/null -w "%{http_code}" "http://localhost:${ANTHROPIC_BASE_URL##*:}/v1/messages/count_tokens" -d "{}"'
	"tr '\\0' ' ' </proc/\$PPID/cmdline"
	"$long & jobs -r | grep -c tail"
	'timeout 30 tail -n +1 -F late.txt 2>/dev/null | head -n 1')
api_start -- \
	"$(tool_turn Write "{\"file_path\":\"$PROJECT/edited.txt\",\"content\":\"one\\n\"}" \
		Bash '{"command":"sleep 0.2; echo late > late.txt","run_in_background":true}')" \
	"$(tool_turn Edit "{\"file_path\":\"$PROJECT/edited.txt\",\"old_string\":\"one\",\"new_string\":\"two\"}")" \
	"$(bash_turn "${commands[@]}")" \
	"$(tool_turn mcp__fake__probe "{\"file\":\"$CB_USER_HOME/.gitconfig-work\"}")" \
	"$(text_turn 'all done')"
ok "SAND-14: a session of work ends well" -- box -p 'do the work'
is "$out" 'all done' "with the agent's last word"
is "$err" '' "UX-01: with --yes nothing is printed beside it"
is "$(requests 'select(.kind == "agent").turn' | xargs)" '0 1 2 3 4' "in the turns that were scripted"

is "$(cat "$PROJECT/edited.txt")" two "SAND-05: the file is written and edited where it lies"
is "$(stat -c %U "$PROJECT/edited.txt")" "$CB_USER" "and is the user's"
is "$(result_of 4)" 'Ada Lovelace <ada@work.example.org>, Ada Lovelace <ada@work.example.org>' \
	"GIT-01: the commit has the identity that includeIf chooses for this project"
is "$(as_user git -C "$PROJECT" log -1 --format='%s')" 'By the agent' "and is in the repository afterwards"
is "$(result_of 5)" two "SAND-10: rg searches"
like "$(result_of 6)" '^edited\.txt$' "SAND-10: fd finds"
is "$(result_of 7)" fake "SAND-10: jq reads"
is "$(result_of 8)" 200 "SAND-10: curl fetches from the network of the profile"
is "$(result_of 9)" "$(cat /etc/resolv.conf)" "SAND-12: the host's name servers are known"
is "$(result_of 10)" 200 "SAND-12: names are looked up"
like "$(result_of 11)" '^[^ ]*claude --dangerously-skip-permissions -p do the work ?$' "UX-06: the client is started without permission prompts"
is "$(result_of 12)" 1 "a process runs in the background"
ok "L18: and does not outlive the session" -- gone "$long"
is "$(result_of 13)" late "a background task of the client has done its work"
is "$(tool_results | jq -r .cwd)" "$PROJECT" "an MCP server in node runs in the project"
is "$(tool_results | jq -r .file)" 'cannot read: ENOENT' "and sees of the home what the agent sees"
is "$(tool_results | jq -r '.env | contains(["ANTHROPIC_BASE_URL"])')" true "with the agent's environment"

# --- what the agent was told -------------------------------------------------------------------------------------

first() {
	jq -rs '[.[] | select(.kind == "agent")][0].body.messages[0].content | map(.text) | join("\n")' "$API_LOG"
}
told=$(first)
is "$(grep -c '^# You are in claudebox$' <<<"$told")" 1 "AWARE-02: the agent is told once where it is"
sandbox_md=$(dirname "$(dirname "$BOX")")/share/claudebox/default/SANDBOX.md
is "$(sed -n '/^# You are in claudebox$/,/^## In this session$/p' <<<"$told" | sed '$d')" \
	"$(cat "$sandbox_md")" "in the very words of SANDBOX.md"
like "$told" '^- \*\*Variables from the host:\*\* .*ANTHROPIC_BASE_URL' "and what is so in this session only"
like "$told" '^# Notes for the agent$' "AWARE-01: CLAUDE.md, made on the first run, is loaded"
like "$told" 'notes-of-the-project' "and so is the project's"

as_user tee "$CB_USER_HOME/.claudebox/CLAUDE.md" >/dev/null <<<'notes-of-my-own'
api_start -- "$(bash_turn 'echo more >> ~/.claude/CLAUDE.md' 'wc -c < ~/.claude/CLAUDE.md')" "$(text_turn again)"
run box -p hello
told=$(first)
like "$told" 'notes-of-my-own' "SAND-08: a CLAUDE.md of the user's own in ~/.claudebox is loaded instead"
is "$(grep -c '^# You are in claudebox$' <<<"$told")" 1 "AWARE-02: and the agent is still told where it is"
is "$(cat "$CB_USER_HOME/.claudebox/CLAUDE.md")" 'notes-of-my-own' "which the agent cannot change"
done_testing
