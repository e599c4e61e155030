#!/usr/bin/env bash
# However claude was installed, it runs inside; where it is not, or where it may not be shown, that is said.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready
. "$CB_LIB/client.sh"
box_ready default
version=$("$CLIENT" --version)
like "$version" '^[0-9.]+ \(Claude Code\)$' "the client knows its version"
plain_path=/usr/local/bin:/usr/bin:/bin
rm "$CB_USER_HOME/.local/bin/claude"

# installed LAYOUT DIR: claude on the PATH as that layout has it.
installed() {
	local program
	program=$("$CB_HERE/install" "$1" "$2") || return
	BOX_PATH=${program%/*}:$plain_path
}

# checked HOW: --check knows how it was installed, and its version without running it.
checked() {
	run box --check=json
	is "$(jq -r '.checks[] | select(.what == "claude") | .status + " " + .found' <<<"$out" | sed 's/: .*//')" \
		"ok ${version%% *}, $1" "UX-05: --check tells its version, $1"
}

installed npm "$(scratch)"
checked 'installed by npm'
ok "as npm installs it, a native program: it runs" -- box -- --version
is "$out" "$version" "and knows its version"

installed native "$CB_USER_HOME"
checked 'by its own installer'
ok "as its native installer puts it, below the home: it runs" -- box -- --version
is "$out" "$version" "and knows its version"
run box --shell -c "ls -A ~/.local 2>&1"
like "$out" 'No such file' "the home shows nothing of it when it is not asked for"

# node of the sandbox starts a script, which starts the program of the package beside its own.
prefix=$(scratch)
installed node "$prefix"
checked 'installed by npm'
echo c4n4ry-beside >"$prefix/lib/node_modules/secret"
api_start -- "$(bash_turn "cat '$prefix'/lib/node_modules/secret 2>&1; tr '\\0' ' ' </proc/\$PPID/cmdline")" "$(text_turn 'by node')"
ok "as npm without install scripts, by node: a session ends well" -- box -p hello
is "$out" 'by node' "with the agent's word"
like "$(tool_results)" '/claude-code-[a-z0-9-]*/claude --dangerously-skip-permissions' "UX-06: with our arguments"
fails "and of the other packages nothing is shown" -- api_saw c4n4ry-beside

# --- pinned ---------------------------------------------------------------------------------------------------------

dir=$(user_flake 'pinned = mk { base = "offline"; name = "pinned"; agent.program = "${client}/claude"; };')
sed -i 's|^  inputs.claudebox.url = .*|&\n  inputs.client.url = "path:/overridden";\n  inputs.client.flake = false;|
	s|outputs = { self,|& client,|' "$dir/flake.nix"
ok "a policy that pins claude of the store builds" -- user_build "$dir" pinned --out-link "$CB_TMP/pinned" \
	--override-input client "path:${CLIENT%/*}"
BOX=$(readlink -f "$CB_TMP/pinned/bin/claudebox-pinned")
BOX_PATH=$plain_path
# offline ARG…: with a profile that makes the client quiet itself.
offline() {
	box ANTHROPIC_BASE_URL=http://localhost ANTHROPIC_UNIX_SOCKET="$PROJECT/api" CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC= "$@"
}
api_start --unix "$PROJECT/api" -- "$(text_turn 'from the store')"
ok "from the store, pinned, where of the store only a part is shown: a session ends well" -- \
	offline -p hello
is "$out" 'from the store' "with the agent's word"
run offline --dry-run=json
pinned=$(jq -r '.command[]' <<<"$out" | grep '^/nix/store/.*/claude$')
isnt "$pinned" '' "by the program of the store"

BOX=$(launcher default)
BOX_PATH=${pinned%/*}:$plain_path
ok "from the store by PATH, as of a user's Nix profile: it runs" -- box -- --version
is "$out" "$version" "and knows its version"
BOX=$(launcher offline)
exits 127 "but not in a profile that shows another part of the store" -- offline -- --version
like "$err" '^hint: pin it: agent\.program' "which says what to do"

# --- nowhere ----------------------------------------------------------------------------------------------------------

BOX=$(launcher default)
BOX_PATH=$(scratch):$plain_path
rm -rf "$CB_USER_HOME/.claudebox"
exits 127 "without claude there is no session" -- box -p hello
like "$err" '^claudebox: claude not found \(not on PATH\)$' "and that is said"
like "$err" '^hint: npm install -g @anthropic-ai/claude-code' "with how to install it"
fails "nothing was made for it" -- test -e "$CB_USER_HOME/.claudebox"
ok "a shell starts all the same" -- box --shell -c true

as_user mkdir -p "$CB_USER_HOME/.claude/local"
as_user cp /bin/true "$CB_USER_HOME/.claude/local/claude"
BOX_PATH=$CB_USER_HOME/.claude/local:$plain_path
exits 125 "a claude in the host's own ~/.claude is refused" -- box -p hello
like "$err" "^claudebox: refusing mount of $CB_USER_HOME/\.claude/local/claude \(it would show the host's own Claude state" "with the reason"
like "$err" '^hint: .*install it with npm or its native installer' "and what to do"
done_testing
