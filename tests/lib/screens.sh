# shellcheck shell=bash
# What draws the screens: a host on which whoever runs this is the user `you`, and a terminal to draw on. Defines
# only.
# shellcheck disable=SC2154 # of lib.sh

screens_ready() {
	need tmux bwrap git perl
	user_ready
	claudebox=$(launcher default)
	[ -n "$claudebox" ] || exit 1

	HOME_YOU=/home/you PROJECT_YOU=/home/you/project EXTRA=() NO_COLOR=''
	mkdir -p "$CB_TMP/homes/you/project" "$CB_TMP/homes/you/.local/bin" "$CB_TMP/homes/you/.ssh" "$CB_TMP/etc"
	cp /bin/true "$CB_TMP/homes/you/.local/bin/claude"
	echo 'no key' >"$CB_TMP/homes/you/.ssh/id_ed25519"
	[ "$(id -u)" != 0 ] || chown -R "$CB_USER:$CB_USER" "$CB_TMP/homes"
	printf 'you:x:1000:1000::/home/you:/bin/bash\n' >"$CB_TMP/etc/passwd"
	printf 'nameserver 127.0.0.1\n' >"$CB_TMP/etc/resolv.conf"
	as_you_do git -c init.defaultBranch=main init -q .
	as_you_do git config --global user.name You
	as_you_do git config --global user.email you@example.org
	as_you C.UTF-8 --yes --shell -c true # not the first launch

	printf '%s\n' 'set -g status off' 'set -g default-terminal xterm-256color' 'set -g history-limit 5000' >"$CB_TMP/tmux.conf"
}

# as_you_do CMD…: as that user, in the project.
as_you_do() {
	as_user bwrap --dev-bind / / --unshare-user --uid 1000 --gid 1000 --bind "$CB_TMP/homes" /home --ro-bind "$CB_TMP/etc" /etc --tmpfs /nix/var \
		--chdir "$PROJECT_YOU" env -i HOME="$HOME_YOU" USER=you PATH="$HOME_YOU/.local/bin:/usr/bin:/bin" "$@"
}
# as_you LOCALE ARG…: claudebox.
as_you() {
	as_you_do TERM=xterm-256color EDITOR=vi LANG="$1" ANTHROPIC_API_KEY=sk-ant-0 GITHUB_TOKEN=ghp_0 \
		${NO_COLOR:+NO_COLOR=1} "${EXTRA[@]}" "$claudebox" "${@:2}"
}

# ended: the program in the terminal has.
ended() {
	[ "$("${tmux[@]}" display-message -p '#{pane_title}')" = ended ]
}
# shows TEXT COUNT: so often.
shows() {
	[ "$("${tmux[@]}" capture-pane -p -J -S - | grep -cF -- "$1")" -ge "$2" ]
}
await() {
	local i
	for ((i = 0; i < 300; i++)); do
		! "$@" 2>/dev/null || return 0
		! ended || break
		sleep 0.1
	done
	"$@" 2>/dev/null || {
		diag "did not come: $*"$'\n'"$("${tmux[@]}" capture-pane -p | grep .)"
		exit 1
	}
}

# draw COLUMNSxROWS LOCALE UNTIL KEYS ARG…: claudebox in a terminal of that size; leaves $CB_TMP/screen.
draw() {
	{
		# All this shell has: as_user is not alone.
		declare -p "${!CB_@}" "${!cb_@}" HOME_YOU PROJECT_YOU NO_COLOR claudebox EXTRA
		declare -f
		printf 'exec </dev/tty; as_you'
		printf ' %q' "$2" "${@:5}"
		# The title comes behind all the rest, which the end of a process may overtake.
		printf '\n%s\n' "printf '\\033]2;ended\\007'" 'exec sleep 60'
	} >"$CB_TMP/draw"
	# A socket of its own: the last one's server may still be leaving.
	tmux=(tmux -u -S "$(mktemp -u "$CB_TMP/tmux.XXXXXX")" -f "$CB_TMP/tmux.conf")
	"${tmux[@]}" new-session -d -x "${1%x*}" -y "${1#*x}" "exec bash '$CB_TMP/draw'"
	if [ "$3" = - ]; then
		await ended
	else
		await shows "$3" 1
		[ "$4" = - ] || {
			"${tmux[@]}" send-keys -l "$4"
			"${tmux[@]}" send-keys Enter
			await shows "$3" 2
		}
	fi
	"${tmux[@]}" capture-pane -p -e -J -S - >"$CB_TMP/screen"
	"${tmux[@]}" kill-server
}

# masked: what differs from build to build, by something as long.
masked() {
	sed -E -e 's,/nix/store/[0-9a-z]{32}-,/nix/store/00000000000000000000000000000000-,g' \
		-e 's,(claudebox[- ])[0-9]+\.[0-9]+\.[0-9]+,\1X.Y.Z,g' -e 's,[[:blank:]]+$,,' -e 's, # SKIP this kernel .*,,'
}
# coloured, plain: the screen, without the blank lines below.
coloured() {
	masked <"$CB_TMP/screen" | sed -e ':a' -e '/^\n*$/{$d;N;ba' -e '}'
}
plain() {
	coloured | sed -E 's,\x1b\[[0-9;]*m,,g'
}
picture() {
	coloured | perl "$CB_HERE/draw.pl"
}
