#!/usr/bin/env bash
# The same tests with a keeper that has ASan and UBSan in it, and is not confined.
. "$(dirname "$0")/../lib.sh"
need cc

reports=$(scratch)
chmod 777 "$reports"
export CB_KEEPER_REPORTS=$reports/report
for name in passes refuses ends budget; do
	run "$CB_HERE/$name.t"
	is "$status" 0 "$name.t passes" || diag "$(grep -v '^ok' <<<"$out")"$'\n'"$err"
	like "$out" '^1\.\.[0-9]{2,}$' "with all of its checks"
done
is "$(cat "$reports"/* 2>/dev/null | head -n 40)" '' "and nothing is reported"

# A keeper that has something to report.
cat >"$CB_TMP/bad.c" <<'END'
int main(int argc, char **argv)
{
	char bytes[4] = { 0 };
	return bytes[argc + (argv[0] ? 4 : 5)];
}
END
run cc -fsanitize=address,undefined "-DREPORTS=\"$reports/report\"" -I"$CB_TOP/runtime" "$CB_HERE/unconfined.c" "$CB_TMP/bad.c" -o "$CB_TMP/bad"
run "$CB_TMP/bad"
like "$(cat "$reports"/* 2>/dev/null)" 'stack-buffer-overflow|out of bounds' "what they find is reported there"

done_testing
