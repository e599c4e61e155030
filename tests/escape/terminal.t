#!/usr/bin/env bash
# L5: typing into the user's shell from the sandbox, in all spellings, on a real terminal where a
# shell is waiting for its next line.
. "$(dirname "$0")/../lib.sh"
need bwrap cc
. "$CB_HERE/common.sh"
attempt_ready
words='first-process dev-tty reopened high-bits plain'
if [ "$(uname -m)" = x86_64 ]; then
	words+=' int80 program32'
	cc -m32 -Wall -Wextra -Werror -O1 -ffreestanding -fno-pie -no-pie -fno-stack-protector -nostdlib \
		-static -o type32 "$CB_HERE/type32.c" || exit 1
fi

# try_all COMMAND…: leaves in $typed what a shell on a new terminal reads after COMMAND, which tries
# all spellings, and in $out what they were answered.
try_all() {
	run as_user ./attempt terminal bash -c \
		'"$@"; while IFS= read -r -t 0.3 line; do echo "typed: $line"; done' shell "$@"
	typed=$(answer typed "$out" | sort | xargs)
}
try='./attempt type; [ ! -e type32 ] || ./type32; echo "program32: $?"; echo done: yes'

try_all "${naive[@]}" -- /bin/bash -c "$try"
for word in $words; do
	like "$typed" "(^| )$word( |\$)" "L5: a naive sandbox types into the shell ($word)"
done
try_all "$claudebox" --yes --shell -c "$try"
is "$typed" "" "L5: from ours nothing arrives"
is "$(answer "done" "$out")" yes "though everything was tried"
for word in first-process dev-tty reopened high-bits plain int80; do
	[ "$word" != int80 ] || [ "$(uname -m)" = x86_64 ] || continue
	is "$(answer "$word" "$out")" "Operation not permitted" "L5: $word is refused by the filter"
done
like "$(answer x32 "$out")" "^Function not " "L5: there are no x32 calls"

try_all "$(launcher offline)" --yes --shell -c "$try"
is "$typed $(answer "done" "$out")" " yes" "L5: nor does it from the offline profile"

# A console is another device with another call. This one is nobody's.
vt=$CB_TMP/console
if [ "$(id -u)" = 0 ] && mknod -m 666 "$vt" c 4 63 && (: <"$vt") 2>/dev/null; then
	CB_AROUND=(setsid --ctty --wait)
	run as_user "${naive[@]}" -- ./attempt console <"$vt"
	is "$out" "console: reached" "L5: a naive sandbox asks a console (TIOCLINUX)"
	for profile in $(profiles); do
		[ "$profile" != internet ] || continue # needs a device beside it; the filter is the same
		run as_user "$(launcher "$profile")" --yes --shell -c './attempt console' <"$vt"
		is "$out" "console: Operation not permitted" "L5: $profile does not"
	done
else
	diag "no console here: that the filter refuses TIOCLINUX is shown by tests/sandbox/filter.t"
fi
done_testing
