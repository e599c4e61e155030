#!/usr/bin/env bash
# SEC-01, L23: values of secrets are printed by no mode and no message; what is let in is flagged.
. "$(dirname "$0")/../lib.sh"
. "$CB_HERE/common.sh"

names=ANTHROPIC_API_KEY,FOO_TOKEN,INNOCENT,SERVER,HEADERS
all=$CB_TMP/everything

# say FLAG…: as somebody does who has all of these set; what is printed is kept.
say() {
	run as_user env ANTHROPIC_API_KEY=sk-ant-c4n4ry-1 FOO_TOKEN=hunter2-c4n4ry-2 INNOCENT=ghp_c4n4ry3 \
		SERVER=https://me:c4n4ry-4@example.org HEADERS='Authorization: Bearer eyJc4n4ry5' \
		NOT_NAMED=c4n4ry-6 PLAIN=harmless-value CLAUDEBOX_EXTRA_ENV="${extra-$names,PLAIN}" "$claudebox" "$@"
	printf '== %s\n%s\n%s\n' "${1-}" "$out" "$err" | sed 's/^== --dry-run=.*/== --dry-run/' >>"$all"
}

say --dry-run
for flag in 'ANTHROPIC_API_KEY=\(hidden\)  looks like an Anthropic key' \
	'FOO_TOKEN=\(hidden\)  looks like a secret' 'INNOCENT=\(hidden\)  looks like a GitHub token' \
	'SERVER=\(hidden\)  looks like a URL with a password' 'HEADERS=\(hidden\)  looks like a JSON web token' \
	'PLAIN=harmless-value'; do
	like "$out" "^  (host|extra) +$flag\$" "the audit says $flag"
done
say --dry-run=json
is "$(jq -r '[.env[] | select(.secret) | .name] | sort | join(",")' <<<"$out")" \
	ANTHROPIC_API_KEY,FOO_TOKEN,HEADERS,INNOCENT,SERVER "JSON flags the same"

# Words for the agent, which dry runs show.
for mode in --dry-run --dry-run=json; do
	say "$mode" -p 'my key is sk-ant-c4n4ry-7' --header='Authorization: Bearer ghp_c4n4ry8' sk-c4n4ry-9
	like "$out" '\(hidden\)' "$mode: words for the agent are shown hidden"
done

say --shell -c true
is "$status" 125 "the audit alone: nobody to ask"
like "$err" '^secrets .*FOO_TOKEN=\(hidden\)' "and the audit was shown"
say --why FOO_TOKEN
like "$out" "\(hidden\)" "--why shows a secret hidden"
say --why INNOCENT
say --help
say --version
say --prove
say --gc --dry-run
say --yes --no-such-flag
say --yes
is "$status" 127 "an agent that is not there"

# Values where names or paths belong.
extra=FOO_TOKEN=hunter2-c4n4ry-10 say --yes --shell -c true
is "$status" 125 "a value in CLAUDEBOX_EXTRA_ENV is refused"
like "$err" 'names "FOO_TOKEN="' "and the name is told"
extra=sk-ant-c4n4ry-11 say --yes --shell -c true
like "$err" 'names "\*+"' "a key alone is struck out"
say --mount-ro sk-ant-c4n4ry-12 --yes --shell -c true
like "$err" 'cannot mount \*+ \(it does not exist\)' "so it is where a path is named"
say --dry-run=ghp_c4n4ry13
is "$status" 2 "and where a word of ours is"
cd / || exit 1
say --yes --shell -c true
is "$status" 125 "a project that is refused"
cd "$project" || exit 1

unlike "$(cat "$all")" c4n4ry "none of all this shows a planted value ($(grep -c '^==' "$all") runs, $(wc -l <"$all") lines)"
showing say --yes --shell -c 'echo $FOO_TOKEN $INNOCENT'
is "$out" "hunter2-c4n4ry-2 ghp_c4n4ry3" "though they were let in"
like "$(cat "$all")" c4n4ry "and would have been found"
done_testing
