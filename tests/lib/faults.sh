# shellcheck shell=bash
# What the tests of faults share: one launch that meets a fault, and a row of the table that says
# what the user saw and what was left behind. Defines only.
# shellcheck disable=SC2154 # status, out and err: tests/lib.sh

# faults_ready: the launcher, a project as current directory, and $login, which is what as_user makes of a
# login, to be used behind another command; a launch without any fault works. $marker is an argument of every
# launched command: by it its processes are found, and only ours.
faults_ready() {
	need bwrap jq
	shopt -s extglob # for row
	user_ready
	claudebox=$(launcher default)
	project=$(user_scratch)
	cd "$project" || exit 1
	passwd_home=$(getent passwd "$CB_USER" | cut -d: -f6)
	marker=fault-$$-$RANDOM
	cb_rows=()
	login=(env -i HOME="$CB_USER_HOME" USER="$CB_USER" PATH=/usr/local/bin:/usr/bin:/bin TERM=dumb)
	[ "$(id -u)" != 0 ] || login+=(setpriv --reuid="$CB_USER" --regid="$CB_USER" --init-groups)
	ok "a launch without any fault works" -- launch
}

# launch [COMMAND]: in the sandbox, `true` unless said otherwise.
launch() {
	as_user "$claudebox" --yes --shell -c "${1:-true}" "$marker"
}

# in_mounts SETUP CMD…: as the user, where root has changed the mounts before.
in_mounts() {
	unshare -m -- bash -c "$1"' || exit 99; shift; exec "$@"' _ "$1" "${login[@]}" "${@:2}"
}
mounted() {
	in_mounts "$1" "$claudebox" --yes --shell -c true "$marker"
}

# things: what a launch could leave: files of the project, of both homes and of the temporary
# directories, and mounts. State that is there before is no leftover.
things() {
	find "$project" "$CB_USER_HOME" -mindepth 1 -printf '%y %p\n'
	# Other tests run beside this one as the same user: proofs, units, the bare client.
	find "$passwd_home" /tmp /var/tmp /dev/shm -mindepth 1 -maxdepth 1 -user "$CB_USER" ! -path "$CB_TMP*" \
		! -path '*/claudebox-*.*' ! -name 'claude-*' -printf '%y %p\n' 2>/dev/null
	cut -d' ' -f5 /proc/self/mountinfo
}

# running: command lines that have the marker.
running() {
	grep -laF -f "$CB_TMP/marker" /proc/[0-9]*/cmdline 2>/dev/null
}
# processes: command lines of ours that still run. A git that was started may take a moment.
processes() {
	# From a file: the search must not find itself.
	printf '%s\n' "$marker" >"$CB_TMP/marker"
	wait_until fails_quietly running || running
}

# fault WHAT CODE REGEX -- CMD…: the launch ends with CODE (125: and a hint), says what matches,
# leaves nothing, and the next launch works.
fault() {
	local what=$1 code=$2 regex=$3 before left
	shift 4
	before=$(things | sort)
	exits "$code" "$what: exit $code" -- "$@"
	local seen=$err
	like "$err"$'\n'"$out" "$regex" "$what: it says what and why"
	[ "$code" != 125 ] || like "$seen" '^hint: .' "$what: and what to do"
	left=$(comm -13 <(printf '%s\n' "$before") <(things | sort))$(processes)
	is "$left" "" "$what: no file, mount or process is left"
	ok "$what: the next launch works" -- launch
	row "$what" "$code" "$(grep -m1 -e '^claudebox:' -e '^bwrap:' <<<"$seen" || printf '(runs)')" "${left:-nothing}"
}

# row FAULT CODE MESSAGE LEFT
row() {
	local message=${3//"$CB_USER_HOME"/\~}
	message=${message//"$CB_TMP"/…}
	message=${message//\/nix\/store\/+([a-z0-9])-/…-}
	cb_rows+=("$(printf '%-42s | %3s | %-88s | %s' "$1" "$2" "${message:0:88}" "$4")")
}

# table: the rows of this file, for the reader.
table() {
	diag "$(printf '%-42s | %3s | %-88s | %s' fault '' 'what it says' left)"
	local line
	for line in "${cb_rows[@]}"; do
		diag "$line"
	done
}
