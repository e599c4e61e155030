#!/usr/bin/env bash
# nix/setup names the cause of each failure. By a sudo, an apt-get and a nix of our own, which fail as the real
# ones do; what they print was copied from those.
. "$(dirname "$0")/../lib.sh"
need apt-get expect
user_ready

copy=$(scratch)
(cd "$CB_TOP" && tar c --exclude=./.git --exclude=./build --exclude='./result*' nix) | tar x -C "$copy"

# A machine on which no package is installed yet. sudo is not there unless a test puts it there.
machine=$(scratch)
for file in /usr/bin/*; do
	case ${file##*/} in sudo | apt-get | nix | dpkg-query) ;; *) ln -s "$file" "$machine/" ;; esac
done

# program NAME: writes it, of the lines on stdin, into that machine.
program() {
	{
		echo '#!/bin/bash'
		cat
	} >"$machine/$1"
	chmod 755 "$machine/$1"
}
program dpkg-query <<'END'
exit 1
END
may_sudo() {
	program sudo <<'END'
while [ "${1#-}" != "$1" ]; do [ "$1" != -v ] || exit 0; shift; done
exec "$@"
END
}
# apt_says EXIT TEXT
apt_says() {
	program apt-get <<END
case " \$* " in *' --assume-no '*) echo 'After this operation, 812 MB of additional disk space will be used.'; exit 1 ;; esac
case " \$* " in *"\${apt_fails:-}"*) ;; *) exit 0 ;; esac
cat >&2 <<'TEXT'
$2
TEXT
exit $1
END
}

setup() {
	as_user env PATH="$machine" "$copy/nix/setup" "$@"
}

# cause WHAT REGEX HINT [ARG…]: nix/setup fails with these words, and they are its last.
cause() {
	local what=$1 regex=$2 hint=$3
	shift 3
	exits 1 "$what: it fails" -- setup "${@:---packages}"
	like "$(tail -n 2 <<<"$err" | head -n 1)" "^nix/setup: .*$regex" "$what: the cause is named"
	like "$(tail -n 1 <<<"$err")" "^hint: .*$hint" "$what: and what to do"
}

# --- root -------------------------------------------------------------------------------------

apt_says 0 ''
if [ "$(id -u)" = 0 ]; then
	ok "root needs no sudo" -- env PATH="$machine" "$copy/nix/setup" --packages
fi
cause 'no sudo' 'root is needed to install packages: .*sudo is not installed' 'install sudo'

# sudo_says TEXT: it refuses with it.
sudo_says() {
	program sudo <<END
echo '$1' >&2
exit 1
END
}
sudo_says 'sudo: a terminal is required to read the password; either use the -S option to read from standard input'
cause 'a password, and no terminal' 'no terminal to ask for it' 'as root'
sudo_says 'you is not in the sudoers file.'
cause 'not a sudoer' "$(as_user id -un) may not use sudo" 'as root'
like "$err" '^you is not in the sudoers file' "and what sudo said is shown"
sudo_says 'sudo: 3 incorrect password attempts'
cause 'a wrong password' 'the password was wrong' 'as root'
sudo_says 'sudo: The "no new privileges" flag is set, which prevents sudo from running as root.'
cause 'no new privileges' 'may not gain rights' 'as root'

# --- apt-get --------------------------------------------------------------------------------------

may_sudo
ok "with a sudo that works it works" -- setup --packages
apt_says 100 'E: Failed to fetch http://deb.example/debian/dists/bookworm/InRelease  Temporary failure resolving '"'deb.example'"
cause 'no network' 'apt-get update failed: an archive could not be reached' 'network'
like "$err" 'http://deb.example/debian' "and the address is shown"
apt_says 100 'E: Malformed entry 1 in list file /etc/apt/sources.list.d/x.list (Component)
E: The list of sources could not be read.'
cause 'a broken list' 'the list of package sources has an error' 'mend or remove'
apt_says 100 "E: The repository 'http://deb.example/debian nosuch Release' does not have a Release file."
cause 'a source without a release' 'the list of package sources has an error' 'mend or remove'
apt_says 100 "E: You don't have enough free space in /var/cache/apt/archives/."
cause 'a full disk' 'the disk is full: [0-9]+ MB are free on /[^ ]* \(/var\), and 812 MB are needed' 'make room'
apt_says 100 'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 1 (apt)'
cause 'another apt' 'another program is installing' 'wait'
apt_says 100 'E: Unable to locate package musl-tools'
cause 'an unknown package' 'not in the archives' 'component main'
apt_says 1 'something new'
cause 'anything else' 'apt-get update failed: its last words stand above' 'run this again'
like "$err" '^something new' "and they do"

# The option is one that apt has: without it, a source that cannot be fetched is a warning.
lists=$(scratch)
mkdir -p "$lists/lists/partial" "$lists/cache/archives/partial"
echo 'deb [trusted=yes] http://127.0.0.1:9/debian stable main' >"$lists/list"
option=$(grep -o 'APT::Update::Error-Mode=any' "$CB_TOP/nix/setup")
update() {
	/usr/bin/apt-get -qq "$@" -o Dir::State::Lists="$lists/lists" -o Dir::Cache="$lists/cache" -o Acquire::Retries=0 \
		-o Dir::Etc::SourceList="$lists/list" -o Dir::Etc::SourceParts=/dev/null update
}
ok "apt-get passes over a source that it cannot fetch" -- update
exits 100 "with the option of nix/setup it does not" -- update -o "$option"

# --- Nix, and Ctrl+C ----------------------------------------------------------------------------

program dpkg-query <<'END'
echo -n installed
END
cat >"$copy/nix/debian/nix" <<'END'
#!/bin/sh
cat "$0.says" >&2
exit 1
END
# nix_says TEXT
nix_says() {
	printf '%s\n' "$1" >"$copy/nix/debian/nix.says"
}
nix_says "error: writing to file: No space left on device"
cause 'a full store' 'the build failed: the disk is full: [0-9]+ MB are free on /[^ ]* \(/[^ ]*\), and 500 MB are needed' 'make room' --with debian
nix_says 'error: cloning builder process: Operation not permitted'
cause 'no namespaces for nix' 'lets nix make no namespaces' 'privileged' --with debian
nix_says 'error: a bug'
cause 'another failure of nix' 'the build failed: the first message above' 'again' --with debian
like "$out" '^error: a bug' "and it is shown"

program sudo <<'END'
case $1 in -n) exit 1 ;; esac
printf 'password: ' >/dev/tty
read -r answer </dev/tty
END
program dpkg-query <<'END'
exit 1
END
cat >"$CB_TMP/stop.exp" <<'END'
set timeout 20
eval spawn $argv
expect "password: " {} default { exit 1 }
send "\003"
expect -re "nix/setup: (\[^\r\n]*)" {} default { exit 2 }
puts "SAID $expect_out(1,string)"
expect eof
exit [lindex [wait] 3]
END
stopped() {
	as_user expect -f "$CB_TMP/stop.exp" -- env PATH="$machine" "$copy/nix/setup" --packages
}
exits 130 "Ctrl+C at the question for a password ends it" -- stopped
like "$out" 'SAID stopped by Ctrl\+C' "and that is what it says"
unlike "$out" 'password was wrong|reached' "and nothing else"

done_testing
