# shellcheck shell=bash
# Tests that need root. Part of tests/lib.sh.

# need_root WHY: from here on the test is root; for who is not, it begins again by sudo. Where that asks for a
# password the file is left out. Say it before the first check.
need_root() {
	[ "$(id -u)" != 0 ] || return 0
	if [ -n "${CB_AGAIN-}" ] || ! sudo -n true 2>/dev/null; then
		skip_all "$1 needs root, and sudo does not give it without a password"
	fi
	local name entering=(CB_AGAIN=1)
	for name in $(compgen -e); do
		case $name in
		CB_TOP | CB_HERE | CB_TMP) ;;
		CB_* | TERM | HARNESS_*) entering+=("$name=${!name}") ;;
		esac
	done
	trap - EXIT
	cd "$CB_TOP" && rm -rf -- "$CB_TMP" && exec sudo -n -- env "${entering[@]}" "$0"
}
