#!/usr/bin/env bash
# On Debian 13, in a root of its own: set-up, build and launch, and its Nix daemon, which is newer than ours. What is
# committed is tried; tests/hosts/run has more. The first time a Debian is unpacked, which takes some minutes.
. "$(dirname "$0")/../lib.sh"
need git
need_root "making a root of another system"
[ -e "$CB_TOP/.git" ] || skip_all "a clone of this repository is what is tried there"

run env CB_HOSTS_LOGS="$CB_TMP/logs" "$CB_TOP/tests/hosts/run" --row setup --row launch --row launch-pipe --row daemon trixie
diag "$out"
for row in setup launch launch-pipe daemon; do
	like "$out" "^trixie +$row .* ok$" "Debian 13: $row" || diag "$(tail -n 40 "$CB_TMP/logs/trixie/$row.log")"
done
done_testing
