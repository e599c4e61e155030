#!/usr/bin/env bash
# Every command of README.md, taken from there, works: line by line, those of the clone in the clone,
# the others by a user in a project, with what the clone's commands have installed. Nix is given the
# stand-in package set and, for `nix profile`, a profile of the test's own.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready
need script

# commands: what README.md says to type, without the remarks.
commands() {
	awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' "$1" | sed -E 's/ {2,}#.*$//; /^ *(#|$)/d'
}

# --- the world they are typed in -------------------------------------------------------------

user_ready
world=$(scratch)
chmod 755 "$world"
mkdir "$world/bin"
as_user mkdir -p "$CB_USER_HOME/bin" "$CB_USER_HOME/docs"
project=$CB_USER_HOME/project
as_user git init -q "$project"
cat >"$CB_USER_HOME/bin/claude" <<'END'
#!/bin/sh
echo "claude was given: $*"
END
chmod 755 "$CB_USER_HOME/bin/claude"

# `nix` of README.md: with the stand-in set, also below claudebox as the input of a flake of one's own;
# what it would change of the machine, a profile, a registry, lies in the world.
cat >"$world/bin/nix" <<END
#!/bin/sh
CLAUDEBOX_NIX_CONFIG="flake-registry = $world/registry.json"
. "$CB_TOP/nix/debian/env.sh"
PATH=\${PATH#"$world/bin:"}
case "\$1 \$2" in
"profile "*) exec "$CB_TOP/nix/debian/nix" profile "\$2" --profile "$world/profile" "\$3" ;;
"registry "* | "flake "*) exec nix "\$@" ;;
"build .#mine") exec nix build --no-write-lock-file --override-input claudebox/nixpkgs "path:$CB_TOP/nix/debian" \
	--override-input claudebox/nix-index-database "path:$CB_TOP/nix/debian-index" "path:\$PWD#mine" "\$3" "\$4" ;;
"build "*) set -- "\$@" --out-link "$world/result" ;;
esac
exec "$CB_TOP/nix/debian/nix" "\$@"
END
chmod 755 "$world/bin/nix"
printf '{"version": 2, "flakes": []}\n' >"$world/registry.json"
as_user mkdir "$CB_USER_HOME/own" "$CB_USER_HOME/plain"
as_user ln -s "$CB_TOP" "$CB_USER_HOME/claudebox"

# in_dir DIR LINE: by whoever has the clone and the store; ~ is the user's.
in_dir() {
	local path=$PATH
	[ "$(id -u)" != 0 ] || set -- "$1" "${2#sudo }"
	case $2 in nix\ profile\ install*) rm -f "$world"/profile* ;; esac
	case $2 in nix\ *) path=$world/bin:$PATH ;; esac
	(cd "$1" && "${root[@]}" env HOME="$CB_USER_HOME" PATH="$path" sh -c "$2")
}

# A user's terminal: a question is answered with Return, a shell is left by exit.
in_project() {
	printf '\nexit\n' | as_user env --chdir="$project" PATH="$world/profile/bin:$CB_USER_HOME/bin:/usr/bin:/bin" \
		ANTHROPIC_API_KEY=sk-ant-c4n4ry timeout 60 script -qec "$1" /dev/null
}

# --- line by line --------------------------------------------------------------------------------

mapfile -t lines < <(commands "$CB_TOP/README.md")
ok "README.md has commands" -- test "${#lines[@]}" -ge 10

for line in "${lines[@]}"; do
	case $line in
	tests/run) ok "$line: is what runs this, and runs" -- in_dir "$CB_TOP" "$line tests/meta/papers.t" ;;
	mkdir*) # which profiles others lines have made is forgotten
		as_user rm -rf "$CB_USER_HOME/.claudebox/profiles"
		ok "$line" -- as_user sh -c "$line"
		;;
	cp*) ok "$line" -- as_user env -C "$CB_USER_HOME/plain" sh -c "$line" ;;
	sudo*) ok "$line" -- in_dir "$CB_USER_HOME/plain" "$line" ;;
	nix\ flake\ * | *.#mine*) ok "$line" -- in_dir "$CB_USER_HOME/own" "$line" ;;
	nix*) ok "$line" -- in_dir "$CB_TOP" "$line" ;;
	*--why*) # what README.md asks for is not there inside
		exits 1 "$line" -- in_project "$line"
		like "$out" 'absent ' "$line: says so"
		;;
	*) ok "$line" -- in_project "$line" ;;
	esac
	unlike "$out$err" 'c4n4ry' "$line: prints no secret"
done

done_testing
