# shellcheck shell=bash
# Packages from the npm registry, for tests: pinned by integrity, unpacked into a cache outside the repository, and no
# script of theirs is ever run. Defines only.

# npm_cache: prints the directory of the cache, $CB_NPM_CACHE if that is set. Root's own would be closed to the
# unprivileged user of the tests.
npm_cache() {
	if [ -n "${CB_NPM_CACHE-}" ]; then
		printf '%s\n' "$CB_NPM_CACHE"
	elif [ "$(id -u)" = 0 ]; then
		printf '/var/cache/claudebox-tests\n'
	else
		printf '%s/claudebox-tests\n' "${XDG_CACHE_HOME:-$HOME/.cache}"
	fi
}

# npm_unpack PACKAGE@VERSION INTEGRITY DIR: downloads the package, checks it, and unpacks it into DIR. Without
# `npm install` there is no script that could run, and nothing is unpacked before it was checked.
npm_unpack() {
	local package=$1 wanted=$2 dir=$3 found pack
	# node trusts a list of its own; the machine's list is what everything else here goes by.
	local certificates=/etc/ssl/certs/ca-certificates.crt
	[ -n "${NODE_EXTRA_CA_CERTS-}" ] || [ ! -r $certificates ] || export NODE_EXTRA_CA_CERTS=$certificates
	mkdir -p "${dir%/*}" && pack=$(mktemp -d "${dir%/*}/pack.XXXXXX") || return
	npm pack --ignore-scripts --cache "$pack/npm" --pack-destination "$pack" --fetch-retries=1 \
		--no-update-notifier --loglevel=error "$package" >&2 || return
	found=sha512-$(openssl dgst -sha512 -binary "$pack"/*.tgz | base64 -w 0)
	[ "$found" = "$wanted" ] || {
		printf '%s is not the package that was pinned (%s)\n' "$package" "$found" >&2
		return 1
	}
	mkdir -p "$dir"
	tar -xzf "$pack"/*.tgz --no-same-owner --strip-components=1 -C "$dir" && rm -rf -- "$pack"
}

# npm_cached NAME COMMAND…: makes $(npm_cache)/NAME, once: COMMAND gets an empty directory and fills it. A lock, because
# tests run at the same time; a rename at the end, so that half a download is never used.
npm_cached() {
	local name=$1 cache new lock
	shift
	cache=$(npm_cache)
	[ ! -d "$cache/$name" ] || return 0
	mkdir -p "$cache"
	exec {lock}>"$cache/lock"
	flock "$lock"
	if [ ! -d "$cache/$name" ]; then
		new=$(mktemp -d "$cache/new.XXXXXX")
		"$@" "$new" || {
			rm -rf -- "$new"
			return 1
		}
		chmod -R u=rwX,go=rX "$new"
		mv -T -- "$new" "$cache/$name"
	fi
	exec {lock}>&-
}
