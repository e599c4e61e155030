#!/usr/bin/env bash
# `claudebox --prove` on every shipped profile: nothing is reached, and nothing is left behind.
# That each probe finds its canary in a lesser sandbox is shown by tests/escape.
. "$(dirname "$0")/../../lib.sh"
need bwrap strace jq
user_ready
project=$(user_scratch)
cd "$project" || exit 1

# everything: what a proof could leave behind, as text.
everything() {
	{
		find "$CB_USER_HOME" "$project" -printf '%p %s\n'
		find /proc/[0-9]*/cwd -lname '/var/tmp/claudebox-prove*' 2>/dev/null
		ls -d /var/tmp/claudebox-prove* 2>/dev/null
	} | sort
}

# left BEFORE: what is new. Other tests prove beside this one: what is theirs soon goes.
left() {
	new=$(comm -13 <(printf '%s\n' "$1") <(everything))
	wait_until nothing_of_it || printf '%s\n' "$new"
}
nothing_of_it() {
	new=$(comm -12 <(printf '%s\n' "$new") <(everything))
	[ -z "$new" ]
}

tun_ready

for profile in $(profiles); do
	claudebox=$(launcher "$profile")
	before=$(everything)
	begin=$EPOCHREALTIME
	if [ "$(as_user "$claudebox" --check=json | jq -r '.checks[] | select(.what == "Landlock").status')" != ok ]; then
		skip "Landlock of this kernel does not hold all, as --check says (tests/kernels)" "$profile: nothing is reached"
		continue
	fi
	ok "$profile: nothing is reached" -- as_user env SECRET=c4n4ry "$claudebox" --prove
	diag "$profile: $(grep -c '^ok' <<<"$out") probes in $(((${EPOCHREALTIME/./} - ${begin/./}) / 1000)) ms"
	unlike "$out" '^not ok' "$profile: no line says otherwise"
	like "$out" "^1\\.\\.$(grep -cE '^ok ' <<<"$out")\$" "$profile: the plan counts every line"
	classes=$(grep -v '# SKIP' <<<"$out" | sed -nE 's/^ok [0-9]+ - ([^ ]+) .*/\1/p' | sort -u | wc -l)
	ok "$profile: it covers at least 20 classes ($classes)" -- test "$classes" -ge 20
	is "$err" "" "$profile: without a word beside"
	is "$(left "$before")" "" "$profile: nothing is left: no file and no process"

	# The kernel lets root do things by its number alone, whatever else it has lost.
	if [ "$(id -u)" = 0 ]; then
		ok "$profile: root reaches nothing either" -- "$claudebox" --prove
	else
		skip "only root can try" "$profile: root reaches nothing either"
	fi
done

unstartable() {
	as_user env -C "$project" unshare -rm sh -c 'mount -t tmpfs none /var/tmp -o ro; exec "$0" --prove' "$claudebox"
}
exits 125 "where the canaries cannot be planted nothing is claimed" -- unstartable
like "$err" 'nothing could be proved \(the canaries could not be planted\)' "and it says so"

# --- a proof that comes to no end ----------------------------------------------------------------

claudebox=$(launcher default)
# traced OPTION…: a proof under strace that follows nobody else.
traced() {
	as_user timeout -k 5 60 strace -qq "$@" "$claudebox" --prove
}
before=$(everything)
exits 125 "a process that cannot be started is no proof" -- traced -o /dev/null -e inject=?fork,?clone:error=EAGAIN
like "$err" '^claudebox: nothing could be proved \(no process can be started: Resource temporarily unavailable\)$' "and it says so"
like "$err" '^hint: .*ulimit -u' "and what to do"
is "$(left "$before")" "" "and nothing is left"
closed() {
	as_user bash -c '"$0" --prove | true; exit "${PIPESTATUS[0]}"' "$claudebox"
}
exits 125 "a proof whose output nobody reads is none" -- closed
like "$err" '^claudebox: cannot write' "and it says so"
is "$(left "$before")" "" "and nothing is left of it"

# A signal at each step from where the first file is planted: before the launch, while the probes run, behind them.
ok "a proof is traced" -- traced -o "$CB_USER_HOME/trace"
steps "$CB_USER_HOME/trace" | sed '1,/^mkdir/d; /^exit/d' >"$CB_TMP/steps"
rm "$CB_USER_HOME/trace"
# One byte is read at a time, one file after the other planted and removed: of what repeats itself some are enough.
awk '++seen[$1] <= 4 || seen[$1] % 400 == 0' "$CB_TMP/steps" >"$CB_TMP/some"
signals=(TERM HUP INT) n=0 said=0 wrong=''
while read -r call nth; do
	signal=${signals[n++ % 3]}
	run traced -o /dev/null -e inject="$call:signal=$signal:when=$nth"
	case $status in
	125)
		said=$((said + 1))
		[ "$err" = "claudebox: nothing could be proved (it was interrupted)"$'\n'"hint: nothing is left of it: start it again" ] ||
			wrong+=$'\n'"$call $nth $signal: $err"
		;;
	# Behind the last look at them it is whole.
	0) grep -qE '^1\.\.[0-9]+$' <<<"$out" || wrong+=$'\n'"$call $nth $signal: $out$err" ;;
	*) wrong+=$'\n'"$call $nth $signal: exit $status: $err" ;;
	esac
done <"$CB_TMP/some"
is "$wrong" "" "a proof that is interrupted says so"
ok "nearly wherever it is ($said of $n)" -- test "$said" -gt $((n - 8)) -a "$n" -gt 60
is "$(left "$before")" "" "and nothing is left of any"
as_user nohup "$claudebox" --prove >"$CB_TMP/nohup" 2>&1
is "$(grep -c '^not ok' "$CB_TMP/nohup") $(grep -c '^1\.\.' "$CB_TMP/nohup")" "0 1" "one that ignores SIGHUP is an ordinary one"
done_testing
