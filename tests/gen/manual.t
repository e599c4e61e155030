#!/usr/bin/env bash
# The manual page: every flag is in it, what it says of the profile is true, and two formatters read it
# without a complaint, whatever the policy's texts hold.
. "$(dirname "$0")/common.sh"
need man groff mandoc

dir=$(scratch)
# page JQ [OPTION…]: of the good policy, changed; as text of one line a paragraph.
page() {
	jq "$1" "$good" >"$dir/policy.json"
	shift
	rm -f "$dir"/*.1
	generate "$dir/policy.json" "$dir" "$@" &&
		MANWIDTH=1000 man --nh --nj --warnings -l "$dir"/*.1 2>"$dir/said" | col -bx
}

# complaints: what the formatters have to say about the page made last. Warnings and worse: that
# lines are long and titles small is a matter of taste.
complaints() {
	cat "$dir/said"
	groff -ww -z -man -Tutf8 "$dir"/*.1 2>&1
	mandoc -Tlint -W warning "$dir"/*.1 2>&1
}

text=$(page .)
is "$(complaints)" "" "groff, man and mandoc read it without a word"
is "$(ls "$dir"/*.1)" "$dir/claudebox-good.1" "it is called after the program"
like "$text" '^ +claudebox-good - Claude Code in a sandbox: everything is as it should be$' "it has a name and a line about it"
for section in NAME SYNOPSIS DESCRIPTION OPTIONS 'THIS PROFILE' PROFILES ENVIRONMENT FILES 'EXIT STATUS' EXAMPLES; do
	like "$text" "^$section\$" "there is the section $section"
done
flags=$(sed -nE 's/^X\([A-Z_]+, *[^,]*, *"([a-z-]+)".*/--\1/p' "$CB_TOP/runtime/cli/opts.def")
is "$(sed -n '/^OPTIONS$/,/^THIS PROFILE$/p' <<<"$text" | grep -oE '^ +(-., )?--[a-z-]+' | grep -oE -- '--[a-z-]+')" "$flags" \
	"OPTIONS lists the flags of the launcher, in its order"
like "$text" '^ +--mount-ro PATH$' "with their values"
like "$text" '^ +--dry-run\[=json\]$' "those that may be left out in brackets"
is "$(sed -n '/^EXIT STATUS$/,/^EXAMPLES$/p' <<<"$text" | grep -oE '^ +[0-9]+' | xargs)" \
	"$(sed -nE 's,.*CB_EXIT_[A-Z_]+ = ([0-9]+).*,\1,p' "$CB_TOP/runtime/base/error.h" | sort -n | xargs)" \
	"EXIT STATUS lists the launcher's own codes"

like "$text" "^ +full: the host's network" "the network tier is told"
like "$text" '^ +/etc/resolv.conf \(read-only, if it is there\)$' "a row of the table"
like "$text" '^ +@project \(writable\)$' "and the project"
unlike "$text" '^ +/tmp \(' "but nothing that is made inside"
like "$text" 'Read-only: \.git/hooks, \.git/config\. Covered, .*: \.env\. Named .*: \.envrc, \.vscode\.' "what of the project is kept apart"
like "$text" 'these enter, where they are set: TERM, LANG, ANTHROPIC_API_KEY\.' "the variables"
text=$(page '.network = "domains" | .domains = ["*.example.net"] | .forward = [11434] | .protect = [] | .hide = [] | .watch = []
	| .env.pass = [] | .env.allowSecret = [] | .name = "default"')
is "$(complaints)" "" "another policy makes no complaint either"
is "$(ls "$dir"/*.1)" "$dir/claudebox.1" "the page of the profile default is called claudebox"
like "$text" 'domains: .* Hosts: \*\.example\.net\. Ports: 443\. Ports of .*: 11434\.$' "hosts and ports are told"
like "$text" 'No variable of the host enters\.' "and that no variable enters"
unlike "$text" 'Read-only: ' "and nothing is protected where nothing is"

# What roff and m4 act on, in every text of the policy that is on the page.
hostile='.so /etc/passwd \fB\*(x \[u0041] \" $1 m4_include(x) g4_name <|x|> `a'"'"' "q" ^~ -- — ä € <'
text=$(jq --arg h "$hostile" '.description = $h | .mounts[6].why = $h | .mounts[9].why = ("." + $h)' \
	"$good" >"$dir/policy.json" && rm -f "$dir"/*.1 && generate "$dir/policy.json" "$dir" &&
	MANWIDTH=1000 man --nh --nj --warnings -l "$dir"/*.1 2>"$dir/said" | col -bx)
is "$(complaints)" "" "texts that roff would act on make no complaint"
is "$(grep -cF -- "$hostile" <<<"$text")" 3 "and are on the page as they were written"

done_testing
