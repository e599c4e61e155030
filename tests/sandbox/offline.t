#!/usr/bin/env bash
# The offline profile: no network, and of the store only what its programs need.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready "$(launcher offline)"

is "$(inside 'cut -s -d: -f1 /proc/net/dev | tr -d " \n"')" lo "there is no network device but lo"
is "$(inside 'tail -n +2 /proc/net/route | wc -l')" 0 "and no route"
run as_user "$claudebox" --dry-run=json --shell
wanted=$(jq -r '.mounts[] | select(.kind == "ro") | .to' <<<"$out" | sed -n 's|^/nix/store/||p' | sort)
is "$(inside 'ls -A /nix/store' | sort)" "$wanted" "L19: the store holds the rows of the closure and nothing else"
isnt "$wanted" "" "which are some"
other=$(basename "$(dirname "$(dirname "$(realpath "$(launcher default)")")")")
fails "a store path outside of the closure is not there" -- inside "ls /nix/store/$other"
ok "its programs run from the closure alone" -- inside 'git --version && curl --version && jq --version && rg --version && node --version && fd --version'
is "$(inside '. /etc/os-release; echo "$ID"')" claudebox "and so are files of the store"
# shellcheck disable=SC2016 # the inner shell's
for profile in offline api; do
	is "$(as_user "$(launcher "$profile")" --yes --shell -c 'echo "$CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC"')" 1 \
		"$profile: the client is told to leave out what would only be refused"
done
done_testing
