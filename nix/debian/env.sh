# shellcheck shell=bash
# Sourced: makes Debian's nix build for itself, with a single-user store and no daemon.
# Builds see Debian's programs and nothing else of the machine. log-lines: all findings of a refused
# policy are wanted, not the last ten.
export NIX_CONFIG="experimental-features = nix-command flakes
build-users-group =
sandbox = true
sandbox-fallback = false
sandbox-paths = /bin /usr /lib /lib64 /etc/alternatives /var/lib/dpkg/info
substituters =
flake-registry =
log-lines = 60
warn-dirty = false
${CLAUDEBOX_NIX_CONFIG-}"

# The clone may be another user's (sudo): git would refuse to look at it.
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'
# Nix 2.20 and newer read it by libgit2, which does not know these variables; of root it also trusts the user who called sudo.
if [ "$(id -u)" = 0 ]; then
	SUDO_UID=$(stat -c %u -- "${BASH_SOURCE[0]}")
	export SUDO_UID
fi
