#compdef g4_program
# Completion of g4_program in zsh, made by claudebox-gen from the launcher's flags: those, up to
# the first -- or --shell. What belongs to the agent is left alone.
_claudebox_profiles() {
	local -a names
	names=(${${(f)"$(g4_program --profiles 2>/dev/null)"}%% *})
	compadd -a names
}

local -a specs
specs=(
g4_specs
	'*:argument:_default'
)
_arguments -S $specs
