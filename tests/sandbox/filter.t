#!/usr/bin/env bash
# The seccomp filter at work: each call is refused inside and answered otherwise outside.
. "$(dirname "$0")/../lib.sh"
need bwrap
user_ready
claudebox=$(launcher default)
project=$(user_scratch)
cd "$project" || exit 1
cc -static -Wall -Wextra -Werror -o filter-probe "$CB_HERE/filter-probe.c" || exit 1

run as_user "$project/filter-probe"
outside=$out
run as_user "$claudebox" --yes --shell -c ./filter-probe
inside=$out

# call NAME WANT: what the probe's line says, inside and outside.
call() {
	is "$(sed -n "s/^$1: //p" <<<"$inside")" "$2" "$1 is refused inside"
	isnt "$(sed -n "s/^$1: //p" <<<"$outside")" "$2" "and that is the filter's doing"
}
call TIOCSTI "Operation not permitted"
call TIOCSTI-high-bits "Operation not permitted"
call TIOCLINUX "Operation not permitted"
call keyctl "Operation not permitted"
call add_key "Operation not permitted"
call io_uring_setup "Operation not permitted"
call AF_PACKET "Address family not supported by protocol"
is "$(sed -n 's/^AF_INET: //p' <<<"$inside")" Success "an internet socket is allowed"
is "$(sed -n 's/^AF_NETLINK: //p' <<<"$inside")" Success "so is netlink"
done_testing
