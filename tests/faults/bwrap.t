#!/usr/bin/env bash
# bwrap that is missing, broken, or not allowed to make a sandbox.
. "$(dirname "$0")/../lib.sh"
need_root "making other mounts"
. "$CB_LIB/faults.sh"
faults_ready
need cc
bwrap=$(as_user "$claudebox" --dry-run=json --shell | jq -r '.command[0]')
mkdir "$CB_TMP/empty" "$CB_TMP/broken" "$CB_TMP/failing"
echo nothing that runs >"$CB_TMP/broken/bwrap"
printf '#!/bin/sh\necho "bwrap: planted failure" >&2\nexit 1\n' >"$CB_TMP/failing/bwrap"
chmod 755 "$CB_TMP"/{empty,broken,failing} "$CB_TMP"/{broken,failing}/bwrap

fault "bwrap missing" 125 "^claudebox: cannot run $bwrap \(No such file" -- mounted "mount --bind '$CB_TMP/empty' '${bwrap%/*}'"
fault "bwrap is no program" 125 "^claudebox: cannot run $bwrap \(Exec format error" -- mounted "mount --bind '$CB_TMP/broken' '${bwrap%/*}'"
fault "bwrap may not be executed" 125 "^claudebox: cannot run $bwrap \(Permission denied" -- mounted "mount --bind -o noexec '$CB_TMP/broken' '${bwrap%/*}'; mount -o remount,bind,noexec '${bwrap%/*}'"
# After the exec nobody of ours is left to say more: the words and the code are bwrap's own.
fault "bwrap fails by itself" 1 '^bwrap: planted failure' -- mounted "mount --bind '$CB_TMP/failing' '${bwrap%/*}'"

wrapper=$CB_TMP/no-userns
ok "the filter compiles" -- cc -D_GNU_SOURCE -Wall -Werror -o "$wrapper" "$CB_HERE/no-userns.c"
chmod 755 "$wrapper"
filtered() {
	"${login[@]}" "$wrapper" "$1" "$claudebox" --yes --shell -c true "$marker"
}
run "${login[@]}" "$wrapper" deny /usr/bin/bwrap --ro-bind / / true
like "$err" '^bwrap: No permissions to create' "by itself, bwrap speaks of the kernel there"
is "$status" 1 "and exits as an agent could"
fault "user namespaces forbidden by a filter" 125 '^claudebox: no sandbox can be made here \(a system call filter' -- filtered deny
fault "a filter that is about something else" 0 '' -- filtered allow

# A user namespace of its own has its own limit, which its owner may set.
limited() {
	"${login[@]}" unshare -U --map-current-user --keep-caps bash -c \
		'echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"' _ "$claudebox" "$@" --yes --shell -c true "$marker"
}
fault "user namespaces off by sysctl" 125 '^claudebox: no sandbox can be made here \(user.max_user_namespaces is too low\)' -- limited
ok "--dry-run works all the same" -- limited --dry-run

# AppArmor is not here to be asked: its switch is, in a /proc of ours.
mkdir "$CB_TMP/kernel"
cp /proc/sys/kernel/overflow?id "$CB_TMP/kernel"
echo 1 >"$CB_TMP/kernel/apparmor_restrict_unprivileged_userns"
armoured() {
	in_mounts "mount --bind '$CB_TMP/kernel' /proc/sys/kernel" "$wrapper" deny "$claudebox" --yes --shell -c true "$marker"
}
fault "user namespaces restricted by AppArmor" 125 '^claudebox: no sandbox can be made here \(AppArmor' -- armoured
table
done_testing
