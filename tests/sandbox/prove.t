#!/usr/bin/env bash
# `claudebox --prove` on every shipped profile: nothing is reached, and nothing is left behind.
# That each probe finds its canary in a lesser sandbox is shown by tests/escape.
. "$(dirname "$0")/../lib.sh"
need bwrap
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
	local new i
	new=$(comm -13 <(printf '%s\n' "$1") <(everything))
	for ((i = 0; i < 100; i++)); do
		[ -n "$new" ] || return 0
		sleep 0.1
		new=$(comm -12 <(printf '%s\n' "$new") <(everything))
	done
	printf '%s\n' "$new"
}

tun_ready

for profile in $(profiles); do
	claudebox=$(launcher "$profile")
	before=$(everything)
	begin=$EPOCHREALTIME
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
like "$err" "^hint: does \`$claudebox --yes --shell -c true\` work here" "and asks for a launch of this very program"
done_testing
