#!/usr/bin/env bash
# Analysers find nothing in the C of both halves. What is left out is left out here for single
# files, or in .clang-tidy for all of them, with its reason.
. "$(dirname "$0")/../lib.sh"
need gcc clang-tidy cppcheck

cd "$CB_TOP" || exit 1
flags=(-std=c17 -D_GNU_SOURCE -Iruntime -Igen)
warnings=(-Wall -Wextra -Wconversion -Wshadow -Werror)
mapfile -t sources < <(find runtime gen -name '*.c' | LC_ALL=C sort)

# What an analyser says without reason, file by file: tool, its name for it, file, why it is wrong. `gcc` is
# any gcc, `gcc12` and `gcc14` only that version: what one has learned the other may not say.
# A line that is no longer needed is found below.
wrong='
gcc14 fd-leak runtime/commands/prove/prove.c | the child keeps its standard streams, and what the probes are to find open
gcc14 fd-leak runtime/act/tools.c | the child keeps its standard streams
gcc14 fd-leak runtime/base/process.c | the child keeps its standard streams
gcc14 fd-leak runtime/base/sidecar.c | the helper keeps them at their fixed numbers
gcc14 fd-leak runtime/net/relay.c | the child keeps them at their fixed numbers
gcc14 fd-use-without-check runtime/net/relay.c | dup2 opens it
gcc14 fd-leak runtime/net/slirp.c | the process that called it ends
gcc14 fd-leak runtime/net/netns.c | bwrap keeps it
gcc14 fd-use-without-check runtime/base/process.c | start() gives a descriptor where it says 0
gcc14 fd-use-without-check runtime/commands/prove/calls.c | connect fails first
gcc14 malloc-leak runtime/plan/mounts.c | the plan owns it
tidy clang-analyzer-core.NonNullParamChecker runtime/host/facts.c | both homes are set where read_user says 0
tidy bugprone-sizeof-expression runtime/plan/extras.c | a list of pointers is meant
tidy performance-no-int-to-ptr runtime/commands/profiles/command.c | the kernel hands over a pointer as a number
'
# The lines of this machine's gcc are gcc's, those of other versions nobody's.
version=$(gcc -dumpversion)
wrong=$(sed -E "/^$/d; s/^gcc${version%%.*} /gcc /; /^gcc[0-9]/d" <<<"$wrong")

# left_out TOOL FILE: the names that do not count there.
left_out() {
	awk -v tool="$1" -v file="$2" '$1 == tool && $3 == file { print $2 }' <<<"$wrong"
}

# one TOOL FILE NAME…: that analyser on one file, without what is named.
one() {
	local tool=$1 file=$2
	shift 2
	case $tool in
	gcc) gcc "${flags[@]}" "${warnings[@]}" -O1 -fanalyzer "${@/#/-Wno-analyzer-}" -c -o /dev/null "$file" ;;
	tidy) clang-tidy --quiet --config-file=.clang-tidy --checks="$(printf -- '-%s,' "$@" | sed 's/^-,$//')" "$file" -- "${flags[@]}" ;;
	# varFuncNullUB: NULL is a pointer in every C library of Linux, so it ends a list of arguments.
	# missingIncludeSystem: cppcheck has its own model of the C library and is not given the headers.
	cppcheck) cppcheck --quiet --std=c11 --language=c -D_GNU_SOURCE -Iruntime -Igen --error-exitcode=1 \
		--enable=warning,performance,portability --suppress=varFuncNullUB --suppress=missingIncludeSystem \
		"${@/#/--suppress=}" "$file" ;;
	esac
}

# analyse TOOL FILE…: each file, as many at a time as there are processors.
analyse() {
	local tool=$1 file code=0 names
	shift
	for file; do
		mapfile -t names < <(left_out "$tool" "$file")
		while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do
			wait -n || code=1
		done
		one "$tool" "$file" "${names[@]}" &
	done
	while [ -n "$(jobs -p)" ]; do
		wait -n || code=1
	done
	return "$code"
}

ok "gcc -fanalyzer finds nothing" -- analyse gcc "${sources[@]}"
ok "clang-tidy finds nothing" -- analyse tidy "${sources[@]}"
ok "cppcheck finds nothing" -- analyse cppcheck "${sources[@]}"

while read -r tool name file _; do
	mapfile -t names < <(left_out "$tool" "$file" | grep -vxF "$name")
	fails "$tool would say $name of $file, wrongly" -- one "$tool" "$file" "${names[@]}"
done <<<"$wrong"

# Each of them, shown a file that has something to find.
bad=$(scratch)/bad.c
cat >"$bad" <<'END'
#include <stdlib.h>
#include <string.h>
int bad(const char *text);
int bad(const char *text)
{
	char *copy = strdup(text);
	if (!copy)
		return -1;
	free(copy);
	int a[2] = { 0, 0 };
	a[2] = strcmp(text, "a") == 1;
	return copy[0] + a[1];
}
END
fails "gcc -fanalyzer finds a use after free" -- analyse gcc "$bad"
like "$err" 'use-after-free' "and calls it so"
fails "clang-tidy finds a misread answer of strcmp" -- analyse tidy "$bad"
like "$out" 'suspicious-string-compare' "and calls it so"
fails "cppcheck finds an index out of bounds" -- analyse cppcheck "$bad"
like "$err" 'arrayIndexOutOfBounds' "and calls it so"

done_testing
