# shellcheck shell=bash disable=SC2154 # variables come from the derivation
# Copies the programs of $debs with every shared library they need into $out and points them at the
# copies, so that they run where there is nothing but the store. Scripts other than /bin/sh ones are
# left out: their interpreter would not be there.
set -eu
shopt -s nullglob
export PATH=/usr/bin:/bin LC_ALL=C

is_elf() { [ "$(head -c 4 "$1" | tr -d '\0')" = $'\x7fELF' ]; }
is_sh() { head -n 1 "$1" | tr -d '\0' | grep -qE '^#! ?/bin/sh( |$)'; }

# patchelf 0.18 sorts what it has moved, after which a program that is not position-independent does not
# start; older ones neither do that nor know the option.
keep_order=()
if [[ $(patchelf --help 2>&1) == *--no-sort* ]]; then keep_order=(--no-sort); fi
change_elf() { patchelf "${keep_order[@]}" "$@"; }

# Files of a Debian package, as dpkg lists them; a name may carry its architecture.
files_of() {
	local list
	for list in /var/lib/dpkg/info/"$1"{,:*}.list; do
		[ ! -f "$list" ] || break
	done
	cat "$list"
}

copy_programs() {
	local deb file
	for deb in $debs; do
		while read -r file; do
			case $file in /bin/* | /usr/bin/*) ;; *) continue ;; esac
			[ -f "$file" ] || continue
			if [ -L "$file" ] && [[ $(readlink "$file") != */* ]]; then
				cp -P "$file" "$out/bin/"
			elif is_elf "$file" || is_sh "$file"; then
				cp -L "$file" "$out/bin/"
			fi
		done < <(files_of "$deb")
	done
	find "$out/bin" -xtype l -delete
}

# Every program below $out gets its libraries, its loader and the way to them.
make_self_contained() {
	local file programs=() libraries
	while read -r file; do
		if is_elf "$file"; then programs+=("$file"); fi
	done < <(find "$out" -type f -perm /u=x)
	[ ${#programs[@]} -gt 0 ] || return 0

	# A static program is reported by ldd as an error, and needs nothing.
	libraries=$({ ldd "${programs[@]}" 2>/dev/null || true; } |
		sed -nE 's/^.* => (\/[^ ]+) .*$/\1/p; s/^\t(\/[^ ]+) \(.*$/\1/p' | sort -u)
	mkdir -p "$out/lib"
	for file in $libraries; do cp -L "$file" "$out/lib/"; done
	local loader=("$out"/lib/ld-linux*.so.*)

	chmod -R u+w "$out"
	for file in "${programs[@]}"; do
		patchelf --print-interpreter "$file" >/dev/null 2>&1 || continue
		# DT_RPATH, not DT_RUNPATH: it also holds for what the libraries load.
		change_elf --set-interpreter "${loader[0]}" --force-rpath --set-rpath "$out/lib" "$file"
	done
	# A library's own DT_RUNPATH would be believed first.
	for file in "$out"/lib/*.so*; do
		[ -z "$(patchelf --print-rpath "$file")" ] ||
			change_elf --force-rpath --set-rpath "$out/lib" "$file"
	done
}

mkdir -p "$out/bin"
copy_programs
eval "${before:-}"
make_self_contained
eval "${after:-}"
rmdir --ignore-fail-on-non-empty "$out/bin"
