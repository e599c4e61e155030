#!/usr/bin/env bash
# L9: what decides over programs on the host cannot be changed from inside, whatever is renamed,
# removed or linked; what git does every day still works; nothing is left in the tree.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
need cc
sandbox_ready
ran=$(user_scratch)
cd "$(user_scratch)" || exit 1

printf '[user]\nname = Ada\nemail = ada@example.org\n' >"$CB_USER_HOME/.gitconfig"

# host ARGUMENT…: git on the host, as the user.
host() {
	as_user git -c protocol.file.allow=always "$@"
}

# new_project: a repository with a hook of its own and one commit; the current directory from here on.
new_project() {
	cd "$(user_scratch)" && as_user mkdir project && cd project || exit 1
	host init -q -b main .
	printf '#!/bin/sh\n' | as_user tee .git/hooks/pre-push >/dev/null
	as_user chmod +x .git/hooks/pre-push
	as_user tee file >/dev/null <<<one
	host add file
	host commit -qm one
}

# decisive: the names and contents of all that decides over programs on the host.
decisive() {
	find . \( -path '*.git/*hooks/*' -o -path '*.git/*config' -o -path '*.git/*config.worktree' -o -path '*.git/*commondir' \
		-o -path '*.git/*gitdir' -o -name .git \) -type f ! -name '*.sample' \
		-printf '%p %m ' -exec sha256sum {} ';' | cut -c1-80 | LC_ALL=C sort
}

# The payload: says on the host that it ran.
payload=$ran/payload
printf '#!/bin/sh\ntouch %s\nexit 1\n' "$ran/ran" >"$payload"
chmod 755 "$payload"

# host_works: does what shells and editors do all the time; fails when the payload was started.
host_works() {
	host status >/dev/null 2>&1
	host diff >/dev/null 2>&1
	host commit -q --allow-empty -m host >/dev/null 2>&1
	[ ! -e "$ran/ran" ] || { rm -f "$ran/ran"; return 1; }
}

# --- the attacks -----------------------------------------------------------------------------

cc -static -D_GNU_SOURCE -Wall -Wextra -Werror -o "$CB_TMP/probe" "$CB_HERE/protect-probe.c" || exit 1

# attacked DESC COMMAND: an attack on a new project, after which the host's git runs nothing of it.
attacked() {
	new_project
	as_user mkdir -p a/b && as_user touch a/b/c && cp "$CB_TMP/probe" probe
	attack "$1" "P='$payload'; $2"
	ok "$1: git on the host starts nothing" -- host_works
}

evil='printf "#!/bin/sh\n" > new; cat "$P" >> new 2>/dev/null || printf "touch %s\n" "${P%/*}/ran" >> new; chmod +x new'
attacked "a hook written" "$evil; cp new .git/hooks/post-commit; cp new .git/hooks/pre-push"
attacked "git config" "git config core.fsmonitor '$payload'; git config core.hooksPath .; echo x >> .git/config"
new_project
host config extensions.worktreeConfig true
host config --worktree core.sparseCheckout false
attack "git config --worktree" "git config --worktree core.fsmonitor '$payload'; echo x >>.git/config.worktree; mv .git/config.worktree w; cp w .git/config.worktree"
ok "and git on the host starts nothing" -- host_works
attacked "mv of .git and a new one in its place" \
	"$evil; mv .git .git2; mkdir .git; cp -r .git2/. .git; cp new .git/hooks/post-commit"
attacked "mv of .git/hooks" "$evil; mv .git/hooks .git/h; mkdir .git/hooks; cp new .git/hooks/post-commit"
attacked "rename over .git/config" "cp .git/config c; git config -f c core.fsmonitor '$payload'; mv -f c .git/config; mv -f .git/config d"
attacked "rename exchanging .git with another directory" "$evil; cp -r .git g; cp new g/hooks/post-commit; ./probe exchange g .git || mv -T g .git"
like "$tried" '^exchange: Device or resource busy$' "which the kernel refuses for what holds mounts"
attacked "rename exchanging .git/hooks with another directory" "$evil; mkdir .git/h; cp new .git/h/post-commit; ./probe exchange .git/h .git/hooks"
like "$tried" '^exchange: Device or resource busy$' "and for what is one"
attacked "rm -rf of .git/hooks and .git/config" \
	"$evil; rm -rf .git/hooks .git/config; mkdir .git/hooks; cp new .git/hooks/post-commit"
attacked "a hard link to .git/config" "ln .git/config x && git config -f x core.fsmonitor '$payload' ; ln .git/hooks/pre-push y; echo '$payload' >> y"
attacked "a symbolic link in the place of .git" \
	"$evil; cp -r .git o; cp new o/hooks/post-commit; mv .git/HEAD h; mv .git g; rm -rf .git; ln -sfn o .git; ln -s ../o/hooks .git/hooks; mv h .git/HEAD"
bound=(.git/config .git/hooks)
write='echo x >>.git/config; echo x >.git/hooks/post-commit'
attacked "mounts taken away" "./probe uncover .git/config .git/hooks .git -- sh -c '$write'; ./probe namespace uncover .git/config .git/hooks .git -- sh -c '$write'"
like "$tried" '^\.git/config: Operation not permitted$' "which the kernel refuses"
like "$tried" '^namespace: No space left on device$' "and a namespace in which it could be asked again"
bound=()
attacked "modes and owners" "chmod 777 .git/hooks .git/config .git/hooks/*; chmod -x .git/hooks/pre-push"
new_project
attack "rm -rf .git (the history is the agent's to lose)" 'rm -rf .git'
ok "and git on the host starts nothing" -- host_works

new_project
bound=(.git/hooks)
attack "a rename of .git, which gets around a read-only bind of the hooks alone" \
	'mv .git .git2; mkdir .git; cp -r .git2/. .git; echo true >> .git/hooks/pre-push'
bound=()

# --- work trees and submodules -------------------------------------------------------------------

git_decides=$(declare -f decisive)
# back_to_git: `decisive` as above.
back_to_git() {
	eval "$git_decides"
}
eval "git_${git_decides}" # git_decisive

new_project
main=$PWD
host worktree add -q "$main-linked" 2>/dev/null
cd "$main-linked" || exit 1
decisive() {
	(cd "$main" && git_decisive)
	cat "$main-linked/.git" "$main"/.git/worktrees/*/commondir 2>&1
}
attack "from a linked work tree" "git config core.fsmonitor '$payload'; echo x > .git; mv .git g; rm -f .git; G='$main/.git'
	echo x > \$G/hooks/pre-push; cd \$G/worktrees/*/ && echo ../../x > commondir; echo x > gitdir; rm -rf commondir gitdir; mv \$G/worktrees \$G/w; cd '$main-linked'; mv ../\${PWD##*/} ../w"
ok "L9: committing in a linked work tree works" -- inside 'echo two > file && git commit -qam two && git log --oneline'
cd "$main" || exit 1
attack "from the main work tree, on the pointers of a linked one" \
	"cd .git/worktrees/*/ && echo ../../../x > commondir; rm -f gitdir; git worktree remove --force ../../../nowhere; cd '$main'; git worktree prune"
back_to_git

library=$(new_project >/dev/null && pwd)
new_project
host submodule --quiet add "$library" lib/inner 2>/dev/null
host commit -qm submodule
before=$(decisive)
isnt "$(grep modules <<<"$before")" "" "a submodule has its git directory in the repository's"
attack "the configuration, hooks and pointer of a submodule" "git -C lib/inner config core.fsmonitor '$payload'; echo x > .git/modules/lib/inner/hooks/pre-push
	echo 'gitdir: ../../evil' > lib/inner/.git; mv lib/inner lib/i; mv lib l; rm -rf lib/inner/.git; mv .git/modules .git/m"
ok "git on the host starts nothing" -- host_works

# What keeps the next launch from finding a submodule's git directory must not open it: each is done by
# one sandbox, for the one after it to find nothing to protect.
write='chmod u+rwx .git/modules .git/modules/lib; echo x >>.git/modules/lib/inner/config; echo x >.git/modules/lib/inner/hooks/pre-push; chmod u+rwx .git/worktrees'
next=$'\n: in the next sandbox\n'
in_two() {
	inside "${1%%"$next"*}"
	inside "${1#*"$next"}"
	as_user chmod -R u+rwX .git
}
hidden() {
	attack "L9: a submodule, behind $1" "$2"$'\n'"echo it was tried$next$write" in_two
}
hidden 'no right to list .git/modules' 'chmod 311 .git/modules'
like "$err" "^claudebox: refusing $PWD/.git/modules \\(Permission denied\\)" "nothing starts where it cannot be told"
like "$err" '^hint: .*chmod u\+rx' "and it says what to do"
hidden 'no right to list the directory between' 'chmod 311 .git/modules/lib'
hidden 'a HEAD that is a link' 'ln -sfn refs/heads/main .git/modules/lib/inner/HEAD'
hidden 'no HEAD' 'rm -f .git/modules/lib/inner/HEAD'
hidden 'nothing else that may go' '(cd .git/modules/lib/inner && rm -rf HEAD objects refs)'
# What looks like a git directory may hold others all the same.
hidden 'a HEAD beside it' 'touch .git/modules/lib/HEAD'
as_user rm -f .git/modules/lib/HEAD
ok "a way to another git directory is made in that of a submodule" -- inside 'mkdir x; cp .git/modules/lib/inner/config x; echo ../../../../x >.git/modules/lib/inner/commondir'
exits 125 "L26: a commondir there" -- inside true
like "$err" "^claudebox: refusing $PWD/.git/modules/lib/inner/commondir \\(it sends git elsewhere" "is refused"
new_project
host submodule --quiet add --name vendor/config "$library" one 2>/dev/null
host submodule --quiet add --name vendor/hooks "$library" two 2>/dev/null
host commit -qm submodules
as_user find .git/modules -type f -links +1 -exec sh -c 'cp -p "$0" "$0.new" && mv -f "$0.new" "$0"' {} ';'
ok "submodules with names of git's own work" -- inside 'cd one && echo two >file && git commit -qam two && cd ../two && echo two >file && git commit -qam two'
attack "L9: submodules with such names" 'for name in config hooks; do echo x >>.git/modules/vendor/$name/config; echo x >.git/modules/vendor/$name/hooks/pre-push; done'
new_project
host submodule --quiet add --name a/b/c/d/e/f/g/h/i/j "$library" lib/inner 2>/dev/null
run inside 'echo x >>.git/modules/a/b/c/d/e/f/g/h/i/j/config'
like "$err" 'Read-only file system' "L9: ten directories deep a submodule is protected too"
as_user mkdir -p ".git/modules/$(printf 'x/%.0s' {1..40})"
exits 125 "and where it is deeper than anybody looks" -- inside true
like "$err" "^claudebox: refusing $PWD/.git/modules/x/.* \\(more directories in one another" "nothing starts"
new_project
run inside 'chmod 311 .git/worktrees || mkdir -m 311 .git/worktrees'
exits 125 "L9: the same for work trees that cannot be listed" -- inside true

as_user mkdir -p "$ran/extra" && cd "$ran/extra" && host init -q . || exit 1
# shown_from PROJECT COMMAND: in a sandbox of PROJECT that shows the current directory.
shown_from() {
	as_user env -C "$1" "$claudebox" --yes --mount-rw "$PWD" --shell -c "cd '$PWD'"$'\n'"$2"
}
attack "a repository shown by --mount-rw" 'echo x >> .git/config; mv .git g' shown_from "$main"
run as_user env -C "$main" "$claudebox" --yes --mount-rw "$main" --shell -c "echo x >> .git/config; mv .git g"
like "$out$err" 'Read-only|busy' "and the project shown again by it still is protected"

# A work tree below the project has its pointer there; led elsewhere, git on the host does what it finds.
new_project
host worktree add -q .trees/one
isnt "$(decisive | grep -F ./.trees/one/.git)" "" "a work tree below the project has a pointer"
attack "L9: a work tree below the project" "mkdir evil && cp -r .git/HEAD .git/objects .git/refs evil
	printf '[core]\nrepositoryformatversion = 0\nworktree = %s\nfsmonitor = $payload\n' \"\$PWD/.trees/one\" >evil/config
	echo \"gitdir: \$PWD/evil\" >.trees/one/.git; mv .trees/one/.git g; rm -f .trees/one/.git; mv .trees t; mv .trees/one .trees/two"
works_in() {
	(cd "$1" && host_works)
}
ok "and git on the host starts nothing there" -- works_in .trees/one
ok "commits are made in it" -- inside 'cd .trees/one && echo two >file && git commit -qam two'

# A repository without a work tree is a git directory as a whole.
bare=$(user_scratch)/bare.git
host clone -q --bare . "$bare"
cd "$bare" || exit 1
decisive() {
	cat "$bare/config"
	find "$bare/hooks" -type f ! -name '*.sample' 2>&1
}
write='echo x >hooks/post-receive; git config core.pager x; mv hooks h'
attack "L9: a bare repository as project" "$write"
attack "L9: one that is shown by --mount-rw" "$write" shown_from "$main"
ok "its HEAD can be taken away" -- inside 'rm HEAD'
attack "L9: one without its HEAD" 'echo x >hooks/post-receive; echo x >>config'
back_to_git

# --- what refuses to start -------------------------------------------------------------------

# not_protected DESC REGEX: what of the project cannot be protected, and why.
not_protected() {
	refused "$1" "refusing $PWD/$2" -- inside true
}
new_project
as_user ln .git/config copy
not_protected "a protected file with a second name" '\.git/config \(it has a second name'
new_project
as_user mv .git/hooks away && as_user ln -s ../away .git/hooks
not_protected "L7: a symbolic link in the place of the hooks" '\.git/hooks \(a symbolic link is there\)'
new_project
as_user rm .git/config && as_user mkfifo .git/config
not_protected "a pipe in the place of the configuration" '\.git/config \(it is neither a file nor a directory\)'
new_project
run inside "mkdir x; cp .git/config x; echo ../x > .git/commondir"
exits 125 "L26: a commondir that git has not written, before anything starts" -- inside true
like "$err" '^claudebox: refusing the \.git of .*commondir' "and it says so"
new_project
as_user mv .git .bare
as_user tee .git >/dev/null <<<'gitdir: ./.bare'
ok "a git directory beside its pointer" -- inside "git log; mkdir x; cp .bare/config x; echo ../x > .bare/commondir"
exits 125 "L26: a commondir there" -- inside true
like "$err" '^claudebox: refusing the \.git of .*commondir' "is refused too"
new_project
run inside 'mkdir -p x/worktrees y; cp -r .git x/worktrees/z; cp .git/config y; echo "$PWD/y" >x/worktrees/z/commondir'
as_user mv .git away
as_user tee .git >/dev/null <<<'gitdir: x/worktrees/z'
exits 125 "L26: and one that only lies where work trees have it" -- inside true
like "$err" '^claudebox: refusing the \.git of .*commondir' "is refused too"

# --- nothing is left -------------------------------------------------------------------------------

new_project
as_user rm -rf .git/hooks .git/info
listing=$(find . -printf '%p %y %m %s %T@\n' | LC_ALL=C sort)
ok "a session that does nothing" -- inside true
is "$(find . -printf '%p %y %m %s %T@\n' | LC_ALL=C sort)" "$listing" "leaves the tree as it was, also where something to protect is missing"
is "$(find "$CB_USER_HOME/.claudebox" -perm 0444 -o -name '.new*')" "" "and makes no mount point in the state"

done_testing
