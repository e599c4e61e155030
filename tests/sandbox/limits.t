#!/usr/bin/env bash
# What a sandbox may take of the machine: the policy's limits.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
need cc
sandbox_ready "$(variant default '.limits.tmpfs = 1048576 | .limits.processes = 200')"

# --- memory by files ----------------------------------------------------------------------------------

fill='head -c 2097152 /dev/zero >"$0/filled"'
ok "limits.tmpfs: in a naive sandbox /dev/shm takes more than a MiB" -- \
	as_user bwrap --ro-bind / / --dev /dev --unshare-user -- bash -c "$fill" /dev/shm
for place in /dev /dev/shm /tmp '"$XDG_RUNTIME_DIR"' '~'; do
	fails "limits.tmpfs: $place takes no more than the policy's MiB" -- inside "bash -c '$fill' $place"
	like "$err" 'No space left on device' "because it is full"
done

# --- processes ------------------------------------------------------------------------------------------

cc -Wall -Wextra -Werror -static -o fork-loop "$CB_HERE/fork-loop.c" || exit 1
is "$(as_user bwrap --ro-bind / / --unshare-user --unshare-pid -- ./fork-loop)" "1000 none is refused" \
	"limits.processes: in a naive sandbox a loop makes a thousand"
for round in first second; do
	run inside ./fork-loop
	like "$out" '^1[89][0-9] Resource temporarily unavailable$' "limits.processes: in ours it ends at the policy's 200 ($round time)"
done
is "$(inside 'ulimit -Su; ulimit -Hu; ulimit -u 300 2>/dev/null || echo refused' | xargs)" "200 200 refused" \
	"and inside it cannot be raised"

# The user's other processes do not count, and are not limited.
mkfifo "$CB_TMP/end"
as_user perl -e '
	$| = 1;
	for (1 .. 300) { push @all, fork // die; if (!$all[-1]) { sleep; exit } }
	print "all\n";
	<STDIN>;
	kill 9, @all' >"$CB_TMP/others" <"$CB_TMP/end" &
exec 7>"$CB_TMP/end"
wait_until grep -q all "$CB_TMP/others"
is "$(cat "$CB_TMP/others")" all "there are 300 processes of the user's"
run inside ./fork-loop
like "$out" '^1[89][0-9] Resource' "limits.processes: beside them it is the same"
exec 7>&-
wait

default=$(launcher default)
is "$(as_user "$default" --yes --shell -c 'ulimit -Su; ulimit -Hu' | xargs)" "4096 4096" "limits.processes: we ship 4096"
is "$(as_user bash -c "ulimit -u 3000; '$default' --yes --shell -c 'ulimit -Hu'")" 3000 "a lower limit of the host's stays"

done_testing
