#!/usr/bin/env bash
# What was said is remembered per project: shared by the work trees of one repository, unknown to any other project.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/client.sh"
need git sha256sum
box_ready default
main=$CB_USER_HOME/'main tree.x' linked=$CB_USER_HOME/linked other=$CB_USER_HOME/other
as_user git -c init.defaultBranch=main init -q "$main"
as_user git -C "$main" -c user.name=x -c user.email=x@example.org commit -q --allow-empty -m first
as_user git -C "$main" worktree add -q "$linked" 2>/dev/null
as_user mkdir "$other" "$main/below"

# state_of ROOT: its directory, by the rule of the requirements.
state_of() {
	printf '%s/.claudebox/projects/%.16s\n' "$CB_USER_HOME" "$(printf %s "$1" | sha256sum)"
}
# session PROJECT WORD ARG…: the agent's reply is a word that only this conversation has.
session() {
	PROJECT=$1
	api_start -- "$(text_turn "reply-$2")"
	run box "${@:3}" -p "prompt-$2"
	is "$status $out" "0 reply-$2" "a session in ${1##*/} (${*:3}) ends well"
}

session "$main" one
session "$main" two --continue
ok "INST-01: continued, the API is told what was said before" -- api_saw reply-one
session "$linked" three --continue
ok "INST-02: continued in a linked work tree, it is told too" -- api_saw reply-one
ok "INST-02: all of it" -- api_saw reply-two
session "$main" four --continue
ok "INST-02: and back in the main tree, what was said in the linked one" -- api_saw reply-three
session "$linked" five
fails "a session that is not continued begins anew" -- api_saw reply-one
session "$other" six --continue
fails "INST-01: another project is told nothing" -- grep -qE 'reply-(one|two|three|four|five)' "$API_LOG"

id=$(requests 'select(.kind == "agent").session' | tail -n 1)
session "$other" seven --resume "$id"
ok "a session is found by its number in its project" -- api_saw reply-six
PROJECT=$main
api_start -- "$(text_turn never)"
fails "and in no other" -- box --resume "$id" -p 'prompt'

# --- where it lies ---------------------------------------------------------------------------------------------

is "$(find "$CB_USER_HOME/.claudebox/projects" -mindepth 1 -maxdepth 1 | sort)" "$({
	state_of "$main"
	state_of "$other"
	state_of "$linked"
} | sort)" "INST-01: one directory a project, named by the first 16 digits of its root's SHA-256"
is "$(cd "$(state_of "$linked")" && find . -type f | sort | xargs)" './git-common ./project-filesystem ./project-root' \
	"L33: that of a linked work tree holds where it is and where its .git led at the first launch, and no history"
is "$(cat "$(state_of "$main")/project-root")" "$main" "INST-03: the root is written beside it"
is "$(stat -c %a "$CB_USER_HOME/.claudebox" "$(state_of "$main")" "$(state_of "$main")/claude" | xargs)" '700 700 700' "for the user only"
ok "the history lies in it" -- grep -rq reply-one "$(state_of "$main")/claude/projects"
is "$(grep -rl reply-one "$(state_of "$other")" "$CB_USER_HOME/.claude" 2>/dev/null)" '' "and nowhere else"

api_start -- "$(bash_turn 'ls -A ~/.claudebox' 'find / -name project-root -not -path "/proc/*" 2>/dev/null; echo looked' \
	'echo forged > ~/.claude/../project-root; ls ~/.claudebox/projects 2>&1 || true')" "$(text_turn tried)"
run box -p hello
is "$(result_of 1)" credentials "of ~/.claudebox the agent sees the login"
is "$(result_of 2)" looked "INST-03: and nowhere what is written of the root"
is "$(cat "$(state_of "$main")/project-root")" "$main" "which it cannot change"
like "$(result_of 3)" 'No such file' "nor are other projects' directories there"

# The agent may write what it likes where its memory is; the next launch goes by the repository.
as_user ln -sfn "$(state_of "$other")/claude/projects" "$(state_of "$main")/claude/elsewhere"
api_start -- "$(bash_turn 'cat ~/.claude/elsewhere/*/*.jsonl 2>&1 | grep -c "reply-si[x]"; true')" "$(text_turn tried)"
run box -p hello
is "$(result_of 1)" 0 "a link from one project's memory to another's leads nowhere"
done_testing
