#!/usr/bin/env bash
# L25: what the policy hides looks empty inside; a tracked file is not hidden, because git would
# commit it as an empty one. Also: a policy that protects files of the work tree.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
need cc
sandbox_ready "$(variant default '.hide = [".env", "keys", "config/secret.yml", "absent"] | .protect += [".envrc"] | .watch -= [".envrc"]')"
printf '[user]\nname = Ada\nemail = ada@example.org\n' >"$CB_USER_HOME/.gitconfig"

# new_project: a repository with things to hide, none of them tracked.
new_project() {
	cd "$(user_scratch)" && as_user git init -q -b main project && cd project || exit 1
	as_user mkdir keys config
	as_user tee .env keys/one config/secret.yml >/dev/null <<<c4n4ry
	as_user tee file >/dev/null <<<one
	as_user git add file
	as_user git commit -qm one
}

# listing: all that is in the work tree.
listing() {
	find . -path ./.git -prune -o ! -name file ! -name . -printf '%p %y %m %s %T@\n' | LC_ALL=C sort
}

new_project
showing run as_user bwrap --ro-bind / / --bind "$PWD" "$PWD" grep -r c4n4ry .
like "$out" c4n4ry "what is planted is found where nothing is hidden"
run inside 'cat .env keys/* config/secret.yml; ls -lA keys; grep -r c4n4ry .'
unlike "$out$err" c4n4ry "L25: inside it is not"
run inside 'cat .env config/secret.yml && ls -A keys'
is "$status:$out" "0:" "a hidden file is an empty file, a hidden directory an empty one"
cc -static -D_GNU_SOURCE -Wall -Wextra -Werror -o probe "$CB_HERE/protect-probe.c" || exit 1
bring_back='ln .env l; mv config c; ./probe uncover .env keys -- cat .env keys/one; mv keys k; mv .env e; cat e l k/* c/*; chmod 777 keys; cat .env keys/*
	echo x >.env; echo x >keys/new; rm -rf .env keys config; ./probe namespace uncover .env keys -- cat .env keys/one'
cp -a . "$CB_TMP/copy"
showing run as_user bwrap --ro-bind / / --bind "$CB_TMP/copy" "$PWD" --chdir "$PWD" bash -c "$bring_back"
is "$(grep -c c4n4ry <<<"$out")" 6 "what is not hidden is found by all that is done to it"
run inside "$bring_back"$'\n''echo it was tried'
like "$out" '^it was tried$' "inside the same is tried"
unlike "$out" c4n4ry "and brings nothing back"
is "$(cat .env keys/one)" $'c4n4ry\nc4n4ry' "on the host it is what it was"
new_project
before=$(listing)
ok "git works beside it" -- inside 'git status --porcelain; echo two > file; git commit -qam two; git checkout -q HEAD~1; git checkout -q main; git stash -q || true; echo one > file; git checkout -q .'
is "$(listing)" "$before" "and no mount point is left, also for what is not there"

# not_hidden DESC REGEX: what of the project cannot be hidden, and why.
not_hidden() {
	refused "$1" "cannot hide $PWD/$2" -- inside true
}
as_user git add -f .env
not_hidden "L25: a tracked file" '\.env \(git tracks it'
as_user git rm -q --cached .env
as_user git add -f keys/one
not_hidden "L25: a directory with a tracked file" 'keys \(git tracks it'
as_user git rm -q --cached keys/one
ok "no longer tracked, it is hidden" -- inside true
as_user git add -f config/secret.yml
as_user git update-index --index-version 4
not_hidden "a tracked file in an index of version 4" 'config/secret\.yml \(git tracks it'
as_user git rm -q --cached config/secret.yml
ok "an untracked one in an index of version 4" -- inside true
as_user git update-index --split-index
not_hidden "an index of which a part lies elsewhere" '\.env \(git.s index does not tell'
as_user git update-index --no-split-index
ok "put together again, it tells" -- inside true
if [ "$(id -u)" = 0 ]; then # the user is another one, whom the mode stops
	as_user chmod 0 .git/index
	not_hidden "L25: an index that cannot be read" '\.env \(git.s index does not tell'
	as_user chmod 644 .git/index
fi
as_user mv .git/index index && as_user mkfifo .git/index
exits 125 "L25: a FIFO in the place of the index" -- as_user timeout 20 "$claudebox" --yes --shell -c true
as_user mv index .git/index
ok "a readable file again, it tells" -- inside true
as_user ln .env second
exits 125 "a hidden file with a second name" -- inside true
like "$err" '\.env \(it has a second name' "is refused: there it could be read"
as_user rm second .env && as_user ln -s file .env
exits 125 "L7: a symbolic link in the place of a hidden file" -- inside true
like "$err" '\.env \(a symbolic link is there' "is refused"
as_user rm .env

# --- a policy that protects a file of the work tree ------------------------------------------

as_user tee .envrc >/dev/null <<<one
ok "an untracked file can be protected" -- inside true
unlike "$err" 'check out' "in silence"
fails "and cannot be written" -- inside 'echo two > .envrc'
as_user git add .envrc && as_user git commit -qm envrc
ok "so can a tracked one" -- inside true
like "$err" 'git cannot check out another version of .*/\.envrc' "but it is said what git then cannot do"

# --- what else is shown -----------------------------------------------------------------------------

new_project
beside=$PWD
cd "$(user_scratch)" || exit 1
for mount in ro rw; do
	run as_user "$claudebox" --yes --mount-$mount "$beside" --shell -c "grep -rs c4n4ry '$beside'; ls -A '$beside/keys'; cat '$beside/file'"
	is "$out" one "L25: of what --mount-$mount shows the same is hidden"
done
cd "$beside" || exit 1
as_user ln keys/one second
exits 125 "L25: a file of a hidden directory with a second name" -- inside true
like "$err" 'refusing .*/keys/one \(it has a second name' "is named"
done_testing
