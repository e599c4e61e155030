# shellcheck shell=bash
# What the tests of escapes share: launchers that lack one thing. Defines only.

# changed PROFILE [FILE SED]…: a launcher of the profile, made of sources in which each FILE, the
# generated one (policy.c) or one of runtime/, is changed by a sed script; prints its path.
changed() {
	local dir source root=() package=claudebox
	dir=$(scratch)
	[ "$1" = default ] || package=claudebox-$1
	[ "$(id -u)" = 0 ] || root=(sudo --)
	flock "$CB_BUILD/nix/lock" "${root[@]}" "$CB_TOP/nix/debian/nix" build "$CB_TOP#$package.sources" \
		--out-link "$CB_BUILD/nix/sources-$1" 2>"$dir/log" || {
		diag "$(cat "$dir/log")"
		return 1
	}
	cp "$CB_BUILD/nix/sources-$1/claudebox-$1.c" "$dir/policy.c" || return
	shift
	while [ $# -gt 0 ]; do
		source=$CB_TOP/runtime/$1
		[ "$1" != policy.c ] || source=$dir/policy.c
		sed -E "$2" "$source" >"$dir/new"
		! cmp -s "$source" "$dir/new" || {
			diag "nothing of $1 is changed by $2"
			return 1
		}
		mv -f "$dir/new" "$dir/${1##*/}"
		shift 2
	done
	cc -std=c17 -D_GNU_SOURCE -static -no-pie -I"$CB_TOP/runtime" "$dir"/*.c "$CB_BUILD/libclaudebox.a" \
		-o "$dir/claudebox" 2>"$dir/log" || {
		diag "$(cat "$dir/log")"
		return 1
	}
	printf '%s\n' "$dir/claudebox"
}

# lesser PROFILE [PROGRAM]: prints a new directory of the user's with a copy of the profile's launcher
# that runs tests/escape/lesser-bwrap. The path of bwrap differs, by as many bytes.
lesser() {
	local dir program real
	program=$(launcher "$1") && dir=$(user_scratch) && mkdir "$dir/bin" || return
	real=$(jq -r .tools.bwrap "${program%/bin/*}/share/claudebox/$1/policy.json")
	program=${2:-$program}
	printf '%s\n' "$real" >"$dir/bin/real"
	: >"$dir/bin/without"
	install -m 755 "$CB_HERE/lesser-bwrap" "$dir/bin/bwrap"
	OLD=$real NEW=$dir/bin/bwrap perl -0777 -pe '
		my $fill = length($ENV{OLD}) - length($ENV{NEW});
		die "the path is too long\n" if $fill < 0;
		my $new = "/" x $fill . $ENV{NEW};
		s/\Q$ENV{OLD}\E/$new/ or die "this launcher does not run $ENV{OLD}\n";
	' "$program" >"$dir/claudebox" && chmod 755 "$dir/claudebox" || return
	[ "$(id -u)" != 0 ] || chown -R "$CB_USER:" "$dir"
	printf '%s\n' "$dir"
}

# attempt_ready: the user's project as current directory, the launcher $claudebox, ./attempt there.
attempt_ready() {
	user_ready
	claudebox=$(launcher default)
	project=$(user_scratch)
	cd "$project" && [ -n "$claudebox" ] || exit 1
	cc -Wall -Wextra -Werror -static -no-pie -o attempt "$CB_HERE/attempt.c" || exit 1
	# What many write: the host read-only, namespaces, nothing else.
	# shellcheck disable=SC2034 # used by tests
	naive=(bwrap --ro-bind / / --proc /proc --dev /dev --unshare-user --unshare-pid
		--bind "$project" "$project" --chdir "$project")
}

# ours COMMAND: in a shell of the sandbox.
ours() {
	as_user "$claudebox" --yes --shell -c "$1"
}

# answer NAME TEXT: what ./attempt says of it.
answer() {
	sed -n "s/^$1: //p" <<<"${2//$'\r'/}"
}

# has_vsock: this kernel has the address family, so that a sandbox without a filter gets one.
has_vsock() {
	perl -e 'exit !socket(my $socket, 40, 1, 0)'
}

# has_tiocsti: this kernel lets a program type into its terminal, as before Linux 6.2 each did.
has_tiocsti() {
	[ "$(cat /proc/sys/dev/tty/legacy_tiocsti 2>/dev/null || echo 1)" = 1 ]
}
