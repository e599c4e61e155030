#!/usr/bin/env bash
# L26: a .git that leads to another repository, or anywhere else, is refused before anything starts.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
home=$CB_USER_HOME

other=$home/other
user_git init -q "$other"
user_git -C "$other" commit -q --allow-empty -m 'a secret of another repository'
user_git -C "$other" worktree add -q "$home/tree"
as_user mkdir -p "$home/.ssh" "$home/victim/sub"

# forged WHAT WHY LINE: with LINE as .git file of the victim.
forged() {
	as_user tee "$home/victim/.git" <<<"$3" >/dev/null
	refused "L26: $1" "refusing the \.git of $home/victim \($2\)" -- \
		inside_of "$home/victim/sub" 'git log'
}
back='the git directory it names does not name it back'

forged "a .git file that names another repository" "$back" "gitdir: $other/.git"
forged "a relative one" "$back" "gitdir: ../other/.git"
forged "one that names another's work tree" "$back" "gitdir: $other/.git/worktrees/tree"
forged "one that names ~/.ssh" "$back" "gitdir: $home/.ssh"
forged "one that names the home" "$back" "gitdir: $home"
forged "one that names the root" "$back" "gitdir: /"
forged "one that names nothing" 'it names a directory that does not exist' "gitdir: $home/nothing"
forged "one that is no pointer" 'it holds no gitdir line' 'something else'
forged "one with two lines" 'it holds no gitdir line' "gitdir: $home/tree"$'\n'"gitdir: $other/.git"

# Another's work tree lies in the project, which is no repository. What its pointer names is made to lead
# back to the project itself, by a link.
as_user mkdir "$home/around"
user_git -C "$other" worktree add -q "$home/around/tree2"
ok "a project around another's work tree" -- inside_of "$home/around" 'mv tree2/.git .git; mv tree2 t; ln -s . tree2'
refused "L26: a link that makes a pointer name it back" "refusing the \.git of $home/around \($back\)" -- inside_of "$home/around" 'git log'
as_user rm -rf "$home/around"
user_git init -q --separate-git-dir "$home/apart" "$home/round/tree3"
user_git -C "$home/round/tree3" config core.worktree "$home/round/tree3"
ok "the same around one with a git directory apart" -- inside_of "$home/round" 'mv tree3/.git .git; mv tree3 t; ln -s . tree3'
refused "L26: and a work tree's name that leads back" "refusing the \.git of $home/round \($back\)" -- inside_of "$home/round" 'git log'

# A git directory of the forger's own names the victim back, but claims another's objects.
own=$home/own/worktrees/x
as_user mkdir -p "$own"
as_user tee "$own/gitdir" <<<"$home/victim/.git" >/dev/null
as_user tee "$own/commondir" <<<"$other/.git" >/dev/null
forged "a git directory that names back but has another's repository behind it" "$back" "gitdir: $own"
as_user rm "$own/commondir"
as_user ln -s "$other/.git/HEAD" "$own/commondir"
forged "and one that reads that by a link" "$back" "gitdir: $own"

as_user rm "$home/victim/.git"
as_user ln -s "$other/.git" "$home/victim/.git"
refused "L26: a .git that is a link to another repository" "refusing the \.git of $home/victim \($back\)" -- \
	inside_of "$home/victim/sub" 'git log'
as_user ln -sfn nowhere "$home/victim/.git"
refused "a .git that is a link to nothing" "refusing the \.git of $home/victim \(it names a directory that" -- \
	inside_of "$home/victim/sub" true
as_user rm "$home/victim/.git"

# What a repository around it may not do: be taken for the project because the .git in it is odd.
user_git init -q "$home/outer"
as_user mkdir -p "$home/outer/inner"
as_user ln -s "$other/.git" "$home/outer/inner/.git"
refused "a linked .git does not make the repository around it the project" \
	"refusing the \.git of $home/outer/inner " -- inside_of "$home/outer/inner" true

# The pointers of a real work tree agree, and are refused once the git directory is another's.
ok "a work tree that is named back is opened" -- inside_of "$home/tree" 'git log -1 --format=%s'
is "$out" 'a secret of another repository' "with its history"
if [ "$(id -u)" = 0 ]; then
	chown root "$other/.git/worktrees/tree"
	refused "L26: a git directory of another user" 'refusing the \.git of .*/tree \(.* is not yours\)' -- \
		inside_of "$home/tree" true
	chown "$CB_USER" "$other/.git/worktrees/tree"
	chown root "$other/.git"
	refused "L26: a repository of another user" 'refusing the \.git of .*/tree \(.* is not yours\)' -- \
		inside_of "$home/tree" true
	chown "$CB_USER" "$other/.git"
else
	skip "only root can give files away" "L26: a git directory of another user"
	skip "only root can give files away" "L26: a repository of another user"
fi

# --- both ends -----------------------------------------------------------------------------------

# Two agents write an end each: one in its repository, the other in a project that is none.
a=$home/a b=$home/b
user_git init -q "$a"
user_git -C "$a" commit -q --allow-empty -m "what the agent of a has"
as_user mkdir "$b"
ok "a project that is no repository" -- inside_of "$b" true
ok "an agent makes one end" -- inside_of "$a" "mkdir -p .git/worktrees/b && cd .git/worktrees/b && echo '$b/.git' >gitdir &&
	echo ../.. >commondir && cp ../../HEAD HEAD"
ok "another the other one" -- inside_of "$b" "echo 'gitdir: $a/.git/worktrees/b' >.git"
is "$(user_git -C "$b" log -1 --format=%s)" "what the agent of a has" "git on the host believes them"
refused "L33: both ends of a pointer by two agents" \
	"refusing the \\.git of $b \\(it leads to $a/\\.git, and led to no other directory at the first launch\\)" -- \
	inside_of "$b" "git log"

# way_on: what the hint says is to be done.
way_on() {
	local file
	file=$(sed -nE 's,^hint: .*: rm ([^;]*);.*,\1,p' <<<"$err")
	as_user rm "${file:?}"
}
user_git init -q "$home/first"
user_git -C "$home/first" commit -q --allow-empty -m one
user_git -C "$home/first" worktree add -q "$home/moved"
ok "a work tree" -- inside_of "$home/moved" true
ok "the second launch finds the same" -- inside_of "$home/moved" true
as_user mv "$home/first" "$home/second"
user_git -C "$home/second" worktree repair "$home/moved" >/dev/null 2>&1
refused "L33: a repository that was moved" \
	"refusing the \\.git of $home/moved \\(it leads to $home/second/\\.git, and led to $home/first/\\.git at the first" -- \
	inside_of "$home/moved" true
way_on
ok "the way on that it tells works" -- inside_of "$home/moved" 'git log -1'
ok "and is remembered" -- inside_of "$home/moved" true
fails "out of the agent's reach" -- inside_of "$home/moved" "ls $home/.claudebox/projects"

# And the guard has its say about where the repository lies.
user_git init -q "$home/.kube/repo"
user_git -C "$home/.kube/repo" commit -q --allow-empty -m x
user_git -C "$home/.kube/repo" worktree add -q "$home/kubetree"
refused "SAND-09: a work tree whose repository lies in a secret place" \
	'refusing git directory .*/\.kube/repo/\.git \(it would show Kubernetes credentials\)' -- \
	inside_of "$home/kubetree" true
done_testing
