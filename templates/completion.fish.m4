# Completion of g4_program in fish, made by claudebox-gen from the launcher's flags: those, up to
# the first -- or --shell. What belongs to the agent is left alone.
function __claudebox_ours
    set -l words (commandline -opc)
    not contains -- -- $words
    and not contains -- --shell $words
end

g4_commands
