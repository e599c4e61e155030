#!/usr/bin/env bash
# What a user starts from: the template and every example, made by `nix flake init`, built as their
# first lines say, and run.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready
need bwrap node
user_ready
tun_ready
default=$(launcher default)

# plain_nix ARG…: nix with our settings and a registry of the test's own, as a user of Nix has it.
plain_nix() {
	(CLAUDEBOX_NIX_CONFIG="flake-registry = $CB_TMP/registry.json"
	. "$CB_TOP/nix/debian/env.sh"
	"${root[@]}" env HOME="$HOME" NIX_CONFIG="$NIX_CONFIG" nix "$@")
}

# start DIR NAME: what nix flake init makes there.
start() {
	(cd "$1" && plain_nix flake init -t "$2")
}

# build DIR ATTRIBUTE LINK: claudebox from the registry, with the stand-in set below it.
build() {
	plain_nix build --no-write-lock-file --override-input claudebox/nixpkgs "path:$CB_TOP/nix/debian" \
		--override-input claudebox/nix-index-database "path:$CB_TOP/nix/debian-index" \
		"path:$1#$2" --out-link "$3"
}

# inside_example NAME COMMAND: a shell in its sandbox, started in a project of the user's.
inside_example() {
	as_user env -C "$project" "$CB_TMP/$1"/bin/claudebox-* --yes --shell -c "$2"
}

project=$(user_scratch)
printf '{"version": 2, "flakes": []}\n' >"$CB_TMP/registry.json"
ok "claudebox is put into the registry" -- plain_nix registry add claudebox "$flake"

# --- what README.md writes into a NixOS flake

said=$(awk '/^```nix$/ { on = 1; next } /^```$/ { on = 0 } on && /systemPackages/' "$CB_TOP/README.md")
isnt "$said" "" "README.md says what to write into a NixOS flake"
dir=$(user_flake "said = builtins.head { $said }.environment.systemPackages;")
ok "and that is a package" -- user_build "$dir" said --out-link "$CB_TMP/said"
ok "with every profile" -- test -x "$CB_TMP/said/bin/claudebox-offline"

# --- the template

dir=$(scratch)
ok "nix flake init -t claudebox makes a flake" -- start "$dir" claudebox
is "$(cd "$dir" && ls)" "flake.nix" "of one file"
as_user mkdir -p "$CB_USER_HOME/.claudebox/profiles"
ok "it builds, as its first lines say" -- build "$dir" mine "$CB_USER_HOME/.claudebox/profiles/mine"
is "$(as_user env -C "$project" "$default" --profile mine --version)" "claudebox 0.1.0 (profile mine)" \
	"and runs, as they say"
like "$(as_user env -C "$project" "$default" --profiles)" \
	'^mine +full +my own profile +~/\.claudebox/profiles/mine/bin/claudebox-mine$' "and is listed"
ln -s "$dir" "$CB_TMP/template"
# What it only mentions works too.
mkdir "$CB_TMP/all"
sed -E '/inputsFrom|agent\.program|A pinned claude/d; s/^( +)# (env|mounts|network|nix|domains|forward|protect|hide)/\1\2/; s/; {3,}[a-z].*/;/' \
	"$dir/flake.nix" >"$CB_TMP/all/flake.nix"
is "$(grep -cE '^ +(env|mounts|network|nix|domains|forward|protect|hide)' "$CB_TMP/all/flake.nix")" 9 "it mentions nine attributes more"
ok "with all of them it builds" -- build "$CB_TMP/all" mine "$CB_TMP/all/result"
is "$(jq -c '[.network, .domains[0], .forward, .protect[-1], .hide, .env.set.PAGER, .env.pass[-1], .mounts[-1].to]' \
	"$CB_TMP/all/result/share/claudebox/mine/policy.json")" \
	'["domains","*.example.org",[11434],"Makefile",[".env"],"less","DIRENV_LOG_FORMAT","~/src/lib"]' "and they are in the policy"

# A package set with a claude-code that is not free, as nixpkgs has it.
mkdir "$CB_TMP/unfree" "$CB_TMP/pinned"
cp "$CB_TOP"/nix/debian/* "$CB_TMP/unfree"
cp /var/lib/dpkg/status "$CB_TMP/unfree/status"
mv "$CB_TMP/unfree/default.nix" "$CB_TMP/unfree/set.nix"
cat >"$CB_TMP/unfree/default.nix" <<'END'
args:
let pkgs = import ./set.nix args; in
pkgs // {
  claude-code =
    if args.config.allowUnfree or false then
      pkgs.runCommand "claude-code" { meta.mainProgram = "claude"; } "mkdir -p $out/bin && echo '#!/bin/sh' >$out/bin/claude"
    else
      throw "claude-code is unfree";
}
END

# pinned NIX: builds the template with that agent.
pinned() {
	sed -E "s|^ +# (agent\.program = ).*|\1$1;|" "$CB_TMP/template/flake.nix" >"$CB_TMP/pinned/flake.nix"
	plain_nix build --no-write-lock-file --override-input claudebox/nixpkgs "path:$CB_TMP/unfree" \
		--override-input claudebox/nix-index-database "path:$CB_TOP/nix/debian-index" \
		"path:$CB_TMP/pinned#mine" --out-link "$CB_TMP/pinned/result"
}
fails "a claude that is not free does not build by its name alone" -- pinned pkgs.claude-code
like "$err" 'claude-code is unfree' "and why is said"
ok "as the template has it, it does" -- pinned "$(sed -nE 's/^ +# agent\.program = (.*);$/\1/p' "$CB_TMP/template/flake.nix")"
like "$(jq -r .agent.program "$CB_TMP/pinned/result/share/claudebox/mine/policy.json")" '^/nix/store/.*-claude-code/bin/claude$' \
	"and is the one of the store"

# --- the examples

for path in "$CB_TOP"/nix/examples/*/; do
	name=$(basename "$path")
	dir=$(scratch)
	run start "$dir" "claudebox#$name"
	is "$(diff -r "$path" "$dir" 2>&1)" "" "$name: nix flake init -t claudebox#$name makes it"
	ok "$name: it builds" -- build "$dir" default "$CB_TMP/$name"
done

is "$(inside_example python 'python3 -c "import json, ssl, sqlite3, ctypes; print(json.dumps(6 * 7))"; command -v python3 | cut -d/ -f1-3')" \
	$'42\n/nix/store' "python: the dev shell's Python is there"
fails "where the profile it is made from has none" -- as_user env -C "$project" "$(launcher internet)" --yes --shell -c 'command -v python3'

as_user tee "$project/.env" >/dev/null <<<'TOKEN=x'
is "$(inside_example node 'node -p 6*7; cat .env; echo "$npm_config_cache"')" $'42\n'"$CB_USER_HOME/.cache/npm" \
	"node: it runs, its cache is kept, and .env looks empty"

refused_without=$(as_user env -C "$project" "$CB_TMP/reference/bin/claudebox-reference" --yes --shell -c true 2>&1)
like "$refused_without" '/src/reference' "reference: where there is no checkout, it says so"
as_user mkdir -p "$CB_USER_HOME/src/reference"
as_user tee "$CB_USER_HOME/src/reference/file" >/dev/null <<<'look'
is "$(inside_example reference 'cat ~/src/reference/file; echo x 2>&- >~/src/reference/file || echo no')" $'look\nno' \
	"reference: the checkout can be read and not be written"

company=$CB_TOP/nix/examples/proxy/company-ca.pem
is "$(inside_example proxy 'echo "$HTTPS_PROXY"; cat "$NODE_EXTRA_CA_CERTS"; tail -n '"$(wc -l <"$company")"' "$SSL_CERT_FILE"')" \
	"http://proxy.example.com:3128"$'\n'"$(cat "$company" "$company")" "proxy: proxy and certificate are there"
is "$(inside_example proxy 'node -p "require(\"tls\").createSecureContext(); new (require(\"crypto\").X509Certificate)(require(\"fs\").readFileSync(process.env.NODE_EXTRA_CA_CERTS)).subject.split(\"\\n\")[0]"' 2>&1 | grep -v "^claudebox: note")" \
	"O=Example Company" "proxy: which node can read"

# A model server on a host of its own, since that port may be taken here.
served() {
	as_user env -C "$project" bwrap --dev-bind / / --unshare-net --unshare-pid --die-with-parent --proc /proc sh -c '
		node -e "require(\"http\").createServer((q, r) => r.end(\"model\")).listen(11434, \"127.0.0.1\", () => require(\"fs\").writeFileSync(\"ready\", \"\"))" & i=0
		until [ -e ready ]; do i=$((i + 1)); [ $i -lt 500 ] || exit 99; sleep 0.02; done
		exec "$0" --yes --shell -c "$1"' "$CB_TMP/model/bin/claudebox-model" "$1"
}
is "$(served 'curl -sS "$ANTHROPIC_BASE_URL"')" "model" "model: the server of the host answers"
fails "model: no other port does" -- served 'curl -sS http://127.0.0.1:11435'

done_testing
