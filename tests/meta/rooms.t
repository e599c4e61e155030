#!/usr/bin/env bash
# What decides touches nothing: the deciding files reach no system call, no clock and no global
# state. Held by their undefined symbols, which may only be memory, text and one another.
. "$(dirname "$0")/../lib.sh"
need cc nm

# The files that decide, and those they stand on. A new one is added here when it is written; the
# generator's rules are found by their name.
rooms='base formats plan vocab cli'
pure=()
while read -r file; do
	pure+=("${file#"$CB_TOP/"}")
done < <(for room in $rooms; do printf '%s\n' "$CB_TOP/runtime/$room"/*.c; done | grep -vE '/base/(idmap|memory|print|process|sidecar)\.c$')
pure+=(runtime/commands/check/{machine,table,user,version}.c runtime/commands/gc/decide.c runtime/commands/profiles/names.c
	runtime/commands/why/decide.c runtime/net/{address,proxy-policy}.c)
pure+=(gen/{findings,model,path-set,prefix,store-path,text}.c)
for file in "$CB_TOP"/gen/rules*.c; do
	pure+=("${file#"$CB_TOP/"}")
done

# Memory, text to memory, and searching in memory. Nothing that could read or write elsewhere.
allowed='
malloc calloc realloc reallocarray free
memcpy memmove memset memcmp memchr memrchr memmem
strlen strnlen strcmp strncmp strcasecmp strncasecmp strchr strchrnul strrchr strstr strcasestr
strerror strspn strcspn strpbrk strcpy stpcpy stpncpy strdup strndup inet_pton
snprintf vsnprintf asprintf vasprintf
qsort bsearch
'

# Memory ends the process when it runs out (runtime/base/memory.h); the rest of that file is memory.
memory='cb_alloc cb_strdup cb_strndup cb_format cb_vformat cb_grow'

dir=$(scratch)

# compile SOURCE OBJECT: without what a compiler adds for position independence and hardening,
# and so that constant tables count as read-only data.
compile() {
	cc -std=c17 -D_GNU_SOURCE -O1 -fno-pic -fno-pie -fno-stack-protector -U_FORTIFY_SOURCE \
		-I"$CB_TOP/runtime" -I"$CB_TOP/gen" -c -o "$2" "$1"
}

# strangers OBJECT: what it uses that neither the list nor a pure file provides.
strangers() {
	nm --undefined-only --format=posix "$1" | cut -d' ' -f1 | sort -u | comm -23 - "$dir/known"
}

# variables OBJECT: what it holds that could change.
variables() {
	nm --defined-only --format=posix "$1" | awk '$2 ~ /^[BbCDd]$/ { print $1 }'
}

for file in "${pure[@]}"; do
	mkdir -p "$dir/${file%/*}"
	ok "$file compiles" -- compile "$CB_TOP/$file" "$dir/${file%.c}.o"
done
{
	printf '%s\n' "$allowed" "$memory" | tr -s ' \n' '\n'
	find "$dir" -name '*.o' -exec nm --defined-only --extern-only --format=posix {} + | awk 'NF > 1 { print $1 }'
} | sort -u >"$dir/known"

for file in "${pure[@]}"; do
	is "$(strangers "$dir/${file%.c}.o")" "" "$file uses memory, text and pure files only"
done

while read -r file; do
	name=${file#"$CB_TOP/runtime/"}
	compile "$file" "$dir/any.o"
	is "$(variables "$dir/any.o")" "" "runtime/$name has no variable that outlives a call"
done < <(find "$CB_TOP/runtime" -name '*.c')

# The same questions, asked of a file that should fail them.
cat >"$dir/impure.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int calls;
int impure(void)
{
	static int last;
	last += ++calls;
	return getenv("HOME") ? (int)getuid() : printf("%d", last);
}
END
ok "an impure file compiles" -- compile "$dir/impure.c" "$dir/impure.o"
is "$(strangers "$dir/impure.o" | xargs)" "getenv getuid printf" "and its system calls are found"
like "$(variables "$dir/impure.o")" '^calls$' "and its global variable"
like "$(variables "$dir/impure.o")" '^last' "and the static one inside a function"

done_testing
