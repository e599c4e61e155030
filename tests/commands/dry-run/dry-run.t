#!/usr/bin/env bash
# UX-04: --dry-run shows the table, the environment and the command, and touches nothing on disk.
. "$(dirname "$0")/../../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
need strace
user_git init -q .
as_user git config --global user.name Somebody

# listing DIR: everything in it, with time and mode.
listing() {
	find "$1" -printf '%p %m %u %s %T@ %C@\n' | sort
}

sum=$(listing "$CB_USER_HOME" && listing "$project")
for form in --dry-run --dry-run=json; do
	ok "UX-04: $form works before ~/.claudebox is there" -- as_user "$claudebox" "$form" --shell
	is "$(listing "$CB_USER_HOME" && listing "$project")" "$sum" "and leaves everything as it was"
	is "$err" "" "and says nothing on stderr"
done

# Calls that may write. Of the opening ones only those that ask for it count.
opening='open|openat|openat2'
changing='creat|mkdir|mkdirat|mknod|mknodat|rename|renameat|renameat2|unlink|unlinkat|rmdir|link|linkat|symlink|symlinkat|truncate|ftruncate|chmod|fchmod|fchmodat|chown|fchown|lchown|fchownat|utimensat|setxattr|fsetxattr|mount|memfd_create|keyctl'
calls=${opening//|/,},${changing//|/,}

# writes CMD…: system calls that change something, in CMD and all it starts.
writes() {
	as_user strace -f -qq -e trace="$calls" -e signal=none -o "$CB_USER_HOME/trace" "$@" >/dev/null 2>&1
	sed -E 's/^[0-9]+ +//' "$CB_USER_HOME/trace" |
		grep -E "^($changing)\(|^($opening)\(.*O_(CREAT|WRONLY|RDWR|TRUNC|APPEND|TMPFILE)" | grep -vE '"/dev/(null|tty)", '
	rm -f "$CB_USER_HOME/trace"
}
like "$(writes sh -c "echo x >'$project/x'")" 'O_CREAT' "strace shows a write"
like "$(writes mkdir "$project/y")" '^mkdir' "and a new directory"
rm -r x y
is "$(writes "$claudebox" --dry-run --shell)" "" "UX-04: --dry-run makes no call that writes, nor does what it starts"
is "$(writes "$claudebox" --dry-run=json --mount-ro /usr/share/doc --shell)" "" "UX-04: nor does the JSON form"
like "$(writes "$claudebox" --yes --shell -c true)" 'mkdirat\(.*"\.claudebox"' "where a launch makes ~/.claudebox"

# A file system that cannot be written at all.
chmod -R a-w "$CB_USER_HOME"
ok "UX-04: it works with a read-only home" -- \
	as_user bwrap --dev-bind / / --ro-bind "$CB_USER_HOME" "$CB_USER_HOME" --ro-bind "$project" "$project" \
	"$claudebox" --dry-run --shell
chmod -R u+w "$CB_USER_HOME"

# --- what it shows is what runs -------------------------------------------------------------

as_user env EDITOR=vi "$claudebox" --dry-run=json --shell >plan.json
run as_user env EDITOR=vi "$claudebox" --dry-run --shell
like "$out" '^network   full: ' "UX-04: the text names the network"
like "$out" "^project   $project .read-write.\$" "the project"
like "$out" '^state     ~/\.claudebox/projects/[0-9a-f]{16}$' "the state"
is "$(jq -r '.mounts[] | .to' plan.json | sort)" \
	"$(sed -n '/^Mounts/,/^$/p' <<<"$out" | sed -nE 's/^  [a-z]+ +(\/[^ ]*) .*/\1/p' | sort)" "and every mount of the JSON form"
is "$(jq -r '.mounts[] | select(.why == "") | .to' plan.json)" "" "UX-04: every row says why it is there"
is "$(jq -r '.mounts[] | select((.kind == "ro" or .kind == "rw") and .from == null) | .to' plan.json)" "" \
	"UX-04: every bind says where it comes from"
is "$(inside 'cut -d" " -f5 /proc/self/mountinfo' | grep -v '^/dev/' | sort -u)" \
	"$({ echo / && jq -r '.mounts[] | select(.kind | IN("link", "file", "dir") | not).to | select(startswith("/etc/") | not)' plan.json; } | sort -u)" \
	"UX-04: and these are the mounts inside, no other; what is made in /etc lies on the root, which is read-only"
is "$(as_user env EDITOR=vi "$claudebox" --yes --shell -c 'tr "\0" "\n" </proc/$$/environ' | sort)" \
	"$({ echo "PWD=$project" && jq -r '.env[] | .name + "=" + .value' plan.json; } | sort)" \
	"UX-04: and this is the environment inside, with PWD, which bwrap makes"
is "$(jq -r '.command[0]' plan.json)" "$(jq -r .tools.bwrap "${claudebox%/bin/*}/share/claudebox/default/policy.json")" \
	"UX-04: the command is the whole one, beginning with bwrap"
jq -j '.command[] + "\u0000"' plan.json | tr -d '\n' | tr '\0' '\n' >words
is "$(sed -n '/^--$/,$p' words | sed 1d | paste -sd' ')" "/run/claudebox/step - $(jq -r .tools.shell "${claudebox%/bin/*}/share/claudebox/default/policy.json")" \
	"and ends with what runs inside"

is "$(jq -r '.mounts[] | select(.to == "/run/claudebox/step").from' plan.json)" "$claudebox" \
	"UX-04: the launcher it names is the one on PATH, not the program that shows this"

# The root is built from what is shown before bwrap starts, and bwrap is given it as a whole.
user_git commit -q --allow-empty -m one
as_user "$claudebox" --dry-run=json --shell >plan.json
like "$(as_user "$claudebox" --dry-run --shell | tr -s '\n ' ' ')" 'the launcher builds the root from the mounts above' "UX-04: the text says who makes the mounts"
as_user strace -qq -s 1000000 -e trace=execve,write -o "$CB_USER_HOME/trace" "$claudebox" --yes --shell -c true
# What the launcher wrote into the memory file of the options, as words; but for the command they are all.
perl -ne 'print $1 if /^write\(3, "(--unshare-user\\0.*)", \d+\)/' "$CB_USER_HOME/trace" | sed 's/\\0\(00\)\{0,1\}/\n/g' >given
jq -r '.command[]' plan.json | sed -n '/^--unshare-user$/,/^--$/p' | sed '$d' >shown
like "$(cat given)" '/stage/tree$' "the root bwrap is given can be seen"
is "$(cat given)" "$(cat shown)" "UX-04: and the options shown are the very ones it gets"
rm -f "$CB_USER_HOME/trace"
jq -r '.mounts[] | select(.kind == "ro" or .kind == "rw") | .from + "\t" + .to' plan.json >binds
cut -f2 binds >inside-paths
inside true # makes the state
# shellcheck disable=SC2016 # the inner shell's
is "$(inside 'while read -r path; do stat -L -c "%d:%i %F" "$path"; done <inside-paths')" \
	"$(cut -f1 binds | while read -r path; do stat -L -c '%d:%i %F' "$path"; done)" \
	"UX-04: and each is the very file that is found inside"
like "$(cut -f2 binds)" '/\.git/hooks$' "also of what is protected"

# --- the form for programs ---------------------------------------------------------------------

# fields: of an object on stdin, as README.md writes them.
fields() {
	jq -r 'to_entries[] | .key as $k | .value | if type != "array" then $k
		elif any(.[]; type == "object") then (map(keys) | unique | if length == 1 then .[0][] else "rows differ" end | "\($k)[].\(.)")
		else "\($k)[]" end' | sort -u
}
# documented: what the table of README.md has.
documented() {
	sed -n '/^## For programs$/,/^## Exit codes$/p' "$CB_TOP/README.md" | sed -nE 's/^\| `([^`]+)` \|.*/\1/p' | sort
}
for profile in $(profiles); do
	program=$(launcher "$profile")
	is "$(as_user "$program" --dry-run=json --shell | fields)" "$(documented)" "README.md documents the fields of $profile, all and no others"
done
# words FIELD: those in the table's row of that field.
words() {
	grep -F "| \`$1\` |" "$CB_TOP/README.md" | cut -d'|' -f3 | grep -oE '`[a-z]+`' | tr -d '\`' | sort
}
# X-lists: one row, one word. A closure and a daemon are told as the binds they become.
is "$(as_user "$claudebox" --dry-run=json --shell | jq -r '.nix | keys[]')" "$(words nix)" "what is said of Nix"
is "$(words network)" "$(sed -nE 's/^X\([A-Z]+, +"([a-z]+)".*/\1/p' "$CB_TOP/runtime/vocab/tiers.def" | sort)" "and every tier"
is "$(words 'mounts[].kind')" "$(sed -nE 's/^X\([A-Z]+, +"([a-z]+)".*/\1/p' "$CB_TOP/runtime/vocab/mount-kinds.def" | grep -vxE 'closure|daemon' | sort)" "and every kind"
is "$(words 'env[].origin')" "$(sed -nE 's/.*origin_words\[\] = \{ (.*) \};/\1/p' "$CB_TOP/runtime/show/plan.c" | grep -oE '[a-z]+' | sort)" "and every origin"

closed() {
	as_user "$claudebox" --dry-run --shell >/dev/full
}
exits 125 "a table that could not be written is an error" -- closed
done_testing
