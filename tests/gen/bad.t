#!/usr/bin/env bash
# Every bad policy of tests/gen/bad is refused, in these words and no others, and nothing is
# written; every rule is tripped by one of them. Run with sanitizers.
. "$(dirname "$0")/common.sh"
sanitized

dir=$(scratch)
out_dir=$(scratch)
jq_library='def add(row): .mounts += [{to: "/x", why: "a reason"} + row];'

# options WORD…: of the generator, one a line.
options() {
	local word
	for word; do
		case $word in
		closure) good_closure >"$dir/closure" ;;
		closure=*) printf '%b' "${word#closure=}" >"$dir/closure" ;;
		*) diag "no such option in a bad policy: $word" && exit 1 ;;
		esac
		printf '%s\n' --closure "$dir/closure"
	done
}

# try TITLE DOCUMENT WANT OPTION…: the finding lines, the exit code and the silence elsewhere.
try() {
	local title=$1 document=$2 want=$3
	shift 3
	mapfile -t words < <(options "$@")
	run generate "$document" "$out_dir" "${words[@]}"
	printf '%s\n' "$err" >>"$dir/said"
	is "$status|$(files_in "$out_dir")|$out|${err//claudebox-gen: /}" "1|||$want" "$title"
}

# paragraph: what the lines read so far are, then forgets them.
paragraph() {
	[ -n "$title" ] || return 0
	if [ -n "$program" ]; then
		jq "$jq_library $program" "$good" >"$dir/policy.json" || exit 1
	else
		printf '%b' "$document" >"$dir/policy.json"
	fi
	# shellcheck disable=SC2086 # options are words
	try "$title" "$dir/policy.json" "$want" $options
	title='' program='' document='' want='' options=''
}

ok "the good policy is accepted" -- generate "$good" "$out_dir"
rm -- "$out_dir"/*

title='' program='' document='' want='' options=''
for file in "$CB_HERE"/bad/*.txt; do
	while IFS= read -r line; do
		text=${line:2}
		case $line in
		': '*) paragraph && title="${file##*/}: $text" ;;
		'. '*) program+=$text ;;
		'< '*) document+=$text ;;
		'+ '*) options=$text ;;
		'> '*) want+=${want:+$'\n'}$text ;;
		'') ;;
		*) diag "$file: what is this: $line" && exit 1 ;;
		esac
	done <"$file"
	paragraph
done

# Too large to be written down.
printf '{"name": "%1048576s"}' x >"$dir/large.json"
try "a document over 1 MiB" "$dir/large.json" \
	'(document): is larger than 1048576 bytes [document-size]'
jq "$jq_library"' reduce range(1700) as $i (.; add({kind: "dir", to: "/d/\($i)"}))' "$good" >"$dir/many.json"
try "more rows than bwrap takes" "$dir/many.json" \
	'/mounts: with closure and variables needs 8566 arguments, bwrap takes 8400 [too-many]; hint: mount directories instead of what is in them'

# --- every rule is tripped -------------------------------------------------------------------

"$gen" --rules | cut -f1 | while read -r rule; do
	printf '%4d findings of %s\n' "$(grep -cF " [$rule]" "$dir/said")" "$rule"
done >"$dir/tripped"
printf '# rules and what the bad policies trip of them\n'
sed 's/^/# /' "$dir/tripped"
is "$(grep '^   0 ' "$dir/tripped")" "" "no rule is without a policy that trips it"
is "$(grep -oE '\[[a-z-]+\](;|$)' "$dir/said" | tr -d '[];' | sort -u | comm -23 - <("$gen" --rules | cut -f1 | sort))" "" \
	"every finding names a rule of the table"

done_testing
