#!/usr/bin/env bash
# Which directory is the project, whatever it is called and however git is arranged in it.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
as_user git config --global user.name 'Test User'
as_user git config --global user.email test@example.org
home=$CB_USER_HOME

# commits DIR WHAT: a commit made inside, from DIR, is there on the host.
commits() {
	local text="made in $2"
	ok "SAND-05, GIT-01: $2: a commit works inside" -- \
		inside_of "$1" "echo x >>file && git add file && git commit -qm '$text' && git status --porcelain"
	is "$out" "" "and leaves nothing unsaved"
	is "$(user_git -C "$1" log -1 --format='%an: %s')" "Test User: $text" "and it is there on the host"
}

# --- where git says the top is -----------------------------------------------------------------

main=$home/main
user_git init -q "$main"
user_git -C "$main" commit -q --allow-empty -m first
as_user mkdir -p "$main/sub/deep" "$home/plain/sub"
commits "$main" "a repository"
commits "$main/sub/deep" "a subdirectory"
is "$(inside_of "$main/sub/deep" 'pwd; git rev-parse --show-toplevel')" "$main/sub/deep"$'\n'"$main" \
	"SAND-05: the top level around a subdirectory is the project"

is "$(inside_of "$home/plain/sub" 'pwd; ls -A ..')" "$home/plain/sub"$'\n'sub \
	"SAND-05: without git the current directory is the project, and nothing beside it"
as_user touch "$home/plain/beside"
fails "which is not there" -- inside_of "$home/plain/sub" 'ls ../beside'

as_user ln -s main/sub "$home/link"
is "$(inside_of "$home/link/deep" pwd)" "$main/sub/deep" "a directory reached by a link is the one it leads to"

for tree in linked 'linked by name'; do
	user_git -C "$main" worktree add -q -b "${tree// /-}" "$home/$tree"
	commits "$home/$tree" "the work tree \"$tree\""
done
is "$(user_git -C "$main" branch --list linked)" "+ linked" "the main work tree knows its branch"
as_user mkdir "$home/linked/deep"
commits "$home/linked/deep" "a subdirectory of a linked work tree"
is "$(inside_of "$home/linked" "ls -A '$main'")" .git "of the main work tree only its repository is shown"

user_git clone -q --bare "$main" "$home/bare.git"
user_git -C "$home/bare.git" worktree add -q "$home/of-bare"
commits "$home/of-bare" "a work tree of a bare repository"

user_git -C "$main" submodule --quiet add "$home/bare.git" module
user_git -C "$main" commit -qm module
commits "$main/module" "a submodule"
fails "the repository around it is not shown" -- inside_of "$main/module" "ls '$main/file'"
is "$(inside_of "$main" 'git -C module log -1 --format=%s')" "made in a submodule" \
	"GIT-01: from the repository around it, git works in the submodule"

as_user mkdir "$home/kept"
user_git init -q --separate-git-dir "$home/kept.git" "$home/kept"
refused "a separate git directory that does not know its work tree" \
	'refusing the \.git of .*/kept \(.*does not name it back\)' -- inside_of "$home/kept" true
like "$err" 'core\.worktree' "and what would name it"
user_git -C "$home/kept" config core.worktree "$home/kept"
commits "$home/kept" "a separate git directory that knows it"

as_user mkdir "$home/linkgit"
user_git init -q "$home/linkgit"
as_user mv "$home/linkgit/.git" "$home/linkgit/real"
as_user ln -s real "$home/linkgit/.git"
as_user sh -c 'mkdir "$0/sub" && echo real >>"$0/.git/info/exclude"' "$home/linkgit"
refused "L7: a .git that is a link cannot be protected" 'refusing .*/linkgit/\.git \(a symbolic link is there\)' -- \
	inside_of "$home/linkgit/sub" true

# --- a .git above that is none, or another's -------------------------------------------------------

# alone DIR WHAT WHY: nothing beside DIR is shown, and it is said.
alone() {
	is "$(inside_of "$1" 'cat ../beside; pwd')" "$1" "L33: $2 does not make what is around it the project"
	run as_user env -C "$1" "$claudebox" --dry-run --shell
	like "$out" "^note +only the current directory is shown, without git: $home/shared/\\.git is no repository of yours \\($3\\)" \
		"and it is said"
}
as_user mkdir -p "$home/shared/mine"
as_user tee "$home/shared/beside" >/dev/null <<<beside
user_git init -q "$home/shared"
is "$(inside_of "$home/shared/mine" 'cat ../beside')" beside "a whole repository above does show what is around"
as_user mv "$home/shared/.git/refs" "$home/shared/.git/away"
alone "$home/shared/mine" "one without refs" 'HEAD, objects or refs is missing'
as_user rm -rf "$home/shared/.git"
as_user mkdir "$home/shared/.git"
alone "$home/shared/mine" "an empty one" 'HEAD, objects or refs is missing'
if [ "$(id -u)" = 0 ]; then
	as_user rm -r "$home/shared/.git"
	user_git init -q "$home/shared"
	chown root "$home/shared/.git"
	exits 128 "git on the host does not believe another's" -- user_git -C "$home/shared/mine" status
	alone "$home/shared/mine" "another user's" 'it, or the directory it is in, belongs to another user'
	chown "$CB_USER" "$home/shared/.git"
	chown root "$home/shared"
	alone "$home/shared/mine" "one in another's directory" 'it, or the directory it is in, belongs to another user'
	chown "$CB_USER" "$home/shared"
	as_user mv "$home/shared/.git" "$home/shared/apart"
	printf 'gitdir: apart\n' >"$home/shared/.git"
	alone "$home/shared/mine" "another user's pointer" 'it, or the directory it is in, belongs to another user'
fi
rm -rf "$home/shared"
# Who can take HEAD away gains nothing by it.
user_git init -q "$home/outer"
as_user touch "$home/outer/beside"
user_git init -q "$home/outer/inner"
ok "a session takes HEAD away from its repository" -- inside_of "$home/outer/inner" 'rm .git/HEAD'
fails "L33: the one around it is not shown" -- inside_of "$home/outer/inner" 'ls ../beside'

# --- a home that is a repository itself ---------------------------------------------------------

user_git init -q "$home"
as_user mkdir -p "$home/notes/today"
is "$(inside_of "$home/notes/today" 'pwd; ls -A ..')" "$home/notes/today"$'\n'today \
	"L8: in a home that is a repository only the current directory is shown"
run as_user env -C "$home/notes/today" "$claudebox" --dry-run --shell
like "$out" '^note +only the current directory is shown, without git: refusing project .* \(it holds your whole home\)' \
	"and the user is told why"
as_user rm -rf "$home/.git"

# --- names ----------------------------------------------------------------------------------

# named DIR WHAT: it is the project, git works in it and files written there stay.
named() {
	user_git init -q -- "$1"
	ok "SAND-05: $2: it can be worked in" -- \
		inside_of "$1" 'git add . && git commit -qm x --allow-empty && pwd >made'
	is "$(cat -- "$1/made")" "$1" "and is where it is on the host"
}

named "$home/with  two spaces" "a name with spaces"
named "$home/new"$'\n\n'line "a name with newlines"
named "$home/größe-日本" "a name in UTF-8"
named "$home/latin-"$'\xe9' "a name that is no UTF-8"
named "$home/--yes" "a name like a flag"
named "$home/quote\"'\\s" "a name with quotes and backslashes"
named "$home/\$HOME \`id\` %s;#[*]?" "a name with what shells and printf know"
named "$home/tab"$'\t\e[31m' "a name with control characters"
named "$home/.cache/some/project" "a project below ~/.cache"
named "$home/.config/tool" "a project beside secrets"

deep=$home/$(printf 'd%.0s' {1..200})
while [ ${#deep} -lt 3780 ]; do deep+=/$(printf 'd%.0s' {1..200}); done
deep+=/$(printf 'e%.0s' $(seq $((4000 - ${#deep} - 1))))
is "${#deep}" 4000 "a path of 4000 bytes"
as_user mkdir -p "$deep"
named "$deep" "4000 bytes deep"

run as_user env -C "$home/tab"$'\t\e[31m' "$claudebox" --dry-run --shell
like "$out" '^project +.*/tab\\x09\\x1b\[31m \(read-write\)$' "control characters are shown as what they are"
unlike "$out" $'\e' "and never sent to the terminal"

# --- a claude that an agent has laid ----------------------------------------------------------------

# PATH has a directory of the project, as a virtual environment puts it there. Only what is found is chosen
# by the agent, not what is shown for it.
as_user mkdir -p "$home/mine/bin" "$home/neighbour/node_modules/tool" "$home/usual"
printf '#!/bin/sh\necho planted\n' | as_user tee "$home/neighbour/node_modules/tool/cli" >/dev/null
printf '#!/bin/sh\necho usual\n' | as_user tee "$home/usual/claude" >/dev/null
as_user chmod +x "$home/neighbour/node_modules/tool/cli" "$home/usual/claude"
with_path() {
	as_user env -C "$home/mine" PATH="$home/mine/bin:$1/usr/bin:/bin" "$claudebox" --yes
}
ok "an agent links to a program of another project" -- inside_of "$home/mine" "ln -s '$home/neighbour/node_modules/tool/cli' bin/claude"
run with_path "$home/usual:"
is "$out" usual "L8: the next launch passes it over"
exits 126 "L8: and has none where there is no other" -- with_path ''
unlike "$(as_user env -C "$home/mine" PATH="$home/mine/bin:/usr/bin:/bin" "$claudebox" --dry-run --shell)" neighbour "nor is anything of it shown"
done_testing
