#!/usr/bin/env bash
# L32: a set-uid program left in the project, by which another user of the machine acts as the user.
. "$(dirname "$0")/../lib.sh"
need bwrap cc git tar
. "$CB_LIB/escape.sh"
attempt_ready
cc -std=c17 -Wall -Wextra -Werror -static -no-pie -o setuid "$CB_HERE/setuid.c" || exit 1

# left: what has one of the bits, as the host sees it.
left() {
	find "$project" -name 'left-*' -perm /6000 -printf '%f\n' | sort
}

run as_user "${naive[@]}" -- ./setuid
naive_answers=$out
naive_left=$(left)
rm -rf left-*
run ours ./setuid
our_answers=$out
is "$(left)" "" "L32: of ours nothing is left"

while IFS=: read -r name answer; do
	if [[ $name == fchmodat2* && $answer == ' Function '* ]]; then
		skip "this kernel has no such call" "$name"
		continue
	fi
	is "$answer" " reached" "$name leaves one in a naive sandbox"
	like "$naive_left" "^left-$name$" "that the host sees"
	wanted="Operation not permitted$"
	[[ $name != openat2* ]] || wanted="Function not " # ENOSYS
	like "$(answer "$name" "$our_answers")" "^$wanted" "and in ours the call is refused"
done <<<"$naive_answers"
like "$naive_answers" '^fchmod: reached$' "there are ways that work"
[ "$(uname -m)" = x86_64 ] || skip "only x86 lets a 64-bit program make 32-bit calls, and has calls without a directory" "the other ways"

# The other user, for whom it is all about.
rm -rf left-*
if [ "$(id -u)" = 0 ]; then
	as_user cp attempt other
	as_user "${naive[@]}" -- chmod 4755 other
	chmod 755 "$project" "$CB_USER_HOME"
	is "$(setpriv --reuid 4711 --regid 4711 --clear-groups ./other euid)" "$(id -u "$CB_USER")" \
		"L32: what a naive sandbox left makes another user this one"
	as_user cp attempt ours
	fails "ours has no chmod for it" -- ours 'chmod 4755 ours'
	is "$(setpriv --reuid 4711 --regid 4711 --clear-groups ./ours euid)" 4711 "so that he stays himself"
else
	skip "only root becomes another user" "L32: another user"
fi

# What sets modes for a living goes on.
ok "other modes are set" -- ours 'umask 0; mkdir -m 1777 d; chmod 0700 d; install -m 755 attempt d/a; cp -a d e; rm -r d e'
ok "git works" -- ours 'git init -q r && cd r && echo x >x && chmod +x x && git add x && git -c user.name=a -c user.email=a@b commit -qm x'
ok "and clones" -- ours 'git clone -q r s && test -x s/x'
ok "so does tar" -- ours 'tar cf r.tar r && mkdir t && tar xpf r.tar -C t && test -x t/r/x'
as_user mkdir group
as_user chmod 2775 group
as_user cp attempt setgid
as_user chmod 6755 setgid
ok "a directory inherits the group's bit" -- ours 'mkdir group/below && test -g group/below'
ok "tar leaves the bits out" -- ours 'tar cf bits.tar setgid group && mkdir u && tar xf bits.tar -C u && test ! -u u/setgid'
fails "cp -p says that it cannot keep them" -- ours 'cp -p setgid copy'
exits 128 "and git that a repository cannot be a group's" -- ours 'git init -q --shared shared'
like "$err" 'Could not make .* writable by group' "by name"
as_user git init -q --shared shared
commit='cd shared && echo "$RANDOM" >x && git add x && git -c user.name=a -c user.email=a@b commit -qm x'
exits 128 "nor can it write to one with the usual umask" -- ours "umask 022 && $commit"
ok "but with a group's umask it can" -- ours "umask 002 && $commit"
done_testing
