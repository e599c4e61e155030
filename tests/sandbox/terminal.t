#!/usr/bin/env bash
# SAND-15: keys and signals. Those of the terminal reach the agent and leave the sandbox standing; those that
# end the launcher end the whole sandbox.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
need expect stty

# Printed by a command that then waits: unlike bash it takes every signal from its first word on.
echo ready >words && chmod 666 words

# --- keys -----------------------------------------------------------------------------------------

in_terminal "SAND-15: Ctrl+C reaches the command, and the sandbox survives it" <<'END'
spawn $claudebox --yes --shell -c {trap 'echo interrupted' INT; echo ready; while ! read -r -t 0.05 line; do :; done; exit 9}
want {ready}
send "\x03"
want {interrupted}
send "\x03"
want {interrupted}
send "on\r"
want_exit 9
END
in_terminal "SAND-15: a command that does not catch it ends as by Ctrl+C" <<'END'
spawn $claudebox --yes --shell -c {exec tail -n 1 -f words}
want {ready}
send "\x03"
want_exit 130
END
in_terminal "SAND-15: so with Ctrl+\\" <<'END'
spawn $claudebox --yes --shell -c {trap 'echo quit' QUIT; echo ready; while ! read -r -t 0.05 line; do :; done; exit 9}
want {ready}
send "\x1c"
want {quit}
send "on\r"
want_exit 9
spawn $claudebox --yes --shell -c {exec tail -n 1 -f words}
want {ready}
send "\x1c"
want_exit 131
END
# The stopped command must not be one that reads: waiting in read() it may still take the shell's next line
# before it sees the signal, with or without a sandbox.
in_terminal "SAND-15: Ctrl+Z gives the shell back, fg goes on" <<'END'
spawn bash --norc --noprofile -i
send "PS1='host''> '; stty -g >before\r"
want {host> $}
send "$claudebox --yes --shell -c 'exec tail -n 1 -f words'\r"
want {ready\r\n}
send "\x1a"
want {Stopped} {host> $}
send "jobs\r"
want {Stopped} {host> $}
exec sh -c {echo more >>words}
send "fg\r"
want {more\r\n}
send "\x03"
want {host> $}
send "echo code=\$?; stty -g >after\r"
want {code=130} {host> $}
send "exit\r"
want_exit 0
END
is "$(cat after)" "$(cat before)" "SAND-15: and the terminal is as it was"
in_terminal "SAND-15: Ctrl+Z, then bg and kill, leaves nothing" <<'END'
spawn bash --norc --noprofile -i
send "PS1='host''> '\r"
want $prompt
send "$claudebox --yes --shell -c 'echo rea''dy; sleep 4321 & wait'\r"
want {ready\r\n}
send "\x1a"
want {Stopped} $prompt
send "kill -TERM %1; fg\r"
want $prompt
send "echo code=\$?\r"
want {code=(143|1)\r} $prompt
send "exit\r"
END
ok "indeed" -- wait_until fails_quietly pgrep -u "$CB_USER" -f '^sleep 4321$'

in_terminal "SAND-15: an interactive shell inside has job control" TERM=xterm-256color <<'END'
spawn bash --norc --noprofile -i
send "PS1='host''> '; stty -g >before\r"
want {host> $}
send "$claudebox --yes --shell --norc\r"
send "PS1='box''> '\r"
want {box> $}
if {[regexp {no job control|cannot set terminal|warning} $expect_out(buffer)]} { lack {a shell without warnings} }
send "echo ready >>words; tail -n 1 -f words\r"
want {ready\r\n}
send "\x1a"
want {Stopped} {box> $}
# The shell prints the command before the terminal is the command's again: wait for its own words.
exec sh -c {echo more >>words}
send "fg\r"
want {more\r\n}
send "\x03"
want {box> $}
send "echo code=\$?\r"
want {code=130} {box> $}
send "sleep 1000 & kill %1; wait; echo done=\$?\r"
want {done=} {box> $}
send "exit 5\r"
want {host> $}
send "echo code=\$?; stty -g >after\r"
want {code=5} {host> $}
send "exit\r"
want_exit 0
END
is "$(cat after)" "$(cat before)" "SAND-15: and leaves the terminal as it was"

in_terminal "SAND-15: a new size reaches the command, and is the terminal's" <<'END'
spawn $claudebox --yes --shell -c {trap seen=1 WINCH; stty size; echo ready; while ! read -r -t 0.05 line; do [ -z "$seen" ] || stty size; done; exit 9}
want {24 80} {ready}
stty rows 50 columns 132 < $spawn_out(slave,name)
want {50 132}
send "on\r"
want_exit 9
END
in_terminal "SAND-11: the terminal's description is there" TERM=xterm-256color <<'END'
spawn $claudebox --yes --shell -c {seq 100 | less; echo "left $?"}
want {\x1b\[\?1049h} {23\r\n}
if {[regexp -nocase {not fully functional|unknown terminal} $expect_out(buffer)]} { lack {less without a warning} }
send "q"
want {left 0}
want_exit 0
END

# --- signals ----------------------------------------------------------------------------------

for signal in TERM HUP KILL; do
	start_inside 'trap "" TERM HUP INT; sleep 1001 & (sleep 1002 & exec sleep 1003) & echo >started; wait'
	wait_until test "$(sandbox_of "$pid" | wc -l)" -ge 5
	mapfile -t all < <(sandbox_of "$pid")
	isnt "${#all[@]}" 0 "a sandbox with children of all kinds runs"
	kill -"$signal" "$pid"
	ok "SAND-15: SIG$signal to the launcher's pid ends all of it" -- wait_until gone "$pid" "${all[@]}"
	wait
done

start_inside 'echo >started; until [ -e go ]; do sleep 0.02; done; echo survived >seen'
is "$(tr '\0' '\n' <"/proc/$pid/cmdline" | sed -n '1p;2p')" $'bwrap\n--args' "SAND-15: the launcher has become bwrap"
is "$(ps -o comm= -p "$(sandbox_of "$pid" | paste -sd,)" | grep -c '^\(claudebox\|step\)$')" 0 \
	"SAND-15: and no process of ours stays in between"
mapfile -t all < <(sandbox_of "$pid")
kill -INT "$pid"
kill -QUIT "$pid"
touch go
wait
is "$(cat seen)" survived "SAND-15: SIGINT and SIGQUIT to the launcher alone are the terminal's: the agent goes on"
ok "and nothing is left at its end" -- wait_until gone "$pid" "${all[@]}"
rm go

start_inside 'echo >started; exec sleep 1004'
mapfile -t all < <(sandbox_of "$pid")
kill -INT "$pid" && kill -TERM "$pid"
ok "SAND-15: and it can still be ended" -- wait_until gone "$pid" "${all[@]}"
wait

in_terminal "SAND-15: closing the terminal ends all of it" <<'END'
spawn $claudebox --yes --shell -c {trap '' HUP; echo ready; exec sleep 4322}
want {ready}
close
wait
END
ok "indeed" -- wait_until fails_quietly pgrep -u "$CB_USER" -f '^sleep 4322$'

# As README.md says. Whoever still runs when the shell is gone, says so.
for way in nohup setsid 'setsid -f'; do
	rm -f go seen started
	mkfifo -m 666 started
	# shellcheck disable=SC2086 # words of a command
	as_user sh -c '"$@" >/dev/null 2>&1 & read -r line <started' sh $way "$claudebox" --yes --shell -c \
		'echo >started; until [ -e go ]; do sleep 0.02; done; echo survived >seen' "by-${way// /}-$$"
	if [ "$way" = 'setsid -f' ]; then
		touch go
		ok "SAND-15: by $way it outlives the shell that started it" -- wait_until test -s seen
	else
		ok "SAND-15: by $way it ends with the shell that started it" -- \
			wait_until fails_quietly pgrep -u "$CB_USER" -f "by-${way// /}-$$"
		touch go
		ok "and does nothing any more" -- test ! -e seen
	fi
done

# nohup and scripts: what was ignored outside is ignored inside.
is "$(as_user sh -c 'trap "" INT QUIT; exec "$@"' sh "$claudebox" --yes --shell -c 'trap -p INT QUIT; kill -INT $$; echo alive' |
	tail -n 1)" alive "SAND-15: a signal ignored by whoever started it stays ignored"

# A caller who ignores SIGCHLD, and whoever he starts with it, would never hear of an end.
exits 7 "SAND-14: a caller who does not care for children" -- \
	as_user timeout -k 1 20 perl -e '$SIG{CHLD} = "IGNORE"; exec @ARGV' "$claudebox" --yes --shell -c 'exit 7'
done_testing
