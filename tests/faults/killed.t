#!/usr/bin/env bash
# Killed at each step of the start, and each step failing: the launcher's own system calls, up to
# the exec of bwrap. What bwrap itself does when it is killed between its clone and its
# die-with-parent is bwrap's.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/faults.sh"
faults_ready
need strace
state=$CB_USER_HOME/.claudebox
trace=$CB_USER_HOME/trace

# files: what is below ~/.claudebox, each by kind, mode, name and size; without the size of the
# record of watched files, which lacks what could not be looked at and is whole the next time.
files() {
	[ ! -d "$state" ] || (cd "$state" && find . -printf '%y %m %p %s\n' | sed -E '/^d|(watched|project-filesystem|\/seen\/[^ ]+) [0-9]+$/s/ [0-9]+$//' | sort)
}
# traced OPTION…: a launch under strace that follows nobody else.
traced() {
	as_user timeout -k 5 60 strace -qq "$@" "$claudebox" --yes --shell -c 'echo it ran' "$marker"
}
as_user git -C "$project" init -q
as_user git config --global user.name Ada

launch true
whole=$(files)
rm -rf "$state"
ok "a first launch is traced" -- traced -o "$trace"
is "$out" "it ran" "and runs"
is "$(files)" "$whole" "and makes the same as any"
# All before bwrap: its own exec is the second one.
sed -i '0,/^execve/{/^execve/d}; /^execve/q' "$trace"
steps "$trace" >"$CB_TMP/steps"
count=$(wc -l <"$CB_TMP/steps")
# lacks CALL… <CALLS: those that are not among them.
lacks() {
	comm -23 <(printf '%s\n' "$@" | sort) <(sort -u)
}
# What reads, what writes the state, what builds the root: calls that must not be missing.
decisive=(openat2 getdents64 mkdirat linkat write keyctl memfd_create unshare open_tree move_mount mount)
is "$(cut -d' ' -f1 "$CB_TMP/steps" | lacks "${decisive[@]}" fork execve)" "" "it has steps of every kind ($count in all)"

wrong='' killed=0
while read -r call nth; do
	rm -rf "$state"
	run traced -o /dev/null -e inject="$call:signal=KILL:when=$nth"
	[ "$status" = 137 ] || {
		wrong+=$'\n'"$call $nth: exit $status, not killed"
		continue
	}
	killed=$((killed + 1))
	strange=$(comm -13 <(printf '%s\n' "$whole") <(files))
	[ -z "$strange" ] || wrong+=$'\n'"$call $nth: left $strange"
	[ -z "$out" ] || wrong+=$'\n'"$call $nth: ran"
	run launch 'echo it ran'
	[ "$out$err" = 'it ran' ] || wrong+=$'\n'"after $call $nth: $out$err"
	[ "$(files)" = "$whole" ] || wrong+=$'\n'"after $call $nth: $(diff <(printf '%s\n' "$whole") <(files))"
done <"$CB_TMP/steps"
is "$wrong" "" "killed at each step, a launch leaves only parts of its state, and the next one completes it"
is "$(processes)" "" "and no process is left"
row "SIGKILL at each of $killed steps" 137 "(nobody is left to say)" "parts of its state, completed by the next launch"

# --- each step fails ----------------------------------------------------------------------

# What a call fails with when the machine has no more to give.
error_of() {
	case $1 in
	open | openat | pipe2 | memfd_create) echo EMFILE ;;
	mmap | brk | mremap | munmap | mprotect | madvise) echo ENOMEM ;;
	clone | vfork | fork) echo EAGAIN ;;
	write | writev | pwrite64 | mkdirat | linkat | symlinkat) echo ENOSPC ;;
	*) echo EIO ;;
	esac
}
# fail_each CHECK: every step once, with its error; CHECK looks at what came of it.
fail_each() {
	wrong='' refused=() ran=0
	local call nth
	while read -r call nth; do
		# The C library's own start cannot be told; a close() that fails has closed all the
		# same, but one that is made to fail has not. A kill() of one's own child cannot fail.
		case $call in arch_prctl | set_tid_address | exit* | rt_sig* | close | kill) continue ;; esac
		rm -rf "$state"
		run traced -o /dev/null -e inject="$call:error=$(error_of "$call"):when=$nth"
		"$1" "$call $nth $(error_of "$call")"
	done <"$CB_TMP/steps"
}
told() {
	case $status in
	125)
		refused+=("$call")
		grep -q '^claudebox: .' <<<"$err" && grep -q '^hint: .' <<<"$err" && [ -z "$out" ] || wrong+=$'\n'"$1: $out$err"
		messages+=$(grep '^claudebox: ' <<<"$err")$'\n'
		;;
	0)
		ran=$((ran + 1))
		[ "$out" = "it ran" ] && [ "$(files)" = "$whole" ] || wrong+=$'\n'"$1: $out$err"
		;;
	*) wrong+=$'\n'"$1: exit $status: $out$err" ;;
	esac
	local strange
	strange=$(comm -13 <(printf '%s\n' "$whole") <(files))
	[ -z "$strange" ] || wrong+=$'\n'"$1: left $strange"
	run launch 'echo it ran'
	# A watched file that could not be looked at then is news now.
	err=$(grep -v '^claudebox: note: [a-z]* since the last launch' <<<"$err")
	[ "$out$err" = 'it ran' ] || wrong+=$'\n'"after $1: $out$err"
}
messages=''
fail_each told
is "$wrong" "" "each step that fails is either told, with a hint and exit 125, or does not matter"
diag "of $count steps ${#refused[@]} were refused with 125, $ran did not matter; the messages:"
diag "$(sort <<<"$messages" | sed -E 's,(at|use|run|project) /[^ ]+,\1 …,; /^$/d' | sort | uniq -c | sort -rn)"
is "$(printf '%s\n' "${refused[@]}" | lacks "${decisive[@]}")" "" "there are refusals for a step of every kind"
ok "and some do not matter" -- test "$ran" -gt 0
is "$(processes)" "" "and no process is left"
row "each of $count system calls fails" 125 "(the list above)" "parts of its state, completed by the next launch"

# The guard does not weaken: a secret behind a link stays guarded whatever fails.
as_user ln -s "$project" "$CB_USER_HOME/.gnupg"
exits 125 "a project behind a link of a secret is refused" -- launch
refused_all() {
	[ "$status" != 0 ] && [ -z "$out" ] || wrong+=$'\n'"$1: exit $status: $out$err"
}
run as_user strace -qq -o "$trace" "$claudebox" --yes --shell -c true
sed -i '0,/^execve/{/^execve/d}' "$trace"
steps "$trace" >"$CB_TMP/steps"
fail_each refused_all
is "$wrong" "" "L8: and it is refused whichever step fails"
row "a secret's link, each call fails" 125 "claudebox: refusing project … (a secret path leads there by a link)" nothing
rm "$CB_USER_HOME/.gnupg"
table
done_testing
