#!/usr/bin/env bash
# L36: what git's configuration of the project says of logins does not enter: inside there is a copy
# without them, of every git directory of what is shown; git works with it.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
printf '[user]\n\tname = Ada\n\temail = ada@example.org\n' >"$CB_USER_HOME/.gitconfig"
cd "$(user_scratch)" || exit 1
user_git init -q library
user_git -C library commit -q --allow-empty -m library
user_git init -q project
cd project || exit 1
project=$PWD
user_git commit -q --allow-empty -m one
user_git submodule --quiet add ../library sub 2>/dev/null
user_git commit -qm submodule
user_git remote add origin https://me:c4n4ry@example.org/some.git
user_git remote add token https://c4n4ry@example.org/some.git
user_git remote add ssh ssh://git@example.org/some.git
user_git remote add library ../library
user_git config http.https://example.org/.extraHeader 'Authorization: Basic c4n4ry'
user_git config credential.helper 'store --file c4n4ry'
user_git config url.https://c4n4ry@example.org/.insteadOf example:
user_git config lfs.https://me:c4n4ry@example.org/some.git/info/lfs.access basic
user_git config alias.api '!curl -H "Authorization: c4n4ry"'
user_git config sendemail.smtpPass c4n4ry
user_git config github.oauth-token c4n4ry
user_git config include.path /home/c4n4ry/config
user_git config core.sshCommand 'sshpass -p c4n4ry ssh'
as_user tee -a .git/config >/dev/null <<<'# password: c4n4ry'
user_git config alias.st 'status --short'
user_git config extensions.worktreeConfig true
user_git config --worktree http.extraHeader c4n4ry
user_git -C sub config remote.origin.pushurl https://me:c4n4ry@example.org/library.git
user_git worktree add -q ../outside -b outside
user_git -C ../outside config --worktree remote.other.url https://me:c4n4ry@example.org/x
sums=$(find .git -name 'config*' -type f -exec sha256sum {} + | sort)

# --- nothing of it is inside -------------------------------------------------------------------

find='grep -rsI c4n4ry "$(git rev-parse --git-common-dir)"'
showing run as_user bwrap --ro-bind / / --clearenv --setenv PATH "$PATH" --chdir "$PWD" grep -rsI c4n4ry .git
is "$(grep -c c4n4ry <<<"$out")" 16 "L36: a naive sandbox shows every one of the logins"
like "$out" 'modules/sub/config:.*c4n4ry' "that of a submodule too"
like "$out" 'config.worktree:.*c4n4ry' "and of a work tree's own configuration"
run inside "$find; git config --list; git -C sub config --list"
unlike "$out" c4n4ry "L36: inside there is none of them"
like "$out" 'alias.st=status --short' "and the rest is there"
is "$(inside_of "$project/../outside" "$find"'; git config --list | grep -c c4n4ry')" 0 "L36: nor in a linked work tree, whose repository lies elsewhere"
is "$(inside_of "$project/../outside" 'git config remote.other.url')" https://example.org/x "which keeps the rest"
is "$(inside_of "$project/sub" 'git remote -v; git config --list | grep -c c4n4ry')" \
	"$(printf 'origin\t%s (fetch)\norigin\thttps://example.org/library.git (push)\n0' "$(dirname "$project")/library")" \
	"L36: nor in a submodule alone"
is "$(inside 'git remote -v | grep fetch')" "$(printf '%s\t%s (fetch)\n' \
	library ../library origin https://example.org/some.git ssh ssh://git@example.org/some.git token https://example.org/some.git)" \
	"the remotes are there, and ssh keeps its user"
is "$(inside 'git config --get-all include.path; git config --get-all credential.helper')" "" \
	"GIT-02: no include that leads out, no credential helper"
is "$(find .git -name 'config*' -type f -exec sha256sum {} + | sort)" "$sums" "on the host every configuration is as it was"

# --- git works with it -------------------------------------------------------------------------

ok "git works with the copy" -- inside 'set -e; git st; git commit -q --allow-empty -m two; git switch -qc topic; git -C sub log --oneline; git log --oneline; git fsck --no-progress'
is "$(user_git log -1 --format=%s topic)" two "and its commits are the host's"
for way in 'git config a.b c' 'echo "[a] b = c" >>.git/config' 'rm -f .git/config' 'mv .git/config .git/x' \
	'mv .git git2; cp -r git2 .git' 'chmod 666 .git/config'; do
	fails "L9: the copy is as read-only as the file was: $way" -- inside "$way"
done
is "$(find .git -name 'config*' -type f -exec sha256sum {} + | sort)" "$sums" "and on the host nothing has changed"

# --- what is shown besides ---------------------------------------------------------------------

cd "$(user_scratch)" || exit 1
as_user mkdir plain
user_git init -q --bare bare.git
user_git -C bare.git config remote.origin.url https://me:c4n4ry@example.org/bare
cd plain || exit 1
for way in ro rw; do
	is "$(as_user "$claudebox" --yes "--mount-$way" "$project" --mount-"$way" "$PWD/../bare.git" --shell -c \
		"grep -rsI c4n4ry '$project/.git' ../bare.git; git -C '$project' remote get-url origin; git -C ../bare.git remote get-url origin")" \
		$'https://example.org/some.git\nhttps://example.org/bare' "L36: nor in repositories of --mount-$way"
done
cd "$project" || exit 1

# --- what is said ------------------------------------------------------------------------------

run as_user "$claudebox" --yes --shell -c true
like "$err" "note: git's configuration is a copy without logins inside; taken out: .*remote\.url.*, http\.extraheader" "L36: a launch names what was taken out"
unlike "$err" c4n4ry "without saying it"
like "$(as_user "$claudebox" --dry-run --shell)" "made +$project/\.git/config +protected: a copy of git's configuration, without logins" \
	"a dry run shows where the copy goes"
is "$(planned '.mounts[] | select(.to | endswith("/.git/config")) | .kind')" made "in JSON too"
cd "$(user_scratch)" || exit 1
user_git init -q
run as_user "$claudebox" --yes --shell -c true
unlike "$err" 'a copy without logins' "L36: where there is nothing to take out, nothing is said"

# --- what cannot be read -----------------------------------------------------------------------

plain=$(cat .git/config)
as_user tee .git/config >/dev/null <<<"$plain"$'\n[broken'
refused "L36: a configuration that git cannot read" "refusing $PWD/\.git/config \(git cannot read its line $(($(wc -l <<<"$plain") + 1))\)" \
	-- as_user "$claudebox" --yes --shell -c true
as_user bash -c 'printf "# %01048576d\n" 1 >.git/config'
refused "L36: one of more than 1 MiB" "refusing $PWD/\.git/config \(it has more than 1 MiB\)" -- as_user "$claudebox" --yes --shell -c true
as_user tee .git/config >/dev/null <<<"$plain"

# --- a policy that protects nothing --------------------------------------------------------------

claudebox=$(variant default '.protect = []') || exit 1
ok "where the policy does not protect it, it can be written" -- inside 'git config a.b c'
is "$(user_git config a.b)" c "and that is the host's"
user_git remote add origin https://me:c4n4ry@example.org/some.git
is "$(inside 'git remote get-url origin')" https://example.org/some.git "L36: but no login is shown there either"
fails "which takes the writing away" -- inside 'git config a.b d'
done_testing
