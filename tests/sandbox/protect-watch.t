#!/usr/bin/env bash
# L9: what is not protected, or was not there to be, and changed since the last launch is named at
# the next one.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
printf '[user]\nname = Ada\nemail = ada@example.org\n' >"$CB_USER_HOME/.gitconfig"
as_user git init -q -b main project
cd project || exit 1

# session COMMAND: the same, where only what it leaves behind counts.
session() {
	run inside "$1"
}

# notes: what the next launch has to say. It is a dry run: nothing is forgotten by asking.
notes() {
	as_user "$claudebox" --dry-run --shell | sed -n 's/^note *//p'
}

as_user mkdir -p .vscode
as_user tee .envrc .vscode/settings.json >/dev/null <<<one
ok "the first launch" -- inside true
is "$err" "" "names nothing: there is nothing to compare with"
is "$(notes)" "" "nor does the second, when nothing has changed"

ok "a session changes a watched file" -- inside 'echo two > .envrc'
is "$(notes)" "changed since the last launch, and may run on your host: .envrc" "it is named"
is "$(notes)" "changed since the last launch, and may run on your host: .envrc" "and asking does not forget it"
ok "the next launch" -- inside true
is "$err" "claudebox: note: changed since the last launch, and may run on your host: .envrc" "names it also with --yes"
is "$(notes)" "" "once"

ok "a session writes the same contents again" -- inside 'cp .envrc x; cat x > .envrc; rm x'
is "$(notes)" "" "which is no change"
session 'touch -r .vscode/settings.json stamp; echo six > .vscode/settings.json; touch -r stamp .vscode/settings.json; rm stamp'
is "$(notes)" "changed since the last launch, and may run on your host: .vscode/settings.json" \
	"a change of the same size with the time set back is named"
session 'chmod +x .envrc'
is "$(notes)" "changed since the last launch, and may run on your host: .envrc" "so is a file that becomes a program"
session 'mkdir -p .husky/_ .claude/hooks; echo x > .husky/_/h; echo {} > .claude/settings.local.json; ln -s /etc/passwd .mcp.json; rm .envrc'
for file in .husky/_/h .claude/settings.local.json .mcp.json; do
	like "$(notes)" "^new since the last launch, and may run on your host:.* ${file//./\\.}(,|\$)" "a new $file is named"
done
unlike "$(notes)" envrc "a file that is gone is not"
session true
session 'ln -sfn /etc/group .mcp.json; for i in $(seq 20); do echo > .vscode/$i; done'
like "$(notes)" '^changed .*: .mcp.json$' "a link that leads elsewhere is named"
is "$(notes | sed -n 's/^new .*: //p' | tr , '\n' | wc -l)" 9 "of many some are named"
like "$(notes)" ', and more$' "and it is said that there are more"

# What could not be protected, because it was not there.
session true
as_user rm -rf .git/hooks
ok "a session without .git/hooks makes them" -- inside 'mkdir .git/hooks; echo x > .git/hooks/pre-commit; mkdir -p .git/rebase-merge; echo "exec x" > .git/rebase-merge/steps'
like "$(notes)" '^new .*: \.git/hooks/pre-commit, \.git/rebase-merge/steps$' "they are named"
session true
fails "and protected from then on" -- inside 'echo x > .git/hooks/pre-commit'
as_user git config a.b c
is "$(notes)" "changed since the last launch, and may run on your host: .git/config" "what you change yourself is named too"
session true
session 'rm -rf .git/rebase-merge; git commit -q --allow-empty -m x; git worktree add -q wt'
like "$(notes)" '^new .*\.git/worktrees/wt/commondir' "the pointers of a new work tree are named"
session true

record=$(ls -d "$CB_USER_HOME"/.claudebox/projects/*/watched)
is "$(stat -c %a "$record")" 600 "the record is private"
fails "and out of the agent's reach" -- inside "ls $record || ls ~/.claudebox/projects"
before=$(stat -c %y "$record")
session true
is "$(stat -c %y "$record")" "$before" "it is not written when nothing has changed"
as_user truncate -s 75 "$record"
isnt "$(notes)" "" "half a record names more, not less"
as_user rm "$record" && as_user ln -s /dev/null "$record"
exits 125 "a link in its place is refused" -- inside true
as_user rm "$record"

session 'mkdir .idea; for i in $(seq 1100); do : > .idea/$i; done'
like "$(notes)" 'the watched places hold more files than are compared' "more files than are compared are no secret"
as_user cp .git/hooks/pre-commit .git/hooks/post-commit
like "$(notes)" '^new .*: \.git/hooks/post-commit,' "and do not hide a hook"
as_user ln .git/hooks/pre-commit second
exits 125 "nor one that has a second name" -- inside true
like "$err" 'refusing .*/\.git/hooks/pre-commit \(it has a second name' "which is named"
as_user rm -r second .idea
session true
pids=()
for i in $(seq 12); do
	as_user "$claudebox" --yes --shell -c "echo $i > .envrc" 2>/dev/null &
	pids+=($!)
done
failed=0
for pid in "${pids[@]}"; do wait "$pid" || failed=$((failed + 1)); done
is "$failed" 0 "a dozen launches at once, each with something to record, all start"
is "$(($(stat -c %s "$record") % 50)):$(find "${record%/*}" -name '.new*')" "0:" "and leave a whole record"

cd wt || exit 1
as_user tee .envrc >/dev/null <<<wt
ok "a linked work tree shares the record" -- inside true
is "$err" "" "and its first launch names nothing"
session 'echo changed > .envrc'
is "$(notes)" "changed since the last launch, and may run on your host: .envrc" "its own files are told from the others'"
# --- a right taken away ---------------------------------------------------------------------------

as_user git init -q -b main ../other
cd ../other || exit 1
as_user mkdir .husky
session true
session 'echo x >.husky/post-merge; chmod 311 .husky'
like "$(notes)" '^new .*: \.husky$' "L9: a watched directory that cannot be listed any more is named itself"
session true
is "$(notes)" "" "once"
as_user chmod 755 .husky
like "$(notes)" '^new .*: \.husky/post-merge$' "and what is in it when it can be again"
as_user rm -rf .git/hooks
session 'mkdir .git/hooks; echo x >.git/hooks/pre-commit; chmod 311 .git/hooks'
exits 125 "L9: hooks that cannot be listed" -- inside true
like "$err" '^claudebox: refusing .*/\.git/hooks \(Permission denied\)' "keep the next sandbox from starting"
# --- what tools of today run ----------------------------------------------------------------------

as_user git init -q -b main ../tools
cd ../tools || exit 1
session true
# A file for each place that the profiles watch in the work tree.
files=(.envrc flake.nix .mise.toml .vscode/tasks.json .idea/workspace.xml .cursor/rules .zed/tasks.json .claude/settings.json
	.claude/settings.local.json .claude/hooks/a .claude/commands/a.md .claude/agents/a.md .claude/skills/a/SKILL.md .mcp.json
	.devcontainer/devcontainer.json .husky/pre-commit .pre-commit-config.yaml .yarnrc.yml .cargo/config.toml)
for file in "${files[@]}"; do
	session "mkdir -p \$(dirname $file); echo x >$file"
	is "$(notes)" "new since the last launch, and may run on your host: $file" "L9: a new $file is named"
	session true
done
is "$(jq '.watch | length' "${claudebox%/bin/*}/share/claudebox/default/policy.json")" "$((${#files[@]} + 1))" "with .git/rebase-merge that is all"
done_testing
