#!/usr/bin/env bash
# The client is fetched in the pinned version and with the pinned contents, or not at all (the npm here is not
# npm); and the older one is tested like the newest.
. "$(dirname "$0")/../lib.sh"
fake=$(scratch) cache=$(scratch)
# It packs one file for whatever it is asked for, under the package's own name, and notes how it was asked.
cat >"$fake/npm" <<'END'
#!/bin/sh
printf '%s\n' "$*" >>"${0%/*}/asked"
while [ "$1" != --pack-destination ]; do shift; done
mkdir -p "${0%/*}/package" && echo 'echo changed' >"${0%/*}/package/claude" && chmod 755 "${0%/*}/package/claude"
tar -czf "$2/some.tgz" -C "${0%/*}" package
END
chmod 755 "$fake/npm"

# install CLIENT [SCRIPT]: with that npm and an empty cache.
install_by_fake() {
	rm -rf "$cache" "$fake/asked"
	env PATH="$fake:$PATH" CB_CLIENT="$1" CB_NPM_CACHE="$cache" bash "${2:-$CB_HERE/install}"
}

for client in newest older; do
	fails "a package with other contents than those of the pinned $client client is refused" -- install_by_fake "$client"
	like "$err" 'claude-code@[0-9.]+ is not the package that was pinned' "with its name"
	is "$out$(ls "$cache")" lock "and nothing of it is left"
	like "$(cat "$fake/asked")" '^pack --ignore-scripts .*@anthropic-ai/claude-code@2\.' "npm was only asked to download, by version"
done

# The same npm is believed by a script that has pinned what it gives.
mkdir "$fake/once" && PATH=$fake:$PATH npm --pack-destination "$fake/once"
mkdir "$CB_TMP/client" && cp -r "$CB_LIB" "$CB_TMP/lib"
sum=sha512-$(openssl dgst -sha512 -binary "$fake/once/some.tgz" | base64 -w 0)
sed "s|sha512-[A-Za-z0-9+/]*==|$sum|" "$CB_HERE/install" >"$CB_TMP/client/install"
# gzip and tar write the time: it is the same within a second only.
cat >"$fake/npm" <<END
#!/bin/sh
while [ "\$1" != --pack-destination ]; do shift; done
cp "$fake/once/some.tgz" "\$2/"
END
ok "what was pinned is taken" -- install_by_fake newest "$CB_TMP/client/install"
is "$("$out")" changed "and unpacked: this is its program"

exits 2 "an unknown client is refused" -- install_by_fake newer
like "$err" 'CB_CLIENT is older or newest, not newer' "with the two that are known"

is "$(cd "$CB_HERE/older" && printf '%s\n' *.t)" "$(cd "$CB_HERE" && printf '%s\n' client.t session-*.t)" \
	"every test that runs the client runs the older one too"
done_testing
