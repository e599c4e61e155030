#!/usr/bin/env bash
# What a sandbox may take of the machine: the policy's limits.
. "$(dirname "$0")/../lib.sh"
need bwrap
user_ready
project=$(user_scratch)
cd "$project" || exit 1
claudebox=$(variant default '.limits.tmpfs = 1048576') || exit 1

# inside COMMAND: in a shell of the sandbox.
inside() {
	as_user "$claudebox" --yes --shell -c "$1"
}

# --- memory by files ----------------------------------------------------------------------------------

fill='head -c 2097152 /dev/zero >"$0/filled"'
ok "limits.tmpfs: in a naive sandbox /dev/shm takes more than a MiB" -- \
	as_user bwrap --ro-bind / / --dev /dev --unshare-user -- bash -c "$fill" /dev/shm
for place in /dev /dev/shm /tmp '"$XDG_RUNTIME_DIR"' '~'; do
	fails "limits.tmpfs: $place takes no more than the policy's MiB" -- inside "bash -c '$fill' $place"
	like "$err" 'No space left on device' "because it is full"
done

done_testing
