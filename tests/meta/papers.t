#!/usr/bin/env bash
# The papers say what is there: commands, files and rooms named in README.md, CONTRIBUTING.md,
# SECURITY.md and the README.md of a room exist.
. "$(dirname "$0")/../lib.sh"
cd "$CB_TOP" || exit 1

papers=(README.md CONTRIBUTING.md SECURITY.md tests/README.md templates/README.md runtime/README.md nix/debian/README.md)

# missing_paths FILE…: paths below a room that are named and are not there. Words in capitals
# stand for something else (tests/AREA/NAME.t); files are named with their ending.
missing_paths() {
	grep -ohP '(?<![\w/-])(\.ci|nix|gen|runtime|templates|tests)/[A-Za-z0-9_.*/-]*' -- "$@" | sort -u |
		sed 's/[.]$//' | grep -vE '[A-Z]{4}' | while read -r path; do
		compgen -G "$path" >/dev/null || printf '%s\n' "$path"
	done
}

# areas_of FILE: the folders in its table.
areas_of() {
	sed -nE 's,^\| .([a-z]+)/. \|.*,\1,p' "$1" | sort
}

first_screen=$(sed -n '1,40p' README.md)
like "$first_screen" '^nix build \.#claudebox( |$)' "the first screen tells Nix users how to build"
like "$first_screen" '^nix run \.( |$)' "and how to run"
like "$first_screen" '^nix profile install \.( |$)' "and how to install"
like "$first_screen" '^nix/setup$' "and everyone else the command that sets up"
like "$first_screen" '^tests/run$' "and the one that tests"
for command in nix/setup tests/run .ci/run; do
	ok "$command can be run" -- test -x "$command"
done

is "$(missing_paths "${papers[@]}")" "" "every path that is named exists"
# Findings, without the row they are about.
finding=$(sed -nE 's,^    claudebox-gen: /mounts/[0-9]+(/.*),\1,p' README.md)
like "$finding" '^/from: exposes ' "README.md shows a finding"
ok "in the words of the generator" -- grep -rqF -- "$finding" tests/gen/bad
is "$(areas_of README.md | xargs)" "gen nix runtime templates tests" "README.md lists the rooms"
is "$(areas_of tests/README.md)" "$(find tests -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort)" \
	"tests/README.md lists the areas of tests"
is "$(sed -nE 's,^\| ([0-9, ]+) \|.*,\1,p' README.md | tr -cs '0-9' '\n' | sort -un | xargs)" \
	"$(sed -nE 's,.*CB_EXIT_[A-Z_]+ = ([0-9]+).*,\1,p' runtime/base/error.h | sort -un | xargs)" \
	"README.md lists the launcher's exit codes"

# classes FILE…: the classes of leaks that they name: L1 to L28, and some of those found later.
classes() {
	cat -- "$@" | grep -oE '\bL[1-9][0-9]?\b' | sort -uV | xargs
}
mapfile -t code < <(find gen runtime nix -maxdepth 4 \( -name '*.[ch]' -o -name '*.def' -o -name '*.nix' \) ! -name '*prob*' ! -name '*prove*' ! -path '*/build/*')
is "$(printf 'L%s\n' {1..28} | grep -vxFf <(classes "${code[@]}" | tr ' ' '\n'))" "" "every class of leaks is closed in code that says which one, and why"
is "$(classes SECURITY.md)" "$(classes "${code[@]}")" "and promised by SECURITY.md"
is "$(wc -l <SECURITY.md | awk '{ print $1 <= 80 ? "one page" : $1 " lines" }')" "one page" "which is one page"

# ids FILE…: requirements and classes of leaks that they name, one a line; unexplained FILE…: those that
# tests/README.md has no row for.
ids() {
	cat -- "$@" | grep -ohE '\b((SAND|TOOL|GIT|UX|AWARE|NIX|D|AUTH|INST|NET|SEC|EXT|PKG|KEY|LIM|PUB|ENT|ASK|SHELL|AGENT|HOST)-[0-9]{2}|L[1-9][0-9]?)\b' | sort -u
}
explained() {
	sed -nE 's/^\| ([A-Z]+-?[0-9]+(, [0-9]+)*) \|.*/\1/p' tests/README.md |
		awk -F', ' '{ print $1; sub(/[0-9]+$/, "", $1); for (i = 2; i <= NF; i++) print $1 $i }' | sort -u
}
unexplained() {
	comm -23 <(ids "$@") <(explained) | xargs
}
mapfile -t named < <(git -c safe.directory='*' ls-files -- gen nix runtime templates tests '*.md' | grep -v '^tests/README.md$' |
	while read -r file; do [ ! -f "$file" ] || printf '%s\n' "$file"; done)
is "$(unexplained "${named[@]}")" "" "tests/README.md says what each requirement and class of leaks is"
printf 'SAND-99 and L99\n' >"$CB_TMP/ids"
is "$(unexplained "$CB_TMP/ids")" "L99 SAND-99" "one that it does not explain is found"

# rows_of_check: what README.md tells of --check, in its order.
rows_of_check() {
	sed -n '/^## When something/,/^## For/p' README.md | sed -nE 's,^\| ([A-Za-z ]+) \|.*,\1,p' | grep -vx row
}
is "$(rows_of_check)" "$(sed -nE 's,^X\("([^"]+)".*,\1,p' runtime/commands/check/checks.def)" "README.md lists the rows of --check"

wrong=$(scratch)/wrong.md
printf 'see (runtime/no-such.c), runtime/*.c and tests/run.\n' >"$wrong"
is "$(missing_paths "$wrong")" "runtime/no-such.c" "a path that is named and is not there is found"

done_testing
