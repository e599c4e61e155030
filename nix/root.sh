# shellcheck shell=bash disable=SC2034
# Sourced by nix/setup and tests/run: becoming root by sudo, and why that does not work: why_not_root and root_hint
# are for who sources this.

# as_root CMD…: by sudo where we are not root. Say root_ready before it.
as_root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	else
		sudo -H -- "$@"
	fi
}

# root_ready: as_root works from here on, and the password has been asked for. If not, $why_not_root and
# $root_hint say why; what sudo said has been printed.
root_ready() {
	[ "$(id -u)" != 0 ] || return 0
	root_hint='run this as root, or as a user who may use sudo'
	if ! command -v sudo >/dev/null; then
		why_not_root='sudo is not installed'
		root_hint='run this as root, or install sudo'
		return 1
	fi
	! sudo -n true 2>/dev/null || return 0
	local said code
	said=$(mktemp) || return
	code=0
	# A terminal of our own shows what sudo says while it asks; only the reason is looked for in it.
	LC_ALL=C sudo -v 2>&1 | tee -- "$said" >&2 || code=$?
	if [ "$code" != 0 ]; then
		why_not_root=$(why_no_sudo <"$said")
	fi
	rm -f -- "$said"
	return "$code"
}

# why_no_sudo: the reason, of what sudo printed.
why_no_sudo() {
	local said
	said=$(cat)
	case $said in
	*'not in the sudoers'* | *'may not run sudo'*) echo "$(id -un) may not use sudo on this machine" ;;
	*'terminal is required'* | *'no tty present'*) echo 'sudo wants a password, and there is no terminal to ask for it' ;;
	*'incorrect password'* | *'Authentication fail'*) echo 'the password was wrong' ;;
	*'no password was provided'* | *'password is required'*) echo 'no password was given to sudo' ;;
	*'no new privileges'*) echo 'this process may not gain rights (no new privileges: a container?)' ;;
	*) echo 'sudo does not work here' ;;
	esac
}
