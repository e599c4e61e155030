# shellcheck shell=bash
# The launchers that tests run: those we ship, and changed ones. Part of tests/lib.sh; defines only.

# profiles: the names of those we ship.
profiles() {
	local file
	for file in "$CB_TOP"/nix/profiles/*.nix; do
		file=${file##*/}
		[ "$file" = base.nix ] || printf '%s\n' "${file%.nix}"
	done
}

# launcher PROFILE: builds it with Nix, in which an unchanged one costs a second, and prints the
# path of the program in the store. CB_LAUNCHER_PROFILE names another to be used (tests/coverage).
launcher() {
	local given=CB_LAUNCHER_$1
	if [ -n "${!given-}" ]; then
		printf '%s\n' "${!given}"
		return
	fi
	local package=claudebox root=()
	[ "$1" = default ] || package=claudebox-$1
	[ "$(id -u)" = 0 ] || root=(sudo --)
	mkdir -p "$CB_BUILD/nix"
	# One at a time: tests of several areas ask for the same.
	flock "$CB_BUILD/nix/lock" "${root[@]}" "$CB_TOP/nix/debian/nix" build "$CB_TOP#$package" \
		--out-link "$CB_BUILD/nix/$1" 2>"$CB_TMP/.nix" || {
		diag "$(cat "$CB_TMP/.nix")"
		return 1
	}
	readlink -f "$CB_BUILD/nix/$1/bin/$package"
}

# steps FILE: the system calls of an strace, each as `name n`, its n-th of that name: what
# `strace -e inject=name:…:when=n` counts by.
steps() {
	sed -nE 's/^([0-9]+ +)?([a-z][a-z0-9_]*)\(.*/\2/p' "$1" | awk '{ print $1, ++seen[$1] }'
}

# variant PROFILE JQ: a launcher of the profile with its policy changed by a jq program, made
# without Nix; prints its path. Only for policies that need no other store path.
variant() {
	local dir from name
	dir=$(scratch)
	from=$(launcher "$1") || return
	from=$(dirname -- "$(dirname -- "$from")")/share/claudebox/$1/policy.json
	jq "$2" "$from" >"$dir/policy.json" || return
	name=$(jq -r .name "$dir/policy.json")
	"$CB_BUILD/claudebox-gen" "$dir/policy.json" --templates "$CB_TOP/templates" --out "$dir" || return
	cc -std=c17 -static -no-pie -I"$CB_TOP/runtime" "$dir/claudebox-$name.c" "$CB_BUILD/libclaudebox.a" \
		-o "$dir/claudebox" 2>"$dir/cc" || {
		diag "$(cat "$dir/cc")"
		return 1
	}
	printf '%s\n' "$dir/claudebox"
}
