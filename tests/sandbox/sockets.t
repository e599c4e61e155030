#!/usr/bin/env bash
# Unix sockets in directories that sandboxes share (L34): by one of them an agent with a network could
# hand a connection to one without. They can be made where a session is on its own, and in the project.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
tun_ready
cc -static -Wall -Wextra -Werror -o socket-probe "$CB_HERE/socket-probe.c" || exit 1
cc -static -Wall -Wextra -Werror -o "$CB_TMP/scope-probe" "$CB_HERE/scope-probe.c" || exit 1
[ "$("$CB_TMP/scope-probe" abi)" -ge 2 ] || skip_all "this kernel has no Landlock that allows renames"

# A launcher that lets mounts be made inside has no rules on files: it stands for one without this.
open=$(variant default '.nesting = true')
offline=$(launcher offline)
as_user timeout 20 "$open" --yes --shell -c 'echo c4n4ry in a private place >/tmp/private; ./socket-probe give ~/.claude/s /tmp/private' >given &
wait_until grep -q . given
showing run as_user "$offline" --yes --shell -c './socket-probe take ~/.claude/s; rm ~/.claude/s'
wait $!
is "$out" "c4n4ry in a private place" "without the rule, one with the host's network hands a descriptor to one without a network" || diag "$err $(cat given)"

# tried PATH…: what comes of binding at each, by a comma.
tried() {
	run inside "mkdir ~/.claude/below; [ -d ~/.claudebox/credentials ] || mkdir -p ~/.claudebox/credentials
		./socket-probe bind $*; rmdir ~/.claude/below"
	paste -sd, <<<"$out"
}
for profile in $(profiles); do
	claudebox=$(launcher "$profile")
	# shellcheck disable=SC2088 # for the shell inside
	is "$(tried '~/.cache/s ~/.claude/s ~/.claude/below/s ~/.claudebox/credentials/s')" \
		"Permission denied,Permission denied,Permission denied,Permission denied" \
		"$profile: none in cache, state and login" || diag "$err"
	# shellcheck disable=SC2016 # for the shell inside
	is "$(tried '/tmp/s "$XDG_RUNTIME_DIR/s" "$PWD/s"')" "bound,bound,bound" \
		"$profile: but on a tmpfs and in the project" || diag "$err"
done
claudebox=$(launcher default)
run inside 'node -e "
	const net = require(\"net\"), path = process.env.HOME + \"/.cache/s\";
	net.createServer().on(\"error\", error => console.log(error.code)).listen(path);"'
is "$out" EACCES "an agent is told so by an ordinary error"
run inside 'mkfifo ~/.cache/pipe && echo made; rm ~/.cache/pipe'
is "$out" made "what hands over no descriptor can be made there"
mkdir "$CB_USER_HOME/more" && chown "$CB_USER:" "$CB_USER_HOME/more" 2>/dev/null
run as_user "$claudebox" --mount-rw "$CB_USER_HOME/more" --yes --shell -c './socket-probe bind ~/more/s /tmp/s'
is "$out" $'Permission denied\nbound' "a mount of the command line is none of the places"
run planned '.command | join(" ")'
like "$out" " --setenv CLAUDEBOX_SOCKETS /tmp:/run/user/[0-9]+:$project --chdir " "--dry-run shows the places"
run inside 'env; cat /proc/*/environ | tr "\0" "\n"'
unlike "$out" CLAUDEBOX_SOCKETS "which are no variable of the agent's"
done_testing
