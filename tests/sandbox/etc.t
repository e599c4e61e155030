#!/usr/bin/env bash
# SAND-11, SAND-12, SAND-13: the /etc inside is made for the sandbox, whatever the host's looks like, and what
# programs read there and beside it (accounts, names, time, languages) is right.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready

# A host whose /etc and /run are the user's to arrange.
host=$(user_scratch)
etc=$host/etc run=$host/run
as_user mkdir "$etc" "$run"
as_user cp /etc/passwd /etc/group "$etc/"
launch_with=(bwrap --dev-bind / / --bind "$etc" /etc --bind "$run" /run)

# on_host COMMAND: a shell in a sandbox on that host.
on_host() {
	as_user "${launch_with[@]}" "$claudebox" --yes --shell -c "$1"
}

# host_file PATH: standard input becomes the file, replaced as tools do it: a new file, renamed.
host_file() {
	as_user mkdir -p "$(dirname "$1")"
	as_user tee "$1.new" >/dev/null
	as_user mv -f "$1.new" "$1"
}

# --- accounts -------------------------------------------------------------------------------

uid=$(id -u "$CB_USER") gid=$(id -g "$CB_USER")
is "$(on_host 'id -u; id -un; id -g; id -gn; whoami; echo ~; eval echo ~$USER')" \
	"$(printf '%s\n' "$uid" "$CB_USER" "$gid" "$CB_USER" "$CB_USER" "$CB_USER_HOME" "$CB_USER_HOME")" \
	"SAND-11: you are who you are on the host"
ok "SAND-11: the host knows other accounts" -- grep -q '^root:' "$etc/passwd"
is "$(on_host 'cut -d: -f1 /etc/passwd /etc/group' | paste -sd' ')" "$CB_USER nobody $CB_USER nogroup" \
	"which are not inside"
fails "SAND-11: what is made is not to be changed" -- on_host 'echo x >>/etc/passwd'
is "$(on_host 'ls -A /etc' | paste -sd' ')" 'claude-code group hosts nix nsswitch.conf os-release passwd resolv.conf ssl' \
	"SAND-04: nothing else of the host's /etc is there"

# --- names ------------------------------------------------------------------------------------

host_file "$etc/hosts" <<<'192.0.2.1 planted'
host_file "$etc/nsswitch.conf" <<<'hosts: planted'
run on_host 'cat /etc/hosts /etc/nsswitch.conf'
unlike "$out" planted "SAND-12: hosts and nsswitch.conf are the sandbox's own"
# shellcheck disable=SC2016 # node's own
lookup='node -e "for (const name of process.argv.slice(1)) require(\"dns\").lookup(name, (e, a) => console.log(name, e ? e.code : a))"'
is "$(on_host "$lookup localhost claudebox" | sed 's/::1/127.0.0.1/' | sort)" $'claudebox 127.0.0.1\nlocalhost 127.0.0.1' \
	"SAND-12: localhost and the sandbox's own name are known"

is "$(on_host 'cat /etc/resolv.conf')" "" "SAND-12: without a resolv.conf there is an empty one"
host_file "$etc/resolv.conf" <<<'nameserver 192.0.2.1'
is "$(on_host 'cat /etc/resolv.conf')" 'nameserver 192.0.2.1' "SAND-12: a plain resolv.conf"

as_user ln -sfn /etc/static/resolv.conf "$etc/resolv.conf"
as_user mkdir "$host/store" "$etc/static"
host_file "$host/store/resolv.conf" <<<'nameserver 192.0.2.2'
as_user ln -s "$host/store/resolv.conf" "$etc/static/resolv.conf"
is "$(on_host 'cat /etc/resolv.conf')" 'nameserver 192.0.2.2' "SAND-12: a chain of links, as NixOS has it"

as_user ln -sfn ../run/systemd/resolve/resolv.conf "$etc/resolv.conf"
is "$(on_host 'cat /etc/resolv.conf')" '' "SAND-12: a link to what is not there yet"
host_file "$run/systemd/resolve/resolv.conf" <<<$'nameserver 127.0.0.53\noptions edns0 trust-ad'
is "$(on_host 'cat /etc/resolv.conf')" $'nameserver 127.0.0.53\noptions edns0 trust-ad' \
	"SAND-12: a relative link into /run, as systemd-resolved has it"
is "$(on_host 'ls -A /run')" $'claudebox\nuser' "SAND-04: of the host's /run nothing comes along"

# A sandbox that runs, while the host's network changes: it copies what it sees to `seen`.
start_inside 'echo >started; until [ -e go ]; do cat /etc/resolv.conf >now; mv now seen; sleep 0.02; done
	{ id -un; cat /etc/resolv.conf; echo x >>/etc/resolv.conf; } >last 2>&1'
# sees TEXT: sooner or later.
shows_now() {
	[ "$(cat seen)" = "$1" ]
}
sees() {
	wait_until shows_now "$1"
}
ok "SAND-12: a running sandbox has the name servers of its launch" -- sees $'nameserver 127.0.0.53\noptions edns0 trust-ad'
host_file "$run/systemd/resolve/resolv.conf" <<<'nameserver 192.0.2.9'
ok "SAND-12: then those of the file that was renamed over it" -- sees 'nameserver 192.0.2.9'
as_user sh -c 'printf "nameserver 192.0.2.10\nsearch example.org\n" >"$0"' "$run/systemd/resolve/resolv.conf"
ok "SAND-12: those that were written into it" -- sees $'nameserver 192.0.2.10\nsearch example.org'
as_user rm -r "$run/systemd"
host_file "$run/NetworkManager/resolv.conf" <<<'nameserver 192.0.2.11'
as_user ln -sfn ../run/NetworkManager/resolv.conf "$etc/resolv.conf"
ok "SAND-12: those of another place that the link leads to now" -- sees 'nameserver 192.0.2.11'
as_user ln -sfn /run/later/on/resolv.conf "$etc/resolv.conf"
for _ in {1..5}; do
	rm seen
	wait_until test -e seen
done
is "$(cat seen)" 'nameserver 192.0.2.11' "SAND-12: it keeps what it has while there is nothing"
host_file "$run/later/on/resolv.conf" <<<'nameserver 192.0.2.12'
ok "SAND-12: until there is something" -- sees 'nameserver 192.0.2.12'
yes 'nameserver 192.0.2.1' | head -c 70000 | host_file "$etc/resolv.conf"
: | host_file "$etc/resolv.conf"
as_user rm "$etc/resolv.conf" "$etc/passwd"
as_user mkfifo "$etc/resolv.conf"
touch go
wait
is "$(head -n 2 last)" "$CB_USER"$'\n''nameserver 192.0.2.12' "SAND-12: it keeps it, and its own accounts, when the host's are none"
like "$(cat last)" 'resolv.conf: (Permission denied|Read-only)' "and nobody inside can write it"
as_user cp /etc/passwd "$etc/"

is "$(on_host 'cat /etc/resolv.conf')" '' "a FIFO in its place does not hang the launch"
as_user rm "$etc/resolv.conf"
as_user sh -c 'yes "nameserver 192.0.2.1" | head -c 70000 >"$0"' "$etc/resolv.conf"
is "$(on_host 'cat /etc/resolv.conf')" '' "nor is one of 70 KB taken"
as_user rm "$etc/resolv.conf"

# --- time, languages ----------------------------------------------------------------------

zones=$(inside 'echo $TZDIR')
is "$(on_host 'date +%z; test ! -e /etc/localtime')" +0000 "without a localtime it is UTC"
as_user cp "$zones/Asia/Kolkata" "$etc/localtime"
is "$(on_host 'date +%z')" +0530 "SAND-11: the host's time zone, from a file"
as_user ln -sfn zoneinfo/here "$etc/localtime"
as_user mkdir "$etc/zoneinfo"
as_user ln -s "$zones/Asia/Kathmandu" "$etc/zoneinfo/here"
is "$(on_host 'date +%z')" +0545 "SAND-11: from a chain of links"
is "$(on_host 'TZ=Asia/Tokyo date +%z')" +0900 "and other zones are known by name"

# zone_of TZ: the offset inside, of a host whose own zone is Asia/Kathmandu.
zone_of() {
	as_user "${launch_with[@]}" env TZ="$1" "$claudebox" --yes --shell -c 'date +%z'
}
is "$(zone_of Asia/Tokyo) $(zone_of :Asia/Tokyo) $(zone_of XYZ-3)" '+0900 +0900 +0300' "SAND-11: TZ enters: a name, or a rule"
as_user cp "$zones/Asia/Kolkata" "$host/mine"
is "$(zone_of "$host/mine") $(zone_of ":$host/mine")" '+0530 +0530' "SAND-11: and a file that it names comes along"
is "$(as_user env TZ="$host/mine" "$claudebox" --yes --shell -c "echo \$TZ; cat '$host/mine'" 2>&1)" \
	":/etc/localtime"$'\n'"cat: $host/mine: No such file or directory" "SAND-04: under a name inside, not its own"
plain=$host/plain
as_user sh -c 'echo planted-text >"$0"' "$plain"
run as_user "${launch_with[@]}" env TZ="$plain" "$claudebox" --yes --shell -c 'cat /etc/localtime; date +%z'
like "$out" '^TZif' "SAND-09: a file that is no time zone does not: /etc/localtime is the host's"
unlike "$out" planted-text "SAND-09: and nothing of the file is inside"
is "$(inside '. /etc/os-release; echo "$ID $ID_LIKE"')" 'claudebox nixos' "there is an os-release, and it is not the host's"

for variables in 'LANG=en_US.UTF-8' 'LANG=C.UTF-8' 'LC_ALL=en_US.UTF-8' 'LANG=C LC_ALL=C.UTF-8'; do
	# shellcheck disable=SC2086 # a word each
	run as_user env -u LANG $variables "$claudebox" --yes --shell -c 'bash -c true; printf 日本 | wc -m; bash -c "x=日本; echo \${#x}"'
	is "$out$err" $'2\n2' "SAND-11: with $variables text is UTF-8, without a warning"
done
run as_user env LANG=C "$claudebox" --yes --shell -c 'printf 日本 | wc -m'
is "$out" 6 "and with LANG=C it is not"

# --- certificates, interpreters -------------------------------------------------------------

is "$(inside 'for file in "$SSL_CERT_FILE" "$NIX_SSL_CERT_FILE" /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-bundle.crt; do
	[ "$(grep -c "BEGIN CERTIFICATE" "$file")" -gt 100 ] && readlink -f "$file"; done' | sort | uniq -c | sed 's/^ *//; s,/[^/]*/etc/ssl/.*,,')" '4 /nix/store' \
	"SAND-13: one bundle of the store is at the usual paths and in both variables"
printf '#!/usr/bin/env bash\necho "by env: $1"\n' >script && chmod 755 script
is "$(inside './script x; node -e "console.log(require(\"child_process\").execSync(\"echo by sh\") + \"\")"')" \
	$'by env: x\nby sh' "SAND-10: scripts find their interpreter, system(3) its shell"
cat >"$CB_TMP/hello.c" <<<'#include <stdio.h>
int main(void) { puts("foreign"); return 0; }'
cc -o foreign "$CB_TMP/hello.c"
is "$(inside ./foreign)" foreign "a dynamic program from outside the store finds its loader and library"
done_testing
