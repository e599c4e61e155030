#!/usr/bin/env bash
# The plain case, as a user types it: a shell in the real sandbox of the default profile.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready

like "$(file -b "$claudebox")" 'ELF .*statically linked' "SAND-01: claudebox is a static program, no script"
ok "SAND-01: a command runs in the sandbox" -- inside 'echo hi'
is "$out" hi "and prints what it should"
exits 7 "SAND-14: the exit code of the command is the launcher's" -- inside 'exit 7'
exits 143 "SAND-14: a command killed by a signal gives 128 + its number" -- inside 'kill -TERM $$'

run inside 'cat /proc/self/environ | tr "\0" "\n" | sed "s/=.*//" | sort | tr "\n" " "'
is "$out" "CLAUDE_CODE_RESUME_HINT_COMMAND CLAUDE_CONFIG_DIR CLAUDE_SECURESTORAGE_CONFIG_DIR COMMA_PICKER DISABLE_AUTOUPDATER DISABLE_INSTALLATION_CHECKS GIT_CONFIG_NOSYSTEM HOME LANG LOCALE_ARCHIVE NIX_PATH NIX_REMOTE NIX_SSL_CERT_FILE PATH PWD SHELL SHLVL SSL_CERT_FILE TERM TERMINFO_DIRS TMPDIR TZDIR USER XDG_RUNTIME_DIR _ " \
	"SAND-02, SAND-03: these variables are inside and no other"

run inside 'IFS=:; for dir in $PATH; do case $dir in /nix/store/*) ;; *) echo "$dir" ;; esac; done'
is "$out" "" "SAND-10: PATH holds store paths only"
run inside 'for tool in git curl jq rg fd nix , bash node grep sed awk find tar gzip diff which less nano ps; do command -v $tool >/dev/null || echo $tool; done'
is "$out" "" "SAND-10: the everyday tools are on it"

run inside 'ls -A /'
is "${out//$'\n'/ }" "bin dev etc lib lib64 nix proc run tmp usr var" "SAND-04: nothing of the host is at the root but what a row mounts"
run inside 'ls -A ~'
is "${out//$'\n'/ }" ".cache .claude .claudebox .gitconfig" "SAND-04: nothing of the host's home is in the home"
ok "SAND-05: a file written in the project is there afterwards" -- inside 'echo made > made.txt'
is "$(cat made.txt)" made "and holds what was written"
is "$(inside pwd)" "$project" "SAND-05: the project is the working directory, at its own path"
fails "SAND-06: the store cannot be written" -- inside 'echo x > /nix/store/x'
ok "SAND-11: /tmp can be written, /dev and /proc are there" -- inside 'echo x > /tmp/x && test -c /dev/null && test -r /proc/self/stat'
is "$(ls /tmp/x 2>/dev/null)" "" "SAND-11: and /tmp is not the host's"
is "$(inside 'stat -c "%a %U %n" / /tmp ~ "$XDG_RUNTIME_DIR" ~/.claude ~/.cache; df -B1 --output=size /tmp ~ | tail -n 2 | uniq')" \
	"755 $CB_USER /
1777 $CB_USER /tmp
700 $CB_USER $CB_USER_HOME
700 $CB_USER /run/user/$(id -u "$CB_USER")
700 $CB_USER $CB_USER_HOME/.claude
700 $CB_USER $CB_USER_HOME/.cache
4294967296" "SAND-11: directories are the user's, private where they should be, and of limited size"
is "$(inside 'ulimit -c')" 0 "L24: no core dumps"
is "$(inside 'uname -n')" claudebox "the sandbox has its own host name"

ok "TOOL-01: comma is there" -- inside 'command -v , >/dev/null'
start_inside 'echo >started; until [ -e added ]; do sleep 0.02; done; cat "$(cat added)" >seen'
# Named after this test's own directory, it was not there before.
root=()
[ "$(id -u)" = 0 ] || root=(sudo --)
echo live >"$CB_TMP/${CB_TMP##*.}"
# shellcheck source=nix/debian/env.sh
. "$CB_TOP/nix/debian/env.sh"
added=$("${root[@]}" nix-store --add "$CB_TMP/${CB_TMP##*.}")
as_user sh -c 'echo "$0" >added.new && mv added.new added' "$added"
wait
is "$(cat seen)" live "TOOL-03: a store path added while it runs is seen by the sandbox"
"${root[@]}" nix-store --delete "$added" >/dev/null 2>&1

mkdir -p sub/deep && git init -q . && chown -R "$CB_USER:" .
cd sub/deep || exit 1
is "$(inside pwd)" "$project/sub/deep" "the working directory is kept in a subdirectory"
ok "and the git top level around it is the project" -- inside 'git rev-parse --show-toplevel && touch ../../top.txt'
is "$(ls "$project/top.txt")" "$project/top.txt" "which is written where it lies"
done_testing
