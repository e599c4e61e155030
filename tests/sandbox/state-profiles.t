#!/usr/bin/env bash
# L35: profiles of one project have one memory and different rights: what the agent of one leaves there for that of
# another is apart, or is named at the next launch.
. "$(dirname "$0")/../lib.sh"
. "$CB_HERE/common.sh"
home=$CB_USER_HOME box=$CB_USER_HOME/.claudebox
claudebox=$(launcher default)
api=$(launcher api)
state=$box/projects/$(printf %s "$project" | sha256sum | cut -c 1-16)

# other COMMAND: inside a sandbox of the second profile.
other() {
	as_user env --chdir="$project" "$api" --yes --shell -c "$1"
}

# --- caches ------------------------------------------------------------------------------------------

ok "a program is left in a cache" -- inside 'mkdir -p ~/.cache/tool && printf "#!/bin/sh\necho planted\n" >~/.cache/tool/run && chmod +x ~/.cache/tool/run'
is "$(inside '$HOME/.cache/tool/run')" planted "it is there in the next session of this profile"
is "$(as_user bwrap --ro-bind / / --bind "$state/caches/default" "$home" "$home/tool/run")" planted "and ran in any sandbox that was given the same cache"
is "$(other 'ls ~/.cache/tool/run 2>&1 | grep -c "No such file"')" 1 "it is not in that of another profile"
ok "which has a cache of its own" -- other 'echo mine >~/.cache/own'
is "$(ls "$state/caches"; cat "$state/caches/api/own")" $'api\ndefault\nmine' "beside it, below ~/.claudebox"
is "$(inside 'cat ~/.cache/own 2>&1 | grep -c "No such"; find / -xdev -name own 2>/dev/null')" 1 "out of the first one's reach"

done_testing
