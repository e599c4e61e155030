#!/usr/bin/env bash
# A state directory that cannot be used.
. "$(dirname "$0")/../lib.sh"
need_root "making other mounts and owners"
. "$CB_LIB/faults.sh"
faults_ready
state=$CB_USER_HOME/.claudebox
user=$(id -u "$CB_USER")

# changed DO UNDO: a launch while DO has been done to the state.
changed() {
	eval "$1"
	launch true
	local code=$?
	eval "$2"
	return "$code"
}
mkdir "$CB_TMP/elsewhere"
chown "$CB_USER:" "$CB_TMP/elsewhere"
name=$(ls "$state/projects")

fault "the state directory a symbolic link" 125 "^claudebox: cannot use $state \(it is a symbolic link\)" -- \
	changed 'mv "$state" "$CB_TMP/away"; ln -s "$CB_TMP/elsewhere" "$state"' 'rm "$state"; mv "$CB_TMP/away" "$state"'
fault "the state directory a file" 125 "^claudebox: cannot use $state \(something else is there\)" -- \
	changed 'mv "$state" "$CB_TMP/away"; touch "$state"' 'rm "$state"; mv "$CB_TMP/away" "$state"'
fault "the state directory of another user" 125 "^claudebox: cannot use $state \(it belongs to another user\)" -- \
	changed 'chown root "$state"; chmod 777 "$state"' 'chown "$CB_USER:" "$state"; chmod 700 "$state"'
fault "a state a symbolic link" 125 "^claudebox: cannot use $state/projects/$name \(it is a symbolic link\)" -- \
	changed 'mv "$state/projects/$name" "$CB_TMP/away"; ln -s "$CB_TMP/elsewhere" "$state/projects/$name"' \
	'rm "$state/projects/$name"; mv "$CB_TMP/away" "$state/projects/$name"'
fault "a state of another user" 125 "^claudebox: cannot use $state/projects/$name \(it belongs to another user\)" -- \
	changed 'chown root "$state/projects/$name"' 'chown "$CB_USER:" "$state/projects/$name"'
fault "its lock a symbolic link" 125 "^claudebox: cannot use $state/projects/$name/lock \(it is a symbolic link\)" -- \
	changed 'rm "$state/projects/$name/lock"; ln -s /etc/passwd "$state/projects/$name/lock"' \
	'rm "$state/projects/$name/lock"; install -m 600 -o "$CB_USER" -g "$CB_USER" /dev/null "$state/projects/$name/lock"'
is "$(ls -A "$CB_TMP/elsewhere")" "" "and nothing was written where a link led"

# fresh OPTIONS: a home of its own on a new file system, made by the test; what was left in it.
fresh() {
	mounted "mount -t tmpfs -o uid=$user,mode=700,$1 none '$CB_USER_HOME' && $2"
}
fault "home read-only" 125 "^claudebox: cannot use $state \(Read-only file system\)" -- fresh ro true
fault "home closed" 125 "^claudebox: cannot use $state \(Permission denied\)" -- \
	changed 'mv "$state" "$CB_TMP/away"; chmod 500 "$CB_USER_HOME"' 'chmod 755 "$CB_USER_HOME"; mv "$CB_TMP/away" "$state"'
fault "state read-only" 125 "^claudebox: cannot use $state/projects/[0-9a-f]+ \(Read-only file system\)" -- \
	fresh size=1m "mkdir -p '$state/projects' && chown -R $CB_USER: '$state' && mount -t tmpfs -o ro,uid=$user none '$state/projects'"
fault "disk full" 125 "^claudebox: cannot use $state/CLAUDE.md \(No space left on device\)" -- \
	fresh size=64k "{ head -c 1M /dev/zero >'$CB_USER_HOME/big' 2>/dev/null; true; }"
fault "no inode left" 125 "^claudebox: cannot use $state/[^ ]+ \(No space left on device\)" -- fresh size=1m,nr_inodes=4 true

# advised DESC REGEX OPTIONS DO: the hint of such a launch.
advised() {
	run fresh "$3" "$4"
	like "$err" "^hint: $2" "$1"
	unlike "$err" 'move it away' "and nothing that would not help"
}
advised "on a read-only home: to make it writable" 'make it writable, or set HOME' ro true
advised "on a full disk: to free space" 'free some space' size=64k \
	"{ head -c 1M /dev/zero >'$CB_USER_HOME/big' 2>/dev/null; true; }"

# The same on a disk that stays: what a launch left on a full one does not disturb the next.
full=$(scratch)
if mount -t tmpfs -o size=40k,mode=755,uid="$user" none "$full" 2>/dev/null; then
	head -c 1M /dev/zero >"$full/big" 2>/dev/null
	run as_user env HOME="$full" "$claudebox" --yes --shell -c true
	is "$status" 125 "on a full disk a launch is refused"
	is "$(find "$full" -type f ! -name big)" "" "and leaves no file, whole or half"
	rm "$full/big"
	ok "with room again, the next one works" -- as_user env HOME="$full" "$claudebox" --yes --shell -c true
	umount "$full"
else
	skip "no tmpfs can be mounted" "a full disk that stays"
fi
table
done_testing
