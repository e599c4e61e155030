#!/usr/bin/env bash
# The table of a policy's keys: whole, and the same words as the language of policies and the policies it makes.
. "$(dirname "$0")/common.sh"
need nix-instantiate

ok "--fields prints it" -- "$gen" --fields
fields=$out
# keys FILTER: those of the rows that jq's FILTER keeps.
keys() {
	jq -r "map(select(.key | test(\"\\\\[|NAME\") | not) | select($1))[].key" <<<"$fields" | LC_ALL=C sort
}
is "$(jq -c 'map(select([.key, .type, .from, .says] | any(. == "" or . == null)))' <<<"$fields")" '[]' \
	"each row has a key, a type, who writes it and what it is"
is "$(jq -r '.[].key' <<<"$fields" | sort | uniq -d)" "" "and no key has two"
language=$(nix-instantiate --store dummy:// --eval --strict --json -E "(import $CB_TOP/nix/language.nix).keys" | jq -r '.[]' | LC_ALL=C sort)
isnt "$language" "" "the language of policies has words"
is "$(keys '.from != "nix"')" "$language" "those of users are the words of nix/language.nix"
is "$(keys '.from != "user, resolved by nix"')" "$(jq -r 'del(.env.set) * {env: {set: 0}} | paths as $p
	| select(getpath($p) | type != "object") | $p | map(strings) | join(".")' \
	"$CB_TOP/tests/nix/expected/policy-default.json" | LC_ALL=C sort -u | grep -vE '^mounts\.')" \
	"those of the document are the keys of a policy that nix/policy.nix makes"

done_testing
