#!/usr/bin/env bash
# L39: a file of the project with a second name outside it is changed there too. No mount can keep that apart; some
# of them are named before the session.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
need strace
note='claudebox: note: these and maybe other files have a second name, .*: '
store=$(user_scratch)
as_user tee "$store/file" <<<'as it came' >/dev/null

# named: what a launch says of hard links, and nothing else of it.
named() {
	as_user "$claudebox" --yes --shell -c true 2>&1 | sed -n "s/^$note//p"
}
# linked FILE: in the project, by a name of the store's.
linked() {
	as_user mkdir -p "$(dirname "$1")"
	as_user ln "$store/file" "$1"
}

as_user mkdir -p src node_modules/.bin node_modules/.pnpm/left-pad@1.3.0/node_modules/left-pad
as_user touch src/a node_modules/.bin/b node_modules/.pnpm/left-pad@1.3.0/node_modules/left-pad/package.json
as_user ln -s "$store/file" node_modules/left-pad
is "$(named)" "" "in an ordinary project, and where symbolic links lead out, nothing is named"
linked node_modules/.pnpm/left-pad@1.3.0/node_modules/left-pad/index.js
is "$(named)" node_modules/.pnpm/left-pad@1.3.0/node_modules/left-pad/index.js "a file as pnpm links it from its store"
like "$(as_user "$claudebox" --dry-run)" '^note +these and maybe other files have a second name, often in a package manager.s store' "the audit has it too"
ok "it can be written inside" -- inside 'echo changed >node_modules/.pnpm/*/node_modules/left-pad/index.js'
is "$(cat "$store/file")" changed "L39: and is changed in the store, which is why it is named"
linked .venv/lib/python3.11/site-packages/requests/api.py
linked notes
is "$(named | tr -d ' ' | tr , '\n' | sort)" ".venv/lib/python3.11/site-packages/requests/api.py
node_modules/.pnpm/left-pad@1.3.0/node_modules/left-pad/index.js
notes" "one as uv links it, and one in the top directory, are named beside it"
for i in 1 2 3 4 5; do
	linked "more$i/file"
done
is "$(named | tr , '\n' | grep -c .)" 4 "the sample is small"

project=$(user_scratch)
cd "$project" || exit 1
user_git init -q "$store/repo"
user_git -C "$store/repo" commit -q --allow-empty -m x
user_git clone -q "$store/repo" .
like "$(named)" '^\.git/objects/[0-9a-f/]+$' "an object of git that a local clone shares"

# However much there is, the look ends.
wide=$(user_scratch)
as_user sh -c 'cd "$0" && for i in $(seq 40); do mkdir -p d$i/a/b/c && (cd d$i && touch $(seq 300)); done' "$wide"
# looks DIR: how many calls a plan there looks at files with.
looks() {
	local trace=$CB_USER_HOME/trace
	as_user env --chdir="$1" strace -f -e trace=newfstatat,fstatat64,openat2 -o "$trace" "$claudebox" --dry-run >/dev/null 2>&1
	grep -c . "$trace"
}
more=$(($(looks "$wide") - $(looks "$(user_scratch)")))
ok "12 000 files cost some hundred looks ($more)" -- test "$more" -gt 16 -a "$more" -lt 800
done_testing
