#!/usr/bin/env bash
# INST-01..03, AUTH-01/02, AWARE-01, SAND-08: what is kept below ~/.claudebox, where, with which modes, and
# what of it the agent may change.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
. "$CB_LIB/nix.sh"
nix_ready
home=$CB_USER_HOME box=$CB_USER_HOME/.claudebox

# state_of ROOT: the directory of a project, by the rule of INST-01.
state_of() {
	printf '%s/projects/%s' "$box" "$(printf %s "$1" | sha256sum | cut -c 1-16)"
}

# --- the first launch ------------------------------------------------------------------------

umask_inside() {
	as_user sh -c 'umask "$0"; exec "$@"' "$1" "$claudebox" --yes --shell -c true
}
ok "the first launch, with an open umask" -- umask_inside 0000
is "$err" "" "AUTH-01: says nothing of a login that is not there yet"
mine=$(state_of "$project")
ok "INST-01: the state is named by the first 16 digits of the SHA-256 of the project's path" -- test -d "$mine/claude"
is "$(ls "$box/projects")" "${mine##*/}" "and there is no other"
is "$(cat "$mine/project-root"; echo .)" "$project." "INST-03: project-root holds the path, and nothing else"
is "$(find "$box" -type d ! -perm 0700)" "" "every directory is private (0700)"
is "$(find "$box" -type f ! -perm 0600)" "" "every file is private (0600): mount points too"
is "$(find "$box" ! -user "$CB_USER")" "" "and the user's own"
closed=$(user_scratch)
closed_umask() {
	as_user env HOME="$closed" sh -c 'umask 777; exec "$@"' sh "$claudebox" --yes --shell -c umask
}
ok "a first launch under a umask that takes everything away" -- closed_umask
is "$out" 0777 "which is the agent's as well"
is "$(find "$closed" -mindepth 1 -type d ! -perm 0700 -o -type f ! -perm 0600)" "" "makes what is kept with the same modes"
ok "and the next launch can use it" -- as_user env HOME="$closed" "$claudebox" --yes --shell -c true
is "$(inside 'ls -A ~/.claudebox')" credentials "INST-03: project-root and other projects are out of the agent's reach"

like "$(cat "$box/CLAUDE.md")" '^@/etc/claude-code/CLAUDE\.md$' "AWARE-01: a CLAUDE.md is made that imports SANDBOX.md"
is "$(inside "sed '/^## In this session/,\$d' /etc/claude-code/CLAUDE.md")" "$(cat "${claudebox%/bin/*}/share/claudebox/default/SANDBOX.md")" \
	"AWARE-02: which is the one generated from the policy"
is "$(inside 'cat ~/.claude/CLAUDE.md')" "$(cat "$box/CLAUDE.md")" "AWARE-01: and is where the agent looks for it"
as_user tee "$box/CLAUDE.md" <<<'my own words' >/dev/null
is "$(inside 'cat ~/.claude/CLAUDE.md')" 'my own words' "AWARE-01: one that is there is left alone"
as_user rm "$box/CLAUDE.md"
as_user ln -s "$home/notes.md" "$box/CLAUDE.md"
as_user tee "$home/notes.md" <<<'words kept elsewhere' >/dev/null
is "$(inside 'cat ~/.claude/CLAUDE.md')" 'words kept elsewhere' "also where it is a link"

ok "SAND-08: what the agent writes in ~/.claude stays" -- \
	inside 'echo kept >~/.claude/kept; mkdir ~/.cache/tool; echo lost >~/lost; echo kept >~/.cache/tool/x'
is "$(cat "$mine/claude/kept" "$mine/caches/default/tool/x")" $'kept\nkept' "SAND-08: below ~/.claudebox on the host"
is "$(inside 'cat ~/.claude/kept ~/.cache/tool/x; ls ~')" $'kept\nkept' "and is there next time, the rest of the home is not"
as_user mkdir "$home/.claude"
as_user touch "$home/.claude/host-only" "$home/.claude.json"
fails "SAND-08: the host's own ~/.claude is not shown" -- inside 'ls ~/.claude/host-only || ls ~/.claude.json'

# --- one a project -----------------------------------------------------------------------------

other=$(user_scratch)
is "$(inside_of "$other" 'ls ~/.claude/kept 2>&1 | grep -c "No such"')" 1 "INST-01, L11: another project sees nothing of it"
ok "INST-01: and has a state of its own" -- test -d "$(state_of "$other")/claude"

main=$home/main
user_git init -q "$main"
user_git -C "$main" commit -q --allow-empty -m x
user_git -C "$main" worktree add -q "$home/tree"
user_git clone -q --bare "$main" "$home/bare.git"
user_git -C "$home/bare.git" worktree add -q "$home/of-bare"
user_git -C "$main" submodule --quiet add "$home/bare.git" part
user_git -C "$main/part" worktree add -q "$home/part-tree"
as_user mkdir "$main/sub"
for place in "$main" "$main/sub" "$home/tree" "$home/of-bare" "$main/part" "$home/part-tree"; do
	inside_of "$place" "echo '${place##*/}' >>~/.claude/who"
done
is "$(cat "$(state_of "$main")/claude/who")" $'main\nsub\ntree' "INST-02: all work trees of a repository share one state"
is "$(cat "$(state_of "$main")/project-root")" "$main" "INST-03: whose root is the main work tree"
is "$(cat "$(state_of "$home/bare.git")/claude/who")" of-bare "INST-02: those of a bare repository that of the bare one"
is "$(cat "$(state_of "$home/bare.git")/project-root")" "$home/bare.git" "INST-03: whose root is the bare repository"
is "$(cat "$(state_of "$main/part")/claude/who")" $'part\npart-tree' "INST-02: those of a submodule that of the submodule"

# --- the user's settings -------------------------------------------------------------------------

as_user mkdir -p "$box/agents" "$box/commands" "$box/skills/one"
for file in settings.json agents/a.md commands/c.md skills/one/SKILL.md; do
	as_user tee "$box/$file" <<<"{}" >/dev/null
	is "$(inside "cat ~/.claude/$file")" '{}' "$file of ~/.claudebox is shown"
	fails "and cannot be changed" -- inside "echo x >~/.claude/$file"
	fails "nor removed" -- inside "rm -f ~/.claude/$file"
	fails "nor replaced" -- inside "echo x >~/.claude/new && mv -f ~/.claude/new ~/.claude/$file"
done
is "$(find "$box" -type f ! -perm 0600 ! -path "$box/*.md" ! -path "$box/settings.json" ! -path "$box/skills/*" ! -path '*/new' ! -path '*/kept' ! -path '*/who' ! -path '*/caches/*')" "" \
	"their mount points are files that can be written again"
as_user rm -r "$box/settings.json" "$box/agents"
ok "without them the agent's own count again" -- inside 'echo "{}" >~/.claude/settings.json && touch ~/.claude/agents/mine'

as_user mkdir -p "$home/.ssh"
as_user touch "$home/.ssh/key"
as_user ln -s "$home/.ssh/key" "$box/settings.json"
refused "SAND-09: a setting that is a link to a secret" 'refusing mount of .*\.ssh/key \(it would show SSH' -- inside true
as_user rm "$box/settings.json"

# --- what the agent may leave behind -------------------------------------------------------------

ok "the agent plants links where mount points will be" -- \
	inside 'rm -rf ~/.claude/skills ~/.claude/agents; ln -s /etc ~/.claude/agents; ln -sfn / ~/.claude/projects'
as_user mkdir "$box/agents"
refused "L7: a link in the place of a mount point" 'cannot use .*/claude/agents \(it is a symbolic link\)' -- inside true
rm "$mine/claude/agents"
ok "without it the launch goes on" -- inside true
rm -r "$box/agents"

for what in link file; do
	lost=$(user_scratch)
	as_user mv "$box" "$home/moved"
	if [ "$what" = link ]; then as_user ln -s "$lost" "$box"; else as_user touch "$box"; fi
	refused "a ~/.claudebox that is a $what" 'cannot use .*/\.claudebox \((it is a symbolic link|something else is there)\)' -- inside true
	is "$(ls -A "$lost")" "" "and nothing is made there"
	as_user rm "$box"
	as_user mv "$home/moved" "$box"
done

# --- the login -----------------------------------------------------------------------------------

login='{"claudeAiOauth":{"accessToken":"c4n4ry"}}'
fails "AUTH-02: without a login there is none inside" -- inside 'cat ~/.claude/.credentials.json'
ok "AUTH-01: a login made in one project" -- \
	inside "umask 077; echo '$login' >~/.claudebox/credentials/.new && mv ~/.claudebox/credentials/.new ~/.claudebox/credentials/.credentials.json"
is "$(showing inside_of "$other" 'cat ~/.claude/.credentials.json')" "$login" "AUTH-01: is there in the next, in its usual place too"
is "$(stat -c %a "$box/credentials/.credentials.json")" 600 "with its mode"
ok "AUTH-01: a refresh, by rename in the directory" -- \
	inside_of "$other" 'cd ~/.claudebox/credentials && echo new >.t && chmod 600 .t && mv .t .credentials.json'
is "$(inside 'cat ~/.claude/.credentials.json')" new "reaches all projects"

as_user rm "$box/credentials/.credentials.json"
as_user sh -c 'umask 077; echo "$1" >"$0/.credentials.json"' "$box" "$login"
is "$(showing inside 'cat ~/.claude/.credentials.json')" "$login" "AUTH-02: an old ~/.claudebox/.credentials.json is taken over"
is "$(readlink "$box/.credentials.json")" credentials/.credentials.json "a link is left in its place"
is "$(cat "$box/.credentials.json")" "$login" "which still leads to it"
as_user rm "$box/.credentials.json"
as_user tee "$box/.credentials.json" <<<older >/dev/null
is "$(showing inside 'cat ~/.claude/.credentials.json')" "$login" "AUTH-02: and never replaces a login that is there"
is "$(cat "$box/.credentials.json")" older "nor is it lost"

# --- other policies ---------------------------------------------------------------------------

dir=$(user_flake '
  shared = mk { name = "shared"; state = "shared"; };
  host = mk { name = "host"; hostConfig = true; };')
# Builds one at a time: tests of several areas use the same store.
exec 9>"$CB_BUILD/nix/lock" && flock 9
for name in shared host; do
	ok "a policy of one's own: $name" -- user_build "$dir" "$name" --out-link "$CB_TMP/$name"
done
exec 9>&-

claudebox=$(readlink -f "$CB_TMP/shared/bin/claudebox-shared")
inside 'echo from one >~/.claude/note'
is "$(inside_of "$other" 'cat ~/.claude/note')" 'from one' "INST-01: state = \"shared\": all projects have one state"
is "$(cat "$box/shared/claude/note")" 'from one' "in ~/.claudebox/shared"
fails "which has no root" -- test -e "$box/shared/project-root"

claudebox=$(readlink -f "$CB_TMP/host/bin/claudebox-host")
as_user mkdir -p "$home/.claude/agents" "$home/.claude/commands" "$home/.claude/skills/s" "$home/.claude/projects"
for file in CLAUDE.md settings.json agents/a.md commands/c.md skills/s/SKILL.md projects/history .credentials.json; do
	as_user tee "$home/.claude/$file" <<<"host's own" >/dev/null
done
for file in CLAUDE.md agents/a.md commands/c.md skills/s/SKILL.md; do
	is "$(inside "cat ~/.claude/$file")" "host's own" "hostConfig: the host's ~/.claude/$file is shown"
	fails "and cannot be changed" -- inside "echo x >~/.claude/$file"
done
showing run inside 'cat ~/.claude/settings.json ~/.claude/projects/history ~/.claude/.credentials.json'
unlike "$out$err" "host's own" "hostConfig: but neither its settings, whose hooks run, nor history, nor login"
as_user rm "$home/.claude/CLAUDE.md"
as_user ln -s ../.ssh/key "$home/.claude/CLAUDE.md"
refused "SAND-09: hostConfig does not follow a link to a secret" 'refusing mount of .*\.ssh/key' -- inside true

# --- the login is everybody's ------------------------------------------------------------------------

claudebox=$(launcher default)
as_user rm -f "$home/.claudebox/credentials/.credentials.json"
keeps=$home/.claudebox/credentials
ok "what the client keeps beside the login is no letter" -- inside 'cd ~/.claudebox/credentials; echo x >.credentials.json.tmp.0a1b2c3d; echo x >.oauth_refresh.lock.owner
	mkdir .oauth_refresh.lock mcp-refresh-a_server.lock.lock'
run inside true
is "$status $err" '0 ' "and nothing is said of it"
# letter NAME COMMAND WHY: what one agent leaves is refused at the next launch, whatever it is.
letter() {
	ok "an agent leaves $1 beside the login" -- inside "cd ~/.claudebox/credentials; $2"
	refused "L35: which refuses" "refusing ~/.claudebox/credentials/$1 \\($3\\)" -- inside true
	as_user chmod -R u+rwx "$keeps"
	as_user rm -r "${keeps:?}/$1"
}
letter drop 'echo c4n4ry >drop' 'the client keeps nothing of that name there'
letter .credentials.json.bak 'echo c4n4ry >.credentials.json.bak' 'the client keeps nothing of that name there'
letter box.lock 'mkdir box.lock' 'the client keeps nothing of that name there'
letter .a.lock 'mkdir .a.lock; echo c4n4ry >.a.lock/drop' 'a lock of the client is an empty directory'
letter .b.lock 'mkdir -m 0 .b.lock' 'a lock of the client is an empty directory'
letter .credentials.json 'ln -sf /etc/passwd .credentials.json' 'it is neither a file nor a directory'
ok "an agent takes away the right to look" -- inside 'echo c4n4ry >~/.claudebox/credentials/drop; chmod 300 ~/.claudebox/credentials'
if [ "$(id -u)" = 0 ]; then
	refused "L35: which refuses too" 'refusing ~/.claudebox/credentials \(what is in it cannot be listed\)' -- inside true
fi
as_user chmod 700 "$keeps"
as_user sh -c 'echo c4n4ry >"$0/drop"' "$keeps"
like "$(showing as_user bwrap --ro-bind / / --bind "$keeps" "$keeps" cat "$keeps/drop")" c4n4ry "a sandbox that is given the directory unseen has the letter"
offline=$(launcher offline)
run as_user "$offline" --yes --shell -c 'ls -A ~/.claudebox; cat ~/.claudebox/credentials/*; echo x >~/.claudebox/credentials/out; mkdir ~/.claudebox/credentials'
unlike "$out$err" 'c4n4ry|refusing' "AUTH-01: where there is no network there is no login, nor what is beside it"
fails "nor is anything left there" -- test -e "$keeps/out"
as_user rm -r "$keeps"
run inside true
is "$status $err" "0 " "and without it all is well"

# --- whose it is ----------------------------------------------------------------------------------

# account_is ACCOUNT ORGANIZATION: the agent writes a login that says so of itself.
account_is() {
	inside "echo '{\"claudeAiOauth\":{\"accessToken\":\"$RANDOM\",\"accountUuid\":\"$1\"},\"organizationUuid\":\"$2\"}' >~/.claudebox/credentials/.credentials.json"
}
account_is mine ours
run inside true
is "$err" "" "the first account is taken as it comes"
account_is mine ours
run inside true
is "$err" "" "a renewed token is still of that account"
is "$(cat "$box/account"; stat -c %a "$box/account")" "mine ours600" "which is remembered out of the agent's reach"
account_is theirs ours
like "$(as_user "$claudebox" --dry-run)" '^note +the login is not of the account it was of at the last launch' "L35: the audit names another account"
run inside true
like "$err" '^claudebox: note: the login is not of the account it was of at the last launch' "L35: so does a launch that does not ask"
run inside true
is "$err" "" "once"
account_is theirs theirs
inside true 2>"$CB_TMP/changed"
like "$(cat "$CB_TMP/changed")" 'note: the login is not of the account' "L35: another organization is named too"
inside 'echo "{}" >~/.claudebox/credentials/.credentials.json'
run inside true
like "$err" 'note: the login is not of the account' "L35: and a login that does not say any more"
done_testing
