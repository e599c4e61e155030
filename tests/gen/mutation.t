#!/usr/bin/env bash
# Every rule is needed: with any one of them taken out, what is found in the bad policies changes,
# so that tests/gen/bad.t is red; and some policy is refused by that rule alone. The rule is taken
# out by the linker: the generator itself has no such switch.
. "$(dirname "$0")/common.sh"

dir=$(scratch)
ok "the generator is linked with a switch" -- compile "$dir/mutate" "$CB_HERE/mutate.c" \
	"$libgen" "$libshared" -Wl,--wrap=cb_finding_add "${libraries[@]}"
unlike "$(nm "$gen")" 'wrap_cb' "which the real one does not have"

# keep TITLE DOCUMENT WANT [--closure FILE]: a copy, for all of them at once.
kept=0
keep() {
	kept=$((kept + 1))
	mkdir "$dir/$kept"
	printf '%s\n' "$3" >"$dir/$kept/want"
	cp -- "$2" "$dir/$kept/policy.json"
	[ $# = 3 ] || cp -- "$5" "$dir/$kept/closure"
}
bad_policies "$dir" keep

ok "every rule is taken out once" -- "$dir/mutate" "$dir" "$kept"
table=$out
is "$(printf '%s\n' "$table" | cut -f1)" "$("$gen" --rules | cut -f1)" "of all there are"
printf '# %d bad policies; rule taken out, policies with other findings, of these accepted\n' "$kept"
printf '%s\n' "$table" | awk -F'\t' '{ printf "# %-18s %4d %4d\n", $1, $2, $3 }'
is "$(printf '%s\n' "$table" | awk -F'\t' '$2 == 0')" "" "each changes what is found in some policy"
is "$(printf '%s\n' "$table" | awk -F'\t' '$3 == 0 { print $1 }')" "" "each is the only one to refuse some policy"

# With nothing taken out the same program finds what bad.t expects.
for n in $(seq "$kept"); do
	"$dir/mutate" "$dir" "$kept" "$n" >"$dir/$n/got"
	cmp -s "$dir/$n/want" "$dir/$n/got" || printf '%s\n' "$n"
done >"$dir/differ"
is "$(cat "$dir/differ")" "" "with all rules in, the findings are those of tests/gen/bad"

done_testing
