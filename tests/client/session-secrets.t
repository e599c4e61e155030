#!/usr/bin/env bash
# An agent that looks for secrets in every way a shell offers finds none: what was planted on the host is in no
# request the API received. The same probes find it in a naive sandbox.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/client.sh"
need bwrap perl git
box_ready default
home=$CB_USER_HOME outside=$(user_scratch) other=$CB_USER_HOME/other
as_user mkdir -p "$home/.ssh" "$home/.gnupg" "$home/.aws" "$home/.claude" "$home/.config/gh" "$home/.kube" "$other"

# --- what is planted ------------------------------------------------------------------------------------

# The commands below are themselves in the requests, so they look for this word without writing it.
word='c4n4r[y]-'
random=$RANDOM$RANDOM
planted=()
# plant NAME: sets $secret to a new text.
plant() {
	secret=c4n4ry-$1-$random
	planted+=("$secret")
}
# plant_file FILE [FORMAT]: one of the user's own.
plant_file() {
	plant "$(basename "$1" | tr -cd "[:lower:]")"
	# shellcheck disable=SC2059
	as_user sh -c 'umask 077; cat >"$1"' sh "$1" < <(printf -- "${2:-%s\n}" "$secret")
}

plant_file "$home/.ssh/id_ed25519" '-----BEGIN OPENSSH PRIVATE KEY-----\n%s\n'
plant_file "$home/.aws/credentials"
plant_file "$home/.gnupg/pubring.kbx"
plant_file "$home/.kube/config"
plant_file "$home/.netrc" 'machine example.org login me password %s\n'
plant_file "$home/.git-credentials" 'https://me:%s@example.org\n'
plant_file "$home/.config/gh/hosts.yml"
plant_file "$home/.claude/.credentials.json" '{"claudeAiOauth":{"accessToken":"%s"}}\n'
plant_file "$home/.claude/CLAUDE.md"
plant_file "$home/.claude/settings.json" '{"env":{"HOST_SETTING":"%s"}}\n'
plant_file "$home/.claude.json" '{"hasCompletedOnboarding":true,"note":"%s"}\n'
plant_file "$home/.bash_history"
plant_file "$home/.bashrc" 'export FROM_BASHRC=%s\n'
plant_file "$other/.env"
plant_file "$outside/key"
# shellcheck disable=SC2016
plant_file "$home/.gitconfig" '[user]\n\tname = Ada\n\temail = ada@example.org\n[credential]\n\thelper = store
[url "https://me:%s@example.org/"]\n\tinsteadOf = https://example.org/\n'
plant name && as_user mkdir "$home/$secret"
plant_file "/tmp/claudebox-test-$random"
trap 'rm -f "/tmp/claudebox-test-$random"; cb_leave' EXIT
as_user tee "$PROJECT/notes.txt" <<<"seen-$random" >/dev/null
as_user git -C "$other" -c init.defaultBranch=main init -q
as_user git -C "$other" add .env
as_user git -C "$other" commit -q -m first
as_user ln -s "$home/.ssh" "$PROJECT/keys"
as_user ln -s / "$PROJECT/root"
plant state
PROJECT=$other showing run box --shell -c "echo $secret | tee ~/.claude/history.jsonl ~/.cache/some"
is "$out" "$secret" "another project has memories of its own"
plant socket
as_user node -e "setTimeout(process.exit, 60000)
	require('net').createServer(s => s.end('HTTP/1.0 200 OK\r\n\r\n$secret')).listen('$outside/agent')
	require('fs').writeFileSync('$outside/pid', String(process.pid))" >/dev/null 2>&1 &
wait_until test -S "$outside/agent"

# Variables of the caller, two descriptors and a key of the kernel's.
plant environment
BOX_ENV=(HISTORY_OF_MINE="$secret" GITHUB_TOKEN="$secret" AWS_SECRET_ACCESS_KEY="$secret" SSH_AUTH_SOCK="$outside/agent")
plant keyring
case $(uname -m) in
x86_64) calls='add_key => 248, keyctl => 250' ;;
*) calls='add_key => 217, keyctl => 219' ;;
esac
cat >"$CB_TMP/with-key" <<END
# perl: starts a command with a key in its session keyring.
my (\$type, \$name, \$value, \$new, %call) = ('user', '$secret', '$secret', 0, $calls);
syscall(\$call{keyctl}, 1, \$new) >= 0 && syscall(\$call{add_key}, \$type, \$name, \$value, length \$value, -3) >= 0 or die "no key: \$!";
exec @ARGV;
END
exec 7<"$outside" 8<"$outside/key"

# --- the probes -----------------------------------------------------------------------------------------------

names=() commands=()
probe() {
	names+=("$1")
	commands+=("($2) 2>&1 | grep -a -m 5 -e '$word' -e 'see[n]-'; echo probed")
}
probe "cat of a key" "cat '$home/.ssh/id_ed25519'"
probe "a way around by .." 'cat ~/.claude/../.ssh/id_ed25519'
probe "a link of the project to a directory" 'cat keys/id_ed25519'
probe "a link of the project to the root" "cat 'root$home/.ssh/id_ed25519'"
probe "a new link" "ln -s '$home' new; cat new/.aws/credentials; rm -f new"
probe "a hard link" "ln '$home/.netrc' hard; cat hard; rm -f hard"
probe "the root of pid 1" "cat '/proc/1/root$home/.ssh/id_ed25519'"
probe "the root of every process" "cat /proc/*/root'$outside'/key"
probe "the directory of pid 1" 'cd /proc/1/cwd && cat "$(pwd -P)"/../.git-credentials'
probe "another project" "cat '$other/.env'"
probe "another project by git" "git --git-dir='$other/.git' show HEAD:.env"
probe "a clone of another project" "git clone -q '$other' clone; cat clone/.env; rm -rf clone"
probe "another project's memory" "cat '$home'/.claudebox/projects/*/claude/history.jsonl"
probe "another project's cache" "cat '$home'/.claudebox/projects/*/caches/*/some"
probe "a file outside" "cat '$outside/key'"
probe "the host's own claude" 'cat ~/.claude/.credentials.json ~/.claude/CLAUDE.md ~/.claude/settings.json'
probe "its other file" 'cat ~/.claude.json'
probe "names in the home" 'ls -a ~ ~/.. ~/../..'
probe "all files of the home" 'tar c ~'
probe "scratch files of the host" 'cat /tmp/*'
probe "everything by find" "find / '(' -path /proc -o -path /sys -o -path /nix -o -path /usr -o -path /var/cache ')' -prune \
	-o -type f -uid $(id -u "$CB_USER") -size -64k -print0 | xargs -0 grep -ahs -e '$word' -e 'see[n]-'"
probe "everything by grep" "grep -rahs -e '$word' ~ '$outside'"
probe "node" "node -e 'const fs = require(\"fs\"); console.log(fs.readFileSync(process.argv[1], \"utf8\"))' '$home/.aws/credentials'"
probe "curl of a file" "curl -s 'file://$home/.kube/config'"
probe "a socket of the host" "curl -s --max-time 20 --unix-socket '$outside/agent' http://localhost/"
probe "the shell's start files" '. ~/.bashrc; env'
probe "git's configuration" 'git config --list --show-origin'
probe "git's credentials" 'printf "protocol=https\nhost=example.org\n\n" | GIT_TERMINAL_PROMPT=0 git credential fill'
probe "the environment of pid 1" 'tr "\0" "\n" </proc/1/environ'
probe "every environment" 'cat /proc/*/environ /proc/*/task/*/environ'
probe "every environment, by ps" 'ps axeww'
probe "an inherited directory" 'cat /proc/*/fd/7/key'
probe "an inherited file" 'cat /proc/*/fd/8'
probe "names of keys" 'cat /proc/keys'

# --- a naive sandbox ------------------------------------------------------------------------------------------

# The whole host with the user's permissions, and the environment cleared by bwrap.
naive() {
	user_in_loopback env --chdir="$PROJECT" "${BOX_ENV[@]}" perl "$CB_TMP/with-key" bwrap --bind / / --proc /proc \
		--dev /dev --unshare-user --unshare-pid --clearenv --setenv HOME "$home" --setenv PATH /usr/bin:/bin -- "$@"
}
for i in "${!names[@]}"; do
	showing run naive /bin/bash -c "${commands[i]}"
	like "$out" c4n4ry- "${names[i]}: a naive sandbox gives it away"
done

# --- the session -------------------------------------------------------------------------------------------------

reads=()
for file in .ssh/id_ed25519 .claude/.credentials.json .claude.json .gitconfig .aws/credentials .netrc; do
	reads+=(Read "$(jq -nc --arg path "$home/$file" '{file_path: $path}')")
done
reads+=(Read "$(jq -nc --arg path "$outside/key" '{file_path: $path}')"
	Read "$(jq -nc --arg path "$PROJECT/keys/id_ed25519" '{file_path: $path}')"
	Read "$(jq -nc --arg path "$PROJECT/notes.txt" '{file_path: $path}')")

api_start -- "$(bash_turn "${commands[@]}")" "$(tool_turn "${reads[@]}")" "$(text_turn 'I found nothing')"
BOX_START=(perl "$CB_TMP/with-key")
ok "a session that looks for secrets ends well" -- box -p 'find secrets'
is "$out" 'I found nothing' "to its last word"
is "$(all_tool_results | grep -c '^probed$')" "${#commands[@]}" "every probe was run"
is "$(requests 'select(.kind == "agent").status' | wc -l)" 3 "in as many turns as were scripted"
like "$(tool_results)" "seen-$random" "the Read tool works: it read a file of the project"
ok "the probes work: they found a file of the project" -- \
	jq -es "$cb_results"' last.body.messages | map(results) | flatten[0:'${#commands[@]}'] | any(contains("seen-"))' "$API_LOG"
for secret in "${planted[@]}"; do
	fails "${secret#c4n4ry-} is in no request" -- api_saw "$secret"
done
fails "nor is any other of that kind" -- grep -q c4n4ry- "$API_LOG"
exec 7<&- 8<&-
is "$(grep -rl c4n4ry- "$PROJECT" "$home/.claudebox/credentials" 2>/dev/null)" '' "and none is left in the project or beside the login"

# --- what claudebox itself prints -----------------------------------------------------------------------------

# said ARG…: all that claudebox prints, with the variables of the caller let in by name.
said() {
	run user_in_loopback env --chdir="$PROJECT" PATH="$BOX_PATH" "${BOX_ENV[@]}" ANTHROPIC_API_KEY="c4n4ry-key-$random" \
		CLAUDEBOX_EXTRA_ENV=GITHUB_TOKEN,AWS_SECRET_ACCESS_KEY "$BOX" "$@"
	printf '%s\n' "$out" "$err"
}
for way in '--dry-run' '--dry-run=json' '--dry-run --shell' '-p hello'; do
	# shellcheck disable=SC2086
	text=$(said $way)
	like "$text" 'GITHUB_TOKEN' "claudebox $way names a variable that is let in"
	unlike "$text" c4n4ry- "and shows no value of a secret one, nor anything else that was planted"
done
like "$text" 'no terminal to ask on' "the last of these was the audit, on standard error"
kill "$(cat "$outside/pid")"
done_testing
