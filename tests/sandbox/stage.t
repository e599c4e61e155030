#!/usr/bin/env bash
# The stage: what lies in the project is mounted by descriptor, so that nobody can swap it for a link
# between the look and the mount (L7); a host that does not allow it gets the same sandbox by path.
. "$(dirname "$0")/../lib.sh"
need bwrap git strace jq
user_ready
claudebox=$(launcher default)
offline=$(launcher offline)
free=$(variant default '.protect = [] | .nesting = true') || exit 1
nested=$(variant default '.nesting = true') || exit 1
secret=$(user_scratch)
as_user tee "$secret/key" >/dev/null <<<c4n4ry

new_project() {
	cd "$(user_scratch)" && as_user git init -q -b main project && cd project || exit 1
}

# without CALL COMMAND…: on a host whose kernel does not let us make that call.
without() {
	local call=$1
	shift
	as_user strace -f -qq -o "$CB_USER_HOME/trace" -e trace="$call" -e inject="$call:error=EPERM" "$@"
}

# The mounts of a sandbox, its git directory and its privileges, as seen from inside; the paths of a
# closure are mounts, too.
look='cut -d" " -f5,6 /proc/self/mountinfo | sort; stat -c "%A %U:%G %s %n" .git/*; cat /proc/self/status | grep -E "^(Cap|Uid|Gid|NoNew)"; readlink /proc/self/cwd'
new_project
# same PROGRAM CALL…: staged, and where each of the calls is not allowed.
same() {
	local program=$1 name=${1##*/} staged call
	shift
	ok "$name: the staged sandbox" -- as_user strace -f -qq -o "$CB_USER_HOME/trace" -e trace=mount_setattr "$program" --yes --shell -c "$look"
	like "$(grep mount_setattr "$CB_USER_HOME/trace" | tail -n 1)" 'mount_setattr.* = 0' "$name: is put together on the stage"
	staged=$(grep -v '^/nix/store ' <<<"$out")
	isnt "$staged" "" "$name: shows its mounts"
	for call; do
		ok "$name: where $call is not allowed, it starts" -- without "$call" "$program" --yes --shell -c "$look"
		is "$(grep -v '^/nix/store ' <<<"$out")" "$staged" "$name: and is the same"
	done
}
same "$claudebox" open_tree mount_setattr
same "$offline" mount_setattr
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

# swapped INJECTION: the hooks become a link to the secret behind the launcher's look, and are hooks
# again when bwrap has found out where they lead. Starts slowly, to make it sure.
swapped() {
	: >"$CB_USER_HOME/trace" && chmod 666 "$CB_USER_HOME/trace"
	as_user strace -f -qq -o "$CB_USER_HOME/trace" -e trace=unshare,clone,pivot_root,open_tree -e inject=unshare:delay_enter=700000:when=1 \
		-e inject=pivot_root:delay_enter=2500000 -e inject="$1" "$claudebox" --yes --shell -c 'cat .git/hooks/key' &
	local launch=$!
	sleep 0.4
	as_user mv .git/hooks .git/away
	as_user ln -s "$secret" .git/hooks
	until ! kill -0 "$launch" 2>/dev/null || [ "$(grep -c 'clone(.* = ' "$CB_USER_HOME/trace")" -ge 1 ]; do sleep 0.05; done
	sleep 0.5
	as_user rm .git/hooks
	as_user mv .git/away .git/hooks
	wait "$launch"
}
# until_hit CONDITION INJECTION: on a busy machine the swap may miss its moment; five tries, each with a new
# project, until something came of it.
until_hit() {
	for _ in 1 2 3 4 5; do
		new_project
		run swapped "$2"
		! eval "$1" || return 0
	done
}
showing until_hit '[[ $out == *c4n4ry* ]]' open_tree:error=EPERM
like "$out" c4n4ry "mounted by path, what was a link for a moment is followed: the probe finds it"
until_hit '[[ $status = 125 || $out == *c4n4ry* ]]' open_tree:delay_enter=1
unlike "$out" planted "L7: mounted by descriptor it is not"
is "$status" 125 "and the launch is refused"
like "$err" "^claudebox: $PWD/.git/hooks changed while this was starting \(" "which says what changed"
like "$err" '^hint: .' "and what to do"

# The same for a directory that is shown whole: the repository of a linked work tree.
repository_swapped() {
	new_project
	main=$PWD
	as_user git -c user.name=A -c user.email=a@example.org commit -q --allow-empty -m one
	as_user git worktree add -q "$main-linked"
	cd "$main-linked" || exit 1
	as_user strace -f -qq -o "$CB_USER_HOME/trace" -e trace=unshare -e inject=unshare:delay_enter=700000:when=1 \
		"$claudebox" --yes --shell -c "cat $main/.git/key" >"$CB_TMP/said" 2>&1 &
	sleep 0.4
	as_user mv "$main/.git" "$main/away"
	as_user ln -s "$secret" "$main/.git"
	wait $!
}
for _ in 1 2 3 4 5; do
	repository_swapped
	code=$?
	! grep -q 'changed while' "$CB_TMP/said" || break
done
is "$code" 125 "L7: a repository that becomes a link while its work tree starts is refused"
like "$(cat "$CB_TMP/said")" "^claudebox: $main/.git changed while" "by name"

# A second sandbox, of a profile that protects nothing, does so as fast as it can.
new_project
as_user "$free" --yes --shell -c "while :; do mv .git/hooks .git/h; ln -s '$secret' .git/hooks; rm .git/hooks; mv .git/h .git/hooks; mv .git .g; ln -s '$secret' .git; rm .git; mv .g .git; done" 2>/dev/null &
second=$!
started=0 seen=0
for _ in $(seq 25); do
	run as_user "$claudebox" --yes --shell -c 'cat .git/hooks/key .git/key; echo x >> .git/config; true'
	[ "$status" != 0 ] || started=$((started + 1))
	case $out in *c4n4ry*) seen=$((seen + 1)) ;; esac
done
kill "$second"
wait "$second" 2>/dev/null
diag "of 25 launches beside it $started started; the rest were refused"
is "$seen" 0 "L7: no launch beside a second sandbox that swaps links shows what they lead to"
is "$(cat "$secret/key"; ls -A "$secret")" $'c4n4ry\nkey' "and nothing is written there"
done_testing
