# shellcheck shell=bash
# Sourced by tests of the sandbox after tests/lib.sh: the launcher of the default profile, the
# unprivileged user, and an empty project of that user's as current directory.
need bwrap git jq
user_ready
claudebox=$(launcher default)
[ -n "$claudebox" ] || exit 1
project=$(user_scratch)
cd "$project" || exit 1

# inside COMMAND: what a shell in the sandbox prints.
inside() {
	as_user "$claudebox" --yes --shell -c "$1"
}

# inside_of DIR COMMAND: the same, started in DIR.
inside_of() {
	as_user env -C "$1" "$claudebox" --yes --shell -c "$2"
}

# planned FILTER FLAG…: what jq finds in the plan, as --dry-run=json tells it.
planned() {
	as_user "$claudebox" --dry-run=json "${@:2}" --shell | jq -r "$1"
}

# refused DESC REGEX -- CMD…: 125, a message that matches, a hint, nothing on stdout.
refused() {
	local desc=$1 regex=$2
	shift 3
	exits 125 "$desc" -- "$@"
	like "$err" "^claudebox: $regex" "and it says why"
	like "$err" '^hint: .' "and what to do"
	is "$out" "" "and nothing else"
}

# user_git ARG…: git on the host, as the user, who has a name.
user_git() {
	as_user git -c user.name=Host -c user.email=host@example.org -c init.defaultBranch=main \
		-c protocol.file.allow=always "$@"
}

# wait_until CMD…: up to ten seconds.
wait_until() {
	local i
	for ((i = 0; i < 500; i++)); do
		"$@" && return
		sleep 0.02
	done
	return 1
}
