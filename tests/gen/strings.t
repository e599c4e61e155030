#!/usr/bin/env bash
# Every string of a policy comes back from the compiled tables exactly as it was written, whatever
# it means to m4, to C or to Markdown, and is shown so by the launcher's --dry-run=json. Run with
# sanitizers.
. "$(dirname "$0")/common.sh"
sanitized

# round_trip POLICY DIR [OPTION…]: generates, compiles, and compares all strings.
round_trip() {
	local policy=$1 dir=$2 closure='' desc
	shift 2
	desc=$(jq -r .name "$policy")
	mkdir "$dir"
	ok "$desc: is accepted" -- generate "$policy" "$dir" "$@" || return
	ok "$desc: compiles without a warning" -- compile "$dir/print" "$dir/claudebox-$desc.c" \
		"$CB_HERE/print-policy.c" || return
	[ $# = 0 ] || closure=$(cat "$2")
	jq -r --arg closure "$closure" -f "$CB_HERE/print-policy.jq" "$policy" >"$dir/want"
	"$dir/print" >"$dir/got"
	ok "$desc: all strings come back" -- diff "$dir/want" "$dir/got"
	"$dir/print" sandbox >"$dir/sandbox"
	ok "$desc: the launcher carries SANDBOX.md as it is" -- cmp "$dir/sandbox" "$dir/SANDBOX.md"
}

# shown POLICY DIR: the launcher made of it shows every reason, destination, value and argument in
# JSON as the policy has them, in the list that is for people's programs and in bwrap's command.
shown() {
	local policy=$1 dir=$2 desc
	desc=$(jq -r .name "$policy")
	ok "$desc: becomes a launcher" -- compile "$dir/fake-host" -no-pie "$CB_TOP/tests/golden/fake-host.c" \
		"$dir/claudebox-$desc.c" "$CB_BUILD/libclaudebox.a" || return
	ok "$desc: which shows itself" -- "$dir/fake-host" "$CB_TOP/tests/golden/hosts/plain.host" --dry-run=json || return
	printf '%s\n' "$out" >"$dir/shown.json"
	jq -c '(.mounts[] | select(.kind == "dir" or .kind == "link") | select(.to | startswith("/")) | [.kind, .from, .to, .why]),
		(.env.set | to_entries | sort_by(.key)[] | select(.value | type == "string") | [.key, .value, .value]), .agent.args' "$policy" >"$dir/want.shown"
	jq -c --slurpfile policy "$policy" '.command as $command
		| (.mounts[] | select(.kind == "dir" or .kind == "link") | select(.to | startswith("/run/user") | not) | [.kind, .from, .to, .why]),
		([.env[] | select(.origin == "policy") | select($policy[0].env.set[.name] | type == "string")] | sort_by(.name)[]
			| . as $var | [.name, .value, $command[($command | index($var.name)) + 1]]),
		$command[-($policy[0].agent.args | length):]' "$dir/shown.json" >"$dir/got.shown"
	ok "$desc: as the policy has it" -- diff "$dir/want.shown" "$dir/got.shown"
}

dir=$(scratch)
round_trip "$good" "$dir/good"

good_closure >"$dir/closure"
jq '.name = "closure" | .mounts[3] = {kind: "closure", to: "/nix/store", why: "x"} | .nesting = true
	| .network = "none" | .limits.core = 1099511627776
	| .agent.program = .tools.shell | .env.set = {} | .env.pass = [] | .env.allowSecret = [] | .agent.args = []' \
	"$good" >"$dir/closure.json"
round_trip "$dir/closure.json" "$dir/with-closure" --closure "$dir/closure"

# Words, one a line, each a trap for someone on the way.
cat >"$dir/traps" <<'END'
<|
|>
|><|
<|<|<|
|>)m4_dnl
g4_name
m4_define(<|g4_name|>, <|"x"|>)
m4_syscmd(touch pwned)
m4_include(/etc/passwd)
m4_m4exit(0)
xm4_eval(1)
m4_
g4_
g4_g4_m4_m4_
m4__file__
arg4_x
$0 $1 $* $@ $# ${1}
`quoted'
dnl
# comment
changequote([,])
eval(1 + 1)
,a,(b),)(
??= ??/ ??( ??' ??) ??! ??< ??> ??-
??/"
%: <: :> <% %>
\
\\
\n\t\0\x41\101
\"
"
"; int x = system("true"); //
/* */ */ //
'
%s%n%d%%
@/etc/passwd
@~/.ssh/id_rsa
| a | b |
**bold** _under_ `code` ~~no~~
<script>alert(1)</script> &lt; &amp;
[a](http://example.org) ![b](c)
#1
0123
é ü ß 漢字 🙂 ́
~
-
 leading
a  b
END
tr -d '\n' <<<' !"#$%&'"'"'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~' >>"$dir/traps"
printf '\ntrailing \n  both  \n' >>"$dir/traps"

# In every place that takes any text; and each character before a digit, where an escape could run on.
jq -R . "$dir/traps" | jq -s . >"$dir/traps.json"
jq --slurpfile traps "$dir/traps.json" '$traps[0] as $t | .name = "traps" | .agent.args = $t
	| .description = ($t | join(" "))
	| .env.set = ([$t | to_entries[] | {key: "V\(.key)", value: .value}] | from_entries)
	| .mounts += [$t | to_entries[] | {kind: "ro", from: "/opt/t/\(.key)", to: "/t/\(.key)", why: ("w" + .value)}]
	| .mounts += [$t | to_entries[] | select(.value | test("/") | not) | {kind: "link", from: "/\(.value | gsub("^\\.+$"; "x"))", to: "/l/\(.key)-\(.value)", why: "x"}]
	| .watch = ([$t[] | select(test("[/*?[]") | not) | "w\(.)"] | unique)
	| .agent.args += [range(32; 127) | [., 49] | implode | . + "7"]' "$good" >"$dir/traps-policy.json"
round_trip "$dir/traps-policy.json" "$dir/with-traps"
shown "$dir/traps-policy.json" "$dir/with-traps"
is "$(find "$dir" -name pwned)" "" "m4 ran no command of the policy"

# All letters of two bytes, and of three and four from each block: every byte that UTF-8 has.
jq '.name = "letters" | .agent.args = [range(160; 2048), range(2048; 65536; 251), range(65536; 1114111; 9973)
	| select((. < 55296 or . > 57343) and . != 173 and . != 1564 and (. < 8206 or . > 8303)) | [.] | implode | "a" + . + "1"]' \
	"$good" >"$dir/letters.json"
round_trip "$dir/letters.json" "$dir/with-letters"
is "$(jq -j '.agent.args | add' "$dir/letters.json" | od -An -v -tx1 -w1 | sort -u | wc -l)" 117 \
	"letters: hold every byte from 80 to f4 but c0 and c1, beside a and 1"
shown "$dir/letters.json" "$dir/with-letters"

jq '.name = "long" | .description = ("long " * 20000) | .agent.args = ["m4_" * 30000, "$|?" * 20000]' "$good" >"$dir/long.json"
round_trip "$dir/long.json" "$dir/with-long"
shown "$dir/long.json" "$dir/with-long"

# --- Markdown ----------------------------------------------------------------------------------

md=$(cat "$dir/with-traps/SANDBOX.md")
unlike "$md" '(^|[^[:alnum:]])@' "no @ that the client would import from is left in SANDBOX.md"
unlike "$md" '<script' "no HTML either"

done_testing
