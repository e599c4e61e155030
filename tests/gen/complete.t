#!/usr/bin/env bash
# The completions, in the shells they are for: our own flags and their values, and nothing of the
# agent's.
. "$(dirname "$0")/common.sh"
need bash zsh fish timeout

dir=$(scratch)
ok "the good policy gives completions" -- generate "$good" "$dir"
mkdir "$dir/bin" "$dir/zsh" "$dir/place" "$dir/place/dir"
cp "$dir/claudebox-good.zsh" "$dir/zsh/_claudebox-good"
touch "$dir/place/dir/file" "$dir/place/dir/two words"
printf '#!/bin/sh\n[ "$*" = --profiles ] && printf "default  full  a b  /x\\ngood  none  c  /y (this one)\\n"\n' \
	>"$dir/bin/claudebox-good"
chmod +x "$dir/bin/claudebox-good"
PATH=$dir/bin:$PATH
cd "$dir/place" || exit 1

# Each prints what the shell offers for a line, one a line.
in_bash() {
	# Words as readline splits them: blanks, and the = for itself.
	# shellcheck disable=SC2016 # expanded by the other bash
	timeout 20 bash --norc -c '. "$0"
		line=$1 COMP_WORDS=()
		while [[ $line =~ ^\ *(=|[^ =]+)(.*)$ ]]; do COMP_WORDS+=("${BASH_REMATCH[1]}") line=${BASH_REMATCH[2]}; done
		case $1 in *\ ) COMP_WORDS+=("") ;; esac
		COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
		_claudebox-good 2>/dev/null
		[ ${#COMPREPLY[@]} = 0 ] || printf "%s\n" "${COMPREPLY[@]##*/}"' "$dir/claudebox-good.bash" "$1"
}
in_zsh() {
	timeout 60 "$CB_HERE/zsh-complete" "$dir/zsh" "$1"
}
in_fish() {
	# shellcheck disable=SC2016 # expanded by fish
	timeout 60 fish --no-config -c 'source $argv[1]; complete -C $argv[2]' "$dir/claudebox-good.fish" "$1" |
		sed -e 's/\t.*//' -e 's,.*/\(.\),\1,' -e 's/^--dry-run=\(.\)/\1/'
}

flags=$(sed -nE 's/^X\([A-Z_]+, *[^,]*, *"([a-z-]+)".*/--\1/p' "$CB_TOP/runtime/cli/opts.def" | LC_ALL=C sort)
isnt "$flags" "" "the launcher has flags"
is "$(bash --norc -c '. "$0"; complete -p claudebox-good' "$dir/claudebox-good.bash")" \
	"complete -o default -F _claudebox-good claudebox-good" "bash: it is told for this program, and files are its default"
for shell in bash zsh fish; do
	offers() { "in_$shell" "$1" | LC_ALL=C sort | xargs; }
	is "$("in_$shell" 'claudebox-good -' | grep -x -- '--[a-z-]*' | LC_ALL=C sort -u)" "$flags" "$shell: every flag is offered"
	like "$("in_$shell" 'claudebox-good -')" '^-y$' "$shell: and the short one"
	is "$(offers 'claudebox-good --mou')" "--mount-ro --mount-rw" "$shell: a flag is completed"
	is "$(offers 'claudebox-good -p hello --yes --mou')" "--mount-ro --mount-rw" "$shell: also behind words of the agent's"
	is "$(offers 'claudebox-good --profile ')" "default good" "$shell: --profile is completed by --profiles"
	is "$(offers 'claudebox-good --profile d')" "default" "$shell: also when it is begun"
	like "$("in_$shell" 'claudebox-good --mount-ro dir/f')" '^file$' "$shell: --mount-ro is completed by paths"
	like "$("in_$shell" 'claudebox-good --mount-rw=dir/f')" '^file$' "$shell: also behind a ="
	is "$(offers 'claudebox-good --dry-run=j')" "json" "$shell: --dry-run= is completed by its word"
	for line in '-- --mou' '--shell --mou' 'x -- --mou' '-p --model'; do
		unlike "$("in_$shell" "claudebox-good $line")" '^--' "$shell: what is the agent's is left alone: $line"
	done
done
like "$(in_bash 'claudebox-good --mount-ro dir/t')" '^two words$' "bash: a path with a blank is one"

done_testing
