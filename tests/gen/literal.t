#!/usr/bin/env bash
# The escaper alone, with sanitizers; see test_literal.c.
. "$(dirname "$0")/common.sh"

sanitized

dir=$(scratch)
ok "the unit test compiles" -- compile "$dir/test" "$CB_HERE/test_literal.c" "$libgen" "$libshared" \
	-fsanitize=address,undefined -fno-sanitize-recover=all -lcmocka
run "$dir/test"
while IFS= read -r line; do
	case $line in
	ok*) pass "${line#* - }" ;;
	'not ok'*) fail "${line#* - }" ;;
	esac
done <<<"$out"
is "$status" 0 "all of it passes" || diag "$out$err"

done_testing
