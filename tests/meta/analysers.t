#!/usr/bin/env bash
# Analysers find nothing in the C of both halves. What is left out is left out here, or in
# .clang-tidy, with its reason.
. "$(dirname "$0")/../lib.sh"
need gcc clang-tidy cppcheck

cd "$CB_TOP" || exit 1
flags=(-std=c17 -D_GNU_SOURCE -Iruntime -Igen)
warnings=(-Wall -Wextra -Wconversion -Wshadow -Werror)
mapfile -t sources < <(printf '%s\n' runtime/*.c gen/*.c)

# each COMMAND… : runs it with {} replaced by every one of the files on stdin, as many at a time
# as there are processors.
each() {
	xargs -I '{}' -P "$(nproc)" "$@"
}

# malloc-leak: gcc loses sight of what is stored in an array at an index it does not know, and
# calls it leaked. Leaks are looked for by the sanitizers, in the unit tests.
gcc_analyser() {
	printf '%s\n' "$@" | each gcc "${flags[@]}" "${warnings[@]}" -O1 -fanalyzer \
		-Wno-analyzer-malloc-leak -c -o /dev/null '{}'
}

clang_tidy() {
	printf '%s\n' "$@" | each clang-tidy --quiet --config-file=.clang-tidy '{}' -- "${flags[@]}"
}

# memleak: cppcheck does not know __attribute__((cleanup)).
# varFuncNullUB: NULL is a pointer in every C library of Linux, so it ends a list of arguments.
# missingIncludeSystem: cppcheck has its own model of the C library and is not given the headers.
cpp_check() {
	cppcheck --quiet --std=c11 --language=c -D_GNU_SOURCE -Iruntime -Igen \
		--enable=warning,performance,portability --error-exitcode=1 \
		--suppress=memleak --suppress=varFuncNullUB --suppress=missingIncludeSystem "$@"
}

ok "gcc -fanalyzer finds nothing" -- gcc_analyser "${sources[@]}"
ok "clang-tidy finds nothing" -- clang_tidy "${sources[@]}"
ok "cppcheck finds nothing" -- cpp_check "${sources[@]}"

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
fails "gcc -fanalyzer finds a use after free" -- gcc_analyser "$bad"
like "$err" 'use-after-free' "and calls it so"
fails "clang-tidy finds a misread answer of strcmp" -- clang_tidy "$bad"
like "$out" 'suspicious-string-compare' "and calls it so"
fails "cppcheck finds an index out of bounds" -- cpp_check "$bad"
like "$err" 'arrayIndexOutOfBounds' "and calls it so"

done_testing
