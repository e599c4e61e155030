#!/usr/bin/env bash
# INST-04: --gc removes the state of projects that are gone, and nothing else.
. "$(dirname "$0")/../../lib.sh"
need bwrap strace perl script
user_ready
claudebox=$(launcher default)
projects=$CB_USER_HOME/.claudebox/projects
src=$(user_scratch)
as_user touch "$src/.keep" # what held a project must not be left empty

# start NAME: launches once in $src/NAME and prints the name of its state.
start() {
	as_user mkdir -p "$src/$1"
	as_user env -C "$src/$1" "$claudebox" --yes --shell -c true
	printf '%s' "$src/$1" | sha256sum | cut -c1-16
}
gc() {
	as_user "$claudebox" --gc "$@"
}

count() {
	find "$projects" -mindepth 1 -maxdepth 1 -printf x | wc -c
}

ok "where nothing was ever launched there is nothing to do" -- gc --yes
is "$out" "0 gone, 0 kept to be safe, 0 of projects that are there" "and it says so"
is "$(as_user ls -A "$CB_USER_HOME")" "" "and it made nothing"
exits 2 "--gc with something for the agent is a usage error" -- gc hello
exits 2 "and so is JSON, which it does not speak" -- gc --dry-run=json

kept=$(start kept) gone=$(start gone) gone2=$(start 'gone
two')
as_user rm -rf "$src/gone" "$src/gone
two"
ok "--gc --dry-run lists" -- gc --dry-run
like "$out" "^  gone  $gone  $src/gone\$" "the state of a project that is gone, by name"
like "$out" "^  gone  $gone2  $src/gone\\\\x0atwo\$" "and no name draws on the terminal"
unlike "$out" "$kept" "not one whose project is there"
like "$out" '^2 gone, 0 kept to be safe, 1 of projects that are there$' "it counts"
is "$(count)" 3 "and nothing was removed"

exits 125 "no terminal and no --yes: refused" -- as_user setsid -w "$claudebox" --gc
like "$err" '^claudebox: no terminal to ask on' "with the reason"
# on_terminal ANSWER: asked on a terminal of its own.
on_terminal() {
	local answered
	rm -f "$CB_TMP/said" "$CB_TMP/ended"
	{
		wait_until grep -qs '\[y/N/\?\]' "$CB_TMP/said"
		printf '%s\n' "$1"
		wait_until test -e "$CB_TMP/ended" # the end of its input would be an answer too
	} | {
		as_user script -qec "$claudebox --gc" /dev/null >"$CB_TMP/said"
		answered=$?
		touch "$CB_TMP/ended"
		cat "$CB_TMP/said"
		return "$answered"
	}
}
run as_user script -qec "stty cols 40; $claudebox --gc --dry-run" /dev/null
like "$out" $'\rlooking at what is kept +\r' "on a narrow terminal it says that it looks"
is "$(tr '\r' '\n' <<<"$out" | awk 'length > 39 && / $/')" "" "in a line that is there to be drawn over"
exits 125 "on a terminal it asks, and an empty answer is no" -- on_terminal ''
like "$out" 'Remove\? \[y/N/\?\]' "this was the question"
is "$(count)" 3 "and nothing was removed"
run on_terminal $'?\n'
is "$(grep -c '2 gone, 0 kept to be safe, 1 of' <<<"$out")" 2 "? shows it once more, with the same numbers"
ok "y is yes" -- on_terminal y
like "$out" $'\rlooking at what is kept +\r' "while it looks it says so"
like "$out" $'removing [12] of 2 +\r' "while it removes it says how far it is"
like "$out" $'\r2 removed' "it counts what it removed"
is "$(ls -A "$projects")" "$kept" "and only that is gone"

# --- what runs ------------------------------------------------------------------------------

running=$(start running)
as_user mkfifo "$src/hold"
as_user env -C "$src/running" "$claudebox" --yes --mount-ro "$src/hold" --shell -c "touch ready; cat '$src/hold'" &
pid=$!
wait_until test -e "$src/running/ready"
as_user mv "$src/running" "$src/moved"
ok "--gc while a sandbox runs whose project was moved away" -- gc --yes
like "$out" "^  keep  $running  $src/running  \(its sandbox is running\)\$" "its state is kept, and why"
ok "and it is still there" -- test -d "$projects/$running/claude"
printf '\n' >"$src/hold"
wait "$pid"
ok "when it has ended" -- gc --yes
like "$out" '^1 removed$' "it is removed"
as_user rm -rf "$src/moved" "$src/hold"

# --- what cannot be proven ------------------------------------------------------------------

# keeps DESC REASON: $name is kept for the reason.
keeps() {
	run gc --yes
	like "$out" "^  keep  $name .*\($2\)\$" "$1"
	ok "and is there" -- test -e "$projects/$name"
}
name=$(start shut/app)
as_user rm -rf "$src/shut/app"
as_user touch "$src/shut/.keep"
as_user chmod 000 "$src/shut"
keeps "one behind an unreadable directory is kept" 'the way there cannot be followed'
as_user chmod 755 "$src/shut"
as_user chmod 311 "$src/shut"
keeps "so is one in a directory that cannot be listed" 'the way there cannot be followed'
as_user chmod 755 "$src/shut"
as_user rm "$src/shut/.keep"
keeps "so is one that was alone in its directory: a disk may be missing" 'the directory it was in is empty: is a disk missing\?'
as_user rmdir "$src/shut"
as_user ln -s "$src/nowhere" "$src/shut"
keeps "so is one behind a link that leads nowhere" 'a link on the way leads nowhere'
as_user rm "$src/shut"
as_user ln -s shut "$src/shut"
keeps "so is one behind a loop of links" 'the way there cannot be followed'
as_user rm "$src/shut"
as_user touch "$src/shut"
keeps "so is one where a file now stands on the way" 'the way there cannot be followed'
as_user rm "$src/shut"
as_user cp "$projects/$name/project-root" "$src/saved"
as_user rm "$projects/$name/project-root"
keeps "so is one without its project-root" 'its project-root cannot be read'
as_user mkfifo "$projects/$name/project-root"
keeps "so is one with something odd in its place, and it does not hang" 'its project-root cannot be read'
as_user rm "$projects/$name/project-root"
as_user ln -s "$src/saved" "$projects/$name/project-root"
keeps "so is one whose project-root is a link" 'its project-root cannot be read'
as_user rm "$projects/$name/project-root"
printf '%s' "$src/elsewhere" | as_user tee "$projects/$name/project-root" >/dev/null
keeps "so is one whose project-root names another project" 'its project-root names another project'
as_user cp "$src/saved" "$projects/$name/project-root"
is "$(cat "$projects/$name/project-filesystem")" home "a launch records that its project is on the file system of the home"
as_user mv "$projects/$name/project-filesystem" "$src/saved"
keeps "so is one without that record" 'it is not known which file system it was on'
as_user cp "$src/saved" "$projects/$name/project-filesystem"
as_user mkdir "$src/victim"
as_user touch "$src/victim/file"
as_user mv "$projects/$name" "$src/away"
as_user ln -s "$src/away" "$projects/$name"
keeps "so is a link to a state directory" 'no directory of your own'
as_user rm "$projects/$name"
as_user mv "$src/away" "$projects/$name"
if [ "$(id -u)" = 0 ]; then
	chown root: "$projects/$name"
	keeps "so is one of another user" 'no directory of your own'
	chown "$CB_USER:" "$projects/$name"
	# A disk of its own, mounted at $src/disk for whom this process stands.
	mkdir "$src/disk"
	chown "$CB_USER:" "$src/disk"
	unshare -m sleep 600 &
	disk=$!
	has_entered() {
		[ "$(readlink "/proc/$disk/ns/mnt")" != "$(readlink /proc/self/ns/mnt)" ]
	}
	wait_until has_entered
	with_disk() {
		nsenter -m -t "$disk" -- "$@"
	}
	with_disk mount -t tmpfs -o mode=755 none "$src/disk"
	with_disk mkdir "$src/disk/app" "$src/disk/other"
	with_disk chown "$CB_USER:" "$src/disk/app"
	# in_mounts SETUP COMMAND…: as the user, where the disk is mounted, after SETUP there.
	in_mounts() {
		with_disk unshare -m -u -- bash -c "$1"' && shift && exec "$@"' _ "$1" env -i HOME="$CB_USER_HOME" PATH=/usr/bin:/bin \
			setpriv --reuid="$CB_USER" --regid="$CB_USER" --init-groups "${@:2}"
	}
	run in_mounts true env -C "$src/disk/app" "$claudebox" --yes --shell -c true
	is "$status" 0 "a project on a disk of its own is launched"
	on_disk=$(printf '%s' "$src/disk/app" | sha256sum | cut -c1-16)
	like "$(cat "$projects/$on_disk/project-filesystem")" "^[0-9a-f]{16} $(uname -n)\$" "and its file system recorded"
	touch "$src/disk/below"
	run gc --dry-run
	like "$out" "^  keep  $on_disk .*\(the file system it was on is not mounted there\)\$" \
		"where the disk is not mounted it is kept"
	run in_mounts true "$claudebox" --gc --dry-run
	unlike "$out" "$on_disk" "where it is mounted the project is there"
	with_disk rmdir "$src/disk/app"
	run gc --dry-run
	like "$out" "^  keep  $on_disk .*\(the file system it was on is not mounted there\)\$" \
		"when it is gone from the disk, it is kept where that is not mounted"
	run in_mounts true "$claudebox" --gc --dry-run
	like "$out" "^  gone  $on_disk " "and gone where it is"
	run in_mounts "mount -t tmpfs none '$src/disk'; touch '$src/disk/other'" "$claudebox" --gc --dry-run
	like "$out" "^  keep  $on_disk .*\(the file system it was on is not mounted there\)\$" \
		"where another disk is mounted in its place, it is kept"
	run in_mounts "echo elsewhere >/proc/sys/kernel/hostname" "$claudebox" --gc --dry-run
	like "$out" "^  keep  $on_disk " "where a disk of another machine is as like it as can be, it is kept"
	mkdir "$projects/$on_disk/caches/default/mounted"
	run in_mounts "mount --bind '$src/victim' '$projects/$on_disk/caches/default/mounted'" "$claudebox" --gc --yes
	is "$status" 125 "what is mounted inside a state stands in the way"
	like "$err" "^claudebox: cannot remove the state $on_disk \(" "which is said"
	like "$err" '^hint: something is mounted in it' "with what to do"
	ok "and what is mounted there is whole" -- test -e "$src/victim/file"
	run gc --yes
	like "$out" "^  gone  .gone-$on_disk .*\(left by an interrupted --gc\)\$" "the next one finishes it"
	is "$status" 0 "and is content"
	kill "$disk"
else
	skip "needs root: mounts" "what depends on mounts"
fi

# As a package manager leaves its cache, and worse.
name=$(start shut/app)
as_user rm -rf "$src/shut"
as_user ln -s "$src/victim" "$projects/$name/claude/link"
as_user mkdir -p "$projects/$name/caches/default/go/pkg/mod" "$projects/$name/caches/default/dark"
as_user touch "$projects/$name/caches/default/go/pkg/mod/file" "$projects/$name/caches/default/dark/file"
as_user chmod 555 "$projects/$name/caches/default/go/pkg/mod" "$projects/$name/caches/default/go/pkg"
as_user chmod 000 "$projects/$name/caches/default/dark"
as_user mkdir "$projects/odd"
run gc --yes
unlike "$out" "^  keep  $name" "one that is really gone is removed"
like "$out" '^  keep  odd .*\(not named by claudebox\)$' "what claudebox did not name is kept"
ok "with read-only and closed directories in it" -- test ! -e "$projects/$name"
ok "and what links in it led to is whole" -- test -e "$src/victim/file"
as_user rmdir "$projects/odd"
is "$(ls -A "$projects")" "$kept" "and no more than that is left"

# --- killed --------------------------------------------------------------------------------

# dead: a state whose project is gone; what a killed --gc has left may be there too.
name=$(printf '%s' "$src/dead" | sha256sum | cut -c1-16)
dead() {
	as_user mkdir -p "$projects/$name/claude/a/b" "$projects/$name/caches/default"
	printf '%s' "$src/dead" | as_user tee "$projects/$name/project-root" >/dev/null
	printf home | as_user tee "$projects/$name/project-filesystem" >/dev/null
	as_user touch "$projects/$name/lock" "$projects/$name/claude/a/b/c"
}
dead
trace=$src/.trace
ok "a --gc is traced" -- as_user strace -qq -o "$trace" "$claudebox" --gc --yes
steps "$trace" >"$CB_TMP/steps"
killed=0 wrong=''
while read -r call nth; do
	[ -d "$projects/$name" ] || dead
	run as_user strace -qq -o /dev/null -e inject="$call:signal=KILL:when=$nth" "$claudebox" --gc --yes
	[ "$status" = 137 ] || continue # on its way something else was different
	killed=$((killed + 1))
	left=$(find "$projects" -mindepth 1 -maxdepth 1 -printf '%f\n' | grep -vxF -e "$kept" -e "$name" -e ".gone-$name")
	[ -z "$left" ] && [ -d "$projects/$kept/claude" ] || wrong+=" $call $nth,"
	[ $((killed % 3)) = 0 ] || continue # after one death, and after several in a row
	run gc --yes
	[ "$status" = 0 ] && [ "$(ls -A "$projects")" = "$kept" ] || wrong+=" after $call $nth: $err"
done <"$CB_TMP/steps"
run gc --yes
is "$wrong" "" "killed at each of its system calls, it harms nothing, and another one finishes"
diag "killed at $killed of its $(wc -l <"$CB_TMP/steps") system calls"
ok "and it was killed at most of them" -- test "$((killed * 10))" -gt "$(($(wc -l <"$CB_TMP/steps") * 7))"
is "$(ls -A "$projects")" "$kept" "nothing is left then"

# --- many ------------------------------------------------------------------------------------

cat >"$CB_TMP/many.pl" <<'END'
# many.pl DIR SRC: ten thousand states, as a launch makes them; every tenth project is there.
use Digest::SHA qw(sha256_hex);
my ($dir, $src) = @ARGV;
for my $n (1 .. 10000) {
	my $root = "$src/p$n";
	my $state = "$dir/" . substr(sha256_hex($root), 0, 16);
	mkdir $state; mkdir "$state/claude"; mkdir "$state/cache"; mkdir "$state/claude/projects";
	for my $file (qw(lock claude/.claude.json claude/settings.json claude/projects/a cache/b)) {
		open my $f, '>', "$state/$file" or die;
	}
	open my $f, '>', "$state/project-root" or die; print $f $root;
	open $f, '>', "$state/project-filesystem" or die; print $f "home";
	symlink "../../../credentials/.credentials.json", "$state/claude/.credentials.json";
	mkdir $root if $n % 10 == 0;
}
END
seconds() {
	local begin=$EPOCHREALTIME
	"$@" >"$CB_TMP/.many" 2>&1
	printf '%s\n' "$(((${EPOCHREALTIME/./} - ${begin/./}) / 1000))"
}
# In memory: what is measured is the program, not the disk.
home=$(mktemp -d /dev/shm/claudebox-test.XXXXXX)
chmod 755 "$home"
[ "$(id -u)" != 0 ] || chown "$CB_USER:" "$home"
leave() {
	local ended=$?
	rm -rf "$home"
	(exit "$ended")
	cb_leave
}
trap leave EXIT
many() {
	as_user env HOME="$home" "$claudebox" --gc "$@"
}
projects=$home/.claudebox/projects
as_user mkdir -p "$projects" "$home/src"
as_user touch "$home/src/.keep"
as_user perl "$CB_TMP/many.pl" "$projects" "$home/src"
listed=$(seconds many --dry-run)
is "$(tail -n 1 "$CB_TMP/.many")" '9000 gone, 0 kept to be safe, 1000 of projects that are there' "10 000 states are looked at"
as_user cp -a "$projects" "$home/copy"
removed=$(seconds many --yes)
is "$(tail -n 1 "$CB_TMP/.many")" '9000 removed' "and 9 000 of them removed"
is "$(count)" 1000 "the others are there"
plain=$(seconds as_user rm -rf "$home/copy")
diag "10 000 states: listed in $listed ms, 9 000 removed in $removed ms; rm -rf of all takes $plain ms"
ok "in less than five times what rm -rf needs" -- test "$removed" -lt $((5 * plain))
done_testing
