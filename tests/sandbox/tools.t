#!/usr/bin/env bash
# EXT-01: a project's own tools, .claudebox/tools.txt: packages of the pinned nixpkgs and nothing else, told
# before they are built, built once, behind the profile's own programs. As root, whose store it is.
. "$(dirname "$0")/../lib.sh"
need_root "building into the store"
. "$CB_LIB/sandbox.sh"
sandbox_ready
offline=$(launcher offline)
project=$(scratch)
cd "$project" || exit 1
# shellcheck source=nix/debian/env.sh
. "$CB_TOP/nix/debian/env.sh"
launch_by=() # as root
state=$HOME/.claudebox/projects/$(printf %s "$project" | sha256sum | cut -c 1-16)
mkdir .claudebox

# list LINE…: is what the project asks for.
list() {
	printf '%s\n' "$@" >.claudebox/tools.txt
}

exits 127 "the profile itself has no m4" -- inside 'm4 --version'
unlike "$err" 'tools' "and of tools nothing is said"

list '# what we need' 'gnum4 # macros' '' '  python3  '
ok "EXT-01: --dry-run shows what a project asks for" -- "$claudebox" --dry-run --shell
like "$out" "^note +this project's own tools, from nixpkgs: gnum4, python3 \(built or fetched by Nix first\)$" "by name"
ok "and builds nothing" -- test ! -e "$state/tools"
exits 125 "EXT-01: without an answer nothing is built" -- "$claudebox" --shell -c true
like "$err" "own tools, from nixpkgs: gnum4, python3 " "but the question was asked with the names in sight"
ok "and nothing is there" -- test ! -e "$state/tools"

ok "EXT-01: they are built and used" -- inside 'm4 --version | head -n 1; python3 -V; echo "$PATH"'
like "$out" '^m4 ' "one"
like "$out" '^Python 3' "and the other"
like "$err" '^claudebox: note: .*own tools, from nixpkgs: gnum4, python3' "with --yes they are told too"
like "$out" ':/nix/store/[^:]*-claudebox-tools/bin$' "EXT-01: they come behind the profile's own programs"
is "$(inside 'IFS=:; for dir in $PATH; do case $dir in /nix/store/*) ;; *) echo "$dir" ;; esac; done')" "" \
	"SAND-10: PATH still holds store paths only"
like "$(stored=$(nix-store --gc --print-roots 2>/dev/null); printf '%s\n' "$stored")" "^$state/tools -> /nix/store/" \
	"EXT-01: their link is a root of the garbage collector"
is "$(inside 'ls ~/.claudebox')" credentials "and is not inside"
like "$(inside 'cat /etc/claude-code/CLAUDE.md')" '^- \*\*Programs of the project.s own list\*\*, last on .PATH., from the packages gnum4, python3\.$' \
	"AWARE-02: the agent is told of them"

# A Nix that cannot be asked.
ok "EXT-01: unchanged, Nix is not asked again" -- env NIX_REMOTE=none "$claudebox" --yes --shell -c 'm4 --version'
unlike "$err" 'built or fetched' "and no building is told"
list gnum4
exits 125 "a changed list asks it" -- env NIX_REMOTE=none "$claudebox" --yes --shell -c 'm4 --version'
like "$err" "cannot make this project's tools \(nix-build failed on gnum4\)" "and its failure is a refusal"
like "$err" '^hint: ' "with a hint"
ok "it is built anew" -- inside 'm4 --version && ! command -v python3'
rm "$state/tools"
exits 125 "without the link Nix is asked" -- env NIX_REMOTE=none "$claudebox" --yes --shell -c true
ln -s "/nix/store/$(printf '0%.0s' {1..32})-gone" "$state/tools"
exits 125 "and where the link leads nowhere" -- env NIX_REMOTE=none "$claudebox" --yes --shell -c true
ok "which it then replaces" -- inside 'm4 --version'

list jq nosuchpackage
refused "EXT-01: a package there is none of is refused" "cannot make this project's tools \(.* on jq, nosuchpackage\)" -- \
	bash -c '"$@" 2> >(grep -v "^claudebox: note" >&2)' - "$claudebox" --yes --shell -c true
like "$err" 'there is no package nosuchpackage in the nixpkgs of this profile' "and is named"
list lib
exits 125 "what is no package is none" -- inside true
like "$err" 'there is no package lib ' "and is named"

for line in --expr 'a b' ./x.nix '../x' 'with import <x>' "a\"b" 'github:x/y' '-f'; do
	list jq "$line"
	refused "EXT-01: no name: $line" 'cannot use .*tools\.txt \(line 2: no name of a package\)' -- "$claudebox" --yes --shell -c true
done
head -c 17000 /dev/zero | tr '\0' '#' >.claudebox/tools.txt
refused "EXT-01: a list of more than 16 KiB" 'cannot use .*tools\.txt \(no plain file, or too large\)' -- "$claudebox" --yes --shell -c true
: >.claudebox/tools.txt
ok "an empty list asks for nothing" -- inside true

echo gnum4 >elsewhere
ln -sf ../elsewhere .claudebox/tools.txt
refused "EXT-01: a link in its place" 'cannot use .*tools\.txt \(a symbolic link\)' -- "$claudebox" --yes --shell -c true
mv .claudebox real && rm real/tools.txt && cp elsewhere real/tools.txt && ln -s real .claudebox
refused "EXT-01: a link in the place of its directory" 'cannot use .*tools\.txt \(a symbolic link\)' -- "$claudebox" --yes --shell -c true
rm .claudebox && mv real .claudebox
rm .claudebox/tools.txt && mkfifo .claudebox/tools.txt
refused "EXT-01: a pipe in its place" 'cannot use .*tools\.txt \(no plain file' -- timeout 20 "$claudebox" --yes --shell -c true
rm .claudebox/tools.txt && list gnum4 && chown nobody .claudebox/tools.txt
refused "EXT-01: a file of another user" 'cannot use .*tools\.txt \(it belongs to another user\)' -- "$claudebox" --yes --shell -c true
chown root .claudebox/tools.txt
ok "where one's own is fine" -- inside 'm4 --version'

refused "EXT-01: a profile with its own programs only says so" \
	"this project's tools cannot be had \(\.claudebox/tools\.txt: the profile offline shows its own programs only\)" -- \
	"$offline" --yes --shell -c true
mkdir sub && cd sub && git -C .. init -q && is "$(inside 'command -v m4 | cut -d/ -f1-3')" /nix/store "from below the top of the project it is the same"

# --- sent to the background while Nix builds -------------------------------------------------------

# A builder that gives the terminal to the shell above the launcher.
cat >"$CB_TMP/nix-build" <<'END'
#!/usr/bin/perl
use POSIX;
my ($shell) = `ps -o ppid= -p @{[getppid]}` =~ /(\d+)/;
tcsetpgrp(2, getpgrp($shell)) or die "no terminal: $!";
symlink("/nix/store", $ARGV[-1]);
END
chmod +x "$CB_TMP/nix-build"
builder=$(nix-store --add "$CB_TMP/nix-build")
slow=$(variant default ".tools.nixBuild = \"$builder\"")
rm -f "$state/tools"
run script -qec "bash -ic 'set -m; $slow --yes --shell -c \"echo runs\"; echo code: \$?'" /dev/null
like "$out" 'claudebox:.* in the background of a terminal' "L5: sent to the background while Nix builds, it does not start"
unlike "$out" '^runs' "indeed"
like "$out" '^code: 125' "with its exit code"
rm -f "$state/tools"
run script -qec "bash -ic 'set -m; $slow --yes --shell -c \"echo runs\" </dev/null; echo code: \$?'" /dev/null
like "$out" '^runs' "where the terminal is not its input, it does"
done_testing
