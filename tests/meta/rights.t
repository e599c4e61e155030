#!/usr/bin/env bash
# tests/run for who is not root: with a sudo that asks for nothing everything is run; with one that asks for a
# password, and without one, what needs root is left out, by name and with the reason.
. "$(dirname "$0")/../lib.sh"
need prove unshare
user_ready

clone=$(user_scratch)
(cd "$CB_TOP" && tar c tests nix) | tar x -C "$clone"
mkdir "$clone/build" && as_user true
area=$clone/tests/area
mkdir "$area"

# Programs of the machine, without sudo unless a test puts it there.
machine=$(scratch)
for file in /usr/bin/*; do
	[ "${file##*/}" = sudo ] || ln -s "$file" "$machine/"
done

# bash_test NAME: makes a test of the lines on stdin.
bash_test() {
	{
		printf '#!/usr/bin/env bash\n. "$(dirname "$0")/../lib.sh"\n'
		cat
	} >"$area/$1"
	chmod 755 "$area/$1"
}
bash_test plain.t <<'END'
ok "an ordinary test has run" -- true
done_testing
END
bash_test root.t <<'END'
need_root "being root"
is "$(id -u)" 0 "a test as root has run"
done_testing
END
bash_test launches.t <<'END'
program=$(launcher default)
isnt "$program" "" "a test of a launcher has run"
done_testing
END
[ "$(id -u)" != 0 ] || chown -R "$CB_USER:" "$clone"

# program NAME: writes it, of the lines on stdin.
program() {
	{
		echo '#!/bin/bash'
		cat
	} >"$machine/$1"
	chmod 755 "$machine/$1"
}
# runs [NAME=VALUE…]: of the three.
runs() {
	as_user env PATH="$machine" CB_BUILD="$clone/build" CB_LAUNCHER_default=/bin/true "$@" "$clone/tests/run" --no-setup -v "$area"
}

# In a user namespace of its own the user is root as far as a test can see.
program sudo <<'END'
while [ "${1#-}" != "$1" ]; do shift; done
exec unshare --user --map-root-user "$@"
END
ok "with a sudo that asks for nothing, the run is green" -- runs CB_MUST_WORK=1
for what in 'an ordinary test' 'a test as root' 'a test of a launcher'; do
	like "$out" "^ok 1 - $what has run" "$what runs"
done
unlike "$out" 'left out|SKIP' "nothing is left out"

program sudo <<'END'
case $1 in -v) exit 0 ;; esac
echo 'sudo: a password is required' >&2
exit 1
END
ok "with one that asks for a password, the run is green" -- runs
like "$out" 'not root, and sudo asks for a password: the tests have no terminal' "it is said why something is left out"
like "$out" '^ +tests/area/root.t$' "and what"
unlike "$out" 'a test as root has run' "and that is not run"
like "$out" 'a test of a launcher has run' "a launcher was made before"
fails "where everything must work it is red" -- runs CB_MUST_WORK=1

rm "$machine/sudo"
ok "without sudo, the run is green" -- runs
like "$out" 'not root, and sudo is not installed' "it is said why something is left out"
like "$out" '^ +tests/area/root.t$' "what needs root while it runs"
like "$out" '^ +tests/area/launches.t$' "and what needs a launcher"
like "$out" 'an ordinary test has run' "the rest is run"
unlike "$out" 'a test of a launcher has run' "and nothing else"
fails "where everything must work it is red" -- runs CB_MUST_WORK=1

done_testing
