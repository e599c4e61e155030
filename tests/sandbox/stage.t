#!/usr/bin/env bash
# The root, which the launcher builds itself: what lies in the project is mounted by descriptor, so that
# nobody can swap it for a link between the look and the mount (L7); what fails refuses the launch (L30).
. "$(dirname "$0")/../lib.sh"
need bwrap git strace jq
user_ready
claudebox=$(launcher default)
offline=$(launcher offline)
nested=$(variant default '.nesting = true') || exit 1
secret=$(user_scratch)
as_user tee "$secret/key" >/dev/null <<<c4n4ry

new_project() {
	cd "$(user_scratch)" && as_user git init -q -b main project && cd project || exit 1
}

# calls PROGRAM: the system calls by which it builds the root, `NAME N` each: its N-th of that name.
building=unshare,mount,open_tree,move_mount,mount_setattr,symlink,symlinkat,mkdir,mkdirat,mknod,mknodat,openat2,chdir
calls() {
	as_user "$1" --yes --shell -c true || return # makes the state
	as_user strace -qq -o "$CB_USER_HOME/trace" -e trace="$building,execve" "$1" --yes --shell -c true || return
	# Behind the first exec, the launcher's own, and before that of bwrap.
	sed '1d' "$CB_USER_HOME/trace" | sed '/^execve(/,$d' >"$CB_USER_HOME/until"
	steps "$CB_USER_HOME/until" | awk -v from="$(grep -n '^unshare(' "$CB_USER_HOME/until" | cut -d: -f1)" 'NR >= from'
}

# errors PROGRAM: each of these calls fails once; the launch is refused, says why and what to do, and
# nothing has started.
errors() {
	local call n error count=0 wrong=''
	calls "$1" >"$CB_TMP/calls"
	while read -r call n; do
		for error in EPERM ENOSYS; do
			rm -f started
			run as_user strace -qq -o /dev/null -e trace="$call" -e inject="$call:error=$error:when=$n" "$1" --yes --shell -c 'touch started'
			[ "$status" = 125 ] && [ ! -e started ] && like_refusal || wrong+="$call $n ($error): $status $err"$'\n'
			count=$((count + 1))
		done
	done <"$CB_TMP/calls"
	is "$wrong" "" "L30: ${1##*/}: any error while the root is built refuses the launch ($count errors)"
	for call in unshare mount open_tree move_mount mount_setattr mkdir mknod; do
		like "$(cut -d' ' -f1 "$CB_TMP/calls")" "^$call\$" "and $call is among the calls that were made to fail"
	done
}
like_refusal() {
	[[ $err == claudebox:\ * && $err == *$'\nhint: '* ]]
}
new_project
errors "$claudebox"
errors "$offline"
as_user touch here
run as_user strace -qq -o /dev/null -e trace=open_tree -e inject=open_tree:error=ENOSYS "$claudebox" --yes --shell -c true
like "$err" '^claudebox: cannot put /.* into the sandbox \(Function not .*\)' "an old kernel is told by what it cannot do"
like "$err" '^hint: claudebox needs Linux 5\.12' "and which one is needed"
is "$(find "$CB_USER_HOME/.claudebox" -path '*/stage/*')" "" "nothing is left on the stage"
as_user strace -f -qq -o "$CB_USER_HOME/trace" -e trace=openat "$offline" --yes --shell -c true
ok "bwrap has so little to mount that it reads the table of mounts three times at most" -- \
	test "$(grep -c self/mountinfo "$CB_USER_HOME/trace")" -le 3

cc -static -D_GNU_SOURCE -Wall -Wextra -Werror -o probe "$CB_HERE/stage-probe.c" || exit 1
is "$(as_user "$nested" --yes --shell -c './probe .git/config .git/hooks .git')" \
	$'namespace: Success\n.git/config: still there\n.git/hooks: still there\n.git: still there' \
	"in a namespace of its own, where that is allowed, nothing protected is laid open"
is "$(as_user bwrap --ro-bind / / --bind "$PWD" "$PWD" ./probe probe)" $'namespace: Success\nprobe: laid open' \
	"and the probe lays open what is not"

# A right that is taken away between the look and the mount is no reason to mount by path, where
# something else may be a moment later.
as_user strace -f -qq -o "$CB_USER_HOME/trace" -e trace=unshare,openat2 "$claudebox" --yes --shell -c true
nth=$(sed -n '1,/unshare(/!p' "$CB_USER_HOME/trace" | grep -n 'project/\.git/hooks"' | head -n 1 | cut -d: -f1)
nth=$((nth + $(sed '/unshare(/,$d' "$CB_USER_HOME/trace" | grep -c openat2)))
exits 125 "L7: hooks that cannot be reached any more" -- as_user strace -f -qq -o "$CB_USER_HOME/trace" -e trace=openat2 \
	-e inject="openat2:error=EACCES:when=$nth" "$claudebox" --yes --shell -c true
like "$err" '^claudebox: .*/project/\.git/hooks changed while this was starting' "are told, and nothing starts"

# --- swapped while it starts ------------------------------------------------------------------

# held COMMAND: a launch that stops in front of building its root, when it has looked at everything; $held is its
# process. go_on lets it continue, and ends with its exit code.
held() {
	: >"$CB_USER_HOME/trace" && chmod 666 "$CB_USER_HOME/trace"
	as_user strace -f -qq -o "$CB_USER_HOME/trace" -e trace=unshare -e inject=unshare:signal=STOP:when=1 \
		"$claudebox" --yes --shell -c "$1" >"$CB_TMP/said" 2>&1 &
	launch=$!
	wait_until grep -q 'stopped by SIGSTOP' "$CB_USER_HOME/trace" || diag "the launch did not stop"
	held=$(awk '/stopped by SIGSTOP/ { print $1 }' "$CB_USER_HOME/trace")
}
go_on() {
	kill -CONT "$held"
	wait "$launch"
	code=$?
	cat "$CB_TMP/said"
	return "$code"
}
# swapped: the hooks become a link to the secret behind the launcher's look.
swapped() {
	held 'cat .git/hooks/key'
	as_user mv .git/hooks .git/away
	as_user ln -s "$secret" .git/hooks
	go_on
}
showing run as_user sh -c 'ln -s "$1" followed && bwrap --ro-bind / / --bind "$PWD/followed" /mnt cat /mnt/key' sh "$secret"
like "$out" c4n4ry "mounted by path, a link is followed: the probe finds what it leads to"
new_project
run swapped
unlike "$out" c4n4ry "L7: mounted by descriptor it is not"
is "$status" 125 "and the launch is refused"
like "$out" "^claudebox: $PWD/.git/hooks changed while this was starting \(" "which says what changed"
like "$out" '^hint: .' "and what to do"

# The same for a directory that is shown whole: the repository of a linked work tree.
repository_swapped() {
	new_project
	main=$PWD
	as_user git -c user.name=A -c user.email=a@example.org commit -q --allow-empty -m one
	as_user git worktree add -q "$main-linked"
	cd "$main-linked" || exit 1
	held "cat $main/.git/key"
	as_user mv "$main/.git" "$main/away"
	as_user ln -s "$secret" "$main/.git"
	go_on
}
run repository_swapped
is "$status" 125 "L7: a repository that becomes a link while its work tree starts is refused"
like "$out" "^claudebox: $main/.git changed while" "by name"

# Somebody beside it who swaps both again and again, and leaves them alone for as long as a launch takes at most.
new_project
# shellcheck disable=SC2016 # the inner shell's
as_user sh -c 'swap() { mv "$1" "$2" && ln -s "$0" "$1" && rm "$1" && mv "$2" "$1"; }
	until [ -e enough ]; do swap .git/hooks .git/h; swap .git .g; sleep 0.01; done' "$secret" &
swaps() {
	wait_until test -L .git/hooks && wait_until test -L .git
}
ok "the hooks, and what they are in, are swapped for links all the time" -- swaps
started=0 refused=0 seen=0
while [ "$started" -lt 5 ] || [ "$refused" -lt 5 ]; do
	run as_user "$claudebox" --yes --shell -c 'cat .git/hooks/key .git/key; echo x >> .git/config; true'
	[ "$status" != 0 ] && refused=$((refused + 1)) || started=$((started + 1))
	case $out in *c4n4ry*) seen=$((seen + 1)) ;; esac
	[ $((started + refused)) -lt 500 ] || break
done
touch enough
wait
ok "launches beside it start, and are refused" -- test "$started" -ge 5 -a "$refused" -ge 5
diag "$started have started, $refused were refused"
is "$seen" 0 "L7: no launch shows what the links lead to"
is "$(cat "$secret/key"; ls -A "$secret")" $'c4n4ry\nkey' "and nothing is written there"
done_testing
