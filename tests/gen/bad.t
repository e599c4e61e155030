#!/usr/bin/env bash
# Every bad policy of tests/gen/bad is refused, in these words and no others, and nothing is
# written; every rule is tripped by one of them. Run with sanitizers.
. "$(dirname "$0")/common.sh"
sanitized

dir=$(scratch)
out_dir=$(scratch)

# try TITLE DOCUMENT WANT OPTION…: the finding lines, the exit code and the silence elsewhere.
try() {
	local title=$1 document=$2 want=$3
	shift 3
	run generate "$document" "$out_dir" "$@"
	printf '%s\n' "$err" >>"$dir/said"
	is "$status|$(files_in "$out_dir")|$out|${err//claudebox-gen: /}" "1|||$want" "$title"
}

ok "the good policy is accepted" -- generate "$good" "$out_dir"
rm -- "$out_dir"/*
bad_policies "$dir" try

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
