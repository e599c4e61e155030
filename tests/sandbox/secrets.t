#!/usr/bin/env bash
# SEC-01, L23: values of secrets are printed by no mode and no message; what is let in is flagged.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready

all=$CB_TMP/everything
hook=hooks.slack.com
planted=(
	ANTHROPIC_API_KEY=sk-ant-c4n4ry-1 FOO_TOKEN=hunter2-c4n4ry-2 INNOCENT=ghp_c4n4ry3
	SERVER=https://me:c4n4ry-4@example.org HEADERS='Authorization: Bearer eyJc4n4ry5'
	# Names that end in such a word, with nothing before it.
	PGPASSWORD=c4n4ry-20 MYSQL_PWD=c4n4ry-21 SSHPASS=c4n4ry-22 GITHUBTOKEN=c4n4ry-23 MYTOKEN=c4n4ry-24 DBPASSWORD=c4n4ry-25
	# Values that begin with something else, or have no password but a token.
	REPO=https://ghp_c4n4ry26@github.com/me/x.git JDBC=jdbc:postgresql://u:c4n4ry-27@h/db LOGIN=https://c4n4ry-28@h/x
	STRIPE=sk_live_c4n4ry29 LIMITED=rk_live_c4n4ry30 "HOOK=https://$hook/services/T0/B0/c4n4ry31"
)
names=$(printf '%s\n' "${planted[@]%%=*}" | paste -sd,)

# say FLAG…: as somebody does who has all of these set; what is printed is kept.
say() {
	run as_user env "${planted[@]}" NOT_NAMED=c4n4ry-6 PLAIN=harmless-value COMPASS=north \
		CLAUDEBOX_EXTRA_ENV="${extra-$names,PLAIN,COMPASS}" "$claudebox" "$@"
	printf '== %s\n%s\n%s\n' "${1-}" "$out" "$err" | sed 's/^== --dry-run=.*/== --dry-run/' >>"$all"
}

say --dry-run
for flag in 'ANTHROPIC_API_KEY=\(hidden\)  looks like an Anthropic key' \
	'FOO_TOKEN=\(hidden\)  looks like a secret' 'INNOCENT=\(hidden\)  looks like a GitHub token' \
	'SERVER=\(hidden\)  looks like a URL with a password' 'HEADERS=\(hidden\)  looks like a JSON web token' \
	'PGPASSWORD=\(hidden\)  looks like a secret' 'MYSQL_PWD=\(hidden\)  looks like a secret' \
	'REPO=\(hidden\)  looks like a GitHub token' 'JDBC=\(hidden\)  looks like a URL with a password' \
	'LIMITED=\(hidden\)  looks like a Stripe key' 'HOOK=\(hidden\)  looks like a Slack webhook' \
	'PLAIN=harmless-value' 'COMPASS=north'; do
	like "$out" "^  (host|extra) +$flag\$" "the audit says $flag"
done
say --dry-run=json
is "$(jq -r '[.env[] | select(.secret) | .name] | sort | join(",")' <<<"$out")" \
	"$(tr , '\n' <<<"$names" | sort | paste -sd,)" "JSON flags the same"

# Words for the agent, which dry runs show.
for mode in --dry-run --dry-run=json; do
	say "$mode" -p 'my key is sk-ant-c4n4ry-7' --header='Authorization: Bearer ghp_c4n4ry8' sk-c4n4ry-9 \
		'git clone https://ghp_c4n4ry32@github.com/me/x.git' 'see jdbc:x://u:c4n4ry-33@h/db' 'curl hooks.slack.com/services/c4n4ry34'
	like "$out" '\(hidden\)' "$mode: words for the agent are shown hidden"
	unlike "$out" 'git clone|jdbc:x|curl hooks' "$mode: and so is a sentence around one"
done

say --shell -c true
is "$status" 125 "the audit alone: nobody to ask"
like "$err" '^secrets .*FOO_TOKEN=\(hidden\)' "and the audit was shown"
say --why FOO_TOKEN
like "$out" "\(hidden\)" "--why shows a secret hidden"
for name in ${names//,/ }; do
	say --why "$name"
	like "$out" "^enters +$name=\(hidden\)$" "--why shows $name hidden"
done
# What is asked may be one itself: as the name of a variable, as a path, as a URL, which as a path has lost a slash.
for word in ghp_c4n4ry35 ./ghp_c4n4ry36 https://u:c4n4ry-37@h/x https://c4n4ry-38@h/x "$CB_USER_HOME/https://u:c4n4ry-39@h/x"; do
	say --why "$word"
	is "$status" 1 "--why answers that it is absent"
	like "$out" '^absent .*\*\*' "with the secret struck out"
done
say --why ./sk-learn
like "$out" "^absent +$project/\./sk-learn$" "a path that only begins like one is shown"
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

# The same in a URL, in every message that repeats what was typed.
url=https://u:c4n4ry-40@h/x
for flag in --mount-ro --mount-rw; do
	say "$flag" "$url" --yes --shell -c true
	like "$err" 'cannot mount https://\*+@h/x \(' "$flag: a URL is told without its password"
done
say --mount-ro https://ghp_c4n4ry41@github.com/x --yes --shell -c true
like "$err" 'cannot mount https://\*+' "nor a token for one"
say --profile "$url" --yes
like "$err" '"https://\*+@h/x" is no name' "--profile neither"
say --profile glpat-c4n4ry42 --yes
like "$err" '^claudebox: there is no profile "\*+"' "nor a profile that is a token"
like "$err" '^hint: .*FLAKE#\*+ --out-link ~/\.claudebox/profiles/\*+$' "in its hint neither"
say "--dry-run=$url"
like "$err" 'does not know "https://\*+@h/x"' "nor where a word of ours is"
for extra in "$url" https://u:c4n4ry-43,44@h/x "X=$url" PLAIN,glpat-c4n4ry44; do
	extra=$extra say --yes --shell -c true
	is "$status" 125 "CLAUDEBOX_EXTRA_ENV neither"
done
unset extra

# What git says of the user, and may be anything.
as_user git config --global user.name 'Me ghp_c4n4ry45'
as_user git config --global user.email https://u:c4n4ry-46@h
for mode in --dry-run --shell; do
	say "$mode"
	like "$out$err" '^git +Me \*+ <https://\*+@h>$' "$mode: git's line is told without its secrets"
done
showing run inside 'git config user.name'
is "$out" "Me ghp_c4n4ry45" "though git inside is told the name as it is"
cd / || exit 1
say --yes --shell -c true
is "$status" 125 "a project that is refused"
cd "$project" || exit 1

unlike "$(cat "$all")" c4n4ry "none of all this shows a planted value ($(grep -c '^==' "$all") runs, $(wc -l <"$all") lines)"
showing say --yes --shell -c 'echo $FOO_TOKEN $INNOCENT'
is "$out" "hunter2-c4n4ry-2 ghp_c4n4ry3" "though they were let in"
like "$(cat "$all")" c4n4ry "and would have been found"
done_testing
