#!/usr/bin/env bash
# L5: typing into the user's shell from the sandbox, in all spellings, on a real terminal where a
# shell is waiting for its next line.
. "$(dirname "$0")/../lib.sh"
need bwrap cc
. "$CB_LIB/escape.sh"
attempt_ready
words='first-process dev-tty reopened high-bits plain'
if [ "$(uname -m)" = x86_64 ]; then
	words+=' int80 program32'
	cc -m32 -Wall -Wextra -Werror -O1 -ffreestanding -fno-pie -no-pie -fno-stack-protector -nostdlib \
		-static -o type32 "$CB_HERE/type32.c" || exit 1
else
	skip "only x86 lets a 64-bit program make 32-bit calls" "L5: int80 and program32"
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
	has_tiocsti || {
		skip "this kernel forbids it to all (dev.tty.legacy_tiocsti)" "L5: a naive sandbox types into the shell ($word)"
		continue
	}
	like "$typed" "(^| )$word( |\$)" "L5: a naive sandbox types into the shell ($word)"
done
try_all "$claudebox" --yes --shell -c "$try"
is "$typed" "" "L5: from ours nothing arrives"
is "$(answer "done" "$out")" yes "though everything was tried"
for word in ${words/program32/}; do
	is "$(answer "$word" "$out")" "Operation not permitted" "L5: $word is refused by the filter"
done
like "$(answer x32 "$out")" "^Function not " "L5: there are no x32 calls"

try_all "$(launcher offline)" --yes --shell -c "$try"
is "$typed $(answer "done" "$out")" " yes" "L5: nor does it from the offline profile"

# --- what is typed for others ---------------------------------------------------------------------

# A sandbox whose input is none has its output on the terminal. What is typed there next is the shell's: a
# process that has left the session would read it without being stopped.
read='./attempt leave timeout 2 head -n 1 <&1 2>&1; ./attempt leave timeout 2 head -n 1 /proc/self/fd/1 2>&1
	[ ! -e /dev/console ] || ./attempt leave timeout 2 head -n 1 /dev/console 2>&1; echo done: yes'
# typed_for_others COMMAND…: what of the lines that are typed meanwhile it reads, on a new terminal.
typed_for_others() {
	run as_user script -qec "stty -echo; $(printf '%q ' "$@") </dev/null" /dev/null < <(
		for i in {1..20}; do
			sleep 0.2
			echo "c4n4ry-typed-$i"
		done
	)
}
showing typed_for_others "${naive[@]}" -- /bin/bash -c "$read"
like "$out" c4n4ry-typed "L5: a naive sandbox reads what is typed for the shell"
typed_for_others "$claudebox" --yes --shell -c "$read"
unlike "$out" c4n4ry "L5: ours does not"
is "$(answer "done" "$out")" yes "though it tried"
like "$out" 'Bad file descriptor' "its output is to be written only"
like "$out" 'Permission denied' "and not to be opened in another way"
run as_user script -qec "bash -ic 'set -m; $claudebox --yes --shell -c true & wait %1; echo code: \$?'" /dev/null
like "$out" 'claudebox:.* in the background of a terminal' "L5: where the terminal is its input too, nothing starts in the background"
like "$out" '^hint: .*</dev/null' "and it says what to do"
is "$(answer code "$out")" 125 "with its exit code"
run as_user script -qec "bash -ic 'set -m; $claudebox --yes --shell -c \"echo runs\" </dev/null & wait %1'" /dev/null
like "$out" '^runs.$' "without it, it does"
run as_user script -qec "bash -ic 'set -m; $claudebox --yes --shell -c \"head -n 1 /dev/tty\" </dev/null & wait %1'" /dev/null
like "$out" 'No such file' "L5: but has no way to the terminal by its name, whose foreground it could make itself"
run as_user script -qec "$claudebox --yes --shell -c 'test -c /dev/tty && echo there' </dev/null" /dev/null
like "$out" '^there.$' "which is there in the foreground"

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
	# That the filter refuses TIOCLINUX is shown by tests/sandbox/filter.t too.
	skip "no console here, or not root" "L5: a console is not asked"
fi
done_testing
