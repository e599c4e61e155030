#!/usr/bin/env bash
# The repository is as agreed: its rooms, its files' size and opening, its formatting, and what
# none of them may mention.
. "$(dirname "$0")/../lib.sh"
need git shellcheck clang-format

# Entries of the top level. An addition is a decision: it belongs in CONTRIBUTING.md too.
top='flake.nix flake.lock nix gen runtime templates tests README.md LICENSE CONTRIBUTING.md
SECURITY.md CHANGELOG.md .ci .clang-format .clang-tidy .editorconfig .gitattributes .gitignore
.shellcheckrc'

# Files that may be longer than 400 lines: `path: reason`, one a line.
long_files=''

# Hosts a file may name in a URL: where things are described, addresses of the test world, and the
# names reserved for examples; never where packages are fetched.
hosts='[0-9.]+|([a-z0-9-]+\.)*example(\.(org|com|net))?|github\.com|nixos\.org|json-schema\.org|man7\.org|www\.kernel\.org|www\.w3\.org'

cd "$CB_TOP" || exit 1
# -c: the clone may belong to someone else than whoever runs the tests.
files=$(git -c safe.directory='*' ls-files --cached --others --exclude-standard | while read -r f; do
	[ ! -f "$f" ] || printf '%s\n' "$f"
done)
isnt "$files" "" "git knows the files of this repository"

is "$(printf '%s\n' "$files" | cut -d/ -f1 | sort -u |
	grep -vxF -f <(printf '%s\n' "$top" | tr ' ' '\n'))" "" "the top level holds the agreed entries only"

# Expected outputs are kept as they come and are no source.
sources=$(printf '%s\n' "$files" | grep -vE '(^|/)expected/')
with_shebang=$(printf '%s\n' "$sources" | xargs grep -lE --max-count=1 '^#!.*\b(ba)?sh$' | while read -r f; do
	! head -n 1 "$f" | grep -qE '^#!.*\b(ba)?sh$' || printf '%s\n' "$f"
done)
shell=$(printf '%s\n' "$with_shebang" "$(printf '%s\n' "$sources" | grep '\.sh$')" | sed '/^$/d' | sort -u)
c=$(printf '%s\n' "$sources" | grep -E '^(runtime|gen|tests)/.*\.[ch]$')
code=$(printf '%s\n' "$shell" "$(printf '%s\n' "$sources" | grep -E '(\.(c|h|def|nix|m4|t|py|mk)|Makefile)$')" | sort -u)

# unopened FILE…: those whose first line behind a #! is no comment.
unopened() {
	local f first
	for f; do
		first=$(sed -n '/^#!/d; /^# shellcheck /d; /^$/d; p; q' "$f")
		case $first in
		'#'* | '/*'* | '//'* | '.\"'* | dnl* | *_dnl*) ;;
		*) printf '%s: %s\n' "$f" "$first" ;;
		esac
	done
}

# too_long FILE…: files over 400 lines that are not listed above.
too_long() {
	local f lines
	for f; do
		lines=$(wc -l <"$f")
		[ "$lines" -le 400 ] || printf '%s\n' "$long_files" | grep -q "^$f: " ||
			printf '%s: %s lines\n' "$f" "$lines"
	done
}

# long_functions FILE…: C functions of more than 60 lines.
long_functions() {
	awk '/^\{$/ { begin = FNR } /^\}$/ && begin { if (FNR - begin - 1 > 60)
		print FILENAME ":" begin ": " FNR - begin - 1 " lines"; begin = 0 }' "$@"
}

# Written apart, so that this file does not find itself.
unfinished() {
	grep -nEi '\b(to''do|fix''me|x''xx|not imple''mented|place''holder|stu''b)\b' -- "$@"
}

foreign_hosts() {
	grep -noE 'https?://([^/@ ]*@)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+' -- "$@" |
		grep -vE "(//|@)($hosts)\$"
	grep -nE '\b(registry|deb|ftp|security|snapshot|cache)\.[a-z0-9-]+\.(org|com|io|net|dev)\b' -- "$@"
}

machine_paths() {
	grep -nE '(^|[^A-Za-z0-9_])(/wo''rk/|/tmp/te''am)' -- "$@"
}

mapfile -t files <<<"$files"
mapfile -t shell <<<"$shell"
mapfile -t c <<<"$c"
mapfile -t code <<<"$code"

is "$(unopened "${code[@]}")" "" "every source file opens by saying what it is for"
is "$(too_long "${code[@]}")" "" "no source file is longer than 400 lines"
is "$(long_functions "${c[@]}")" "" "no function is longer than 60 lines"
is "$(unfinished "${files[@]}")" "" "nothing is left for later"
is "$(foreign_hosts "${files[@]}")" "" "no file names a host that packages come from"
is "$(machine_paths "${files[@]}")" "" "no file names a path of one machine"
is "$(grep -nE '[[:space:]]$' -- "${code[@]}")" "" "no line of code ends in blanks"
ok "shell scripts pass shellcheck" -- shellcheck "${shell[@]}"
ok "C is formatted by clang-format" -- clang-format --dry-run -Werror "${c[@]}"
is "$(find tests -name '*.t' ! -perm -u+x)" "" "every test can be executed"

# The same questions, asked of files that should fail them.
dir=$(scratch)
{
	printf 'int x;\nint f(void)\n{\n'
	yes '	x++;' | head -n 400
	printf '}\n/* TO%s: see https:/%s/ in /wo%s/main */\n' DO /packages.invalid.io rk
} >"$dir/bad.c"
printf '#!/bin/sh\necho $%s\n' 1 >"$dir/bad.sh"
for question in unopened too_long long_functions unfinished foreign_hosts machine_paths; do
	like "$($question "$dir/bad.c")" 'bad\.c|[0-9]+:' "$question finds a bad file"
done
fails "shellcheck finds a bad script" -- shellcheck "$dir/bad.sh"
fails "clang-format finds a bad file" -- clang-format --style=file:"$CB_TOP/.clang-format" \
	--dry-run -Werror <(printf 'int   x ;\n')

done_testing
