# Completion of g4_program in bash, made by claudebox-gen from the launcher's flags: those, up
# to the first -- or --shell. What belongs to the agent is left alone.
_<||>g4_program<||>() {
	local cur=${COMP_WORDS[COMP_CWORD]} flag=${COMP_WORDS[COMP_CWORD - 1]} joined='' words='' i
	COMPREPLY=()
	for ((i = 1; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in -- | --shell) return ;; esac
	done
	# bash takes the = of --flag=value for a word of its own.
	if [ "$cur" = '=' ]; then
		cur='' joined=1
	elif [ "$flag" = '=' ] && ((COMP_CWORD > 2)); then
		flag=${COMP_WORDS[COMP_CWORD - 2]} joined=1
	fi
	case $flag in
	g4_paths<||>)
		compopt -o filenames 2>/dev/null
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
		;;
	g4_names<||>)
		words=$(g4_program --profiles 2>/dev/null | sed 's/ .*//')
		;;
	*)
		case ${joined:+$flag} in
		'')
			case $cur in -*) words='g4_flags' ;; *) return ;; esac
			;;
g4_words
		esac
		;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -o default -F _<||>g4_program g4_program
