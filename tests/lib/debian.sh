# shellcheck shell=bash
# What the test rigs of other systems (hosts/, kernels/) get from Debian's archive. Needs root; checks signatures as
# apt does. Sourcing it defines functions only; they say what is wrong by die, which whoever sources it has.

# install_packages FILE: the Debian packages that it lists, on this machine.
install_packages() {
	local missing=() package
	while read -r package; do
		[ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
	done < <(sed 's/#.*//; s/ //g; /^$/d' "$1")
	[ ${#missing[@]} = 0 ] || DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 \
		install -y --no-install-recommends -- "${missing[@]}" >&2 || die "packages are missing: ${missing[*]}"
}

# debian_archive LABEL: prints the address of the archive that apt on this machine uses.
debian_archive() {
	# shellcheck disable=SC2016 # apt replaces it
	apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' "Label: $1" | head -n 1
}

# apt_lists SUITE ARCHITECTURE DIR: makes DIR the place of an apt that knows this suite and has nothing installed.
apt_lists() {
	local suite=$1 architecture=$2 dir=$3 archive
	archive=$(debian_archive Debian)
	[ -n "$archive" ] || die "apt on this machine knows no archive of Debian" "see /etc/apt/sources.list"
	mkdir -p "$dir/lists/partial" "$dir/archives/partial" || return
	: >"$dir/status"
	printf 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n' "$archive" "$suite" >"$dir/sources.list"
	cat >"$dir/conf" <<-END
		APT::Architecture "$architecture";
		APT::Architectures { "$architecture"; };
		APT::Sandbox::User "root";
		APT::Install-Recommends "false";
		Dir::State "$dir";
		Dir::State::status "$dir/status";
		Dir::Cache "$dir";
		Dir::Etc::sourcelist "$dir/sources.list";
		Dir::Etc::sourceparts "-";
	END
	APT_CONFIG=$dir/conf apt-get -qq update
}

# closure_names DIR PACKAGE…: prints what an empty system would get with these packages, a name a line.
closure_names() {
	APT_CONFIG=$1/conf apt-get -qq --simulate install -- "${@:2}" | sed -n 's/^Inst \([^ ]*\) .*/\1/p'
}

# unpack DIR ROOT NAME…: downloads these packages and unpacks them into ROOT; none of their scripts is run.
unpack() {
	local dir=$1 root=$2 deb
	shift 2
	(cd "$dir/archives" && APT_CONFIG=$dir/conf apt-get -qq download -- "$@") || return
	mkdir -p "$root"
	for deb in "$dir"/archives/*.deb; do
		dpkg-deb --fsys-tarfile "$deb" | tar -C "$root" -xpf - --keep-directory-symlink || return
	done
	rm -f -- "$dir"/archives/*.deb
}
