#!/usr/bin/env bash
# Random policies that the generator accepts, on random hosts with links across their secrets: no
# plan shows a secret path, and every row of the table is in the plan, in order. Run with sanitizers.
. "$(dirname "$0")/common.sh"
sanitized
seed=${CB_SEED:-1}

dir=$(scratch)

# build PROGRAM FLAG…: with the generator's reading and judging, and the runtime's planning.
build() {
	local program=$1
	shift
	compile "$program" "$@" -g -fsanitize=address,undefined -fno-sanitize-recover=all \
		"$CB_HERE"/property{,-host,-oracle}.c "$libgen" "$CB_BUILD/unit-san/libruntime.a" "${libraries[@]}"
}

ok "the property test compiles" -- build "$dir/property"
ok "no plan of seed $seed and on shows a secret or loses a row" -- "$dir/property" "$seed" 6000
printf '# %s\n' "$out" "again with CB_SEED=N"
read -r accepted planned refused < <(sed -E 's/.* ([0-9]+) accepted.* ([0-9]+) planned, ([0-9]+) refused/\1 \2 \3/' <<<"$out")
ok "of the policies more than a tenth were accepted" -- test "${accepted:-0}" -gt 600
ok "of the launches more than a tenth were planned" -- test "${planned:-0}" -gt 240
ok "and more than a tenth were refused" -- test "${refused:-0}" -gt 240

ok "the same without the guard compiles" -- build "$dir/open" -DWITHOUT_GUARD \
	-Wl,--wrap=cb_guard_source -Wl,--wrap=cb_guard_project
exits 1 "and shows a secret" -- "$dir/open" "$seed" 10000
like "$out" '^seed [0-9]+: .* shows ' "which the test sees"

done_testing
