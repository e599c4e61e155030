#!/usr/bin/env bash
# What people see: each screen of the list below, from a real run in a terminal of 80 by 24 and of 200 by 50,
# and in a pipe, is the committed one. The pictures in README.md are made of the same runs.
# CB_UPDATE=1 tests/run tests/screens draws all of them anew: read the difference.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/screens.sh"
screens_ready

# A screen a line: its name, what ends it (a text it waits for, or `-` for its end), what is typed then (`-`
# for nothing), and the arguments. Keys are followed by the same text again.
screens='
audit|Start? [Y/n/a/?]|-|
more|Start? [Y/n/a/?]|?|
dry-run|-|-|--dry-run
prove|-|-|--prove
why|-|-|--why .git/hooks
why-not|-|-|--why ~/.ssh/id_ed25519
why-variable|-|-|--why GITHUB_TOKEN
help|-|-|--help
check|-|-|--check
'
# Those without colours; those that are to fit a screen of 80 by 24; those that tell of this machine, which no
# committed screen can.
pale=' prove help '
here=' check '
short=' audit why why-not why-variable help '

# same FILE TEXT DESC: golden, where that can be; of this machine only a picture is kept, for README.md.
same() {
	if [ "${here/ $name /}" = "$here" ]; then
		golden "$@"
	elif [ "${CB_UPDATE:-0}" = 1 ] && [ "${1##*.}" = svg ]; then
		printf '%s\n' "$2" >"$1"
	fi
}

# --- each of them ------------------------------------------------------------------------------------

while IFS='|' read -r name until keys arguments; do
	[ -n "$name" ] || continue
	# shellcheck disable=SC2086 # arguments, separated by blanks
	set -- $arguments
	for size in 80x24 200x50; do
		draw "$size" C.UTF-8 "$until" "$keys" "$@"
		same "$CB_HERE/expected/$name-$size.txt" "$(plain)" "$name on $size"
		[ "$size" = 80x24 ] || continue
		same "$CB_HERE/expected/$name.svg" "$(picture)" "$name as a picture"
		[ "${pale/ $name /}" != "$pale" ] || like "$(coloured)" $'\e\\[' "$name has colours on a terminal"
		[ "${short/ $name /}" = "$short" ] || {
			ok "$name fits a screen: 24 lines" -- test "$(plain | wc -l)" -le 24
			is "$(plain | awk 'length > 80')" "" "of 80 columns"
		}
		NO_COLOR=1 draw "$size" C.UTF-8 "$until" "$keys" "$@"
		unlike "$(coloured)" $'\e\\[[0-9;]*m' "$name has none with NO_COLOR"
		draw "$size" C "$until" "$keys" "$@"
		unlike "$(coloured | LC_ALL=C tr -d '\0-\177' | od -c)" '^0+ +[^ ]' "$name is ASCII where the locale is C"
	done
	[ "$until" != - ] || {
		as_you C.UTF-8 "$@" >"$CB_TMP/piped" 2>&1
		same "$CB_HERE/expected/$name-pipe.txt" "$(masked <"$CB_TMP/piped")" "$name in a pipe"
		unlike "$(cat "$CB_TMP/piped")" $'\e' "$name has no colours there"
	}
done <<<"$screens"

# --- what tells of this machine ---------------------------------------------------------------------

# No committed screen can be compared, but its rows and its width.
rows=$(sed -nE 's,^X\("([^"]+)".*,\1,p' "$CB_TOP/runtime/commands/check/checks.def" | grep -vxE 'network|packet filter|forwarded ports')
for size in 80x24 200x50; do
	for way in C.UTF-8 'C.UTF-8 NO_COLOR' C; do
		NO_COLOR=${way#"${way%NO_COLOR}"} draw "$size" "${way% *}" - - --check
		is "$(plain | sed -nE 's,^(ok  |warn|fail)  (.{16}) .*,\2,p' | sed 's, *$,,')" "$rows" "check on $size, $way: every row of this profile, in their order"
		is "$(plain | perl -CS -ne "print if length > ${size%x*} + 1")" "" "and no line is wider than the screen"
	done
done
is "$(printf 'wider…\n' | perl -CS -ne 'print if length > 5 + 1')" "wider…" "one that is would be found"

# --- what stands out ------------------------------------------------------------------------------

as_you_do sh -c 'mkdir -p .vscode && echo one >.vscode/tasks.json'
as_you C.UTF-8 --yes --shell -c true 2>/dev/null
as_you_do sh -c 'echo two >.vscode/tasks.json'
EXTRA=(DATABASE_URL=postgres://me:planted@example.org/db CLAUDEBOX_EXTRA_ENV=DATABASE_URL)
draw 80x24 C.UTF-8 'Start? [Y/n/a/?]' - --mount-ro /usr/share/doc
EXTRA=()
golden "$CB_HERE/expected/audit-warns-80x24.txt" "$(plain)" "an audit with something to warn of"
golden "$CB_HERE/expected/audit-warns.svg" "$(picture)" "as a picture"
unlike "$(plain)" planted "SEC-01: without the secret"
like "$(plain)" '^ +DATABASE_URL=\(hidden\) looks like a URL with a password' "but with its name"
like "$(plain)" '^note .*changed since the last launch' "with what has changed"

as_you_do mkdir "$HOME_YOU/größe"
PROJECT_YOU=/home/you/größe draw 80x24 C.UTF-8 'Start? [Y/n/a/?]' -
like "$(plain)" '^project   /home/you/größe \(read-write\)$' "a name of other letters is shown as it is"
PROJECT_YOU=/home/you/größe draw 80x24 C 'Start? [Y/n/a/?]' -
like "$(plain)" '^project   /home/you/gr\\xc3\\xb6\\xc3\\x9fe \(read-write\)$' "and escaped where the locale has no such letters"
PROJECT_YOU=/home/you/größe draw 40x24 C.UTF-8 'Start? [Y/n/a/?]' -
is "$(plain | awk 'length > 40 && !/^ +CLAUDE_[A-Z_]+,$/')" "" "a narrow terminal is kept to as well"

# --- README ----------------------------------------------------------------------------------------

# What the profile does not cover must not look as if it were.
like "$(cat "$CB_HERE/expected/prove.svg")" 'SKIP this profile has the host.s network' "the picture of --prove tells what this profile lets in"
for name in audit why-not check prove dry-run; do
	like "$(cat "$CB_TOP/README.md")" "\\(tests/screens/expected/$name\\.svg\\)" "README.md shows $name"
	ok "which is no wider than a page" -- test "$(sed -n '1s/.* width="\([0-9]*\)".*/\1/p' "$CB_HERE/expected/$name.svg")" -le 900
	ok "which is XML" -- perl -0777 -ne 'my @s; while (m{<(/?)([a-z]+)[^>]*?(/?)>}g) { if ($1) { exit 1 if pop @s ne $2 } elsif (!$3) { push @s, $2 } } exit @s ? 1 : 0' "$CB_HERE/expected/$name.svg"
done
done_testing
