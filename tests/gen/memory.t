#!/usr/bin/env bash
# Memory that runs out: every allocation of the generator, and of a launcher that plans, fails once. Each says
# so and ends with 125; nothing is written, and no plan is shown as if it were whole.
. "$(dirname "$0")/common.sh"

dir=$(scratch)
allocators=(malloc calloc realloc reallocarray strdup strndup vasprintf)
wrapped=("${allocators[@]/#/-Wl,--wrap=}")
shopt -s nullglob dotglob
out_dir=$(scratch)

# each TITLE COMMAND…: once for every allocation that it makes; what ends otherwise is reported. One that can
# do without may end as if there were enough.
each() {
	local title=$1 count n status said written
	shift
	CB_COUNT=$dir/count "$@" >"$dir/enough" 2>&1
	count=$(cat "$dir/count")
	rm -f -- "$out_dir"/*
	for ((n = 1; n <= count; n++)); do
		CB_FAIL=$n "$@" >"$dir/said" 2>&1
		status=$?
		mapfile -t said <"$dir/said"
		written=("$out_dir"/*)
		[[ $status == 125 && ${said[*]: -2} == 'claudebox: out of memory hint:'* && -z ${written[*]} ]] ||
			{ [ "$status" = 0 ] && [ -s "$dir/enough" ] && cmp -s "$dir/said" "$dir/enough"; } ||
			printf 'allocation %s: exit %s: %.80s %s\n' "$n" "$status" "${said[*]}" "${written[*]}"
	done >"$dir/otherwise"
	printf '# %s: %s allocations\n' "$title" "$count"
	ok "$title: there are many" -- test "$count" -gt 100
	is "$(head -n 20 "$dir/otherwise")" "" "$title: it ends at each that fails, and says so"
}

ok "the generator is linked with an allocator that fails" -- compile "$dir/gen" "$CB_HERE/fail-alloc.c" \
	"${wrapped[@]}" "$CB_BUILD/gen/main.o" "$libgen" "$libshared" "${libraries[@]}"
good_closure >"$dir/closure"
jq '.mounts[3] = {kind: "closure", to: "/nix/store", why: "x"}' "$good" >"$dir/closure.json"
ok "with enough it accepts a policy" -- "$dir/gen" "$dir/closure.json" --closure "$dir/closure" --templates "$templates" --out "$out_dir"
like "$(files_in "$out_dir")" 'claudebox-good\.c' "and writes"
cp "$out_dir/claudebox-good.c" "$dir"
each "a good policy" "$dir/gen" "$dir/closure.json" --closure "$dir/closure" --templates "$templates" --out "$out_dir"

jq '.mounts[0].to = "x" | .mounts += [{kind: "ro", from: "~/.ssh", to: "/tmp", why: "x"}, {kind: "tmpfs", to: "/etc", why: "x"},
	{kind: "dir", to: "/usr/bin/env/x", why: "x"}, {kind: "rw", from: "@state/a", to: "/v", why: "x"}, {kind: "ro", from: "@state/a/b", to: "/w", why: "x"}]
	| .env.pass += ["GITHUB_TOKEN", "A B", "TERM"] | .env.allowSecret += ["UNUSED"] | .path += ["/bin", "/nix/store/00000000000000000000000000000000-x/bin"]
	| .env.set.A = {path: "x"} | .zzz = 1' "$dir/closure.json" >"$dir/bad.json"
exits 1 "with enough it refuses a policy" -- "$dir/gen" "$dir/bad.json" --closure "$dir/closure" --templates "$templates" --out "$out_dir"
like "$(grep -c ' \[' <<<"$err")" '^1[0-9]$' "with findings of all kinds"
each "a bad policy" "$dir/gen" "$dir/bad.json" --closure "$dir/closure" --templates "$templates" --out "$out_dir"

# The fake host's own memory is not looked at.
real=()
for name in "${allocators[@]}"; do
	real+=("-D$name=__real_$name")
done
ok "a fake host is compiled" -- compile "$dir/fake-host.o" -c -fno-pie "${real[@]}" "$CB_TOP/tests/golden/fake-host.c"
ok "a launcher is linked with it" -- compile "$dir/launcher" -no-pie "$CB_HERE/fail-alloc.c" "${wrapped[@]}" \
	"$dir/fake-host.o" "$dir/claudebox-good.c" "$CB_BUILD/libclaudebox.a"
ok "with enough it shows a plan" -- "$dir/launcher" "$CB_TOP/tests/golden/hosts/plain.host" --dry-run=json
each "a launcher" "$dir/launcher" "$CB_TOP/tests/golden/hosts/plain.host" --dry-run=json

done_testing
