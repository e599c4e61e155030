#!/usr/bin/env bash
# Homes and current directories that are not what they should be.
. "$(dirname "$0")/../lib.sh"
need_root "making other mounts and owners"
. "$CB_LIB/faults.sh"
faults_ready
own_home="mount -t tmpfs -o mode=755,uid=$(id -u "$CB_USER"),gid=$(id -g "$CB_USER") none '$passwd_home'"

# homed SETUP HOME: prints the home inside; without HOME when it is "-".
homed() {
	local set=(env HOME="$2")
	[ "$2" != - ] || set=(env -u HOME)
	in_mounts "$1" "${set[@]}" "$claudebox" --yes --shell -c 'echo "home: $HOME"' "$marker"
}
mkdir "$CB_TMP/foreign"
for home in - '' relative/home "$CB_TMP/foreign" "$CB_TMP/no-such-home" /etc/passwd; do
	case $home in
	-) what='HOME not set' ;;
	'') what='HOME empty' ;;
	relative*) what='HOME relative' ;;
	*foreign) what='HOME of another user' ;;
	*passwd) what='HOME a file' ;;
	*) what='HOME missing' ;;
	esac
	fault "$what" 0 "^home: $passwd_home\$" -- homed "$own_home" "$home"
	fault "$what, passwd's too" 125 '^claudebox: no home directory of your own \(HOME is ' -- \
		homed "mount -t tmpfs none '${passwd_home%/*}'" "$home"
done
run homed "mount -t tmpfs none '${passwd_home%/*}'" ''
like "$err" "\(HOME is empty, passwd says $passwd_home\)" "an empty HOME is called so"
# at_root DIR: the home in the plan where / is the user's own, as in some containers, and so is DIR.
at_root() {
	as_user bwrap --ro-bind /nix /nix --ro-bind /etc /etc --proc /proc --dev /dev --dir "$1" --dir /work \
		--chdir /work --setenv HOME / -- "$claudebox" --dry-run=json --shell
}
run at_root "$passwd_home"
is "$(jq -r '.env[] | select(.name == "HOME").value' <<<"$out")" "$passwd_home" "HOME=/ is nobody's home, also where it is one's own"
fault "HOME /, passwd's missing" 125 '^claudebox: no home directory of your own \(HOME is /, passwd says ' -- at_root /elsewhere

in_deleted() {
	as_user bash -c 'mkdir gone && cd gone && rmdir ../gone && exec "$@"' _ "$claudebox" --yes --shell -c true "$marker"
}
fault "current directory deleted" 125 '^claudebox: no current directory \(No such file' -- in_deleted
in_unmounted() {
	in_mounts 'mount -t tmpfs none /mnt && cd /mnt && umount -l /mnt' "$claudebox" --yes --shell -c true "$marker"
}
fault "current directory unmounted" 125 '^claudebox: no current directory \(No such file' -- in_unmounted
# in_closed MODE DIR: DIR loses its permissions after the user has entered dir/sub.
in_closed() {
	as_user bash -c 'top=$PWD; mkdir -p dir/sub && cd dir/sub && chmod "$1" "$top/$2"; shift 2; "$@"; code=$?
		chmod 755 "$top/dir"; chmod 755 "$top/dir/sub"; cd "$top"; rm -rf dir; exit $code' _ "$1" "$2" "$claudebox" --yes --shell -c true "$marker"
}
fault "current directory unreadable" 125 '^claudebox: cannot use the project .* \(Permission denied\)' -- in_closed 000 dir/sub
fault "current directory cannot be entered" 125 '^claudebox: cannot use the project .* \(Permission denied\)' -- in_closed 600 dir/sub
fault "a directory above closed" 125 '^claudebox: cannot use the project .* \(Permission denied\)' -- in_closed 000 dir
table
done_testing
