#!/usr/bin/env bash
# git's everyday work inside, with its hooks and configuration protected; what does not work is
# listed here too, as it is meant.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
printf '[user]\nname = Ada\nemail = ada@example.org\n' >"$CB_USER_HOME/.gitconfig"

host() {
	as_user git -c protocol.file.allow=always "$@"
}
works() {
	ok "L9: inside, $1 works" -- inside "set -e; $2"
}

# refuses WHAT COMMAND: says so, changes nothing that decides, and leaves no lock of git's behind.
refuses() {
	local before
	before=$(cat .git/config .git/modules/sub/config .git/worktrees/outside/*dir; ls .git/hooks)
	run inside "set -e; $2"
	like "$err" 'Device or resource busy|Read-only file system' "L9: inside, $1 does not work: that is the point"
	is "$(cat .git/config .git/modules/sub/config .git/worktrees/outside/*dir; ls .git/hooks)" "$before" "and changes nothing"
	is "$(find . -name '*.lock')" "" "and leaves no lock behind"
}

cd "$(user_scratch)" || exit 1
host init -q -b main library
(cd library && host commit -q --allow-empty -m library && host branch feature && host branch other-feature)
host init -q -b main project
cd project || exit 1
as_user tee file >/dev/null <<<one
as_user tee .envrc >/dev/null <<<'export A=1'
host add .
host commit -qm one
host submodule --quiet add ../library sub 2>/dev/null
host commit -qm submodule
host remote add origin ../library
host fetch -q origin
host worktree add -q ../outside -b outside

works "commit" 'echo two > file; git commit -qam two; git status --porcelain'
works "branch and switch" 'git switch -qc topic; echo three > topic; git add topic; git commit -qm three; git switch -q main'
works "merge" 'git switch -qc other main; echo o > o; git add o; git commit -qm o; git merge -q --no-edit topic; git switch -q main; git merge -q other'
works "rebase" 'git switch -qc based main~1; echo b > b; git add b; git commit -qm b; git rebase -q main; git switch -q main'
works "an interactive rebase" 'git switch -q based; GIT_SEQUENCE_EDITOR="sed -i s/^pick/reword/" GIT_EDITOR=true git rebase -q -i main; git switch -q main'
works "stash" 'echo s > file; git stash -q; git stash pop -q; git checkout -q file'
works "cherry-pick, revert, tag, reset, bisect, notes" 'git cherry-pick based >/dev/null; git revert --no-edit HEAD >/dev/null; git tag v1; git reset -q --hard HEAD~2
	git bisect start; git bisect reset; git notes add -m n'
works "amend and reflog" 'git commit -q --amend --no-edit; git reflog expire --expire=now --all; git reflog'
works "gc" 'git gc -q --prune=now; git fsck --no-progress'
works "pack-refs, repack and maintenance" 'git pack-refs --all; git repack -qad; git maintenance run --quiet --task=gc'
works "a commit in a submodule" 'cd sub; git switch -qc x; git commit -q --allow-empty -m x; cd ..; git add sub; git commit -qm sub'
works "submodule foreach, status and checkout" 'git submodule -q foreach true; git submodule status; git -C sub checkout -q --detach'
works "worktree add and remove of a new one" 'git worktree add -q wt -b wt; cd wt; git commit -q --allow-empty -m wt; cd ..; git worktree remove wt; git branch -qD wt'
works "grep, log, blame, diff, archive, clean" 'git grep -q one || true; git log -p >/dev/null; git blame file >/dev/null; git diff HEAD~1 >/dev/null; git archive HEAD | tar t >/dev/null; git clean -fdq'
works "a new repository of its own in the project" 'git init -q nested; cd nested; git config a.b c; git commit -q --allow-empty -m n; cd ..; rm -rf nested'
works "sparse index and many files" 'mkdir many; for i in $(seq 200); do echo $i > many/$i; done; git add many; git commit -qm many; git rm -qr many; git commit -qm none'

works "a switch to a branch of a remote" 'git switch -q feature; git log -1 --format=%s | grep -qx library; git switch -q main'
is "$(inside 'git switch other-feature 2>&1 | grep -v "rmdir .sub."; git branch -q mine origin/feature 2>&1; git switch -q main')" \
	"Switched to a new branch 'other-feature'" "and no error is said, nor that it tracks it"
is "$(host config --get-regexp '^branch\.')" "" "which it does not"

# What SANDBOX.md tells the agent to do instead.
works "a branch by another name" 'git branch before main; git branch after before; git branch -q -D before; git rev-parse -q --verify after >/dev/null'
# shellcheck disable=SC2016 # a variable of git's
works "a checkout of what the project has of its submodules" 'git -C sub commit -q --allow-empty -m moved
	git submodule foreach -q '\''git checkout -q $sha1'\''
	test "$(git -C sub rev-parse HEAD)" = "$(git rev-parse :sub)"'
like "$(inside 'cat /etc/claude-code/CLAUDE.md')" 'git branch NEW OLD.*submodule foreach .git checkout .sha1..*pre-commit install' "SANDBOX.md says so"

refuses "git branch -m" 'git branch -q -m after later'
refuses "git config" 'git config a.b c'
refuses "git remote add" 'git remote add x y'
refuses "a tracking branch" 'git branch -q --set-upstream-to=main topic'
# git writes core.worktree of a submodule anew at each update, also when it stays the same.
refuses "git submodule update" 'git submodule -q update'
refuses "git submodule deinit" 'git submodule -q deinit -f sub'
refuses "git worktree remove of one that was there" 'git worktree remove --force ../outside'
refuses "hook installers" 'echo x > .git/hooks/pre-commit'
ok "after all that the repository is whole" -- host fsck --no-progress
ok "the linked work tree outside too" -- host -C ../outside status --porcelain
is "$(host -C ../outside status --porcelain)" "" "and without a change"

# The failure that protecting files of the work tree would bring: a checkout that cannot write a
# file goes on, and the next `commit -a` takes the old contents for a change.
host switch -qc envrc main 2>/dev/null
as_user tee .envrc >/dev/null <<<'export A=2'
host commit -qam envrc
host switch -q main 2>/dev/null
works "a checkout across a change of a watched file, then commit -am" \
	'git switch -q envrc; echo e > file; git commit -qam file'
is "$(host show envrc:.envrc)" 'export A=2' "and the commit reverts nothing"
is "$(host diff --name-only envrc~1 envrc)" file "and holds what was changed"
done_testing
