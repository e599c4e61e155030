#!/usr/bin/env bash
# Descriptors, environments and command lines at their limits.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/faults.sh"
faults_ready

says='echo out; echo err >&2; [ -e /proc/self/fd/0 ] && [ -e /proc/self/fd/1 ] && [ -e /proc/self/fd/2 ] || exit 9; ls -l /proc/self/fd | grep -c " 3 ->"; exit 0'
closed_in() { launch "$says" <&-; }
closed_out() { launch "$says" >&-; }
closed_err() { launch "$says" 2>&-; }
closed_all() { launch "$says" <&- >&- 2>&-; }
fault "stdin closed" 0 '^out$' -- closed_in
fault "stdout closed" 0 '^err$' -- closed_out
fault "stderr closed" 0 '^out$' -- closed_err
fault "all three closed" 0 '' -- closed_all
from_directory() { launch <"$project"; }
to_directory() { launch 1<"$project"; }
err_directory() { as_user bash -c '"$@" 2</ ; code=$?; exit $code' _ "$claudebox" --yes --shell -c true "$marker"; }
fault "stdin a directory" 125 '^claudebox: standard input is a directory' -- from_directory
fault "stdout a directory" 125 '^claudebox: standard output is a directory' -- to_directory
exits 125 "stderr a directory: exit 125, though nobody can be told" -- err_directory
to_full() { as_user "$claudebox" --dry-run --shell >/dev/full; }
fault "output to a full disk" 125 '^claudebox: cannot write the output' -- to_full
few_descriptors() { as_user bash -c 'ulimit -n "$1"; shift; exec "$@"' _ "$1" "$claudebox" --yes --shell -c true "$marker"; }
fault "three descriptors allowed" 125 '^claudebox: cannot look at /etc/passwd \(No file descriptors available\)' -- few_descriptors 3
fault "seven descriptors allowed" 125 '^claudebox: cannot put .* into the sandbox \(No file descriptors available\)' -- few_descriptors 7

# 1 MiB in 16 variables, and an agent that sees none of them.
large() {
	local text
	text=$(head -c 65000 /dev/zero | tr '\0' x)
	local set=(env)
	for n in {1..16}; do set+=("CB_LARGE_$n=$text"); done
	as_user "${set[@]}" "$claudebox" --yes --shell -c 'env | wc -c' "$marker"
}
fault "1 MiB of environment" 0 '^[0-9]{3,4}$' -- large
extra() {
	local text
	text=$(head -c 100000 /dev/zero | tr '\0' x)
	as_user env CB_LARGE="$text" CLAUDEBOX_EXTRA_ENV=CB_LARGE "$claudebox" --yes --shell -c 'printf %s "$CB_LARGE" | wc -c' "$marker"
}
fault "100 kB let in by CLAUDEBOX_EXTRA_ENV" 0 '^100000$' -- extra

# with_arguments N: bwrap gets N arguments and options in all.
with_arguments() {
	local counted # by the launcher, with 9000 words
	mapfile -t words < <(yes x | head -n 9000)
	counted=$(as_user "$claudebox" --yes --shell -c 'echo $#' "$marker" "${words[@]}" 2>&1 |
		sed -nE 's/.*bwrap \(([0-9]+) of .*/\1/p')
	words=("${words[@]:0:$(($1 - counted + 9000))}")
	as_user "$claudebox" --yes --shell -c 'echo $#' "$marker" "${words[@]}"
}
fault "9000 arguments: as many as bwrap takes" 0 '^8[0-9]{3}$' -- with_arguments 9000
fault "9001 arguments" 125 '^claudebox: too many arguments for bwrap \(9001 of at most 9000\)' -- with_arguments 9001
table
done_testing
