# shellcheck shell=bash disable=SC2034 # what is set here is for those who source this
# What the generator's tests share: a good policy, and ways to run the generator on it.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
need jq make cc m4

gen=$CB_BUILD/claudebox-gen
templates=$CB_TOP/templates
good=$CB_HERE/good.json
# All of the generator but its main, what it takes of the runtime, and its libraries.
libgen=$CB_BUILD/gen/libgen.a libshared=$CB_BUILD/gen/libshared.a
read -ra libraries < <(pkg-config --cflags --libs jansson libseccomp)

# sanitized: builds the generator with ASan and UBSan, once for all tests, and uses it from here on. Leaks
# are none of theirs: it gives back no memory, and ends.
sanitized() {
	export ASAN_OPTIONS=detect_leaks=0
	mkdir -p "$CB_BUILD/gen-san"
	run flock "$CB_BUILD/gen-san/lock" make -C "$CB_TOP/gen" BUILD="$CB_BUILD/gen-san" \
		CFLAGS='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all'
	[ "$status" = 0 ] || {
		diag "$err"
		exit 1
	}
	gen=$CB_BUILD/gen-san/claudebox-gen libgen=$CB_BUILD/gen-san/gen/libgen.a libshared=$CB_BUILD/gen-san/gen/libshared.a
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
	cc -std=c17 -D_GNU_SOURCE -O1 -Wall -Wextra -Wconversion -Werror -I"$CB_TOP/runtime" -I"$CB_TOP/gen" -o "$program" "$@"
}

# --- the bad policies of tests/gen/bad ------------------------------------------------------------

bad_library='def add(row): .mounts += [{to: "/x", why: "a reason"} + row];'

# bad_options DIR WORD…: of the generator, one a line.
bad_options() {
	local dir=$1 word
	shift
	for word; do
		case $word in
		closure) good_closure >"$dir/closure" ;;
		closure=*) printf '%b' "${word#closure=}" >"$dir/closure" ;;
		*) diag "no such option in a bad policy: $word" && exit 1 ;;
		esac
		printf '%s\n' --closure "$dir/closure"
	done
}

# bad_paragraph DIR FUNCTION: what the lines read so far are, then forgets them.
bad_paragraph() {
	local dir=$1 function=$2 words
	[ -n "$title" ] || return 0
	if [ -n "$program" ]; then
		jq "$bad_library $program" "$good" >"$dir/policy.json" || exit 1
	else
		printf '%b' "$document" >"$dir/policy.json"
	fi
	# shellcheck disable=SC2086 # options are words
	mapfile -t words < <(bad_options "$dir" $options)
	"$function" "$title" "$dir/policy.json" "$want" "${words[@]}"
	title='' program='' document='' want='' options=''
}

# bad_policies DIR FUNCTION: calls it with TITLE DOCUMENT FINDINGS OPTION… for every bad policy;
# the documents are made in DIR, one after the other under one name.
bad_policies() {
	local dir=$1 function=$2 file line title='' program='' document='' want='' options=''
	for file in "$CB_HERE"/bad/*.txt; do
		while IFS= read -r line; do
			case $line in
			': '*) bad_paragraph "$dir" "$function" && title="${file##*/}: ${line:2}" ;;
			'. '*) program+=${line:2} ;;
			'< '*) document+=${line:2} ;;
			'+ '*) options=${line:2} ;;
			'> '*) want+=${want:+$'\n'}${line:2} ;;
			'') ;;
			*) diag "$file: what is this: $line" && exit 1 ;;
			esac
		done <"$file"
		bad_paragraph "$dir" "$function"
	done
	# What jq cannot write.
	sed 's/"nesting": false,/& &/' "$good" >"$dir/policy.json"
	"$function" "a good policy with a key given twice" "$dir/policy.json" '/nesting: is given twice [duplicate-key]'
	# Too large to be written down.
	printf '{"name": "%1048576s"}' x >"$dir/policy.json"
	"$function" "a document over 1 MiB" "$dir/policy.json" \
		'(document): is larger than 1048576 bytes [document-size]'
	jq "$bad_library"' reduce range(1700) as $i (.; add({kind: "dir", to: "/d/\($i)"}))' "$good" >"$dir/policy.json"
	"$function" "more rows than bwrap takes" "$dir/policy.json" \
		'/mounts: with closure and variables needs 8566 arguments, bwrap takes 8400 [too-many]; hint: mount directories instead of what is in them'
}
