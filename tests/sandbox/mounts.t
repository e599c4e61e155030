#!/usr/bin/env bash
# EXT-02, SAND-09: --mount-ro and --mount-rw show what they name and nothing that is secret.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
home=$CB_USER_HOME

# with FLAG… -- COMMAND: a shell in the sandbox with these flags.
with() {
	local flags=()
	while [ "$1" != -- ]; do
		flags+=("$1")
		shift
	done
	as_user env -C "${from:-$project}" "$claudebox" --yes "${flags[@]}" --shell -c "$2"
}

as_user mkdir -p "$home/docs/more" "$home/-odd name" "$home/data"
as_user tee "$home/docs/page" <<<page >/dev/null
fails "what is not mounted is not there" -- with -- "cat '$home/docs/page'"
is "$(with --mount-ro "$home/docs" -- "cat '$home/docs/page'")" page "EXT-02: --mount-ro shows a directory"
fails "which cannot be changed" -- with --mount-ro "$home/docs" -- "echo x >'$home/docs/page'"
like "$err" 'Read-only file system' "because it is read-only"
is "$(with --mount-ro="$home/docs/page" -- "ls -A '$home/docs'")" page "EXT-02: and a single file alone"
ok "EXT-02: --mount-rw shows one that can be changed" -- with --mount-rw "$home/data" -- "echo new >'$home/data/new'"
is "$(cat "$home/data/new")" new "on the host"
is "$(from=$home with --mount-ro docs --mount-ro ./data --mount-rw '-odd name' -- true 2>&1 | head -n 1)" \
	"claudebox: refusing project $home (it holds your whole home)" "a mount does not make a refused project right"
is "$(from=$home/docs with --mount-ro more/../../data --mount-rw '../-odd name' -- 'ls -dA ../*')" \
	$'../-odd name\n../data\n../docs' "EXT-02: paths may be relative, odd, and several"
as_user ln -s docs "$home/to-docs"
is "$(with --mount-ro "$home/to-docs" -- "cat '$home/docs/page'; ls '$home/to-docs' 2>&1 | grep -c 'No such'")" \
	$'page\n1' "a link is mounted as what it leads to"
refused "a path that does not exist" 'cannot mount nothing \(it does not exist\)' -- with --mount-ro nothing -- true

# --- secrets, by whatever name ---------------------------------------------------------------

as_user mkdir -p "$home/.ssh" "$home/.config/gcloud" "$home/real/aws" "$home/.claude" "$home/.claudebox"
as_user touch "$home/.ssh/key" "$home/.netrc"
as_user ln -s .ssh "$home/innocent"
as_user ln -s "$home/.ssh/key" "$project/key"
as_user ln -s real/aws "$home/.aws"

for flag in --mount-ro --mount-rw; do
	while IFS='|' read -r path why; do
		refused "SAND-09: $flag $path" "refusing mount of .* \($why\)" -- with "$flag" "$home/$path" -- true
	done <<'PATHS'
.ssh|it would show SSH private keys
.ssh/|it would show SSH private keys
.ssh/key|it would show SSH private keys
docs/../.ssh|it would show SSH private keys
innocent|it would show SSH private keys
innocent/key|it would show SSH private keys
.config|it would show Google Cloud credentials
.netrc|it would show passwords of network hosts
real/aws|a secret path leads there by a link
real|a secret path leads there by a link
.aws|a secret path leads there by a link
.claude|it would show the host's own Claude state.*
.claudebox|it would show claudebox's own state.*
.|it holds your whole home
..|it holds your whole home
PATHS
done
refused "SAND-09: a link in the project to a key" 'refusing mount of .*SSH private keys' -- \
	with --mount-ro "$project/key" -- true
fails "SAND-09: the link itself leads nowhere inside" -- with -- 'cat key'
for path in / /etc /etc/passwd /run /proc/self /dev/null /tmp /var /root; do
	exits 125 "L8: $path is refused" -- with --mount-ro "$path" -- true
	like "$err" "^claudebox: refusing mount of /" "and by its name"
done

# The passwd entry's home is guarded too when HOME is another.
elsewhere=$(user_scratch)
refused "SAND-09: the home of the passwd entry, with HOME elsewhere" 'refusing mount of .* \(it (would show|holds)' -- \
	as_user env HOME="$elsewhere" "$claudebox" --yes --mount-ro "$(getent passwd "$CB_USER" | cut -d: -f6)" --shell -c true

# --- beside the project ---------------------------------------------------------------------

as_user mkdir -p "$home/group/one/part" "$home/group/two"
from=$home/group/one
ok "EXT-02: a part of the project can be made read-only" -- with --mount-ro part -- 'echo x >ok && ! echo x >part/x'
ok "EXT-02: the directory around the project can be shown read-only" -- with --mount-ro .. -- 'ls ../two && ! echo x >../x'
ok "and the project in it is still writable" -- with --mount-ro .. -- 'echo x >still && pwd'
user_git init -q "$home/group/main"
user_git -C "$home/group/main" commit -q --allow-empty -m x
user_git -C "$home/group/main" worktree add -q "$home/group/tree"
from=$home/group/tree
ok "nor does a mount around the repository of a work tree cover that" -- with --mount-ro ../main -- \
	'git -c user.name=x -c user.email=x commit -q --allow-empty -m y'

# One mount in another: the inner one counts, whatever the order of the flags.
as_user mkdir -p "$home/outer/inner"
from=$project
for flags in "--mount-rw $home/outer --mount-ro $home/outer/inner" "--mount-ro $home/outer/inner --mount-rw $home/outer"; do
	# shellcheck disable=SC2086 # several words
	ok "EXT-02: a read-only mount in a writable one stays read-only" -- \
		with $flags -- "cd '$home/outer' && echo x >x && ! echo x >inner/x"
done
ok "EXT-02: a writable mount in a read-only one stays writable" -- \
	with --mount-rw "$home/outer/inner" --mount-ro "$home/outer" -- "cd '$home/outer' && ! echo x >y && echo x >inner/x"
ok "EXT-02: of one path given twice the read-only one counts" -- \
	with --mount-ro "$home/outer" --mount-rw "$home/outer" -- "! echo x >'$home/outer/z'"

# --- what no reading-only can hold -------------------------------------------------------------------

socket=$(user_scratch)/agent.1
as_user node -e 'require("net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))' "$socket" 2>/dev/null
ok "there is a socket" -- test -S "$socket"
refused "L12: a socket" 'refusing mount of .*/agent\.1 \(a socket' -- with --mount-ro "$socket" -- true
refused "L12: a directory with the socket of the ssh-agent" 'refusing mount of .* \(it would show the socket of your ssh-agent\)' -- \
	as_user env SSH_AUTH_SOCK="$socket" "$claudebox" --yes --mount-ro "${socket%/*}" --shell -c true
refused "nor is it a project" 'refusing project .* \(it would show the socket of your ssh-agent\)' -- \
	as_user env -C "${socket%/*}" SSH_AUTH_SOCK="$socket" "$claudebox" --yes --shell -c true
ok "another one's neighbours are shown" -- with --mount-ro "${socket%/*}" -- true
refused "the project itself, read-only" 'refusing mount of .* \(it is the project' -- with --mount-ro . -- true
run as_user script -qec "'$claudebox' --mount-rw '$home/outer' --mount-ro '$home/outer' --shell" /dev/null <<<n
is "$(grep -aoE '(writable|read-only) .*outer' <<<"$out" | grep -o '^[a-z-]*')" read-only "the audit tells of one path what holds in the end"
done_testing
