#!/usr/bin/env bash
# tests/run from a terminal: its tests do not have that terminal, and Ctrl+C ends them all.
. "$(dirname "$0")/../lib.sh"
need expect pgrep

dir=$(scratch)

# bash_test NAME: makes a test of the lines on stdin.
bash_test() {
	{
		printf '#!/usr/bin/env bash\n. "%s/tests/lib.sh"\n' "$CB_TOP"
		cat
	} >"$dir/$1"
	chmod +x "$dir/$1"
}

cat >"$dir/pty.exp" <<'END'
set timeout 50
proc stop_with {words} {
	puts $words
	exit 1
}
proc want {pattern} {
	expect {
		-re $pattern {}
		timeout { stop_with "did not come: $pattern" }
		eof { stop_with "ended before: $pattern" }
	}
}
proc want_exit {code} {
	expect {
		eof {}
		timeout { stop_with "does not end" }
	}
	set end [lindex [wait] 3]
	if {$end != $code} { stop_with "exit code $end, not $code" }
}
set script [lindex $argv 0]
eval spawn [lrange $argv 1 end]
eval $script
END

# in_pty SCRIPT COMMAND…: the command in a terminal of its own; the script, in expect, drives it.
in_pty() {
	timeout 60 expect -f "$dir/pty.exp" -- "$@"
}

# As a program that asks for a secret does: on the terminal of its session, wherever its output goes.
cat >"$dir/ask" <<'END'
#!/bin/sh
printf 'what is it? ' >/dev/tty && read -r answer </dev/tty && echo "heard $answer"
END
chmod +x "$dir/ask"
ok "a question is seen by whoever has the terminal" -- \
	in_pty 'want "what is it"; send "a word\r"; want "heard a word"; want_exit 0' "$dir/ask"

bash_test asks.t <<END
fails "there is no terminal to ask on" -- "$dir/ask"
unlike "\$out" heard "nobody answers"
done_testing
END
ok "a test that asks is refused by the system, and goes on" -- in_pty 'want_exit 0' "$CB_TOP/tests/run" --no-setup "$dir/asks.t"
like "$out" '^Result: PASS' "the run comes to its end"
unlike "$out" 'what is it' "and the screen shows no question"

# What is started in the background ignores Ctrl+C, and a shell could not even catch it.
bash_test catches.t <<'END'
ok "SIGINT has its ordinary effect" -- grep '^SigIgn:.*[0189]$' /proc/self/status
done_testing
END
ok "Ctrl+C means in the tests what it always does" -- \
	in_pty 'want_exit 0' "$CB_TOP/tests/run" --no-setup "$dir/catches.t"

# Two at a time, each below a `timeout` of its own.
for name in first second; do
	bash_test "$name.t" <<END
echo "\$\$ \$CB_TMP" >"$dir/$name.new"
mv "$dir/$name.new" "$dir/$name.started"
sleep 100
done_testing
END
done

# both_started SCRIPT: waits for both, then goes on with the script.
both_started() {
	printf 'while {[llength [glob -nocomplain %s/*.started]] < 2} { after 20 }; %s' "$dir" "$1"
}

for signal in INT TERM; do
	rm -f -- "$dir"/*.started
	end='send "\003"; want "ending the tests"; want_exit 130'
	[ "$signal" = INT ] || end='exec kill -TERM [exp_pid]; want "ending the tests"; want_exit 143'
	CB_JOBS=2 ok "SIG$signal ends a run" -- in_pty "$(both_started "$end")" \
		"$CB_TOP/tests/run" --no-setup "$dir/first.t" "$dir/second.t"
	for name in first second; do
		read -r pid place <"$dir/$name.started"
		fails "the $name test has ended" -- kill -0 "$pid"
		ok "and has taken its files with it" -- test ! -e "$place"
	done
done

done_testing
