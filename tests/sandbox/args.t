#!/usr/bin/env bash
# D-01, UX-06: claudebox takes its own flags and nothing else; the agent gets the rest as it is.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready

# An agent that prints its arguments, one a line.
bin=$(user_scratch)
printf '#!/usr/bin/env bash\nprintf "<%%s>\\n" "$@"\n' >"$bin/claude"
chmod 755 "$bin/claude"

# agent ARG…: claudebox with these arguments and that agent.
agent() {
	as_user env PATH="$bin:/usr/bin:/bin" "$claudebox" "$@"
}

# gets DESC WANT ARG…: the words the agent got, without the one of UX-06, which must be the first.
gets() {
	local desc=$1 want=$2 words
	words=$(agent --yes "${@:3}" | tr '\n' ' ')
	is "$words" "<--dangerously-skip-permissions> ${want:+$want }" "$desc"
}

gets "UX-06: --dangerously-skip-permissions is passed" ''
gets "D-01: what is not ours goes to the agent" '<-p> <hello world> <--model> <x>' -p 'hello world' --model x
gets "D-01: ours is taken out anywhere before a --" '<-p> <x> <--verbose>' -p x -y --verbose --yes
gets "D-01: nothing is changed on the way" "$(printf '<%s> ' '' ' ' '*' "a'b\"c" '$HOME' '\n' '--yes=' | sed 's/ $//')" \
	-- '' ' ' '*' "a'b\"c" '$HOME' '\n' '--yes='
gets "D-01: a -- before any agent argument is ours" '<--help> <--yes> <--dry-run>' -- --help --yes --dry-run
gets "D-01: a second one is the agent's" '<--> <x>' -- -- x
gets "D-01: a -- behind an agent argument is the agent's, and ends our flags" \
	'<mcp> <add> <x> <--> <npx> <-y> <server> <--yes>' mcp add x -- npx -y server --yes
gets "D-01: words that begin like ours are not ours" '<--yesterday> <-yes> <-Y> <--mount>' \
	--yesterday -yes -Y --mount
gets "D-01: a flag of ours with its value is taken whole" '<x>' --mount-ro "$bin" x --mount-rw="$bin"
gets "UX-06: accepted before these subcommands" '<mcp> <list>' mcp list
while IFS='"' read -r _ word _; do
	is "$(agent --yes "$word" x | tr '\n' ' ')" "<$word> <x> " "UX-06: nothing of ours stands before $word"
	gets "UX-06: but $word elsewhere is a word as any other" "<-p> <$word>" -p "$word"
done < <(grep '^X(' "$CB_TOP/runtime/cli/plain-subcommands.def")

for word in --bg --background; do
	for before in '' '-p x'; do
		# shellcheck disable=SC2086 # words
		exits 125 "a session in the background is refused: ${before:+$before }$word" -- agent --yes $before "$word" 'do it'
		like "$err" "^claudebox: refusing $word \\(.* would end with the sandbox" "with the reason"
		like "$err" '^hint: .*tmux' "and what to do"
		is "$out" '' "and nothing is started"
	done
	gets "but $word behind a -- is another program's" "<mcp> <add> <x> <--> <server> <$word>" mcp add x -- server "$word"
done

# --- ours, answered by claudebox itself ----------------------------------------------------

ok "--help is claudebox's" -- agent -p x --help
like "$out" '^Usage: claudebox' "and explains it"
ok "--version too" -- agent --version
like "$out" '^claudebox [0-9]+\.[0-9]+\.[0-9]+ \(profile default\)$' "and says the profile"
for bad in --yes=no --dry-run=yaml --shell=x --help=x; do
	exits 2 "$bad is a usage error" -- agent "$bad"
	like "$err" '^claudebox: --' "and names the flag"
done
for bad in '--prove --dry-run' '--why TERM --prove' '--why TERM --dry-run=json' '--why TERM x' '--profiles --gc --yes' '--dry-run --version'; do
	# shellcheck disable=SC2086 # words
	exits 2 "$bad is a usage error" -- agent $bad
	like "$err" '^claudebox: --[a-z-]+ takes ' "and says what it takes"
	like "$err" '^hint: .' "and what to do"
done
for other in --dry-run --gc --prove --check --profiles; do
	ok "--help is heeded beside $other" -- agent "$other" --help
	like "$out" '^Usage: claudebox' "and nothing else done"
done
exits 2 "--mount-ro without a path is a usage error" -- agent --mount-ro
exits 2 "and so is an empty path" -- agent --mount-rw=

is "$(as_user "$claudebox" --yes --shell -c 'printf "<%s>" "$@"' x --yes -- --dry-run)" '<--yes><--><--dry-run>' \
	"D-01: --shell ends our flags: what follows is the shell's"
is "$(as_user "$claudebox" --yes --shell -- -c 'printf "<%s>" "$@"' x -- y)" '<--><y>' "D-01: a -- right behind it is ours"
is "$(agent --yes --shell -c 'echo $0')" "$(jq -r .tools.shell "${claudebox%/bin/*}/share/claudebox/default/policy.json")" \
	"--shell runs the store's bash"

# --- the agent's own ending ------------------------------------------------------------------

printf '#!/usr/bin/env bash\nexit "$2"\n' >"$bin/claude"
for code in 0 1 2 77 125 126 127 255; do
	exits "$code" "SAND-14: the agent's exit code $code is the launcher's" -- agent --yes "$code"
done
printf '#!/usr/bin/env bash\nkill -"$2" $$\n' >"$bin/claude"
exits 137 "SAND-14: an agent that is killed gives 128 + 9" -- agent --yes KILL
exits 139 "SAND-14: one that crashes gives 128 + 11" -- agent --yes SEGV
printf '#!/no/such/interpreter\n' >"$bin/claude"
exits 127 "an agent whose interpreter is not inside" -- agent --yes
like "$err" '^claudebox: cannot run .*/claude \(No such file' "is named"
like "$err" '^hint: the file or its interpreter is not in the sandbox' "with what is missing"
printf 'no program' >"$bin/claude"
exits 126 "an agent that is no program" -- agent --yes
done_testing
