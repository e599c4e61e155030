# shellcheck shell=bash
# TAP for tests written in bash: source it first, say done_testing last. A test that stops
# anywhere before that is red, and under CB_MUST_WORK=1 so is one that skips.
#
#     #!/usr/bin/env bash
#     # One sentence: what this file tests.
#     . "$(dirname "$0")/../lib.sh"
#     ok "the launcher knows its version" -- "$launcher" --version
#     like "$out" '^claudebox [0-9]' "and says its own name"
#     done_testing
set -u
exec </dev/null

CB_TOP=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
CB_HERE=$(cd -- "$(dirname -- "$0")" && pwd -P)
CB_BUILD=${CB_BUILD:-$CB_TOP/build}
CB_MUST_WORK=${CB_MUST_WORK:-0}
CB_USER=cbtest

# What the last command run by ok, fails, exits or run did.
status=0 out='' err=''

cb_count=0 cb_failed=0 cb_planned='' cb_done=0

# --- the surroundings: an environment and a home built from empty ---------------------------

for cb_name in $(compgen -e); do
	case $cb_name in
	PATH | TERM | CB_* | HARNESS_*) ;;
	*) unset "$cb_name" ;;
	esac
done
unset cb_name

# Not below /tmp: every sandbox has its own /tmp, so what lies there is out of sight for a
# reason that has nothing to do with what a test looks at.
CB_TMP=$(mktemp -d /var/tmp/claudebox-test.XXXXXX) || exit 1
chmod 755 "$CB_TMP"
mkdir "$CB_TMP/home"
cd "$CB_TMP" || exit 1
CB_LIB=$CB_TOP/tests/lib
export CB_TOP CB_HERE CB_LIB CB_BUILD CB_MUST_WORK CB_TMP HOME=$CB_TMP/home LC_ALL=C.UTF-8
PATH=$PATH:/usr/sbin:/sbin

# shellcheck source=tests/planted.sh
. "$CB_TOP/tests/planted.sh"
# shellcheck source=tests/root.sh
. "$CB_TOP/tests/root.sh"
# shellcheck source=tests/lib/launchers.sh
. "$CB_LIB/launchers.sh"

cb_leave() {
	local code=$?
	trap '' TERM INT # a second one, as \`timeout\` passes on, would leave the files
	if [ "$cb_done" = 0 ]; then
		diag "the test stopped before done_testing, with exit code $code"
		[ "$code" != 0 ] || code=1
	fi
	cb_report
	# Copies of store paths are read-only, their directories too.
	find "$CB_TMP" -type d ! -perm -u+w -exec chmod u+w {} + 2>/dev/null
	rm -rf -- "$CB_TMP"
	exit "$code"
}
trap cb_leave EXIT
trap 'trap "" TERM INT; exit 143' TERM
trap 'trap "" TERM INT; exit 130' INT
trap 'trap "" PIPE; exit 141' PIPE

# --- saying how it went -------------------------------------------------------------------------

# plan N: announces N checks; without it done_testing counts them.
plan() {
	cb_planned=$1
	printf '1..%s\n' "$1"
}

done_testing() {
	if [ -z "$cb_planned" ]; then
		cb_planned=$cb_count
		printf '1..%s\n' "$cb_count"
	fi
	cb_done=1
	[ "$cb_count" = "$cb_planned" ] || {
		diag "planned $cb_planned checks, ran $cb_count"
		exit 1
	}
	[ "$cb_count" -gt 0 ] || {
		diag "nothing was checked"
		exit 1
	}
	[ ! -s "$CB_TMP/.hits" ] || {
		diag "SEC-01: a planted value was printed:"$'\n'"$(sort -u "$CB_TMP/.hits")"
		exit 1
	}
	[ "$cb_failed" = 0 ] || exit 1
	exit 0
}

# diag TEXT…: shown to the reader, ignored by prove.
diag() {
	printf '%s\n' "$*" | sed 's/^/# /' >&2
}

# A `#` in a description could be read as a directive.
cb_say() {
	cb_count=$((cb_count + 1))
	printf '%s %s - %s\n' "$1" "$cb_count" "${2//\#/\\#}"
}

pass() {
	cb_say 'ok' "$1"
}

fail() {
	cb_failed=$((cb_failed + 1))
	cb_say 'not ok' "$1"
	diag "failed: $1 (${BASH_SOURCE[-1]##*/} line ${BASH_LINENO[-2]})"
	return 1
}

# --- comparing text: the value first, the sentence last ---------------------------------

# is GOT WANT DESC
is() {
	if [ "$1" = "$2" ]; then
		pass "$3"
	else
		fail "$3" || diag "     got: $1"$'\n'"expected: $2"
		return 1
	fi
}

# isnt GOT UNWANTED DESC
isnt() {
	if [ "$1" != "$2" ]; then
		pass "$3"
	else
		fail "$3" || diag "     got: $1"$'\n'"expected: anything else"
		return 1
	fi
}

# grep rather than [[ =~ ]], so that ^ and $ mean the ends of a line.
cb_matches() {
	printf '%s\n' "$1" | grep -qE -e "$2"
}

# like TEXT REGEX DESC: a line of TEXT matches the extended regular expression.
like() {
	if cb_matches "$1" "$2"; then
		pass "$3"
	else
		fail "$3" || diag "     got: $1"$'\n'"expected: a line matching /$2/"
		return 1
	fi
}

# unlike TEXT REGEX DESC: no line of TEXT matches.
unlike() {
	if ! cb_matches "$1" "$2"; then
		pass "$3"
	else
		fail "$3" || diag "     got: $1"$'\n'"expected: no line matching /$2/"
		return 1
	fi
}

# golden FILE TEXT DESC: TEXT is what the committed FILE holds. CB_UPDATE=1 writes the file
# instead, and the check fails that once: nobody passes by updating.
golden() {
	if [ "${CB_UPDATE:-0}" = 1 ]; then
		printf '%s\n' "$2" >"$1"
		fail "$3" || diag "written: $1; read the difference, then run again without CB_UPDATE"
		return 1
	fi
	local difference
	if difference=$(printf '%s\n' "$2" | diff -u -- "$1" - 2>&1); then
		pass "$3"
	else
		fail "$3" || diag "$difference"$'\n'"if this is meant: CB_UPDATE=1 tests/run ${CB_HERE#"$CB_TOP/"}/${0##*/}"
		return 1
	fi
}

# --- running commands ------------------------------------------------------------------------

# run CMD…: leaves its exit code in $status, its output in $out, its errors in $err.
run() {
	[ "${1-}" != -- ] || shift
	"$@" >"$CB_TMP/.out" 2>"$CB_TMP/.err"
	status=$?
	cb_search "$CB_TMP/.out" "$CB_TMP/.err"
	# A NUL cannot be kept in a variable; bash would say so on every binary output.
	out=$(tr -d '\0' <"$CB_TMP/.out")
	err=$(tr -d '\0' <"$CB_TMP/.err")
	return 0
}

cb_show_run() {
	diag "command: $*"$'\n'"   exit: $status"$'\n'" stdout: $out"$'\n'" stderr: $err"
}

# exits CODE DESC -- CMD…
exits() {
	local want=$1 desc=$2
	shift 2
	[ "${1-}" != -- ] || shift
	run "$@"
	if [ "$status" = "$want" ]; then
		pass "$desc"
	else
		fail "$desc" || cb_show_run "$@"
		diag "  wanted: exit $want"
		return 1
	fi
}

# ok DESC -- CMD…: exits 0.
ok() {
	exits 0 "$@"
}

# fails DESC -- CMD…: says no in its own words. Killed by a signal, not found or not runnable
# is no such answer; use exits for a program whose own codes reach up there. Nor is a launch that is
# refused: CMD was to fail inside. For that there is `refused`.
fails() {
	local desc=$1
	shift
	[ "${1-}" != -- ] || shift
	run "$@"
	if [ "$status" -ge 1 ] && [ "$status" -le 125 ] && { [ "$status" != 125 ] || ! cb_matches "$err" '^claudebox: '; }; then
		pass "$desc"
	else
		fail "$desc" || cb_show_run "$@"
		diag "  wanted: a failure of its own (1 to 125)"
		return 1
	fi
}

# refused DESC REGEX -- CMD…: 125, a message that matches, a hint, nothing on stdout.
refused() {
	local desc=$1 regex=$2
	shift 3
	exits 125 "$desc" -- "$@"
	like "$err" "^claudebox: $regex" "and it says why"
	like "$err" '^hint: .' "and what to do"
	is "$out" "" "and nothing else"
}

# --- waiting ----------------------------------------------------------------------------------

# wait_until CMD…: asks again and again, for half a minute at most, since the machine may be busy; what CMD
# prints is not shown.
wait_until() {
	local end=$((SECONDS + 30))
	until "$@" >/dev/null 2>&1; do
		[ "$SECONDS" -lt "$end" ] || return 1
		sleep 0.02
	done
}

# fails_quietly CMD…: for wait_until.
fails_quietly() {
	! "$@" >/dev/null 2>&1
}

# --- leaving out -------------------------------------------------------------------------

# skip WHY DESC: stands in for one check. Where everything must work it is a failed one.
skip() {
	if [ "$CB_MUST_WORK" = 1 ]; then
		fail "$2" || diag "nothing may be left out here, and this was: $1"
		return 1
	fi
	cb_count=$((cb_count + 1))
	printf 'ok %s - %s # SKIP %s\n' "$cb_count" "${2//\#/\\#}" "$1"
}

# skip_all WHY: the whole file, before its first check. Ends the test.
skip_all() {
	cb_done=1
	if [ "$CB_MUST_WORK" = 1 ]; then
		printf '1..1\n'
		fail "everything this file tests can be tested here" ||
			diag "nothing may be left out here, and this was: $1"
		exit 1
	fi
	printf '1..0 # SKIP %s\n' "$1"
	exit 0
}

# need CMD…: skip_all unless each can be run.
need() {
	local cmd
	for cmd; do
		command -v -- "$cmd" >/dev/null || skip_all "$cmd is not installed"
	done
}

# --- places and people ----------------------------------------------------------------

# scratch: prints a new empty directory, gone when the test ends.
scratch() {
	local dir
	dir=$(mktemp -d "$CB_TMP/scratch.XXXXXX") && chmod 755 "$dir" && printf '%s\n' "$dir"
}

# user_ready: makes the unprivileged user $CB_USER and its new empty home $CB_USER_HOME. Who is
# not root already has a user without privileges: himself, with the same fresh home.
user_ready() {
	[ -z "${CB_USER_HOME-}" ] || return 0
	CB_USER_HOME=$CB_TMP/user
	mkdir "$CB_USER_HOME"
	if [ "$(id -u)" != 0 ]; then
		CB_USER=$(id -un)
		return 0
	fi
	# A second test may be making the same user: only its absence afterwards is a failure.
	id -u "$CB_USER" >/dev/null 2>&1 ||
		useradd --system --user-group --create-home --shell /bin/bash "$CB_USER" 2>/dev/null
	id -u "$CB_USER" >/dev/null || {
		diag "cannot make the user $CB_USER"
		exit 1
	}
	chown "$CB_USER:$CB_USER" "$CB_USER_HOME"
}

# user_scratch: like scratch, and the unprivileged user's own. Say user_ready before it.
user_scratch() {
	local dir
	dir=$(scratch) || return
	[ "$(id -u)" != 0 ] || chown "$CB_USER:$CB_USER" "$dir"
	printf '%s\n' "$dir"
}

# lend FILE: prints the path of a copy that the unprivileged user can read and run, wherever
# the clone lies (below /root nobody else can look).
lend() {
	mkdir -p "$CB_TMP/lent" && chmod 755 "$CB_TMP/lent" &&
		install -m 755 -- "$1" "$CB_TMP/lent/" && printf '%s\n' "$CB_TMP/lent/${1##*/}"
}

# as_user CMD…: as the unprivileged user, with nothing in the environment but what a login
# gives; more by `as_user env NAME=value CMD…`. CB_AROUND is run before the user is changed.
CB_AROUND=()
as_user() {
	user_ready
	local become=()
	[ "$(id -u)" != 0 ] ||
		become=(setpriv --reuid="$CB_USER" --regid="$CB_USER" --init-groups)
	searched env -i HOME="$CB_USER_HOME" USER="$CB_USER" LOGNAME="$CB_USER" SHELL=/bin/bash \
		PATH=/usr/local/bin:/usr/bin:/bin TERM=dumb LANG=C.UTF-8 "${CB_AROUND[@]}" "${become[@]}" "$@"
}

# tun_ready: as_user can open /dev/net/tun. It is everybody's on ordinary systems, root's alone on some
# test machines: there, a node of our own in its place, in a mount namespace.
tun_ready() {
	[ "$(id -u)" = 0 ] && ! as_user test -w /dev/net/tun || return 0
	mknod -m 666 "$CB_TMP/tun" c 10 200
	CB_AROUND=(unshare --mount --propagation private sh -c 'mount --bind "$0" /dev/net/tun && exec "$@"' "$CB_TMP/tun")
}
