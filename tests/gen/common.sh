# shellcheck shell=bash
# What the generator's tests share: a good policy, and ways to run the generator on it.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
need jq make cc m4

gen=$CB_BUILD/claudebox-gen
templates=$CB_TOP/templates
# shellcheck disable=SC2034 # for those who source this
good=$CB_HERE/good.json

# sanitized: builds the generator with ASan and UBSan, once for all tests, and uses it from here on.
sanitized() {
	mkdir -p "$CB_BUILD/gen-san"
	run flock "$CB_BUILD/gen-san/lock" make -C "$CB_TOP/gen" BUILD="$CB_BUILD/gen-san" \
		CFLAGS='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all'
	[ "$status" = 0 ] || {
		diag "$err"
		exit 1
	}
	gen=$CB_BUILD/gen-san/claudebox-gen
}

# good_closure: prints a list that holds what the good policy needs.
good_closure() {
	printf '/nix/store/00000000000000000000000000000000-%s\n' coreutils bash
}

# generate POLICY OUT [OPTION…]: the generator on our templates.
generate() {
	local policy=$1 dir=$2
	shift 2
	"$gen" "$policy" --templates "$templates" --out "$dir" "$@"
}

# files_in DIR: all that is there, hidden files too, on one line.
files_in() {
	find "$1" -mindepth 1 -printf '%P\n' | LC_ALL=C sort | xargs
}

# compile PROGRAM SOURCE… [FLAG…]: as strictly as the launcher's own build.
compile() {
	local program=$1
	shift
	cc -std=c17 -D_GNU_SOURCE -O1 -Wall -Wextra -Wconversion -Werror -I"$CB_TOP/runtime" -o "$program" "$@"
}
