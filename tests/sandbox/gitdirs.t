#!/usr/bin/env bash
# L9: what an agent leaves in a git directory, for git on the host to read or write through: a
# session can make it, the next launch refuses to start, and says what to look at.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
home=$CB_USER_HOME

# new_project: a repository with one commit; the current directory from here on.
new_project() {
	cd "$(user_scratch)" && as_user mkdir project && cd project || exit 1
	user_git init -q .
	as_user tee file >/dev/null <<<one
	user_git add file
	user_git commit -qm one
	as_user tee "$home/rc" >/dev/null <<<'words of the host'
}

# naive COMMAND: in a sandbox that shows the project writable, with hooks and configuration read-only.
naive() {
	as_user bwrap --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --bind "$PWD" "$PWD" \
		--ro-bind "$PWD/.git/hooks" "$PWD/.git/hooks" --ro-bind "$PWD/.git/config" "$PWD/.git/config" bash -c "$1"
}

# names PATH WHY: no sandbox starts, and it says that of this path.
names() {
	refused "L9: the next launch" "refusing $PWD/$1 \\($2\\)" -- inside true
	like "$err" '^hint: .*(ls -l|chmod u\+rx)' "and how to look at it"
}
link='a symbolic link that leads out of the git directory'
odd='it is neither a file nor a directory'

# --- what git on the host does with it -------------------------------------------------------------

new_project
ok "a naive sandbox lays a link at COMMIT_EDITMSG" -- naive "ln -sfn '$home/rc' .git/COMMIT_EDITMSG"
user_git commit -q --allow-empty -m 'overwritten'
is "$(cat "$home/rc")" overwritten "and a commit on the host writes to any file"

new_project
ok "one at logs/HEAD" -- naive "ln -sfn '$home/rc' .git/logs/HEAD; git branch 'x;id'"
user_git checkout -q 'x;id'
like "$(cat "$home/rc")" 'moving from main to x;id' "and a checkout there writes what the agent chose"

new_project
ok "one at MERGE_MSG" -- naive "ln -sfn '$home/rc' .git/MERGE_MSG"
user_git commit -q --allow-empty --no-edit
like "$(user_git log -1 --format=%B)" 'words of the host' "and the next commit holds a file of the host"

# --- what ours does --------------------------------------------------------------------------------

new_project
ok "a session without a link" -- inside true
ok "leaves one at COMMIT_EDITMSG" -- inside "ln -sfn '$home/rc' .git/COMMIT_EDITMSG"
names '\.git/COMMIT_EDITMSG' "$link"
refused "the dry run says the same" "refusing $PWD/\\.git/COMMIT_EDITMSG " -- as_user "$claudebox" --dry-run
as_user rm .git/COMMIT_EDITMSG
ok "removed, the next one starts" -- inside true
is "$err" "" "without a word"

# leaves WHAT COMMAND PATH WHY: in a session, for the next launch.
leaves() {
	new_project
	ok "a session leaves $1" -- inside "$2"
	names "$3" "$4"
}
leaves "a link at logs/HEAD" "ln -sfn '$home/rc' .git/logs/HEAD" '\.git/logs/HEAD' "$link"
leaves "a link at MERGE_MSG" "ln -s ../../other .git/MERGE_MSG" '\.git/MERGE_MSG' "$link"
leaves "a link to what is not there yet" "ln -s '$home/.new' .git/FETCH_HEAD" '\.git/FETCH_HEAD' "$link"
leaves "a link to the configuration" "ln -s config .git/FETCH_HEAD" '\.git/FETCH_HEAD' "$link"
leaves "a link to the hooks" "ln -s ../hooks/pre-push .git/info/refs" '\.git/info/refs' "$link"
leaves "a link in the place of a directory" "rm -rf .git/logs; ln -s '$home' .git/logs" '\.git/logs' "$link"
leaves "a link deep in refs/" "mkdir -p .git/refs/heads/a/b; ln -s '$home/rc' .git/refs/heads/a/b/c" '\.git/refs/heads/a/b/c' "$link"
leaves "a link for what objects are shared" "ln -s '$home/rc' .git/objects/info/alternates" '\.git/objects/info/alternates' "$link"
leaves "a HEAD that is a link elsewhere" "ln -sfn '$home/rc' .git/HEAD" '\.git/HEAD' "$link"
leaves "a HEAD that leaves refs/ again" "ln -sfn refs/../../file .git/HEAD" '\.git/HEAD' "$link"
leaves "a FIFO" "mkfifo .git/FETCH_HEAD" '\.git/FETCH_HEAD' "$odd"
leaves "a FIFO in info/" "rm -f .git/info/exclude; mkfifo .git/info/exclude" '\.git/info/exclude' "$odd"
leaves "a socket" "cd .git; node -e 'require(\"net\").createServer().listen(\"ORIG_HEAD\", () => process.kill(process.pid, 9))'; true" \
	'\.git/ORIG_HEAD' "$odd"
leaves "a directory that cannot be listed" "chmod 311 .git/refs" '\.git/refs' 'Permission denied'
as_user chmod 755 .git/refs

# --- in every git directory ------------------------------------------------------------------------

new_project
user_git worktree add -q ../linked 2>/dev/null
user_git init -q ../library
user_git -C ../library commit -q --allow-empty -m one
user_git submodule --quiet add "$PWD/../library" sub 2>/dev/null
ok "a session leaves a link in that of a work tree" -- inside "cd .git/worktrees/*/ && ln -sfn '$home/rc' COMMIT_EDITMSG"
names '\.git/worktrees/[^/]+/COMMIT_EDITMSG' "$link"
refused "also in the work tree itself" "refusing $PWD/\\.git/worktrees/.*/COMMIT_EDITMSG" -- inside_of ../linked true
as_user rm .git/worktrees/*/COMMIT_EDITMSG
ok "a session leaves a link in that of a submodule" -- inside "ln -sfn '$home/rc' .git/modules/sub/COMMIT_EDITMSG"
names '\.git/modules/sub/COMMIT_EDITMSG' "$link"
as_user rm .git/modules/sub/COMMIT_EDITMSG
cd ../library || exit 1
as_user ln -sfn "$home/rc" .git/COMMIT_EDITMSG
library=$PWD
new_project
refused "and in one that is shown by --mount-rw" "refusing $library/\\.git/COMMIT_EDITMSG" -- \
	as_user "$claudebox" --yes --mount-rw "$library" --shell -c true

# --- what is no attack -----------------------------------------------------------------------------

new_project
as_user ln -sfn refs/heads/main .git/HEAD
as_user mkdir -p .git/refs/remotes/origin
as_user ln -s refs/remotes/origin/main .git/refs/remotes/origin/HEAD
as_user ln -s ../../scripts/lint .git/hooks/pre-commit
ok "references as links, as git used to write them, and a hook that is one" -- inside 'git log -1 --format=%s'
is "$out:$err" "one:" "are taken without a word"
as_user ln -s ../info/exclude .git/logs/other
ok "a link that stays in the git directory" -- inside true
is "$err" "claudebox: note: symbolic links in a git directory, where git makes none: .git/logs/other" "is named"
done_testing
