#!/usr/bin/env bash
# The excerpt in README.md is what `claudebox --dry-run` says, compared with a real run as the user
# `you`; store paths and long lines are shortened, links and the policy's own variables counted.
# CB_UPDATE=1 writes it anew.
. "$(dirname "$0")/../lib.sh"
need nix bwrap perl

readme=$CB_TOP/README.md
begin='<!-- dry-run -->' end='<!-- /dry-run -->'

# The daemon of that host: root's, and does not trust him. It ends by itself.
root=()
[ "$(id -u)" = 0 ] || root=(sudo --)
sockets=$(scratch)
"${root[@]}" "$CB_TOP/tests/sandbox/fake-daemon" "$sockets" untrusted >"$CB_TMP/daemon" 2>&1 &
daemon=$!
trap 'kill "$daemon" 2>/dev/null; cb_leave' EXIT

# A host on which whoever runs this is the user `you` with a project and a claude.
as_you() {
	as_user bwrap --dev-bind / / --unshare-user --uid 1000 --gid 1000 --tmpfs /home \
		--tmpfs /nix/var/nix --ro-bind "$sockets" /nix/var/nix/daemon-socket --dir /home/you/project --chdir /home/you/project \
		--ro-bind /bin/true /home/you/.local/bin/claude --ro-bind "$CB_TMP/passwd" /etc/passwd \
		env -i HOME=/home/you USER=you PATH=/home/you/.local/bin:/usr/bin TERM=xterm-256color \
		EDITOR=vi LANG=C.UTF-8 ANTHROPIC_API_KEY=sk-ant-c4n4ry "$@"
}

# excerpt: the tables, without the command that follows them, as an indented block. Each list says how many of
# its rows are left out.
excerpt() {
	awk '/^Command$/ { exit }
		/^ +<- / { next }
		/^  (link|policy) / || /^  made +\/etc/ { left++; kind[$1] = 1; next }
		/^$/ && left {
			print "  … and " left " more: " ("policy" in kind ? "variables that the policy sets" : "links into the store, and files that claudebox makes in /etc")
			left = 0; delete kind
		}
		{ print }' | sed -E -e 's,/nix/store/[0-9a-z]{32}-,/nix/store/…-,g' -e 's,^(.{92}).+,\1…,' -e 's,^(.),    \1,'
}

in_readme() {
	sed -n "\\,^$begin\$,,\\,^$end\$,p" "$readme" | sed '1d;$d'
}

update() {
	awk -v begin="$begin" -v end="$end" -v text="$1" '
		$0 == end { between = 0 }
		!between { print }
		$0 == begin { between = 1; print text }' "$readme" >"$CB_TMP/readme" &&
		cat "$CB_TMP/readme" >"$readme"
}

claudebox=$(launcher default)
wait_until grep -q ready "$CB_TMP/daemon"
isnt "$claudebox" "" "the launcher is built"

printf 'you:x:1000:1000::/home/you:/bin/bash\n' >"$CB_TMP/passwd"
ok "it shows what would enter" -- as_you "$claudebox" --dry-run
real=$(printf '%s\n' "$out" | excerpt)

shown=$(in_readme)
if [ "${CB_UPDATE:-0}" = 1 ]; then
	update "$real"
	diag "written: README.md; read the difference, then run again without CB_UPDATE"
fi
is "$shown" "$real" "and README.md shows the same"

done_testing
