#!/usr/bin/env bash
# GIT-01, GIT-02, SEC-03: git inside knows who you are and nothing else of the host's git.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
home=$CB_USER_HOME
as_user git init -q

# who NAME=VALUE…: name and address as git knows them inside, with these variables on the host.
who() {
	as_user env "$@" "$claudebox" --yes --shell -c 'git config user.name; git config user.email'
}

# host_config FILE: standard input becomes the file, the user's own.
host_config() {
	as_user mkdir -p "$(dirname "$1")"
	as_user tee "$1" >/dev/null
}

# --- who -----------------------------------------------------------------------------------

is "$(who)" "" "GIT-01: without a name on the host there is none inside"
exits 128 "and git says so itself" -- inside 'git commit -q --allow-empty -m x'
like "$err" 'Please tell me who you are' "in its own words"

host_config "$home/.config/git/config" <<<$'[user]\n\tname = From XDG\n\temail = xdg@example.org'
is "$(who)" $'From XDG\nxdg@example.org' "GIT-01: from ~/.config/git/config"
host_config "$home/xdg/git/config" <<<$'[user]\n\tname = Other XDG'
is "$(who XDG_CONFIG_HOME="$home/xdg")" "Other XDG" "GIT-01: from XDG_CONFIG_HOME, a name without an address"
host_config "$home/.gitconfig" <<<$'[user]\n\tname = Home\n\temail = home@example.org'
is "$(who)" $'Home\nhome@example.org' "GIT-01: from ~/.gitconfig, which counts more"
host_config "$home/global" <<<$'[user]\n\tname = Global\n\temail = global@example.org'
is "$(who GIT_CONFIG_GLOBAL="$home/global")" $'Global\nglobal@example.org' "GIT-01: from GIT_CONFIG_GLOBAL alone"

host_config "$home/.gitconfig" <<END_CONFIG
[user]
	name = Home
	email = home@example.org
[include]
	path = included
[includeIf "gitdir:$project/"]
	path = ~/for-project
[includeIf "gitdir:$home/elsewhere/"]
	path = for-others
END_CONFIG
host_config "$home/included" <<<$'[user]\n\tname = Included'
host_config "$home/for-project" <<<$'[user]\n\temail = project@example.org'
host_config "$home/for-others" <<<$'[user]\n\temail = others@example.org'
is "$(who)" $'Included\nproject@example.org' "GIT-01: include and includeIf \"gitdir:…\" are honoured"
user_git commit -q --allow-empty -m first
user_git worktree add -q "$home/tree"
is "$(inside_of "$home/tree" 'git config user.email')" project@example.org \
	"GIT-01: for a linked work tree by where its repository lies, as on the host"
is "$(user_git -C "$home/tree" config --includes --global user.email)" project@example.org "which is this"
as_user mkdir "$home/none"
is "$(inside_of "$home/none" 'git config user.email')" home@example.org "GIT-01: and not where it does not apply"

# Which remotes there are is a word of the repository's, and of that only git inside knows.
user_git remote add origin https://example.org/some.git
host_config "$home/by-remote" <<<$'[user]\n\tname = Remote\n\temail = remote@example.org'
host_config "$home/remotes" <<END_CONFIG
[user]
	name = Global
[includeIf "hasconfig:remote.*.url:https://example.org/**"]
	path = by-remote
END_CONFIG
is "$(as_user env GIT_CONFIG_GLOBAL="$home/remotes" git config user.name)" Remote "git on the host decides by the remotes of a repository"
is "$(who GIT_CONFIG_GLOBAL="$home/remotes")" Global "GIT-01: includeIf \"hasconfig:remote…\" is left alone"

user_git config user.email local@example.org
is "$(who)" $'Included\nlocal@example.org' "the repository's own setting is still read by git itself"
user_git config --unset user.email

# --- a git that does not answer ---------------------------------------------------------------

# A FIFO keeps git waiting for ever.
host_config "$home/waiting" <<<$'[include]\n\tpath = fifo'
as_user mkfifo "$home/fifo"
exits 124 "git on the host waits for a FIFO" -- as_user timeout 1 env GIT_CONFIG_GLOBAL="$home/waiting" git config user.name
refused "a launch does not" "cannot run .*/git \(Operation timed out\)" -- \
	as_user timeout 60 env GIT_CONFIG_GLOBAL="$home/waiting" "$claudebox" --yes --shell -c true

# waits_of PID: the git that the launcher has asked.
waits_of() {
	asked=$(pgrep -P "$1" git)
}
as_user sh -c 'echo $$ >"$0"; exec env GIT_CONFIG_GLOBAL="$1" "$2" --yes --shell -c true' \
	"$home/.pid" "$home/waiting" "$claudebox" 2>/dev/null &
wait_until test -s "$home/.pid"
ok "the launcher waits for git" -- wait_until waits_of "$(cat "$home/.pid")"
kill -KILL "$(cat "$home/.pid")"
ok "which ends with the launcher" -- wait_until gone "$asked"
kill -KILL "$asked" 2>/dev/null

# --- hostile values --------------------------------------------------------------------------

# told VALUE WHAT: a name with it comes in as it is.
told() {
	as_user git config --file "$home/global" user.name "$1"
	is "$(as_user env GIT_CONFIG_GLOBAL="$home/global" "$claudebox" --yes --shell -c 'git config user.name; git config --get-regexp "^(core|evil)\." | grep -v "^core\.editor e="')" \
		"$1"$'\n'"$(user_git config --local --get-regexp '^(core|evil)\.')" "GIT-01: a name with $2 is that name and no more"
}
told 'Ann "Nick" O'\''Hara' "quotes"
told 'back\slash\n' "backslashes"
told 'x]; [core] pager = evil # ;' "brackets and comments"
told $'x\n[evil]\nset = yes' "newlines"
told $' leading, \ttab and trailing ' "blanks around it"
told 'Größe 日本' "UTF-8"
told $'bell\a and escape \e[31m' "control characters"
as_user git config --file "$home/global" user.name "$(printf 'x%.0s' {1..9000})"
is "$(who GIT_CONFIG_GLOBAL="$home/global")" global@example.org "a name too long to be one is none"
host_config "$home/global" <<<'[user'
is "$(who GIT_CONFIG_GLOBAL="$home/global")" "" "a file git cannot read gives no name"
ok "and the launch goes on" -- as_user env GIT_CONFIG_GLOBAL="$home/global" "$claudebox" --yes --shell -c true

# --- nothing else ------------------------------------------------------------------------------

host_config "$home/.gitconfig" <<END_CONFIG
[user]
	name = Home
	email = home@example.org
	signingKey = c4n4ry
[credential]
	helper = store --file c4n4ry
[credential "https://example.org"]
	username = c4n4ry
[http]
	extraHeader = Authorization: c4n4ry
[core]
	sshCommand = ssh -i c4n4ry
	hooksPath = $home/c4n4ry
[url "https://c4n4ry@example.org/"]
	insteadOf = example:
[alias]
	c4n4ry = !echo c4n4ry
END_CONFIG
host_config "$home/.git-credentials" <<<https://me:c4n4ry@example.org
config='git config --list --show-origin; cat ~/.gitconfig ~/.git-credentials 2>&1'
like "$(showing as_user bash -c "$config")" c4n4ry "SEC-03: the host's git is full of secrets"
run inside "$config"
unlike "$out$err" c4n4ry "GIT-02, SEC-03: none of it is inside"
editor='core.editor=e=${VISUAL:-${EDITOR:-nano}}; command -v "${e%% *}" >/dev/null || e=nano; $e'
is "$(inside 'git config --global --list' | grep -vxF "$editor")" $'safe.directory=*\ngc.worktreepruneexpire=never\nbranch.autosetupmerge=false\nuser.name=Home\nuser.email=home@example.org' \
	"GIT-02: the whole configuration is a name, an address and what keeps work trees usable"
is "$(inside 'git config --get-all credential.helper; git config --system --list 2>/dev/null')" "" \
	"SEC-03: there is no credential helper and no system configuration"
is "$(inside 'printf "protocol=https\nhost=example.org\n\n" | GIT_TERMINAL_PROMPT=0 git credential fill 2>&1 | grep -c password=')" 0 \
	"SEC-03: git finds no password"

# --- what is inert ------------------------------------------------------------------------------

host_config "$home/.gitconfig" <<'END_CONFIG'
[user]
	name = Home
	email = home@example.org
[core]
	excludesFile = ~/ignored
	autocrlf = input
	pager = c4n4ry
[init]
	defaultBranch = trunk
[pull]
	rebase = true
[alias]
	st = status --short
	lg = log --format='%h %s'
	evil = !echo c4n4ry
	out = log --output=/c4n4ry
END_CONFIG
host_config "$home/ignored" <<<$'# c4n4ry\n*.swp\nghp_c4n4ry0123456789abcdef0123456789\n/notes/'
is "$(inside 'git config --global --list | sed 1,6d')" \
	$'core.autocrlf=input\ninit.defaultbranch=trunk\npull.rebase=true\nalias.st=status --short\nalias.lg=log --format=\'%h %s\'' \
	"GIT-02: settings that name no program, no file and no host come in, and plain aliases"
run inside 'cat ~/.gitconfig ~/.config/git/ignore'
unlike "$out" c4n4ry "GIT-02, SEC-03: and nothing else does"
is "$(inside 'git init -q new; git -C new symbolic-ref HEAD; rm -rf new; touch x.swp y; git st; git check-ignore x.swp notes/x; rm x.swp y')" \
	$'refs/heads/trunk\n?? y\nx.swp\nnotes/x' "git works by them, and ignores what is ignored everywhere"
as_user mkdir -p "$home/xdg/git"
host_config "$home/xdg/git/ignore" <<<'*.xdg'
is "$(as_user env XDG_CONFIG_HOME="$home/xdg" GIT_CONFIG_GLOBAL="$home/remotes" "$claudebox" --yes --shell -c 'cat ~/.config/git/ignore')" '*.xdg' \
	"the excludes file is found where git has it by default"
host_config "$home/global" <<END_CONFIG
[include]
	path = $home/more
END_CONFIG
host_config "$home/more" <<<$'[alias]\n\tci = commit\n\tsh = !sh\n[pull]\n\tff = only'
is "$(as_user env GIT_CONFIG_GLOBAL="$home/global" "$claudebox" --yes --shell -c 'git config --global --get-regexp "^(alias|pull)"')" \
	$'alias.ci commit\npull.ff only' "GIT-02: also from files that are included"
host_config "$home/.gitconfig" <<<$'[user]\n\tname = Home\n\temail = home@example.org'

# edited [EDITOR]: the first line of a commit made inside with the editor that this names on the host.
edited() {
	as_user env "$@" "$claudebox" --yes --shell -c 'git commit -q --allow-empty; git log -1 --format=%s'
}
is "$(edited EDITOR='sed -i 1iwords')" words "the editor that EDITOR names is git's, if it is inside"
in_terminal "else it is nano, also for git rebase -i" EDITOR=/usr/bin/nowhere TERM=xterm-256color <<'END'
spawn $claudebox --yes --shell -c {git rebase -i HEAD~1; git log -1 --format=%s; exit 3}
want {Write Out} {pick}
send "\x18"
want {words}
want_exit 3
END

# A program named in the repository's own configuration must not run on the host: the agent writes it.
user_git config core.fsmonitor "touch '$project/ran'"
user_git config core.pager "touch '$project/ran'; cat"
user_git config alias.config "!touch '$project/ran'"
ok "a launch in a repository with hostile settings" -- as_user "$claudebox" --dry-run --shell
fails "runs none of the programs they name" -- test -e "$project/ran"
user_git config --unset core.fsmonitor

if [ "$(id -u)" = 0 ]; then
	chown -R root:root "$project/.git/objects" "$project/.git/HEAD"
	chmod -R a+rX "$project/.git"
	chown root "$project"
	ok "GIT-01: safe.directory: a project of another user's can be looked at" -- inside 'git log -1 --format=%s'
	chown -R "$CB_USER:" "$project"
else
	skip "only root can give files away" "GIT-01: safe.directory: a project of another user's can be looked at"
fi

# --- a file of its own -------------------------------------------------------------------------

sum=$(sha256sum "$home/.gitconfig")
ok "GIT-01: git config --global works inside" -- \
	inside 'git config --global alias.st status && git config --global user.name Changed && git config user.name'
is "$out" Changed "and counts"
is "$(sha256sum "$home/.gitconfig")" "$sum" "GIT-02: the host's file is as it was"
is "$(who)" $'Home\nhome@example.org' "and the next sandbox begins anew"

# With places for temporary files that nobody else writes to.
places=$(user_scratch)
as_user mkdir "$places/tmp" "$places/shm" "$places/run"
launch_with=(bwrap --dev-bind / / --bind "$places/tmp" /tmp --bind "$places/shm" /dev/shm --bind "$places/run" /run)

# left: what lies there, and in the home but for the state.
left() {
	find "$places" "$home" ! -path "$home/.claudebox*" ! -path "$home/.pid" ! -type d -newer "$CB_TMP/mark"
}
# later: what is written now is newer than the mark, by the clock of the file system.
later() {
	touch "$CB_TMP/now" && [ "$CB_TMP/now" -nt "$CB_TMP/mark" ]
}
touch "$CB_TMP/mark"
wait_until later
as_user "${launch_with[@]}" sh -c 'cd && touch new /tmp/x /dev/shm/x /run/x'
is "$(left | wc -l)" 4 "a file left behind would be found"
as_user sh -c 'rm ~/new "$0"/*/x' "$places"
as_user "${launch_with[@]}" "$claudebox" --yes --shell -c 'git config user.name' >/dev/null
is "$(left)" "" "GIT-02: no temporary file is left"
start_inside 'echo >started; exec sleep 1000'
all=$(sandbox_of "$pid")
isnt "$all" "" "a sandbox is running"
kill -KILL "$pid"
# shellcheck disable=SC2086 # a word each
ok "and gone after kill -9" -- wait_until gone "$pid" $all
is "$(left)" "" "GIT-02: and no file is left after it"
done_testing
