#!/usr/bin/env bash
# UX-05: --check tells what a machine lacks for claudebox, a line for each thing, with what to do.
. "$(dirname "$0")/../../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
need strace script cc
secret=sk-ant-planted-0123456789
bin=$(user_scratch)
printf '#!/bin/sh\ntouch "%s/ran"\n' "$bin" | as_user tee "$bin/claude" >/dev/null
as_user chmod 755 "$bin/claude"
as_user git config --global user.name Ada
as_user git config --global user.email ada@example.org
as_user "$claudebox" --yes --shell -c true # there is a state directory from here on
login=$CB_USER_HOME/.claudebox/credentials/.credentials.json
printf '{"accessToken":"%s"}' "$secret" | as_user tee "$login" >/dev/null
as_user chmod 600 "$login"

# looked [NAME=VALUE…]: as the user, with a claude on PATH and a secret in the environment.
program=$claudebox
looked() {
	as_user env PATH="$bin:/usr/bin:/bin" MY_TOKEN="$secret" "$@" "$program" --check
}

# says STATUS WHAT REGEX HINT DESC: the row WHAT of the last output, as one line each.
says() {
	local row
	# Lines that go on are joined, so that a sentence can be found.
	row=$(awk -v what="$2" '
		/^(ok|warn|fail) / { on = index($0 " ", sprintf("%-17s", what)) == 7 }
		/^$/ { on = 0 }
		on { sub(/^ +/, " "); printf "%s", $0 }' <<<"$out")
	like "$row" "^$1 +$2 +.*$3" "$5"
	[ -z "$4" ] || like "$row" " hint: .*$4" "and what to do"
}

# broken DESC STATUS WHAT REGEX HINT -- CMD…: --check says so; a fail is exit 1, and all other rows
# are told as well.
broken() {
	local desc=$1 health=$2 what=$3 regex=$4 hint=$5 code=0
	shift 6
	[ "$health" != fail ] || code=1
	exits "$code" "UX-05 $desc: exit $code" -- "$@"
	says "$health" "$what" "$regex" "$hint" "$desc: $health, with the reason"
	like "$out" '^(ok|warn|fail) +terminal ' "$desc: the rows behind it are told"
	is "$err" "" "$desc: nothing else is said"
}

# --- this machine --------------------------------------------------------------------------

ok "UX-05 a machine on which claudebox works has no failure" -- looked
unlike "$out" '^fail' "no row fails"
like "$out" ', 0 fail$' "and the last line counts them"
good=$out
for what in kernel 'user namespaces' 'call filter' 'store paths' user home state 'disk space' claude login 'git identity' project; do
	like "$good" "^ok +$what +." "$what is ok"
done
like "$good" '^(ok|warn) +bubblewrap +[0-9]+\.[0-9]+\.[0-9]+' "bubblewrap's version is told"
like "$good" '^(ok|warn) +Nix daemon +.*Nix daemon' "and what became of the Nix daemon"
is "$(awk 'length($0) > 80' <<<"$good")" "" "no line is longer than 80 columns"
unlike "$good" $'\033' "and none is coloured, where nobody looks"
ok "claude was not run" -- test ! -e "$bin/ran"

ok "--check=json" -- as_user env PATH="$bin:/usr/bin:/bin" "$claudebox" --check=json
json=$out
ok "it is JSON" -- jq -e . <<<"$json"
is "$(jq -r '"\(.profile) \(.status)"' <<<"$json")" "default warn" "with the profile and the worst of all"
# text_of: the JSON's content in the words of the text, all blanks alike.
text_of='.checks[] | .status, .what, .found, (.hint // empty | "hint: " + .)'
is "$(jq -r "$text_of" <<<"$json" | tr -s ' \n' ' ')" \
	"$(sed '1,2d; $d' <<<"$good" | tr -s ' \n' ' ')" "and says what the text says, no more and no less"

unlike "$good$json" "$secret" "no secret is shown, neither a variable's nor the login's"
run as_user env PATH="$bin:/usr/bin:/bin" "MY_TOKEN=$secret" HOME="$secret" "$claudebox" --check
unlike "$out$err" "$secret" "not even one that is typed where a path belongs"

# --- it only looks -----------------------------------------------------------------------

listing() {
	find "$CB_USER_HOME" "$project" "$bin" -printf '%p %y %m %s %T@ %C@\n' | sort
}
ok "its system calls are traced" -- as_user env PATH="$bin:/usr/bin:/bin" strace -qq -o "$bin/trace" "$claudebox" --check
writes=$(grep -E '^(creat|mkdir|mkdirat|unlink|unlinkat|rename.*|link.*|symlink.*|chmod|fchmod.*|chown|fchown.*|truncate|mknod.*|utimensat)\(|O_(WRONLY|RDWR|CREAT)' "$bin/trace")
like "$writes" '"/dev/tty"' "it tries the terminal"
is "$(grep -v '"/dev/tty"' <<<"$writes")" "" "and opens nothing else for writing"
rm "$bin/trace"
files=$(listing)
run looked
is "$(listing)" "$files" "neither it nor what it starts changes a file of the user's"

exits 2 "--check with something for the agent is a usage error" -- as_user "$claudebox" --check hello
exits 125 "a full disk behind its output is an error" -- as_user sh -c '"$0" --check >/dev/full' "$claudebox"
run as_user env PATH="$bin:/usr/bin:/bin" TERM=xterm script -qec "$claudebox --check" /dev/null
like "$out" $'\033\\[32mok\033\\[0m    kernel' "on a terminal the words are coloured"
like "$out" $'\rlooking at bubblewrap +\r' "and while it looks it says at what"
like "$out" 'ok.*    terminal ' "there is a terminal"
run as_user env PATH="$bin:/usr/bin:/bin" TERM=xterm NO_COLOR=1 script -qec "$claudebox --check" /dev/null
unlike "$out" $'\033\\[3' "NO_COLOR is heeded"
run as_user env PATH="$bin:/usr/bin:/bin" TERM=dumb script -qec "$claudebox --check" /dev/null
unlike "$out" $'\033' "and so is a terminal that knows none"
run as_user env PATH="$bin:/usr/bin:/bin" script -qec "stty cols 40; $claudebox --check" /dev/null
like "$out" $'\rlooking at bubblewrap +\r' "on a narrow terminal it says what it looks at as well"
is "$(tr '\r' '\n' <<<"$out" | awk 'length > 39 && / $/')" "" "in a line that is there to be drawn over"
is "$(tr -d '\r' <<<"${out##*  $'\r'}" | awk 'length > 40 && NF > 1')" "" "and no line but that of a long word is wider than it"
broken "no terminal" warn terminal 'no terminal to ask on' '--yes' -- looked setsid -w

# --- what is not as it should be ------------------------------------------------------------

# A script of the host's is run by what is inside.
scripts=$(user_scratch)
# scripted LINE: claude is a script that begins with it.
scripted() {
	printf '%s\necho\n' "$1" | as_user tee "$scripts/claude" >/dev/null
	as_user chmod 755 "$scripts/claude"
}
scripted '#!/usr/bin/perl -w'
broken "a claude for a program of the host" fail claude "$scripts/claude is a script for /usr/bin/perl, which is not inside" 'packages' -- looked PATH="$scripts:/usr/bin:/bin"
exits 127 "which cannot be started" -- as_user env PATH="$scripts:/usr/bin:/bin" "$claudebox" --yes
scripted '#!/usr/bin/env -S perl -w'
broken "a claude for a program on the host's PATH" fail claude "$scripts/claude is a script for perl, which is not inside" 'packages' -- looked PATH="$scripts:/usr/bin:/bin"
for line in '#!/usr/bin/env node' '#! /usr/bin/env -S FOO=bar node' '#!/bin/sh'; do
	scripted "$line"
	run looked PATH="$scripts:/usr/bin:/bin"
	says ok claude "as found on PATH: $scripts/claude" '' "a claude that begins with $line finds it inside"
done
broken "no claude" fail claude 'claude not found \(not on PATH\)' 'npm install' -- looked PATH=/no/such
as_user cp "$bin/claude" "$project"
broken "a claude in the project" warn claude "$project/claude" 'outside' -- looked PATH="$project"

broken "no git identity" warn 'git identity' 'no name' 'git config --global' -- looked HOME="$(user_scratch)"
broken "no login" warn login 'none yet' '/login' -- looked HOME="$(user_scratch)"
as_user chmod 644 "$login"
broken "a login that others can read" warn login 'open to other users' "chmod 600 ~/.claudebox/credentials" -- looked
as_user chmod 600 "$login"
as_user chmod 755 "$CB_USER_HOME/.claudebox"
broken "a state directory that others can read" warn state 'open to other users' 'chmod 700' -- looked
as_user chmod 500 "$CB_USER_HOME/.claudebox"
broken "a state directory that cannot be written" fail state 'cannot use ~/.claudebox \(Permission denied\)' 'chmod u\+rwx' -- looked
as_user chmod 700 "$CB_USER_HOME/.claudebox"
as_user mv "$CB_USER_HOME/.claudebox" "$CB_USER_HOME/moved"
as_user ln -s moved "$CB_USER_HOME/.claudebox"
broken "a state directory that is a link" fail state 'cannot use ~/.claudebox \(it is a symbolic link\)' 'move it away' -- looked
as_user rm "$CB_USER_HOME/.claudebox"
as_user mv "$CB_USER_HOME/moved" "$CB_USER_HOME/.claudebox"

# same_words DESC DIR: the row `project` has the sentence and the hint of the launch there.
same_words() {
	run as_user env -C "$2" "$claudebox" --yes --shell -c true
	is "$status" 125 "$1: a launch is refused"
	local want=$err
	exits 1 "UX-05 $1: --check exits with 1" -- as_user env -C "$2" "$claudebox" --check=json
	is "$(jq -r '.checks[] | select(.what == "project") | "claudebox: \(.found)\nhint: \(.hint)"' <<<"$out")" \
		"$want" "$1: in the very words of the launch"
}
as_user mkdir -p "$CB_USER_HOME/.ssh/x"
same_words "a project in a secret place" "$CB_USER_HOME/.ssh/x"
same_words "the home as project" "$CB_USER_HOME"
as_user mkdir forged
printf 'gitdir: /etc\n' | as_user tee forged/.git >/dev/null
same_words "a forged .git" "$project/forged"

as_user mkdir $'two\nlines'
run looked env -C "$project"/$'two\nlines'
says ok project 'two\\x0alines can be shown' '' "a newline in the name of a project is escaped"

# --- user namespaces ------------------------------------------------------------------------

limited() {
	looked unshare -U --map-current-user --keep-caps bash -c \
		'echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"' _
}
broken "user namespaces off by sysctl" fail 'user namespaces' 'user.max_user_namespaces is too low' 'sysctl user.max_user' -- limited
wrapper=$CB_TMP/no-userns
ok "a system call filter compiles" -- cc -D_GNU_SOURCE -o "$wrapper" "$CB_TOP/tests/faults/no-userns.c"
broken "user namespaces forbidden by a filter" fail 'user namespaces' 'a system call filter' 'seccomp profile' -- looked "$wrapper" deny
ok "UX-05 a filter that is about something else is no failure" -- looked "$wrapper" allow

if [ "$(id -u)" != 0 ]; then
	skip "needs root: other mounts" "what depends on mounts"
	done_testing
fi

# --- other mounts ---------------------------------------------------------------------------

# in_mounts SETUP [NAME=VALUE…] [CMD…]: looked, where root has changed the mounts before.
in_mounts() {
	local CB_AROUND=(unshare --mount --propagation private bash -c "$1"' || exit 99; exec "$@"' _)
	looked "${@:2}"
}
bwrap=$(planned '.command[0]')
store=${bwrap%/bin/bwrap}
mkdir "$CB_TMP"/{empty,setuid,old,proc,kernel}

broken "bwrap missing" fail bubblewrap 'cannot be run \(No such file' "nix-store --realise $bwrap" -- in_mounts "mount --bind '$CB_TMP/empty' '$store/bin'"
says fail 'store paths' '1 of [0-9]+ ' "$bwrap" "and it is named among the store paths"
says ok 'user namespaces' 'claudebox can make' '' "user namespaces are no part of it"
install -m 4755 "$bwrap" "$CB_TMP/setuid/bwrap"
broken "a setuid bwrap (L21)" fail bubblewrap 'is setuid' 'chmod u-s' -- in_mounts "mount --bind '$CB_TMP/setuid' '$store/bin'"
printf '#!/bin/sh\necho bubblewrap 0.7.1\n' >"$CB_TMP/old/bwrap"
chmod 755 "$CB_TMP/old/bwrap"
broken "an old bwrap" fail bubblewrap '0\.7\.1 is too old' 'newer nixpkgs' -- in_mounts "mount --bind '$CB_TMP/old' '$store/bin'"
# As container runtimes do: a /proc that is covered in part may not be mounted anew.
broken "a covered /proc" fail bubblewrap "makes no sandbox: bwrap: Can't mount proc" 'container' -- in_mounts "mount --bind /dev/null /proc/kallsyms"

cp /proc/sys/kernel/overflow?id "$CB_TMP/kernel"
echo 1 >"$CB_TMP/kernel/apparmor_restrict_unprivileged_userns"
broken "user namespaces restricted by AppArmor" fail 'user namespaces' 'AppArmor' '/etc/apparmor.d/claudebox' -- \
	in_mounts "mount --bind '$CB_TMP/kernel' /proc/sys/kernel" "$wrapper" deny
like "$out" '^ +profile claudebox-bwrap /nix/store/\*-bubblewrap\*/bin/bwrap$' "with a profile to copy"

lost=$(planned '.env[] | select(.name == "PATH").value' | tr : '\n' | grep -m1 ripgrep)
broken "a missing store path" fail 'store paths' '1 of [0-9]+ that this profile names are missing' "nix-store --realise $lost" -- \
	in_mounts "mount --bind '$CB_TMP/empty' '${lost%/bin}'"

# What makes a project's tools.
gone=/nix/store/00000000000000000000000000000000-gone
program=$(variant default ".tools.nixBuild = \"$gone/bin/nix-build\" | .tools.packages = \"$gone\"")
broken "nothing to make tools with" fail 'store paths' '2 of [0-9]+ that this profile names are missing' \
	"nix-store --realise $gone/bin/nix-build" -- looked
program=$claudebox

broken "a state directory of another user" fail state 'it belongs to another user' 'move it away' -- \
	in_mounts "mount -t tmpfs -o mode=700 none '$CB_USER_HOME/.claudebox'"
mine="uid=$(id -u "$CB_USER"),gid=$(id -g "$CB_USER"),mode=700"
broken "a read-only state directory" fail state 'cannot use ~/.claudebox \(Read-only file system\)' 'can be written' -- \
	in_mounts "mount -t tmpfs -o ro,$mine none '$CB_USER_HOME/.claudebox'"
broken "a read-only home" fail state 'cannot make ~/.claudebox \(Read-only file system\)' 'writable' -- \
	in_mounts "mount -t tmpfs -o ro,$mine none '$CB_USER_HOME'"
broken "a full disk" fail 'disk space' '0 MiB free' '--gc' -- \
	in_mounts "mount -t tmpfs -o size=64k,$mine none '$CB_USER_HOME/.claudebox'; head -c 65536 /dev/zero >'$CB_USER_HOME/.claudebox/full'"

passwd_home=$(getent passwd "$CB_USER" | cut -d: -f6)
broken "HOME not set" warn home "HOME is not set: $passwd_home is used" 'set HOME' -- \
	in_mounts "mount -t tmpfs -o $mine none '$passwd_home'" env -u HOME
broken "HOME empty" warn home "HOME is empty: $passwd_home is used" 'set HOME' -- \
	in_mounts "mount -t tmpfs -o $mine none '$passwd_home'" HOME=
broken "no home at all" fail home 'no home directory of your own \(HOME is not set' 'set HOME' -- \
	in_mounts "mount -t tmpfs none '${passwd_home%/*}'" env -u HOME

run env HOME="$HOME" "$claudebox" --check
says warn user 'you are root' 'ordinary user' "UX-05 root is warned"

# --- a profile's own needs ------------------------------------------------------------------

# Ordinary systems have 0666 here, some test machines do not.
mknod -m 666 "$CB_TMP/tun" c 10 200
tun="mount --bind '$CB_TMP/tun' /dev/net/tun"
program=$(launcher internet)
ok "UX-05 the profile internet works where there is a tun device" -- in_mounts "$tun"
says ok network 'slirp4netns version' '' "slirp4netns runs"
says ok 'packet filter' 'nf_tables' '' "its filter was tried in a network of its own"
broken "no tun device" fail network 'cannot open /dev/net/tun \(No such file' 'modprobe tun' -- in_mounts "mount --bind '$CB_TMP/empty' /dev/net"
broken "a closed tun device" fail network 'cannot open /dev/net/tun \(Permission denied' 'chmod 0666' -- in_mounts "$tun; chmod 600 /dev/net/tun"
# launched SETUP: a launch of the program, where root has changed the mounts before.
launched() {
	local CB_AROUND=(unshare --mount --propagation private bash -c "$1"' || exit 99; exec "$@"' _)
	as_user "$program" --yes --shell -c true
}
refused "a launch with a closed tun device" 'cannot open /dev/net/tun \(Permission denied\)' -- launched "$tun; chmod 600 /dev/net/tun"
like "$err" '^hint: as root: chmod 0666 /dev/net/tun' "in the words of --check"
refused "and with none" 'cannot open /dev/net/tun \(No such file' -- launched "mount --bind '$CB_TMP/empty' /dev/net"
like "$err" '^hint: as root: modprobe tun' "here too"
program=$(launcher offline)
ok "UX-05 the profile offline needs none of that" -- in_mounts "mount --bind '$CB_TMP/empty' /dev/net"
unlike "$out" '^[a-z]+ +(network|packet filter|names|Nix daemon) ' "and does not ask for it"
as_user mkdir "$CB_USER_HOME/.claudebox/profiles"
as_user ln -s "${program%/bin/*}" "$CB_USER_HOME/.claudebox/profiles/offline"
run as_user "$claudebox" --profile offline --check
like "$out" '^claudebox [0-9.]+, profile offline$' "another profile is asked by its name"

done_testing
