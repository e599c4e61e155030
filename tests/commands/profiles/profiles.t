#!/usr/bin/env bash
# EXT-03: other profiles, by --profile, CLAUDEBOX_PROFILE and --profiles: where they are looked for,
# and that nothing a project could have made is ever run.
. "$(dirname "$0")/../../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
offline=$(launcher offline)
api=$(launcher api)
isnt "$offline$api" "" "there are two more launchers"

# put FILE LAUNCHER: as a link of the user's.
put() {
	as_user mkdir -p "${1%/*}" && as_user ln -sfn "$2" "$1"
}

# package DIR NAME MARK: a program that says what it was called with, as a package of that profile.
package() {
	as_user mkdir -p "$1/bin" "$1/share/claudebox/$2"
	printf '%s\nnone\nmade for this test\n' "$2" | as_user tee "$1/share/claudebox/$2/about" >/dev/null
	printf '#!/bin/sh\necho "%s:" "$@" "[${CLAUDEBOX_PROFILE-unset}]"\n' "$3" | as_user tee "$1/bin/claudebox-$2" >/dev/null
	as_user chmod 755 "$1/bin/claudebox-$2"
}

bin=$CB_USER_HOME/bin
put "$bin/claudebox" "$claudebox"

# --- where they are found

is "$(as_user "$bin/claudebox" --profiles)" \
	"default  full  everyday work: the host's network, the whole store  ~/bin/claudebox (this one)" \
	"EXT-03: alone it lists itself, with network, description and place"
put "$bin/claudebox-offline" "$offline"
like "$(as_user "$bin/claudebox" --profiles)" \
	'^offline  none  no network, only its own programs + ~/bin/claudebox-offline$' \
	"EXT-03: what lies beside the link it was called by is listed"
is "$(as_user "$bin/claudebox" --profiles | sed -E 's/^(.*)(~.*)$/\1/' | awk '{ print length }' | sort -u | wc -l)" 1 \
	"and the columns are aligned"
# on_terminal COLUMNS: the list as people see it.
on_terminal() {
	as_user script -qec "stty cols $1; $bin/claudebox --profiles" /dev/null | tr -d '\r'
}
is "$(on_terminal 80)" "default  full  everyday work: the host's network, the whole store
  ~/bin/claudebox (this one)
offline  none  no network, only its own programs
  ~/bin/claudebox-offline" "on a terminal the place has a line of its own"
is "$(on_terminal 40 | head -n 2)" "default  full  everyday work: the
               host's network, the" "and the description ends where a narrow one does"
is "$(as_user "$bin/claudebox" --profile offline --version)" "claudebox 0.1.0 (profile offline)" \
	"EXT-03: and run by --profile"
is "$(as_user env PATH="$bin:/usr/bin:/bin" sh -c 'claudebox --profile offline --version')" \
	"claudebox 0.1.0 (profile offline)" "also when the shell found it on PATH"
is "$(cd "$CB_USER_HOME" && as_user bin/claudebox --profile offline --version)" "claudebox 0.1.0 (profile offline)" \
	"also when it was called by a relative path"
put "$CB_USER_HOME/.claudebox/profiles/api" "${api%/bin/*}"
is "$(as_user "$bin/claudebox" --profile api --version)" "claudebox 0.1.0 (profile api)" \
	"EXT-03: a profile in ~/.claudebox/profiles is run"
like "$(as_user "$bin/claudebox" --profiles)" '^api .* ~/\.claudebox/profiles/api/bin/claudebox-api$' "and listed"
package "$CB_USER_HOME/opt" mine path
is "$(as_user env PATH="/usr/bin:$CB_USER_HOME/opt/bin" "$bin/claudebox" --profile mine)" "path: [unset]" \
	"EXT-03: one on PATH is run"
package "$CB_USER_HOME/.claudebox/profiles/mine" mine own
is "$(as_user env PATH="/usr/bin:$CB_USER_HOME/opt/bin" "$bin/claudebox" --profile mine)" "own: [unset]" \
	"one's own come before PATH"
package "$CB_USER_HOME/beside" mine beside
put "$CB_USER_HOME/beside/bin/claudebox" "$claudebox"
is "$(as_user "$CB_USER_HOME/beside/bin/claudebox" --profile mine)" "beside: [unset]" \
	"and what lies beside it before both"

# --- how they are called

is "$(as_user "$bin/claudebox" -y --profile mine --mount-ro --profile -p 'two words' -- --profile x)" \
	"own: -y --mount-ro --profile -p two words -- --profile x [unset]" \
	"EXT-03: the other launcher gets all arguments but the flag"
is "$(as_user env CLAUDEBOX_PROFILE=mine "$bin/claudebox" hello)" "own: hello [unset]" \
	"EXT-03: CLAUDEBOX_PROFILE chooses, and is gone afterwards"
is "$(as_user env CLAUDEBOX_PROFILE=mine "$bin/claudebox" --profile offline --version)" \
	"claudebox 0.1.0 (profile offline)" "EXT-03: the flag beats the variable"
is "$(as_user env CLAUDEBOX_PROFILE=mine "$bin/claudebox" --profile default --version)" \
	"claudebox 0.1.0 (profile default)" "EXT-03: its own name means itself"
is "$(as_user env CLAUDEBOX_PROFILE=default "$bin/claudebox" --version)" \
	"claudebox 0.1.0 (profile default)" "also in the variable"
is "$(as_user env CLAUDEBOX_PROFILE=mine "$bin/claudebox-offline" --version)" \
	"claudebox 0.1.0 (profile offline)" "who calls a profile by its program has chosen"
is "$(as_user "$bin/claudebox" --profile offline --yes --shell -c 'cat /proc/net/dev | grep -vc "[|]\|lo:"')" 0 \
	"EXT-03: the sandbox of the other profile starts, and has no network"

# --- what is refused

refused "EXT-03: a profile that is not there is refused" \
	'there is no profile "nope" \(here are: api, default, mine, offline\)$' -- as_user "$bin/claudebox" --profile nope
like "$err" '^hint: .*nix build FLAKE#nope --out-link ~/\.claudebox/profiles/nope$' "with the line that makes one"

# One that is shipped is a package of our flake; what the hint says is typed there.
is "$(sed -nE 's/^X\("(.*)"\)$/\1/p' "$CB_TOP/runtime/vocab/shipped-profiles.def" | sort)" "$(profiles | sort)" \
	"the launcher knows which profiles are shipped"
# in_clone LINE: by who owns the store.
in_clone() {
	local root=()
	[ "$(id -u)" = 0 ] || root=(sudo -H --)
	(cd "$CB_TOP" && "${root[@]}" bash -c "$1")
}
for name in $(profiles); do
	as_user "$bin/claudebox" --profiles | grep -q "^$name " && continue
	refused "EXT-03: $name, which is shipped, is refused where it is not" "there is no profile \"$name\"" -- \
		as_user "$bin/claudebox" --profile "$name"
	line=$(sed -nE 's/^hint: it comes with claudebox, in whose clone: nix (build [^;]*);.*/\1/p' <<<"$err")
	isnt "$line" "" "$name: with the line that builds it"
	ok "$name: which works" -- in_clone "nix/debian/nix ${line/build/build --dry-run}"
done
refused "also by the variable" 'there is no profile "nope"' -- as_user env CLAUDEBOX_PROFILE=nope "$bin/claudebox"

# One's own that is there, and cannot be run: why.
own=$CB_USER_HOME/.claudebox/profiles
put "$own/gone" "$CB_USER_HOME/collected"
refused "EXT-03: a link that leads nowhere is told as that" \
	'the profile "gone" is a dangling link: ~/\.claudebox/profiles/gone$' -- as_user "$bin/claudebox" --profile gone
like "$err" '^hint: build it again: nix build FLAKE#gone --out-link ~/\.claudebox/profiles/gone$' "with the line that mends it"
as_user mkdir -p "$own/empty"
refused "EXT-03: a directory with no launcher in it is told as that" \
	'[~]/\.claudebox/profiles/empty holds no claudebox-empty$' -- as_user "$bin/claudebox" --profile empty
package "$CB_USER_HOME/other" theirs other
put "$own/foo" "$CB_USER_HOME/other"
refused "EXT-03: a profile of another name is told as that" \
	'[~]/\.claudebox/profiles/foo holds claudebox-theirs, not claudebox-foo$' -- as_user "$bin/claudebox" --profile foo
like "$err" '^hint: set name = "foo" in its policy, .*~/\.claudebox/profiles/theirs$' "with both ways to mend it"
package "$project/made" bar evil
put "$own/bar" "$project/made"
refused "EXT-03: one that leads into the project is told not to be run" \
	'[~]/\.claudebox/profiles/bar/bin/claudebox-bar is not run: ' -- as_user "$bin/claudebox" --profile bar
unlike "$(as_user "$bin/claudebox" --profiles)" '^(gone|empty|foo|bar|theirs) ' "EXT-03: none of them is listed"
package "$CB_USER_HOME/path" gone path
is "$(as_user env PATH="/usr/bin:$CB_USER_HOME/path/bin" "$bin/claudebox" --profile gone)" "path: [unset]" \
	"and one of that name elsewhere is run nevertheless"
as_user rm -r "$own/gone" "$own/empty" "$own/foo" "$own/bar" "$project/made"

for name in ../x a/b . A 'a b' $'a\nb' -x; do
	exits 2 "EXT-03: $(printf %q "$name") is no name" -- as_user "$bin/claudebox" "--profile=$name"
	like "$err" 'is no name of a profile' "and told so"
done

# never DESC CMD…: the program the project has made does not run, neither for --profile nor to be listed.
never() {
	local desc=$1
	shift
	exits 125 "$desc: it is not run" -- as_user "$@" --profile evil
	unlike "$out" evil "and says nothing"
	ok "$desc: a list can be had" -- as_user "$@" --profiles
	unlike "$out" '^evil' "and it is not in it"
}
package "$project" evil evil
is "$(as_user env -C / PATH="$project/bin" "$bin/claudebox" --profile evil)" "evil: [unset]" \
	"a directory on PATH is searched when it is not the project's"
never "a directory of the project on PATH" env PATH="$project/bin:/usr/bin" "$bin/claudebox"
never "a relative entry of PATH" env PATH="bin:.:/usr/bin" "$bin/claudebox"
user_git init -q .
as_user mkdir sub
never "a directory of the project, from below it" env -C sub PATH="$project/bin:/usr/bin" "$bin/claudebox"
put "$CB_USER_HOME/elsewhere" "$project/bin"
never "a link on PATH that leads into the project" env PATH="$CB_USER_HOME/elsewhere:/usr/bin" "$bin/claudebox"
package "$CB_USER_HOME/target" evil evil
put "$project/back" "$CB_USER_HOME/target/bin"
put "$CB_USER_HOME/elsewhere" "$project/back"
never "a link that leads through the project and out again" env PATH="$CB_USER_HOME/elsewhere:/usr/bin" "$bin/claudebox"
put "$bin/claudebox-evil" "$project/bin/claudebox-evil"
never "a link beside the launcher that leads into the project" "$bin/claudebox"
rm "$bin/claudebox-evil"
chmod 777 "$CB_USER_HOME/target/bin"
never "a directory everybody can write" env PATH="$CB_USER_HOME/target/bin:/usr/bin" "$bin/claudebox"
chmod 755 "$CB_USER_HOME/target/bin"
if [ "$(id -u)" = 0 ]; then
	chown nobody "$CB_USER_HOME/target/bin/claudebox-evil"
	never "a program of another user" env PATH="$CB_USER_HOME/target/bin:/usr/bin" "$bin/claudebox"
	chown "$CB_USER:" "$CB_USER_HOME/target/bin/claudebox-evil"
fi
is "$(as_user env PATH="$CB_USER_HOME/target/bin" "$bin/claudebox" --profile evil)" "evil: [unset]" \
	"which would run if it were not for that"
rm "$CB_USER_HOME/target/share/claudebox/evil/about"
never "a program of such a name that is no launcher" env PATH="$CB_USER_HOME/target/bin:/usr/bin" "$bin/claudebox"
done_testing
