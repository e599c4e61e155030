# shellcheck shell=bash
# What the tests of sandboxes share: a launcher, a project, and commands that run inside. Defines only.
# shellcheck disable=SC2034,SC2154 # set here or in lib.sh, used here or in the tests

# Words before the launcher: for start_inside, and for inside.
launch_with=() launch_by=(as_user)

# sandbox_ready [LAUNCHER]: the unprivileged user, $claudebox (the default profile's, unless another is given),
# and an empty $project of the user's as current directory.
sandbox_ready() {
	need bwrap git jq pgrep
	user_ready
	claudebox=${1:-$(launcher default)}
	[ -n "$claudebox" ] || exit 1
	project=$(user_scratch)
	cd "$project" || exit 1
}

# inside COMMAND: what a shell in the sandbox prints, which `launch_by` starts: as_user, unless said otherwise.
inside() {
	"${launch_by[@]}" "$claudebox" --yes --shell -c "$1"
}

# inside_of DIR COMMAND: the same, started in DIR.
inside_of() {
	as_user env -C "$1" "$claudebox" --yes --shell -c "$2"
}

# What the other sandbox of `attack` has read-only, below the current directory.
bound=()

# attack DESC COMMAND [START…]: COMMAND changes what `decisive`, a function of the test, prints, in a sandbox that
# shows all around the current directory and protects nothing; its traces are then taken away. In ours it is tried
# too, which leaves its output in $tried, and changes nothing. START starts ours with a command behind it: `inside`
# unless said otherwise.
attack() {
	local desc=$1 command=$2 start=("${@:3}") top=${PWD%/*} before path options=()
	[ ${#start[@]} -gt 0 ] || start=(inside)
	for path in "${bound[@]}"; do
		options+=(--ro-bind "$PWD/$path" "$PWD/$path")
	done
	before=$(decisive)
	cp -a "$top" "$CB_TMP/copy"
	run as_user bwrap --ro-bind / / --dev-bind /dev /dev --proc /proc --tmpfs /tmp --bind "$top" "$top" --unshare-user \
		--cap-add ALL "${options[@]}" --chdir "$PWD" bash -c "$command"
	isnt "$(decisive)" "$before" "$desc: works where nothing is protected" || diag "$out$err"
	chmod -R u+rwX "$top"
	find "$top" -mindepth 1 -delete
	cp -a "$CB_TMP/copy/." "$top"
	rm -rf "$CB_TMP/copy"
	cd "$PWD" || exit 1
	run "${start[@]}" "$command"$'\n''echo it was tried'
	tried=$out
	like "$out" '^it was tried$' "$desc: is tried in ours" || diag "$err"
	is "$(decisive)" "$before" "$desc: what decides is as it was" || diag "$out$err"
}

# planned FILTER FLAG…: what jq finds in the plan, as --dry-run=json tells it.
planned() {
	as_user "$claudebox" --dry-run=json "${@:2}" --shell | jq -r "$1"
}

# user_git ARG…: git on the host, as the user, who has a name.
user_git() {
	as_user git -c user.name=Host -c user.email=host@example.org -c init.defaultBranch=main \
		-c protocol.file.allow=always "$@"
}

# start_inside COMMAND: the same in the background, once COMMAND has said `echo >started`; $pid is the
# launcher's, which bwrap takes over. More words before the launcher by the array `launch_with`.
start_inside() {
	local pids=$CB_USER_HOME/.pid
	rm -f started "$pids"
	mkfifo -m 666 started
	as_user "${launch_with[@]}" sh -c 'echo $$ >"$0"; exec "$@"' "$pids" "$claudebox" --yes --shell -c "$1" \
		2>"$CB_TMP/.started" &
	# Opened for both: without a writer that would wait for ever, should the launcher fail.
	read -r -t 20 <>started || diag "the sandbox did not start: $(cat "$CB_TMP/.started")"
	pid=$(cat "$pids")
}
# sandbox_of PID: the processes of the sandbox below it, a line each.
sandbox_of() {
	local child
	for child in $(pgrep -P "$1"); do
		printf '%s\n' "$child"
		sandbox_of "$child"
	done
}

# gone PID…: none of them runs any more; one that nobody has waited for does not.
gone() {
	local one
	for one; do
		[ ! -d "/proc/$one" ] || grep -q '^State:.*[ZX]' "/proc/$one/status" 2>/dev/null || return 1
	done
}

# in_terminal DESC [NAME=VALUE…] <SCRIPT: the expect script runs to its end in a new pseudo-terminal, as the
# user, with these variables; see pty.exp.
in_terminal() {
	cat "$CB_HERE/pty.exp" - >"$CB_TMP/script.exp"
	ok "$1" -- as_user env "${@:2}" expect "$CB_TMP/script.exp" "$claudebox"
}
