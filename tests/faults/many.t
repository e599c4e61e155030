#!/usr/bin/env bash
# Fifty launches at once, in one project and in fifty, on a home where nothing is made yet.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/faults.sh"
faults_ready

# at_once WHAT DIR…: one launch in each directory, all at the same time; each says its number.
at_once() {
	local what=$1 n=0 pids=() failed='' dir
	shift
	rm -rf "$CB_USER_HOME/.claudebox"
	for dir; do
		n=$((n + 1))
		as_user env -C "$dir" "$claudebox" --yes --shell -c 'echo "$1" >>numbers; echo "ran $1"' "$marker" "$n" \
			>"$CB_TMP/out.$n" 2>&1 &
		pids+=($!)
	done
	for ((n = 1; n <= ${#pids[@]}; n++)); do
		wait "${pids[n - 1]}" || failed+=" $n: exit $? $(cat "$CB_TMP/out.$n");"
		[ "$(cat "$CB_TMP/out.$n")" = "ran $n" ] || failed+=" $n: $(cat "$CB_TMP/out.$n");"
	done
	is "$failed" "" "$what: all ran and said what they should"
	is "$(find "$CB_USER_HOME/.claudebox" -name '.new-*')" "" "$what: no half-made file is left"
	is "$(processes)" "" "$what: and no process"
	row "$what" 0 '(run)' nothing
}
launch true
state() {
	(cd "$CB_USER_HOME/.claudebox" && find . -printf '%y %m %p\n' | sort)
}
before=$(state)

mapfile -t one < <(yes "$project" | head -n 50)
at_once "50 launches in one project" "${one[@]}"
is "$(sort -n numbers | xargs)" "$(seq -s ' ' 50)" "each wrote in the project"
is "$(state)" "$before" "they made what one launch makes"
fifty=()
for n in $(seq 50); do
	as_user mkdir "$project/$n"
	fifty+=("$project/$n")
done
at_once "50 launches in 50 projects" "${fifty[@]}"
is "$(for root in "$CB_USER_HOME"/.claudebox/projects/*/project-root; do
	cat "$root"
	echo
done | sort)" "$(printf '%s\n' "${fifty[@]}" | sort)" "there are fifty states, each with its own root"
ok "and the next launch works" -- launch
table
done_testing
