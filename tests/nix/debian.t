#!/usr/bin/env bash
# The stand-in package set: the documented attributes, keyed by dpkg's versions, and programs that
# run where there is nothing but the store.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready
need bwrap

# evaluate STATUS NIX: an expression over the set `pkgs` of a machine with that dpkg status file.
evaluate() {
	(. "$CB_TOP/nix/debian/env.sh" &&
		"${root[@]}" env NIX_CONFIG="$NIX_CONFIG" nix-instantiate --eval --strict --json -E "
			let pkgs = import $CB_TOP/nix/debian {
				system = \"x86_64-linux\"; status = builtins.readFile $1; };
			in $2" 2>"$CB_TMP/.eval") || cat "$CB_TMP/.eval"
}

# --- its attributes

# shellcheck disable=SC2016 # backquotes of Markdown
documented=$(sed -nE 's/^\| `([^`]+)` \|.*/\1/p' "$CB_TOP/nix/debian/README.md" | sort)
is "$(evaluate /var/lib/dpkg/status 'builtins.attrNames pkgs' | jq -r '.[]' | sort)" "$documented" \
	"its attributes are those its README lists"

# --- its keys

status=/var/lib/dpkg/status
drvs='builtins.mapAttrs (_: package: package.drvPath) { inherit (pkgs) coreutils curl jq git; }'
now=$(evaluate "$status" "$drvs")
like "$now" '^\{"coreutils":"/nix/store' "every package has a derivation"

# upgraded PACKAGE: which of the four change when it gets a new version.
upgraded() {
	awk -v package="$1" '/^Package: / { here = $2 == package }
		here && /^Version: / { $0 = $0 "+new" } { print }' "$status" >"$CB_TMP/status"
	jq -rn --argjson a "$now" --argjson b "$(evaluate "$CB_TMP/status" "$drvs")" \
		'$a | keys[] | select($a[.] != $b[.])' | xargs
}
is "$(upgraded jq)" "jq" "an upgrade of jq changes jq alone"
is "$(upgraded libonig5)" "jq" "an upgrade of a library changes those that use it"
is "$(upgraded libc6)" "coreutils curl git jq" "an upgrade of the C library changes all"
is "$(upgraded dpkg-dev)" "" "an upgrade of something else changes nothing"

awk '/^Package: / { here = $2 == "jq" } !here' "$status" >"$CB_TMP/status"
like "$(evaluate "$CB_TMP/status" "$drvs")" 'Debian package jq is not installed \(nix/setup --packages' \
	"a package that is not installed is named, and how to get it"

# What nix takes for nixpkgs inside: the same packages, without dpkg.
inner=$(cb_nix build --no-link --json "$CB_TOP/nix/debian#path" 2>"$CB_TMP/.eval" | jq -r '.[0].outputs.out') || diag "$(cat "$CB_TMP/.eval")"
ok "path is a package set of its own" -- test -s "$inner/status"
is "$(evaluate "$inner/status" "$drvs")" "$now" "whose versions give the same derivations"
is "$(. "$CB_TOP/nix/debian/env.sh" && "${root[@]}" env NIX_CONFIG="$NIX_CONFIG" nix-instantiate --eval --strict --json -E "let pkgs = import $inner { }; in $drvs" 2>&1)" "$now" \
	"and which needs no arguments"
same='builtins.mapAttrs (_: package: package.drvPath) { inherit (pkgs) path; }'
awk '/^Package: / { here = $2 == "dpkg-dev" } here && /^Version: / { $0 = $0 "+new" } { print }' /var/lib/dpkg/status >"$CB_TMP/status"
is "$(evaluate "$CB_TMP/status" "$same")" "$(evaluate /var/lib/dpkg/status "$same")" "and which an upgrade of something else does not change"

# --- its programs, with nothing of the machine but the store

program=$(launcher default)
isnt "$program" "" "the default profile builds"
policy=${program%/bin/*}/share/claudebox/default/policy.json
bare() {
	bwrap --unshare-all --clearenv --ro-bind /nix/store /nix/store --proc /proc --dev /dev --tmpfs /tmp \
		--chdir /tmp --symlink "$(jq -r .tools.shell "$policy")" /bin/sh --setenv HOME /tmp \
		--setenv PATH "$(jq -r '.path|join(":")' "$policy")" -- "$(jq -r .tools.shell "$policy")" -c "$1"
}
for command in bash awk curl diff fd find git grep gzip jq less ls node nix ps rg sed tar; do
	ok "$command runs from the store alone" -- bare "$command --version"
done
ok "which finds a program" -- bare 'which ls'
ok "git makes, commits and clones" -- bare '
	git init -q a && git -C a -c user.name=x -c user.email=x commit -q --allow-empty -m x &&
	git clone -q a b && git -C b log -1 && git -C b submodule status'
ok "node loads modules and has fetch" -- bare '
	echo "module.exports = 1" >a.cjs && echo "import a from \"./a.cjs\"; fetch, a" >b.mjs && node b.mjs'
exits 1 "comma says that it cannot work here" -- bare ', x'
like "$err" '^,: comma needs nix 2\.9' "and why"
like "$(head -n 1 "$(jq -r .env.set.SSL_CERT_FILE "$policy")")" 'BEGIN CERTIFICATE' "certificates are in the store"


# --- how programs are changed

# A patchelf that says what it is asked to change; it knows --no-sort where there is a file of that name.
mkdir "$CB_TMP/patchelf"
cp "$(command -v patchelf)" "$CB_TMP/patchelf/real"
cat >"$CB_TMP/patchelf/patchelf" <<END
#!/bin/bash
cd "$CB_TMP/patchelf" || exit 1
if [ "\$1" = --help ]; then
	echo '  [--force-rpath]'
	[ ! -e no-sort ] || echo '  [--no-sort]'
	exit
fi
case \$* in *--set-*) printf '%s\n' "\$*" >>asked ;; esac
[ "\$1" != --no-sort ] || shift
exec ./real "\$@"
END
chmod 755 "$CB_TMP/patchelf/patchelf"

# changed: what that patchelf is asked while the package sed is copied.
changed() {
	rm -rf "$CB_TMP/patchelf/asked" "$CB_TMP/copy"
	bwrap --dev-bind / / --ro-bind "$CB_TMP/patchelf/patchelf" /usr/bin/patchelf \
		env out="$CB_TMP/copy" debs=sed bash "$CB_TOP/nix/debian/copy.sh" && cat "$CB_TMP/patchelf/asked"
}
ok "a program is copied with an old patchelf" -- changed
like "$out" '^--set-interpreter ' "which is not asked for what it does not know"
unlike "$out" '--no-sort' "in no call"
touch "$CB_TMP/patchelf/no-sort"
ok "and with a newer one" -- changed
like "$out" '^--no-sort --set-interpreter ' "which is asked to leave the order as it is"
unlike "$out" '^--(set|force)' "in every call"

# --- its data and its C library, for programs that are not from the store

shell=$(jq -r .tools.shell "$policy")

# linked ARG…: bwrap with the store, the policy's links and the texts it sets; and two programs of the
# machine. tput needs one library more than the C library: a program of the store has it.
linked() {
	local args=()
	mapfile -d '' -t args < <(jq -j '
		(.mounts[] | select(.kind == "link") | "--symlink", .from, .to),
		(.env.set | to_entries[] | select(.value | type == "string") | "--setenv", .key, .value) | ., "\u0000"' \
		"$policy")
	bwrap --unshare-all --clearenv --ro-bind /nix/store /nix/store --proc /proc --dev /dev --tmpfs /tmp \
		"${args[@]}" --ro-bind /usr/bin/locale /opt/locale --ro-bind /usr/bin/tput /opt/tput \
		--setenv PATH "$(jq -r '.path|join(":")' "$policy")" "$@"
}
ok "a program of the machine finds loader and C library" -- linked /opt/locale -a
is "$out" $'C\nC.utf8\nPOSIX\nen_US.utf8' "and the languages"
ok "a program that needs the compiler's library is made" -- sh -c \
	'echo "int main(void) { return 0; }" | gcc -x c - -o "$0" -Wl,--no-as-needed -lgcc_s' "$CB_TMP/needs-libgcc"
ok "and finds it" -- linked --ro-bind "$CB_TMP/needs-libgcc" /opt/needs-libgcc /opt/needs-libgcc
# shellcheck disable=SC2016 # expanded inside
is "$(linked --setenv LC_ALL en_US.UTF-8 bash -c 'x=ä; echo ${#x}' 2>&1)" 1 "which a program of the store finds too"
is "$(linked --setenv TZ Asia/Tokyo date -d @0 +%H%Z)" 09JST "time zones are there"
for terminal in xterm-256color alacritty; do
	is "$(linked --setenv TERM "$terminal" --setenv LD_LIBRARY_PATH "${shell%/bin/*}/lib" /opt/tput colors)" 256 \
		"the terminal $terminal is known"
done

done_testing
