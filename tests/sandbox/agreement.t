#!/usr/bin/env bash
# ASK-01: a plan that the user has agreed to once for all is not asked about again, and one in which anything
# has changed is, with what has changed.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
need expect
records=$CB_USER_HOME/.claudebox/projects
question='Start\? \[Y/n/a/\?\] '

# agreed: the records there are.
agreed() {
	find "$records" -path '*/agreed/*' -type f
}

in_terminal "a plain yes starts it" <<END
spawn \$claudebox --shell -c {echo inside \$((6 * 7))}
want {$question}
send "y\r"
want {inside 42}
want_exit 0
END
is "$(agreed)" "" "and is for this launch alone"

in_terminal "a starts it too" <<END
spawn \$claudebox --shell -c {echo inside \$((6 * 7))}
want {asks again only when something changes} {$question}
send "a\r"
want {inside 42}
want_exit 0
END
record=$(agreed)
is "$(wc -l <<<"$record")" 1 "and is remembered for this project and profile"
is "$(stat -c %a "$record")" 600 "for nobody else to read"
like "$(cat "$record")" '^network full$' "by what enters: the network"
like "$(cat "$record")" "^mount rw $project\$" "the project"
like "$(cat "$record")" '^variable LANG$' "and names of variables"
unlike "$(cat "$record")" 'C\.UTF-8|/nix/store/[a-z0-9]{32}' "but no value of one, and no path that an update changes"

in_terminal "the next launch says one line and starts" <<'END'
spawn $claudebox --shell -c {echo inside $((6 * 7))}
expect {
	-re {^claudebox [0-9.]+, profile default, network full: as agreed; --dry-run shows it\r\ninside 42\r\n$} {}
	timeout { lack {one line, then the command} }
}
want_exit 0
END
run inside 'ls ~/.claudebox; find / -path "*/agreed/*" 2>/dev/null'
is "$out" credentials "the record is out of the agent's reach"

in_terminal "a new variable is asked about, by name and marked" NEWLY=value CLAUDEBOX_EXTRA_ENV=NEWLY <<END
spawn \$claudebox --shell -c {touch started}
want {changed   \+ variable NEWLY} {$question}
send "n\r"
want {stopped}
want_exit 125
END
fails "and no starts nothing" -- test -e started
unlike "$(cat "$record")" NEWLY "nor is it remembered"

as_user mkdir -p "$CB_USER_HOME/docs"
in_terminal "so is a new mount" <<END
spawn \$claudebox --mount-ro $CB_USER_HOME/docs --shell -c {echo inside \$((6 * 7))}
want {changed   \+ mount ro $CB_USER_HOME/docs} {$question}
send "y\r"
want {inside 42}
want_exit 0
END
like "$(cat "$record")" "^mount ro $CB_USER_HOME/docs\$" "which is then what was agreed to"
in_terminal "and what is gone again" <<END
spawn \$claudebox --shell -c {echo inside \$((6 * 7))}
want {changed   - mount ro $CB_USER_HOME/docs} {$question}
send "y\r"
want {inside 42}
want_exit 0
END

offline=$(launcher offline)
in_terminal "another profile is asked about by itself" <<END
spawn $offline --shell -c {touch started}
want {network   none} {$question}
send "n\r"
want_exit 125
END

# What stands in the place of the record is not followed, and is no agreement.
for put in 'ln -s /etc/passwd' 'mkdir' 'mkfifo' 'ln -s nowhere'; do
	rm -rf "$record"
	as_user sh -c "$put \"\$0\"" "$record"
	in_terminal "with '$put' in its place it asks" <<END
spawn \$claudebox --shell -c {touch started}
want {$question}
send "n\r"
want_exit 125
END
done
done_testing
