#!/usr/bin/env bash
# Renames and hard links from one directory to another: Landlock denies them (EXDEV) as soon as one of
# its layers does not allow them, in every place and profile.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
tun_ready
as_user git config --global user.name Host && as_user git config --global user.email host@example.org
cc -static -Wall -Wextra -Werror -o rename-probe "$CB_HERE/rename-probe.c" || exit 1

for profile in $(profiles); do
	claudebox=$(launcher "$profile")
	[ -n "$claudebox" ] || exit 1
	rm -rf .git probe && user_git init -q
	# shellcheck disable=SC2016 # for the shell inside
	run inside 'login=~/.claudebox/credentials
		[ -d $login ] || login=
		./rename-probe "$PWD" "$PWD/.git" /tmp ~ ~/.cache ~/.claude $login
		rm -rf ~/.cache/probe ~/.claude/probe ~/.claudebox/credentials/probe'
	is "$out" "done" "$profile: in project, .git, /tmp, home, ~/.cache, ~/.claude and the login's directory" || diag "$err"
done

claudebox=$(launcher default)
run inside 'git init -q moved && cd moved && mkdir a b && echo text >a/x && git add . && git commit -qm one &&
	git mv a/x b/x && mkdir c && git mv b c/ && git commit -qm two && git ls-files && git fsck && git gc -q && git log --oneline | wc -l'
is "$out" $'c/b/x\n2' "git mv of a file and of a directory" || diag "$err"
run inside 'git init -q --bare up.git && git clone -q up.git work && cd work && git commit -q --allow-empty -m one &&
	git worktree add -q ../tree && git worktree move ../tree ../moved-tree && git -C ../moved-tree log --format=%s'
is "$out" one "git worktree move" || diag "$err"
run inside 'node -e "
	const fs = require(\"fs\");
	fs.mkdirSync(\"n1\"); fs.mkdirSync(\"n2\"); fs.writeFileSync(\"n1/f\", \"text\");
	fs.renameSync(\"n1/f\", \"n2/f\"); console.log(fs.readFileSync(\"n2/f\", \"utf8\"));"'
is "$out" text "node's fs.renameSync" || diag "$err"
# Of a directory and of an archive: the second is unpacked beside its place and then renamed to it.
# The client is the host's: ours have no other where Node.js came without it.
npm=$(readlink -f "$(command -v npm)")
npm=${npm%/bin/npm-cli.js}
if [ -d "$npm/node_modules/semver" ]; then
	mkdir npm && cp -R "$npm/." npm/ && chmod -R go+rX npm || exit 1
	run inside 'npm() { node ../npm/bin/npm-cli.js "$@" --offline --no-audit --no-fund >&2; }
		mkdir -p package app && echo "{\"name\":\"planned\",\"version\":\"1.0.0\"}" >package/package.json &&
		echo "module.exports = 1" >package/index.js && tar czf planned.tgz package && cd app && npm init -y &&
		npm install ../package && npm uninstall planned && npm install ../planned.tgz && node -p "require(\"planned\")"'
	is "$out" 1 "npm install of a local package" || diag "$err"
else
	skip "no npm of one piece is installed" "npm install of a local package"
fi
done_testing
