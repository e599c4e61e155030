#!/usr/bin/env bash
# runtime/base/alloc.c in the C library it is made for; the other unit tests use the host's.
. "$(dirname "$0")/../lib.sh"
need musl-gcc nm
ok "it compiles with musl" -- musl-gcc -std=c17 -D_GNU_SOURCE -Wall -Wextra -Wconversion -Wshadow -Werror \
	-O1 -fno-builtin -static -o alloc-check "$CB_HERE/alloc-check.c" "$CB_TOP/runtime/base/alloc.c"
run ./alloc-check
is "$status|$(grep -c '^ok ' <<<"$out")|$(grep '^not ok' <<<"$out")" "0|4|" "and keeps its promises"
is "$(nm alloc-check | grep -cE ' (__libc_malloc_impl|__malloc_alloc_meta)$')" 0 "without the C library's own beside it"
done_testing
