#!/usr/bin/env bash
# The rooms of runtime/ stay apart: each includes only what it may, nothing includes in a circle, and
# each calls only what it may. The graph is derived from the folders, the calls from the symbols.
. "$(dirname "$0")/../lib.sh"
need cc nm tsort

# A room, what it may include beside itself, and what it may call:
#   pure     memory and text: no system call, no clock, no stream
#   quiet    the kernel, but no stream: nothing is printed
#   streams  anything
# runtime/README.md draws the same.
rooms='
base      |                                                       | quiet
vocab     | base                                                  | pure
formats   | base vocab                                            | pure
cli       | base vocab formats                                    | pure
host      | base vocab formats                                    | quiet
plan      | base vocab formats cli host                           | pure
root      | base vocab formats host plan                          | quiet
act       | base vocab formats host plan                          | quiet
net       | base vocab formats host plan                          | quiet
keeper    | base vocab formats                                    | quiet
show      | base vocab cli host plan                              | streams
commands  | base vocab formats cli host plan root act net show    | streams
top       | base vocab formats cli host plan root act net show commands | streams
'

# Files with more rights than their room, each for its reason.
exceptions='
base/print.c           streams: what the printers stand on
'
# In rooms that may do more, files that only decide.
deciding='base/error.c base/near.c base/path.c base/sha256.c base/strv.c commands/check/decide.c commands/check/decide-machine.c
commands/check/decide-user.c commands/check/decide-agent.c
commands/gc/decide.c commands/why/decide.c commands/profiles/decide.c net/address.c net/proxy-policy.c keeper/judge.c'

# Memory, text to memory, and searching in memory.
pure='
malloc calloc realloc reallocarray free
memcpy memmove memset memcmp memchr memrchr memmem
strlen strnlen strcmp strncmp strcasecmp strncasecmp strchr strchrnul strrchr strstr strcasestr
strerror strspn strcspn strpbrk strcpy stpcpy stpncpy strdup strndup strtok_r strsep inet_pton inet_ntop
strtoul strtoull strtol strtoll
snprintf vsnprintf asprintf vasprintf __errno_location
qsort bsearch
cb_alloc cb_strdup cb_strndup cb_format cb_vformat cb_grow
'
streams='stdout stderr stdin fopen fdopen open_memstream fputs fputc putc putchar puts fprintf vfprintf printf vprintf perror fwrite fflush dprintf'

dir=$(scratch)
cd "$CB_TOP/runtime" || exit 1
mapfile -t files < <(find . -name '*.[ch]' -printf '%P\n' | LC_ALL=C sort)

# column ROOM N
column() {
	printf '%s\n' "$rooms" | awk -F'|' -v room="$1" -v n="$2" '{ name = $1; gsub(/ /, "", name) }
		name == room { sub(/^ +/, "", $n); sub(/ +$/, "", $n); print $n }'
}
room_of() {
	case $1 in */*) printf '%s\n' "${1%%/*}" ;; *) printf 'top\n' ;; esac
}
# includes FILE: ours, one a line.
includes() {
	sed -n 's/^#include "\(.*\)"$/\1/p' "$1"
}

# --- the arrows ---------------------------------------------------------------------------------

# strays FILE…: what they include and may not.
strays() {
	local file room target allowed
	for file; do
		room=$(room_of "$file")
		allowed=" $room $(column "$room" 2) "
		for target in $(includes "$file"); do
			case $allowed in *" $(room_of "$target") "*) ;; *) printf '%s includes %s\n' "$file" "$target" ;; esac
			# A command knows no other command.
			case $file:$target in
			commands/*/*:commands/*/*)
				[ "${file%/*}" = "${target%/*}" ] || printf '%s includes %s\n' "$file" "$target"
				;;
			esac
		done
	done
}
# unplaced FILE…: those that include what is no file below runtime/.
unplaced() {
	local file target
	for file; do
		for target in $(includes "$file"); do
			[ -f "$target" ] || printf '%s includes %s\n' "$file" "$target"
		done
	done
}
# circles FILE…: files that include one another.
circles() {
	local file target
	for file; do
		for target in $(includes "$file"); do
			case $target in *.h) printf '%s %s\n' "$file" "$target" ;; esac
		done
	done | tsort 2>&1 >/dev/null | sort -u
}

for room in $(find . -mindepth 1 -maxdepth 1 -type d -printf '%P\n' | sort); do
	isnt "$(column "$room" 3)" '' "$room is a room with a line of its own"
done
is "$(unplaced "${files[@]}")" '' "every file is included by its path from runtime/"
for room in base vocab formats cli host plan root act net keeper show commands top; do
	mapfile -t here < <(for file in "${files[@]}"; do [ "$(room_of "$file")" != "$room" ] || printf '%s\n' "$file"; done)
	is "$(strays "${here[@]}")" '' "$room includes only: $(column "$room" 2)"
done
is "$(circles "${files[@]}")" '' "no file includes itself by way of others"

# --- what they call --------------------------------------------------------------------------

# compile SOURCE OBJECT: without what a compiler adds for position independence and hardening, and so that
# constant tables count as read-only data.
compile() {
	cc -std=c17 -D_GNU_SOURCE -O1 -fno-pic -fno-pie -fno-stack-protector -U_FORTIFY_SOURCE \
		-I"$CB_TOP/runtime" -I"$CB_TOP/gen" -c -o "$2" "$1"
}
# calls OBJECT: what it uses that it does not have.
calls() {
	nm --undefined-only --format=posix "$1" | cut -d' ' -f1 | sort -u
}
# variables OBJECT: what it holds that could change.
variables() {
	nm --defined-only --format=posix "$1" | awk '$2 ~ /^[BbCDd]$/ { print $1 }'
}
# rights FILE: pure, quiet or streams.
rights() {
	local more
	more=$(printf '%s\n' "$exceptions" | awk -v file="$1" '$1 == file { sub(/:.*/, "", $2); print $2 }')
	case " ${deciding//$'\n'/ } " in *" $1 "*) more=pure ;; esac
	printf '%s\n' "${more:-$(column "$(room_of "$1")" 3)}"
}

c=()
for file in "${files[@]}"; do
	case $file in *.c) c+=("$file") ;; esac
done
for file in $deciding $(printf '%s\n' "$exceptions" | awk 'NF { print $1 }'); do
	ok "$file, which is named here, is there" -- test -f "$file"
done
gen=("$CB_TOP"/gen/{findings,text}.c "$CB_TOP"/gen/policy/{fields,model,values}.c "$CB_TOP"/gen/rules/*.c)
failed=''
for file in "${c[@]}" "${gen[@]}"; do
	object=$dir/${file#"$CB_TOP/"}.o
	mkdir -p "${object%/*}"
	compile "$file" "$object" || failed+=" $file"
done
is "$failed" '' "every file compiles by itself"

# What pure files provide, pure files may use.
pure_files=() quiet_files=()
for file in "${c[@]}"; do
	case $(rights "$file") in pure) pure_files+=("$file") ;; quiet) quiet_files+=("$file") ;; esac
done
for file in "${gen[@]}"; do
	pure_files+=("${file#"$CB_TOP/"}")
done
isnt "${#pure_files[@]}" 0 "there are pure files"
{
	printf '%s\n' "$pure" | tr -s ' \n' '\n'
	for file in "${pure_files[@]}"; do
		nm --defined-only --extern-only --format=posix "$dir/$file.o" | awk 'NF > 1 { print $1 }'
	done
	printf 'cb_policy\n'
} | sort -u >"$dir/pure"
printf '%s\n' "$streams" | tr -s ' ' '\n' | sort -u >"$dir/streams"

for file in "${pure_files[@]}"; do
	is "$(calls "$dir/$file.o" | comm -23 - "$dir/pure" | xargs)" '' "$file uses memory, text and pure files only"
done
for file in "${quiet_files[@]}"; do
	is "$(calls "$dir/$file.o" | comm -12 - "$dir/streams" | xargs)" '' "$file writes to no stream"
done
for file in "${c[@]}"; do
	is "$(variables "$dir/$file.o")" '' "$file has no variable that outlives a call"
done

# --- the same questions, asked of files that should fail them --------------------------------------

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
is "$(calls "$dir/impure.o" | comm -23 - "$dir/pure" | xargs)" "getenv getuid printf" "and its system calls are found"
is "$(calls "$dir/impure.o" | comm -12 - "$dir/streams" | xargs)" "printf" "and its stream"
like "$(variables "$dir/impure.o")" '^calls$' "and its global variable"
like "$(variables "$dir/impure.o")" '^last' "and the static one inside a function"

mkdir -p "$dir/tree/"{base,plan,commands/gc,commands/why} && cd "$dir/tree" || exit 1
printf '#include "plan/plan.h"\n' >base/back.c
printf '#include "plan/other.h"\n' >plan/plan.h
printf '#include "plan/plan.h"\n#include "nowhere.h"\n' >plan/other.h
printf '#include "commands/why/why.h"\n' >commands/gc/gc.c
: >commands/why/why.h
is "$(strays base/back.c)" 'base/back.c includes plan/plan.h' "an arrow back is found"
is "$(strays commands/gc/gc.c)" 'commands/gc/gc.c includes commands/why/why.h' "and one between two commands"
like "$(circles plan/plan.h plan/other.h)" 'loop' "and a circle"
is "$(unplaced plan/other.h)" 'plan/other.h includes nowhere.h' "and a file that is not below runtime/"

done_testing
