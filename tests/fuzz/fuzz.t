#!/usr/bin/env bash
# Every fuzz target stands a bounded run: the committed corpus, then a fixed number of inputs made of
# it. tests/fuzz/run --seconds N looks longer.
. "$(dirname "$0")/../lib.sh"
need clang make pkg-config

for source in "$CB_HERE"/*.c; do
	[ "${source##*/}" != memory.c ] || continue
	target=${source##*/}
	target=${target%.c}
	isnt "$(ls "$CB_HERE/corpus/$target" 2>&1)" "" "$target: has a corpus"
	ok "$target: no crash, no undefined behaviour, no broken promise" -- "$CB_HERE/run" "$target"
	printf '# %s\n' "$out"
	like "$out" 'ok: 20[0-9]{3} inputs' "$target: all of the run was run"
done
for policy in good hostile; do
	ok "policy: $policy of its corpus is accepted, so that what is made of it is looked at" -- \
		"$CB_BUILD/claudebox-gen" "$CB_HERE/corpus/policy/$policy" --templates "$CB_TOP/templates" --out "$CB_TMP"
done
is "$(find "$CB_HERE/corpus" -mindepth 1 -maxdepth 1 -printf '%f\n' | while read -r name; do
	[ -e "$CB_HERE/$name.c" ] || printf '%s\n' "$name"
done)" "" "every corpus has its target"

for reader in "$CB_TOP"/runtime/formats/*.h; do
	reader=${reader##*/}
	ok "formats/$reader has a target of its name" -- test -e "$CB_HERE/${reader%.h}.c"
done

done_testing
