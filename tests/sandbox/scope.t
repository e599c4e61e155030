#!/usr/bin/env bash
# No abstract socket of the host (Landlock's scope), and no signal to a process outside (the pid
# namespace), with the host's network and without.
. "$(dirname "$0")/../lib.sh"
need bwrap
user_ready
project=$(user_scratch)
cd "$project" || exit 1
cc -static -Wall -Wextra -Werror -o scope-probe "$CB_HERE/scope-probe.c" || exit 1

# A socket like that of an old X server, and somebody to be signalled, both the user's own.
as_user setpriv --pdeathsig KILL "$project/scope-probe" listen "claudebox-test-$$" >"$CB_TMP/pid" &
wait_until as_user "$project/scope-probe" connect "claudebox-test-$$"
listener=$(cat "$CB_TMP/pid")

# What a sandbox with the host's network and processes can do, without any handling.
naive() {
	as_user bwrap --ro-bind / / --dev /dev --unshare-user -- "$@"
}
showing run naive "$project/scope-probe" connect "claudebox-test-$$"
is "$out" "c4n4ry by socket" "L6: a naive sandbox reads from an abstract socket of the host"
run naive "$project/scope-probe" signal "$listener"
is "$out" Success "L14: a naive sandbox with the host's processes can signal one"

if [ "$("$project/scope-probe" abi)" -lt 6 ]; then
	skip "this kernel has no scopes (Landlock ABI 6)" "L6: scopes are there"
	done_testing
fi
for profile in default offline; do
	launcher=$(launcher "$profile")
	run as_user "$launcher" --yes --shell -c "./scope-probe connect claudebox-test-$$"
	unlike "$out" c4n4ry "L6: $profile does not reach it"
	showing run as_user "$launcher" --yes --shell -c \
		"./scope-probe listen inside-$$ & for i in 1 2 3 4 5 6 7 8 9 10; do ./scope-probe connect inside-$$ && break; sleep 0.1; done; kill %1"
	like "$out" "c4n4ry by socket" "$profile: abstract sockets of its own still work"
	run as_user "$launcher" --yes --shell -c 'sleep 60 & kill -0 $! && kill $! && echo signalled'
	is "$out" signalled "$profile: and so do signals to its own processes"
	run as_user "$launcher" --yes --shell -c 'kill -KILL -1; echo all; ./scope-probe signal 1'
	is "$out" $'all\nSuccess' "L14: $profile may signal all that it sees"
	ok "and the listener, which is outside, is none of them" -- kill -0 "$listener"
done
default=$(launcher default)
run as_user "$default" --yes --shell -c "./scope-probe connect claudebox-test-$$"
like "$out" 'Operation not permitted|Connection refused' "L6: and is told that it may not"
kill "$listener" && wait 2>/dev/null
done_testing
