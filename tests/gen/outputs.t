#!/usr/bin/env bash
# The outputs: both or none, complete or not at all, the same bytes every time, data only.
. "$(dirname "$0")/common.sh"

dir=$(scratch)
mkdir "$dir/out" "$dir/again"

# --- what is written -----------------------------------------------------------------------

ok "the good policy is accepted" -- generate "$good" "$dir/out"
is "$out$err" "" "in silence"
is "$(files_in "$dir/out")" "SANDBOX.md about claudebox-good.1 claudebox-good.bash claudebox-good.c claudebox-good.fish claudebox-good.zsh" "and becomes these files, nothing beside them"
is "$(grep -lE '[mg]4_' "$dir"/out/*)" "" "with no word of m4 in them"
before=$(cat "$dir"/out/*)
ok "it is accepted again, over what is there, in another environment" -- env M4PATH=/tmp POSIXLY_CORRECT=1 \
	LC_ALL=C TZ=UTC+5 "$gen" --out "$dir/out" "$good" --templates "$templates"
is "$(cat "$dir"/out/*)" "$before" "and gives the same bytes"

ok "the tables compile as data" -- cc -std=c17 -Os -fno-pie -Wall -Wextra -Wconversion -Werror \
	-I"$CB_TOP/runtime" -c -o "$dir/policy.o" "$dir/out/claudebox-good.c"
is "$(nm --extern-only --defined-only "$dir/policy.o" | cut -d' ' -f2-)" "R cb_policy" "with one symbol, read-only"
is "$(nm --undefined-only "$dir/policy.o")" "" "which names no code"
is "$(size -A "$dir/policy.o" | awk '/^\.(text|data|bss)/ { n += $2 } END { print n + 0 }')" 0 "no code, nothing writable"

for system in x86_64 aarch64; do
	jq ".system = \"$system-linux\"" "$good" >"$dir/$system.json"
	ok "the tables for $system are made on any machine" -- generate "$dir/$system.json" "$dir/again"
	grep -A99 '^static const struct cb_bpf' "$dir/again/claudebox-good.c" >"$dir/$system.filter"
done
fails "and their filters differ" -- cmp -s "$dir/x86_64.filter" "$dir/aarch64.filter"

# The blocks of the policy come behind those of every such tier.
jq '.network = "internet" | .tools.slirp4netns = .tools.bwrap | .block = ["203.0.113.0/24", "2001:db8::/32"]' "$good" >"$dir/block.json"
ok "blocks of addresses are accepted" -- generate "$dir/block.json" "$dir/again"
like "$(grep -B3 '^.{ .text = NULL },' "$dir/again/claudebox-good.c" | head -n 3 | tr -d '\n\t')" \
	'"203.0.113.0/24", false, 24, . 203, 0, 113, 0 . .,. "2001:db8::/32", true, 32, . 32, 1, 13, 184, 0,' "and become bytes"
jq '.protect = [] | .watch = [] | .hide = []' "$good" >"$dir/plain.json"
ok "a policy need treat no path apart" -- generate "$dir/plain.json" "$dir/again"
like "$(cat "$dir/again/SANDBOX.md")" 'No path is treated apart\.' "and the agent is told so"

# --- what is not ------------------------------------------------------------------------------

empty=$(scratch)
jq '.mounts[0].to = "proc"' "$good" >"$dir/bad.json"
exits 1 "a finding is exit code 1" -- generate "$dir/bad.json" "$empty"
is "$(files_in "$empty")" "" "and nothing is written"
ok "a finding leaves earlier outputs alone" -- cmp -s "$dir/out/SANDBOX.md" <(generate "$dir/bad.json" "$dir/out" 2>/dev/null; cat "$dir/out/SANDBOX.md")

exits 2 "a directory that is not there is exit code 2" -- generate "$good" "$dir/nowhere"
like "$err" 'nowhere .*No such file' "and named"
exits 2 "a file in the directory's place too" -- generate "$good" "$good"

user_ready
locked=$(scratch)
chmod 555 "$locked"
user_gen=$(lend "$gen")
cp -r "$templates" "$CB_TMP/templates"
cp "$good" "$CB_TMP/good.json"
exits 2 "a directory that cannot be written is exit code 2" -- as_user "$user_gen" "$CB_TMP/good.json" \
	--templates "$CB_TMP/templates" --out "$locked"
like "$err" 'SANDBOX\.md in .*Permission denied' "and the file named"

mkdir -p "$empty/claudebox-good.c/in-the-way"
exits 2 "when the second output cannot be put in place" -- generate "$good" "$empty"
is "$(files_in "$empty")" "claudebox-good.c claudebox-good.c/in-the-way" "the first is taken away again"
rm -r "$empty/claudebox-good.c"

# A full disk in a small room, if one can be had.
if [ "$(id -u)" = 0 ] && mkdir "$dir/small" && mount -t tmpfs -o size=4k none "$dir/small" 2>/dev/null; then
	exits 2 "a full disk is exit code 2" -- generate "$good" "$dir/small"
	is "$(files_in "$dir/small")" "" "and leaves nothing behind"
	umount "$dir/small"
else
	skip "no small file system can be mounted here" "a full disk is exit code 2"
fi

# --- templates ----------------------------------------------------------------------------------

# with_template FILE TEXT: our templates, TEXT added to one of them.
with_template() {
	rm -rf "$dir/templates"
	cp -r "$templates" "$dir/templates"
	printf '%s\n' "$2" >>"$dir/templates/$1"
}

# not_generated WHAT REGEX: by exit code 2, in such words, with no output.
not_generated() {
	exits 2 "$1 is refused" -- "$gen" "$good" --templates "$dir/templates" --out "$empty"
	like "$err" "$2" "in words"
	is "$(files_in "$empty")" "" "and nothing is written"
}

with_template launcher.c.m4 '/* g4_unknown */'
not_generated "a definition there is none of" 'launcher\.c\.m4 uses g4_unknown, which is not defined'
with_template SANDBOX.md.m4 'm4_defin(x)'
not_generated "a misspelt builtin" 'SANDBOX\.md\.m4 uses m4_defin,'
with_template launcher.c.m4 'm4_errprint(a warning)'
not_generated "whatever m4 has to say" 'a warning'
with_template launcher.c.m4 '<|'
not_generated "a quote that is not closed" 'end of file in string'
with_template launcher.c.m4 'm4_m4exit(3)'
not_generated "a failing m4" 'm4 on .*launcher\.c\.m4 failed'
with_template launcher.c.m4 ''
rm "$dir/templates/SANDBOX.md.m4"
not_generated "a missing skeleton" 'SANDBOX\.md\.m4'
with_template launcher.c.m4 'int arg4_x, xm4_y;'
ok "a name that only ends like a macro is none" -- "$gen" "$good" --templates "$dir/templates" --out "$empty"
rm "$empty"/*

exits 2 "without m4 nothing is made" -- env PATH="$empty" "$gen" "$good" --templates "$templates" --out "$empty"
like "$err" 'm4 .*not found' "and it is m4 that is missing"
is "$(files_in "$empty")" "" "and nothing is written"

mkdir "$dir/fake"
printf '#!/bin/sh\nenv >"%s/env"\n' "$dir" >"$dir/fake/m4"
chmod +x "$dir/fake/m4"
run env PATH="$dir/fake:$PATH" M4PATH=/x SECRET=x "$gen" "$good" --templates "$templates" --out "$empty"
is "$(grep -cE '^(M4PATH|SECRET|PATH|HOME)=' "$dir/env")" 0 "m4 gets nothing of the environment"
rm -f "$empty"/*

for said in '' 'a\0b'; do
	printf '#!/bin/sh\nprintf "%s"\n' "${said//\\/\\\\}" >"$dir/fake/m4"
	exits 2 "an m4 that says \"$said\" is refused" -- env PATH="$dir/fake:$PATH" "$gen" "$good" --templates "$templates" --out "$empty"
	like "$err" 'm4 on .* gave no text' "in words"
	is "$(files_in "$empty")" "" "and nothing is written"
done

# --- the command line -----------------------------------------------------------------------

exits 2 "no arguments are a mistake" -- "$gen"
exits 2 "an unknown option is one" -- "$gen" "$good" --templates "$templates" --out "$empty" --force
exits 2 "two policies are" -- "$gen" "$good" "$good" --templates "$templates" --out "$empty"
exits 2 "a policy that is not there is" -- generate "$dir/nowhere.json" "$empty"
like "$err" 'nowhere\.json .No such file' "and named"
exits 2 "a closure list that is not there is" -- generate "$good" "$empty" --closure "$dir/nowhere"
printf '/nix/store/x\0y\n' >"$dir/closure"
exits 2 "a closure list with a NUL in it is" -- generate "$good" "$empty" --closure "$dir/closure"
head -c 4194305 /dev/zero | tr '\0' a >"$dir/closure"
exits 2 "one over 4 MiB is" -- generate "$good" "$empty" --closure "$dir/closure"
like "$err" 'no list of store paths' "and named"
exits 2 "a directory for a policy is" -- generate "$dir" "$empty"
ok "a policy behind -- is a policy" -- "$gen" --templates "$templates" --out "$empty" -- "$good"
rm -f -- "$empty"/*
ok "--help explains" -- "$gen" --help
like "$out" '^usage: claudebox-gen POLICY\.json' "how to call it"
ok "--rules lists what is refused" -- "$gen" --rules
is "$(printf '%s\n' "$out" | awk -F'\t' 'NF != 3 || $1 == "" || $2 == "" || $3 == ""')" "" "each with id, what and why"
is "$(printf '%s\n' "$out" | cut -f1 | sort | uniq -d)" "" "each id once"

done_testing
