# shellcheck shell=bash
# SEC-01: a planted secret is printed by nobody. Part of tests/lib.sh: what is captured is searched at once,
# a dot in .searched for each output. Every secret that a test plants has c4n4ry in it, and --prove has a
# word of its own: planted.txt lists both. tests/run adds up what all tests report, and searches what they
# print themselves.
cb_showing=0

# showing CMD…: one of the functions here, for a command that is meant to print a planted secret: a
# control, which shows that it would be found, or an agent that was given it.
showing() {
	local cb_showing=1
	"$@"
}

# cb_search FILE…
cb_search() {
	printf '%.0s.' "$@" >>"$CB_TMP/.searched"
	! grep -aqEf "$CB_TOP/tests/planted.txt" -- "$@" ||
		if [ "$cb_showing" = 1 ]; then
			printf . >>"$CB_TMP/.shown"
		else
			printf '%s line %s\n' "${BASH_SOURCE[-1]##*/}" "${BASH_LINENO[-2]}" >>"$CB_TMP/.hits"
		fi
}

# searched CMD…: what a test takes by $(CMD…) or a pipe is searched on its way. Errors, too, where they
# go the same way; elsewhere they are printed by the test.
searched() {
	if [ ! -p /dev/stdout ] || [ /dev/stdout -ef "/proc/$$/fd/1" ]; then
		"$@"
		return
	fi
	local copy code
	copy=$(mktemp "$CB_TMP/.copy.XXXXXX")
	if [ /dev/stdout -ef /dev/stderr ]; then
		"$@" 2>&1 | tee -- "$copy"
	else
		"$@" | tee -- "$copy"
	fi
	code=${PIPESTATUS[0]}
	cb_search "$copy"
	rm -f -- "$copy"
	return "$code"
}

# cb_report: how many outputs were searched, and how many held something, meant or not.
cb_report() {
	[ -n "${CB_SEARCHED-}" ] || return 0
	local name=${0//\//_}
	touch "$CB_TMP"/.{searched,shown,hits}
	printf '%s\t%s\t%s\t%s\n' "$(wc -c <"$CB_TMP/.searched")" "$(wc -c <"$CB_TMP/.shown")" \
		"$(wc -l <"$CB_TMP/.hits")" "$0" >"$CB_SEARCHED/${name#_}"
}
