#!/usr/bin/env bash
# --why: whether a path or a variable is there inside, by which row, and why not. Every answer is compared
# with what a shell in the sandbox finds.
. "$(dirname "$0")/../../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
home=$CB_USER_HOME
other=$(user_scratch)
user_git init -q .
as_user sh -c 'mkdir -p "$HOME/.ssh" "$HOME/work" src/deep && touch "$HOME/.ssh/id" "$HOME/work/file" src/deep/a "a name" TERM_LIKE
	ln -s src s; ln -s "$HOME/.ssh/id" evil; ln -s /usr/bin/env env; ln -s nowhere dangling; ln -s loop loop; ln -s ../../../../../etc up
	ln -s "$1" "$HOME/project"; echo x >"$2/file"' sh "$project" "$other"
inside true # makes the state

# why WORD FLAG…: the answer of a launch of the shell.
why() {
	as_user env PLAIN=p MY_TOKEN=planted-1 FOO=ghp_planted-2 CLAUDEBOX_EXTRA_ENV=FOO "$claudebox" --why "$1" "${@:2}" --shell
}

# --- both directions --------------------------------------------------------------------------------

cat >asked <<END
/
/home
/usr
/usr/bin
/usr/bin/env
/usr/bin/ls
/usr/share/doc
/bin/sh
/bin/ls
/bin/../etc/passwd
/etc
/etc/passwd
/etc/passwd/x
/etc/shadow
/etc/hosts
/etc/fstab
/lib64/ld-linux-x86-64.so.2
/lib/x86_64-linux-gnu/libc.so.6
/nix
/nix/store
$claudebox
/nix/store/none
/nix/var
/proc
/proc/cpuinfo
/proc/self/status
/proc/keys
/dev
/dev/null
/dev/kmsg
/dev/shm
/tmp
/tmp/x
/var
/var/tmp
/var/log
/root
/run
/run/claudebox/step
/run/claudebox/none
/sys
$home
$home/.ssh
$home/.ssh/id
$home/work/file
$home/project
$home/project/src
$home/.gitconfig
$home/.claude
$home/.claude/CLAUDE.md
$home/.claude/none
$home/.cache
$home/.claudebox
$home/.claudebox/projects
$home/.claudebox/credentials
$home/.claudebox/CLAUDE.md
$project
$project/
$project//src/./deep/../deep/a
$project/src
$project/src/deep/a
$project/s/deep/a
$project/s/none
$project/a name
$project/none
$project/evil
$project/env
$project/dangling
$project/loop
$project/up/passwd
$project/up/shadow
$project/.git
$project/.git/hooks
$project/.git/config
$project/..
$project/../none
$other
$other/file
src/deep/a
s
.git/HEAD
evil
..
END

# by_shell, by_why: `yes` or `no` before each path of the list.
by_shell() {
	inside 'while IFS= read -r path; do [ -e "$path" ] && echo "yes $path" || echo "no $path"; done <asked'
}
by_why() {
	while IFS= read -r path; do
		why "$path" >answer
		case $?,$(head -n 1 answer) in
		0,visible*) echo "yes $path" ;;
		1,absent*) echo "no $path" ;;
		*) echo "neither $path: $(cat answer)" ;;
		esac
	done <asked
}
is "$(by_why)" "$(by_shell)" "--why sees every path as a process inside does"
like "$(by_shell)" "^yes $project/s/deep/a$" "of which some are there"
like "$(by_shell)" "^no $project/evil$" "and some are not"

# A third answer is whether it can be written.
inside 'while IFS= read -r path; do [ -w "$path" ] && echo "$path"; done <asked' | sort >writable
while IFS= read -r path; do
	! why "$path" | grep -q '^visible .*, writable$' || printf '%s\n' "$path"
done <asked | sort >said
is "$(comm -23 <(grep -vE '^/(proc|dev)(/|$)' writable) said)" "" "what can be written inside is said to be writable"
is "$(comm -13 writable said)" "" "and nothing else is"

ok "--mount-ro is counted in" -- why "$other/file" --mount-ro "$other"
like "$out" '^because   --mount-ro$' "and named"
like "$out" ', read-only$' "as it is"

# --- the reasons -------------------------------------------------------------------------------

# reason WORD REGEX DESC
reason() {
	run why "$1"
	like "$out" "$2" "$3"
}
reason "$home/.ssh/id" '^never +it would show SSH private keys$' "a secret path is never shown, and says of what kind it is"
reason "$home/.ssh/id" "^row +tmpfs $home\$" "and by which row it is covered"
# shellcheck disable=SC2088 # for --why to expand
reason '~/.ssh' "^absent +$home/\.ssh\$" "~ is the home"
reason evil "^link +$project/evil -> $home/\.ssh/id\$" "a link is told"
reason .git/hooks '^because +protected: ' "what is protected is told"
reason .git/hooks '^visible .*, read-only$' "and is read-only"
reason "$other/file" "^hint +claudebox --mount-ro $other/file\$" "what might be shown is told how"
reason "$home/.claudebox/CLAUDE.md" "^but +it is shown as $home/\.claude/CLAUDE\.md\$" "what is shown under another name is found"
reason "$home/project/src" "^on host +$project/src\$" "so is what has another name on the host"
reason "$home/.claude/CLAUDE.md" "^from +$home/\.claudebox/CLAUDE\.md\$" "the source is told where it is another"
reason ./none "^missing +$project/none\$" "what does not exist is told"
reason TERM_LIKE '^visible ' "a bare word that is a file is a path"
# shellcheck disable=SC2016
reason '$TERM_LIKE' '^absent +TERM_LIKE$' "with a \$ it is a variable"

# --- variables -------------------------------------------------------------------------------------

reason TERM '^enters +TERM=dumb$' "a variable that enters is shown"
reason TERM '^origin +host: ' "with its origin: the host"
reason HOME '^origin +made: ' "the launcher"
reason TMPDIR '^origin +policy: ' "the profile"
reason FOO '^origin +extra: ' "CLAUDEBOX_EXTRA_ENV"
reason FOO '^enters +FOO=\(hidden\)$' "SEC-01: a secret is masked"
like "$out" '^secret +it looks like a GitHub token$' "and flagged"
reason EDITOR '^because +it is not set here' "one that might enter"
reason PLAIN '^hint +for one launch: CLAUDEBOX_EXTRA_ENV=PLAIN$' "one that is not named, with what to do"
reason MY_TOKEN '^secret ' "one that looks like a secret"
reason NO_SUCH_THING '^host +it is not set there either$' "one that is nowhere"
for name in TERM HOME PATH PWD TMPDIR FOO EDITOR PLAIN MY_TOKEN USER XDG_RUNTIME_DIR LD_PRELOAD SSH_AUTH_SOCK; do
	why "$name" >/dev/null && said=there || said=absent
	# shellcheck disable=SC2016
	is "$said" "$(as_user env PLAIN=p MY_TOKEN=planted-1 FOO=ghp_planted-2 CLAUDEBOX_EXTRA_ENV=FOO "$claudebox" --yes --shell \
		-c '[ -n "${!0+x}" ] && echo there || echo absent' "$name")" "--why and a shell inside agree on $name"
done
unlike "$(for name in FOO MY_TOKEN "$home/.ssh/id"; do why "$name"; done)" planted "SEC-01: no value of a secret is shown"

sum=$(find "$home" "$project" -printf '%p %T@ %C@\n' | sort)
why src >"$CB_TMP/answer"
is "$(find "$home" "$project" -printf '%p %T@ %C@\n' | sort)" "$sum" "and nothing is written"
exits 2 "it needs something to look for" -- as_user "$claudebox" --why
refused "where no sandbox would start there is no answer" 'refusing project' -- as_user env -C "$home" "$claudebox" --why /tmp
done_testing
