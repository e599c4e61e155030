#!/usr/bin/env bash
# The benchmark still runs, and its report can be read. Nothing is said about any time.
. "$(dirname "$0")/../lib.sh"
need python3 musl-gcc jq

mkdir "$CB_TMP/build"
cp "$CB_BUILD/claudebox-gen" "$CB_BUILD/libclaudebox.a" "$CB_TMP/build/"
ok "a section of the benchmark runs" -- env CB_BUILD="$CB_TMP/build" CB_LAUNCHER_default="$(launcher default)" \
	CB_LAUNCHER_offline="$(launcher offline)" CB_LAUNCHER_api="$(launcher api)" \
	CB_LAUNCHER_internet="$(launcher internet)" "$CB_TOP/tests/bench/run" --quick --no-setup stages
like "$out" '^  default:system calls +[0-9,]+ calls$' "the table has what it counts"
like "$out" '^  dry-run +[0-9.]+ ms' "and what it times"
unlike "$out" FAILED "and no run failed"
results=$CB_TMP/build/bench/results.json
is "$(jq -r '.records[] | select(.name == "default:size").value' "$results")" "$(stat -c %s "$(launcher default)")" \
	"the results are JSON, with the launcher's size"
isnt "$(jq -r .machine.cpu "$results")" "" "and the machine's description"
ok "the plot is XML" -- python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$CB_TMP/build/bench/plot.svg"

# The README's part lies between its markers.
printf 'above\n<!-- bench -->\nold\n<!-- /bench -->\nbelow\n' >"$CB_TMP/README.md"
ok "the README's part is written anew" -- "$CB_TOP/tests/bench/report" readme "$CB_TMP/build/bench" "$CB_TMP/README.md"
like "$(cat "$CB_TMP/README.md")" '^    .*cores, .*Linux' "with the machine"
is "$(sed -n '1p;$p' "$CB_TMP/README.md")" $'above\nbelow' "and nothing around it is touched"
unlike "$(cat "$CB_TMP/README.md")" '^old' "nor anything of the old one kept"
exits 2 "what is no section is wrong use" -- "$CB_TOP/tests/bench/run" --no-setup nothing
done_testing
