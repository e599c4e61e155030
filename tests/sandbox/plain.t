#!/usr/bin/env bash
# The plain case, as a user types it: a shell in the real sandbox of the default profile.
. "$(dirname "$0")/../lib.sh"
need bwrap
user_ready
claudebox=$(launcher default)
project=$(user_scratch)
cd "$project" || exit 1

# inside COMMAND: what a shell in the sandbox prints.
inside() {
	as_user "$claudebox" --yes --shell -c "$1"
}

ok "SAND-01: a command runs in the sandbox" -- inside 'echo hi'
is "$out" hi "and prints what it should"
exits 7 "SAND-14: the exit code of the command is the launcher's" -- inside 'exit 7'
exits 143 "SAND-14: a command killed by a signal gives 128 + its number" -- inside 'kill -TERM $$'

run inside 'cat /proc/self/environ | tr "\0" "\n" | sed "s/=.*//" | sort | tr "\n" " "'
is "$out" "CLAUDE_CONFIG_DIR CLAUDE_SECURESTORAGE_CONFIG_DIR DISABLE_AUTOUPDATER DISABLE_INSTALLATION_CHECKS GIT_CONFIG_NOSYSTEM HOME LANG LOCALE_ARCHIVE NIX_SSL_CERT_FILE PATH PWD SHELL SHLVL SSL_CERT_FILE TERM TERMINFO_DIRS TMPDIR TZDIR USER XDG_RUNTIME_DIR _ " \
	"SAND-02, SAND-03: these variables are inside and no other"

run inside 'IFS=:; for dir in $PATH; do case $dir in /nix/store/*) ;; *) echo "$dir" ;; esac; done'
is "$out" "" "SAND-10: PATH holds store paths only"
run inside 'for tool in git curl jq rg fd nix , bash node grep sed awk find tar gzip diff which less ps; do command -v $tool >/dev/null || echo $tool; done'
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
is "$(inside 'ulimit -c')" 0 "L24: no core dumps"
is "$(inside 'uname -n')" claudebox "the sandbox has its own host name"

mkdir -p sub/deep && git init -q . && chown -R "$CB_USER:" .
cd sub/deep || exit 1
is "$(inside pwd)" "$project/sub/deep" "the working directory is kept in a subdirectory"
ok "and the git top level around it is the project" -- inside 'git rev-parse --show-toplevel && touch ../../top.txt'
is "$(ls "$project/top.txt")" "$project/top.txt" "which is written where it lies"
done_testing
