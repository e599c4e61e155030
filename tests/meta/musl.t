#!/usr/bin/env bash
# The C compiles with musl 1.2.4 and newer (nixpkgs, Debian 13) whichever musl is installed here: those no
# longer have the names of the large file interface (dirent64, off64_t, …), nor basename in <string.h>.
. "$(dirname "$0")/../lib.sh"
need musl-gcc cc pkg-config

cd "$CB_TOP" || exit 1
dir=$(scratch)
kernel=(-idirafter /usr/include -idirafter "/usr/include/$(uname -m)-linux-gnu")

# Interposes glibc's own symbol in Debian's node, so it has to name it; never built with musl.
glibc_only='nix/debian/redirect.c'

# system_headers FILE…: the system headers they include, as #include lines.
system_headers() {
	grep -ohE '^#include <[^>]+>' "$@" | awk '!seen[$0]++'
}

# macros FLAG…: the macros that musl defines for standard input.
macros() {
	musl-gcc -std=c17 "$@" "${kernel[@]}" -E -dM -x c - | awk '$1 == "#define" { print $2 }' | sort
}

# Older musl defines them as macros for _GNU_SOURCE too, newer only for _LARGEFILE64_SOURCE.
system_headers runtime/*.c runtime/*/*.[ch] runtime/*/*/*.[ch] nix/debian/git.c >"$dir/headers"
gone=$(comm -13 <(macros <"$dir/headers") <(macros -D_LARGEFILE64_SOURCE <"$dir/headers") | grep -v '^_')
gone+=$'\nbasename'
for name in dirent64 lseek64 off64_t open64 stat64; do
	like "$gone" "^$name\$" "$name is a name that musl no longer has"
done

# compile COMMAND… -- FILE: with those names poisoned behind the system headers that it includes.
compile() {
	local command=() file prelude
	while [ "$1" != -- ]; do
		command+=("$1")
		shift
	done
	file=$2
	command+=(-std=c17 -D_GNU_SOURCE -Iruntime -Igen)
	prelude=$dir/prelude.h
	# shellcheck disable=SC2046 # no file of ours has a space in its name
	system_headers $("${command[@]}" -MM "$file" | sed 's/^[^:]*://; s/\\$//') >"$prelude"
	while read -r name; do
		printf '#undef %s\n#pragma GCC poison %s\n' "$name" "$name"
	done <<<"$gone" >>"$prelude"
	"${command[@]}" -include "$prelude" -fsyntax-only "$file"
}

for file in runtime/*.c runtime/*/*.c runtime/*/*/*.c; do
	case $file in runtime/keeper/*) continue ;; esac
	ok "$file" -- compile musl-gcc "${kernel[@]}" -- "$file"
done
for file in nix/debian/*.c; do
	[ "$file" = "$glibc_only" ] || ok "$file" -- compile musl-gcc "${kernel[@]}" -DEXEC_PATH='""' -DTEMPLATES='""' -- "$file"
done
# The generator and the keeper have libraries, which are glibc's here.
read -ra libraries < <(pkg-config --cflags jansson libseccomp)
for file in runtime/keeper/*.c gen/*.c gen/*/*.c; do
	ok "$file" -- compile cc "${libraries[@]}" -- "$file"
done

# The same, shown files that use such names.
printf '#include <dirent.h>\nint bad(struct dirent64 *e);\nint bad(struct dirent64 *e)\n{\n\treturn e->d_name[0];\n}\n' >"$dir/type.c"
printf '#include <string.h>\nchar *bad(char *path);\nchar *bad(char *path)\n{\n\treturn basename(path);\n}\n' >"$dir/call.c"
fails "a type that is gone is found" -- compile musl-gcc "${kernel[@]}" -- "$dir/type.c"
like "$err" 'poisoned "dirent64"' "and named"
fails "a function that is gone is found" -- compile musl-gcc "${kernel[@]}" -- "$dir/call.c"
like "$err" 'poisoned "basename"' "and named"
fails "and with glibc too" -- compile cc -- "$dir/type.c"
like "$err" 'poisoned "dirent64"' "by the same name"

done_testing
