#!/usr/bin/env bash
# UX-01..03, SEC-01, D-03, D-04: what is told before a launch, on which stream, what is asked, and which
# variables the user can let in.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
need expect
box=$CB_USER_HOME/.claudebox

# --- asking --------------------------------------------------------------------------------------

for answer in n no N NO; do
	in_terminal "UX-02: the answer \"$answer\" does not start it" <<-END
		spawn \$claudebox --shell -c {touch started}
		want {network .*full: } {own env .*variables set by claudebox} {Start\\? \\[Y/n/a/\\?\\] }
		send "$answer\\r"
		want {stopped \\(you said no\\)} {hint: nothing was changed}
		want_exit 125
	END
done
for answer in x Y-not q '??' 'y n' yesyesyes 'yes;y'; do
	in_terminal "UX-02: after \"$answer\" it asks again" <<-END
		spawn \$claudebox --shell -c {touch started}
		want {Start\\? \\[Y/n/a/\\?\\] }
		send "$answer\\r"
		want {Start\\? \\[Y/n/a/\\?\\] }
		send "n\\r"
		want {stopped \\(you said no\\)}
		want_exit 125
	END
done
# The rest of a long answer would be the next command of the shell.
in_terminal "L40: a long answer is read to its end, and nothing of it reaches the shell" <<'END'
set env(PS1) "host> "
spawn bash --norc --noediting
want {host> $}
send "\"$claudebox\" --shell -c 'touch started'\r"
want {Start\? \[Y/n/a/\?\] }
send "nnnnnnnnnnnnnn; touch ran-by-the-shell\r"
want {Start\? \[Y/n/a/\?\] }
send "[string repeat "no way " 200]; touch ran-by-the-shell\r"
want {Start\? \[Y/n/a/\?\] }
send "half\x04"
send " a line; touch ran-by-the-shell\r"
want {Start\? \[Y/n/a/\?\] }
send "n\r"
want {stopped} {host> $}
send "echo st'ill' here\r"
want {still here} {host> $}
send "exit\r"
want_exit 0
END
fails "L40: no command of it has run" -- test -e ran-by-the-shell
in_terminal "L40: where the shell runs what it gets" <<'END'
set env(PS1) "host> "
spawn bash --norc --noediting
want {host> $}
send "nnnnnnnnnnnnnn; touch ran-by-the-shell\r"
want {host> $}
send "exit\r"
want_exit 0
END
ok "L40: as this one would have" -- rm ran-by-the-shell
in_terminal "UX-02: nor does the end of the input" <<'END'
spawn $claudebox --shell -c {touch started}
want {Start\? \[Y/n/a/\?\] }
send "\x04"
want stopped
want_exit 125
END
in_terminal "UX-02: nor Ctrl+C at the question" <<'END'
spawn $claudebox --shell -c {touch started}
want {Start\? \[Y/n/a/\?\] }
send "\x03"
want_exit "signal SIGINT"
END
fails "UX-02: nothing of all that is made on disk" -- test -e "$box"
fails "and nothing has run" -- test -e started

for answer in '' y Y yes YES; do
	in_terminal "UX-02: the answer \"$answer\" starts it" <<-END
		spawn \$claudebox --shell -c {touch started; exit 7}
		want {Start\\? \\[Y/n/a/\\?\\] }
		send "$answer\\r"
		want_exit 7
	END
	ok "and it has run" -- rm started
done

in_terminal "UX-01: the audit goes to stderr, the question to the terminal, stdin to the command" <<'END'
spawn sh -c {echo piped | "$0" --shell -c 'cat >got; echo said' 2>err >out} $claudebox
expect {
	-re {^Start\? \[Y/n/a/\?\] $} {}
	timeout { lack {the question alone} }
}
send "y\r"
want_exit 0
END
is "$(cat got)" piped "UX-01: the command has read what was piped"
is "$(cat out)" said "and its output is its own"
like "$(cat err)" '^claudebox [0-9.]+, profile default' "and stderr tells the profile"
like "$(cat err)" '^network   full: ' "UX-01: the network"
like "$(cat err)" "^project   $project \(read-write\)\$" "UX-01: the mounts: the project"
like "$(cat err)" '^writable  ~/\.claude, ~/\.cache, ~/\.claudebox/credentials$' "what else is writable"
like "$(cat err)" '^read-only /nix/store' "and what can be read"
is "$(sed -nE 's/^your env +//p' err | tr -d ' ' | tr ',' '\n' | sed 's/=.*//' | sort)" \
	"$(as_user "$claudebox" --dry-run=json --shell | jq -r '.env[] | select(.origin == "host").name' | sort)" \
	"UX-01: and every variable of yours by its name"
like "$(cat err)" "^own env   $(as_user "$claudebox" --dry-run=json --shell | jq '[.env[] | select(.origin != "host")] | length') variables" \
	"and how many there are beside them"
like "$(cat err)" '^passes    -c cat >got; echo said$' "and what is passed on"
unlike "$(cat err)" '^  rw ' "but not the whole table"

in_terminal "UX-01: ? shows every mount and value, and asks again" PLANTED_TOKEN=planted CLAUDEBOX_EXTRA_ENV=PLANTED_TOKEN <<'END'
spawn $claudebox --shell -c {touch started}
want {; \? shows every mount and value} {Start\? \[Y/n/a/\?\] $}
send "?\r"
want {Mounts, in order} {  made    HOME=/} {PLANTED_TOKEN=\(hidden\)}
want {Start\? \[Y/n/a/\?\] $}
send "?\r"
want {Mounts, in order} {Start\? \[Y/n/a/\?\] $}
send "n\r"
want {stopped \(you said no\)}
want_exit 125
END
fails "and has run nothing" -- test -e started

in_terminal "UX-02: --yes asks nothing and says nothing" <<'END'
spawn $claudebox --yes --shell -c {echo only this}
expect {
	-re {^only this\r\n$} {}
	timeout { lack {the command's words alone} }
}
want_exit 0
END
refused "UX-03: without a terminal it does not start" 'no terminal to ask on' -- \
	as_user setsid -w "$claudebox" --shell -c 'touch started'
fails "UX-03: indeed" -- test -e started

# --- colours ---------------------------------------------------------------------------------

in_terminal "colours on a terminal, secrets in one of their own" TERM=xterm FOO_TOKEN=c4n4ry CLAUDEBOX_EXTRA_ENV=FOO_TOKEN <<'END'
spawn $claudebox --shell
want {\x1b\[1mnetwork   \x1b\[0m} {\x1b\[1;31msecrets   \x1b\[0mFOO_TOKEN=\(hidden\) looks like a secret} {Start}
send "?\r"
want {\x1b\[1mMounts} {\x1b\[1mEnvironment} {\x1b\[31mFOO_TOKEN=\(hidden\)\x1b\[0m} {Start}
send "n\r"
want {\x1b\[31mclaudebox:}
want_exit 125
END
in_terminal "none with NO_COLOR" TERM=xterm NO_COLOR=1 FOO_TOKEN=c4n4ry CLAUDEBOX_EXTRA_ENV=FOO_TOKEN <<'END'
spawn $claudebox --shell
want {Start\? \[Y/n/a/\?\] $}
if {[string first "\x1b" $expect_out(buffer)] >= 0} { lack {an audit without colours} }
send "n\r"
want_exit 125
if {[string first "\x1b" $rest] >= 0} { lack {a refusal without colours} }
END
for term in TERM=dumb TERM= -uTERM; do
	in_terminal "none where the terminal knows none: $term" "$term" FOO_TOKEN=c4n4ry CLAUDEBOX_EXTRA_ENV=FOO_TOKEN <<'END'
spawn $claudebox --shell
want {Start\? \[Y/n/a/\?\] $}
if {[string first "\x1b" $expect_out(buffer)] >= 0} { lack {an audit without colours} }
send "n\r"
want_exit 125
if {[string first "\x1b" $rest] >= 0} { lack {a refusal without colours} }
END
done
in_terminal "an empty NO_COLOR says nothing" TERM=xterm NO_COLOR= <<'END'
spawn $claudebox --dry-run --shell
want {\x1b\[1mMounts}
END
unlike "$(as_user "$claudebox" --dry-run --shell)$(as_user "$claudebox" --mount-ro nothing 2>&1)" $'\e' "none in a file or a pipe"

# --- variables ---------------------------------------------------------------------------------

# env_of FILTER NAME=VALUE…: the environment in the plan with these variables on the host.
env_of() {
	as_user env "${@:2}" "$claudebox" --dry-run=json --shell | jq -rc "$1"
}
shown='.env[] | select(.origin == "host" or .origin == "extra") | [.name, .value, .origin, .secret] | map(tostring) | join(" ")'
is "$(env_of "$shown" TERM=t COLORTERM=c NO_COLOR=1 TZ=z EDITOR=e LANG=l LC_ALL=a ANTHROPIC_API_KEY=c4n4ry-k SECRET=c4n4ry-s PLAIN=p | sort)" \
	'ANTHROPIC_API_KEY (hidden) host true
COLORTERM c host false
EDITOR e host false
LANG l host false
LC_ALL a host false
NO_COLOR 1 host false
TERM t host false
TZ z host false' "SAND-03: these come from the host, and no other"
is "$(env_of "$shown" -u TERM -u LANG)" "" "SAND-03: and only when they are set there"

is "$(env_of "$shown" -u TERM -u LANG A=1 B=2 C=3 D= CLAUDEBOX_EXTRA_ENV=$' A ,B,,\tD , UNSET,A')" \
	'A 1 extra false
B 2 extra false
D  extra false' "D-03: CLAUDEBOX_EXTRA_ENV lets more in: commas, blanks around names, unset and repeated ones ignored"
is "$(as_user env A='one two' CLAUDEBOX_EXTRA_ENV=A "$claudebox" --yes --shell -c 'echo "$A,$CLAUDEBOX_EXTRA_ENV"')" 'one two,' \
	"D-03: and they are inside, but not the list"
for bad in '1A' 'A B' 'A=1' 'A;B' $'A\e' '*' 'Ä'; do
	refused "D-03: no name of a variable: ${bad@Q}" 'CLAUDEBOX_EXTRA_ENV names ".*" \(no name' -- \
		as_user env CLAUDEBOX_EXTRA_ENV="TERM,$bad" "$claudebox" --yes --shell -c true
	unlike "$err" $'\e' "which is shown as text"
done
for made in TMPDIR HOME PATH SSL_CERT_FILE XDG_RUNTIME_DIR CLAUDE_CONFIG_DIR; do
	value=$(inside "echo \$$made")
	ok "D-04: CLAUDEBOX_EXTRA_ENV may name $made" -- as_user env CLAUDEBOX_EXTRA_ENV="$made,A" A=a \
		"$claudebox" --yes --shell -c "echo \$$made \$A"
	is "$out" "$value a" "D-04: which keeps the value that the sandbox sets"
	like "$err" "note: the sandbox sets $made itself" "D-04: and a note says so"
done
is "$(as_user env TMPDIR=/planted SHELL=/planted SSL_CERT_FILE=/planted XDG_RUNTIME_DIR=/planted TZDIR=/planted \
	CLAUDE_CONFIG_DIR=/planted "$claudebox" --yes --shell -c 'cat /proc/*/environ | tr "\0" "\n" | grep -c planted')" 0 \
	"D-04: and never read from the host"

# --- secrets -------------------------------------------------------------------------------------

secrets=(ANTHROPIC_API_KEY=c4n4ry-1 MY_TOKEN=c4n4ry-2 INNOCENT=ghp_c4n4ry-3 URL=https://me:c4n4ry-4@example.org/
	"CLAUDEBOX_EXTRA_ENV=MY_TOKEN,INNOCENT,URL")
is "$(showing as_user env "${secrets[@]}" "$claudebox" --yes --shell -c 'echo $ANTHROPIC_API_KEY $MY_TOKEN $INNOCENT $URL')" \
	'c4n4ry-1 c4n4ry-2 ghp_c4n4ry-3 https://me:c4n4ry-4@example.org/' "SEC-01: secrets that are let in come in"
run as_user env "${secrets[@]}" "$claudebox" --dry-run --shell -c 'sk-ant-c4n4ry-5'
unlike "$out$err" c4n4ry- "UX-01, SEC-01: and are not shown by --dry-run: by name, by shape, in a URL, as argument"
like "$out" '^  extra +INNOCENT=\(hidden\)' "but flagged"
run as_user env "${secrets[@]}" "$claudebox" --dry-run=json --shell -c 'sk-ant-c4n4ry-5'
unlike "$out$err" c4n4ry- "UX-01, SEC-01: nor by its JSON form"
is "$(jq -c '[.env[] | select(.secret).name] | sort' <<<"$out")" '["ANTHROPIC_API_KEY","INNOCENT","MY_TOKEN","URL"]' \
	"which flags them"
in_terminal "UX-01, SEC-01: nor by the audit" "${secrets[@]}" <<'END'
spawn $claudebox --shell
want {Start\? \[Y/n/a/\?\] $}
if {[string first "c4n4ry-" $expect_out(buffer)] >= 0} { lack {an audit without secrets} }
if {![regexp {INNOCENT=\(hidden\)} $expect_out(buffer)]} { lack {a flag} }
END
done_testing
