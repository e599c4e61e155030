#!/usr/bin/env bash
# Memory that runs out: every allocation of the generator's reading and judging, and of the launcher's
# planning, fails once. It ends in an error, never in a policy that is taken for a good one, in a plan
# with less in it, or in a crash. Run with sanitizers.
. "$(dirname "$0")/common.sh"
sanitized

dir=$(scratch)
ok "both halves are linked with an allocator that fails" -- compile "$dir/memory" "$CB_HERE/memory.c" -g \
	-fsanitize=address,undefined -fno-sanitize-recover=all \
	-Wl,--wrap={malloc,calloc,realloc,reallocarray,strdup,strndup} \
	"$libgen" "$CB_BUILD"/unit-san/{host.o,libruntime.a} "${libraries[@]}"

good_closure >"$dir/closure"
jq '.mounts[3] = {kind: "closure", to: "/nix/store", why: "x"}' "$good" >"$dir/closure.json"
ok "a good policy, a good plan" -- "$dir/memory" "$dir/closure.json" "$dir/closure"
printf '# allocations that failed: %s\n' "$out"
like "$out" '^[0-9]{2} of the generator, [0-9]{3} of the plan; 0 findings' "all there are"
jq '.mounts[0].to = "x" | .mounts += [{kind: "ro", from: "~/.ssh", to: "/tmp", why: "x"}, {kind: "tmpfs", to: "/etc", why: "x"},
	{kind: "dir", to: "/usr/bin/env/x", why: "x"}, {kind: "rw", from: "@state/a", to: "/v", why: "x"}, {kind: "ro", from: "@state/a/b", to: "/w", why: "x"}]
	| .env.pass += ["GITHUB_TOKEN", "A B", "TERM"] | .env.allowSecret += ["UNUSED"] | .path += ["/bin", "/nix/store/00000000000000000000000000000000-x/bin"]
	| .env.set.A = {path: "x"} | .zzz = 1' "$dir/closure.json" >"$dir/bad.json"
ok "a bad policy loses none of its findings" -- "$dir/memory" "$dir/bad.json" "$dir/closure"
printf '# allocations that failed: %s\n' "$out"
like "$out" '; 1[0-9] findings' "which are of all kinds"

done_testing
