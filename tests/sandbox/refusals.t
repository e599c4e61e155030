#!/usr/bin/env bash
# What is refused before anything starts: exit 125, what and why, and a hint.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready

refused "UX-03: no terminal and no --yes" 'no terminal to ask on' -- \
	as_user setsid -w "$claudebox" --shell -c 'echo started'
unlike "$out" started "and nothing was started"
refused "L8: the home as project" "refusing project $CB_USER_HOME \(it holds your whole home\)" -- \
	as_user env -C "$CB_USER_HOME" "$claudebox" --yes --shell -c true
refused "L8: the root as project" 'refusing project / ' -- \
	as_user env -C / "$claudebox" --yes --shell -c true
as_user mkdir -p "$CB_USER_HOME/.ssh/keys"
refused "SAND-09: a project below ~/.ssh" 'refusing project .*\(it would show SSH private keys\)' -- \
	as_user env -C "$CB_USER_HOME/.ssh/keys" "$claudebox" --yes --shell -c true
as_user ln -s "$project" "$CB_USER_HOME/.gnupg"
refused "SAND-09: a secret directory that is a link to the project" 'refusing project .*leads there by a link' -- \
	as_user "$claudebox" --yes --shell -c true
as_user rm "$CB_USER_HOME/.gnupg"

on_directory() {
	as_user "$claudebox" --yes --shell -c true <"$project"
}
refused "L3: a directory as standard input" 'standard input is a directory' -- on_directory
exits 127 "no claude on PATH" -- as_user env PATH=/nonexistent "$claudebox" --yes
like "$err" '^claudebox: claude not found' "says so"
exits 2 "a flag of ours with a wrong argument is a usage error" -- as_user "$claudebox" --dry-run=yaml

in_deleted() {
	as_user bash -c 'mkdir gone && cd gone && rmdir ../gone && exec "$0" --yes --shell -c true' "$claudebox"
}
refused "a deleted current directory" 'no current directory' -- in_deleted

exits 125 "the inner step is not for anybody inside" -- \
	as_user "$claudebox" --yes --shell -c '/run/claudebox/step - /bin/sh -c true; exit $?'
like "$err" 'this is the inner step' "and says so"

# A claude that is there, and is none.
bin=$(user_scratch)
as_user ln -s nowhere "$bin/claude"
by() {
	as_user env PATH="$bin:/usr/bin:/bin" "$claudebox" --yes
}
exits 126 "a claude that is a link to nothing" -- by
like "$err" "^claudebox: no claude that can be run \\($bin/claude is a link that leads nowhere\\)" "is told"
as_user rm "$bin/claude"
as_user touch "$bin/claude"
exits 126 "one that may not be run" -- by
like "$err" "\\($bin/claude is not executable\\)" "is told"
like "$err" '^hint: ' "and what to do"

state=$(user_scratch)
as_user mv "$CB_USER_HOME/.claudebox" "$state/moved" 2>/dev/null || as_user mkdir "$state/moved"
as_user ln -s "$state/moved" "$CB_USER_HOME/.claudebox"
refused "a ~/.claudebox that is a link" 'cannot use .*/\.claudebox \(it is a symbolic link\)' -- as_user "$claudebox" --yes --shell -c true
as_user rm "$CB_USER_HOME/.claudebox"
done_testing
