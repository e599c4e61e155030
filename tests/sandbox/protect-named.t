#!/usr/bin/env bash
# L37: what git's configuration names in the work tree, hooks and included files, runs on the host:
# it cannot be changed from inside.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
as_user git config --global user.name Ada
as_user git config --global user.email ada@example.org
ran=$(user_scratch)
payload="#!/bin/sh
touch $ran/ran"

# new_project: with hooks in a directory of the work tree; the current directory from here on.
new_project() {
	cd "$(user_scratch)" && as_user mkdir -p project/tools/hooks && cd project || exit 1
	user_git init -q .
	printf '#!/bin/sh\n' | as_user tee tools/hooks/pre-commit >/dev/null
	as_user chmod +x tools/hooks/pre-commit
	user_git add .
	user_git commit -qm one
}

# host_ran: a commit on the host starts the payload.
host_ran() {
	user_git commit -q --allow-empty -m host >/dev/null 2>&1
	[ -e "$ran/ran" ] || return 1
	rm "$ran/ran"
}

evil="printf '%s\n' '$payload' >tools/hooks/pre-commit; printf '%s\n' '$payload' >tools/hooks/post-commit; chmod +x tools/hooks/*"

# --- hooks -----------------------------------------------------------------------------------------

new_project
user_git config core.hooksPath tools/hooks
ok "a sandbox that protects .git/hooks alone lets hooks be written" -- as_user bwrap --ro-bind / / --dev /dev --proc /proc \
	--tmpfs /tmp --bind "$PWD" "$PWD" --ro-bind .git/hooks "$PWD/.git/hooks" --ro-bind .git/config "$PWD/.git/config" bash -c "$evil"
ok "and a commit on the host runs them" -- host_ran

decisive() {
	cat tools/hooks/*
}
# stays DESC COMMAND [START…]: an attack, see lib/sandbox.sh, after which a commit on the host runs none of it.
stays() {
	attack "L37: $1" "${@:2}"
	fails "and a commit on the host runs none of it" -- host_ran
}
new_project
user_git config core.hooksPath tools/hooks
stays "a relative core.hooksPath" "$evil"
stays "directories moved away" "mv tools t; mkdir -p tools/hooks; $evil; rm -rf tools; mkdir -p tools/hooks; $evil"
is "$(planned '.mounts[] | select(.to | endswith("tools/hooks")) | .kind')" ro "and the plan says so"
ok "work goes on beside it" -- inside 'echo x >tools/other && git add . && git -c core.hooksPath=/dev/null commit -qm other'
user_git config core.hooksPath "$PWD/tools/../tools/hooks/"
stays "an absolute one" "$evil"
user_git config --unset core.hooksPath
as_user git config --global core.hooksPath tools/hooks
stays "one in your own configuration" "$evil"
as_user git config --global --unset core.hooksPath
stays_out() {
	ok "L37: without any it is the project's to change" -- inside 'echo "#!/bin/sh" >tools/hooks/pre-commit'
}
stays_out

new_project
main=$PWD
user_git config core.hooksPath tools/hooks
user_git worktree add -q .trees/one 2>/dev/null
user_git worktree add -q ../two 2>/dev/null
cd .trees/one || exit 1
inside_main() {
	as_user env -C "$main" "$claudebox" --yes --shell -c "cd '$PWD'"$'\n'"$1"
}
stays "those of a work tree below the project" "$evil" inside_main
cd "$main/../two" || exit 1
stays "those of a linked work tree" "$evil"
project=$(user_scratch)
cd "$main" || exit 1
shown() {
	as_user env -C "$project" "$claudebox" --yes --mount-rw "$main" --shell -c "cd '$main'"$'\n'"$1"
}
stays "those of what --mount-rw shows" "$evil" shown

# --- included files --------------------------------------------------------------------------------

# A configuration that names the hooks.
config_of_team=$'[core]\n\thooksPath = tools/hooks\n[include]\n\tpath = more'
new_project
as_user tee team >/dev/null <<<"$config_of_team"
as_user tee more >/dev/null <<<$'[alias]\n\tx = status'
user_git config include.path ../team
decisive() {
	cat team more tools/hooks/* 2>&1
}
evil_config="printf '[core]\n\tfsmonitor = touch $ran/ran; false\n' >>FILE; mv FILE f; cp f FILE"
stays "an included file" "${evil_config//FILE/team}"
stays "a file that it includes" "${evil_config//FILE/more}"
stays "the hooks that it names" "$evil"
as_user tee -a team >/dev/null <<<$'[include]\n\tpath = team'
ok "one that includes itself ends" -- inside true
user_git config -f team --unset-all include.path
for _ in {1..20}; do
	printf '[include]\n\tpath = team\n'
done | as_user tee -a team >/dev/null
refused "one that includes itself again and again" "refusing $PWD/team \\(git's configuration includes more files than are looked at\\)" -- inside true
as_user rm team
user_git config --unset include.path
user_git config includeIf.onbranch:other.path "$PWD/more"
attack "L37: one that is included on another branch" "${evil_config//FILE/more}"

# --- what is refused -------------------------------------------------------------------------------

new_project
user_git config core.hooksPath .
refused "the work tree as directory of hooks" "refusing $PWD \\(git's configuration has its hooks in all of it\\)" -- inside true
user_git config core.hooksPath .git
refused "and the git directory" "refusing $PWD/.git \\(git's configuration has its hooks in all of it\\)" -- inside true
user_git config core.hooksPath hooks
as_user ln -s tools/hooks hooks
refused "L7: a link in their place" "refusing $PWD/hooks \\(a symbolic link is there\\)" -- inside true
like "$err" '^hint: core\.hooksPath or include\.path' "and it says what names it"
as_user rm hooks
ok "one that is not there is no hindrance" -- inside true
done_testing
