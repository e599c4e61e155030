#!/usr/bin/env bash
# Tier domains: the proxy lets named hosts through and nothing else, whatever it is told and however
# (L16, L17); forwarded ports; many at once, slow ones, malformed ones.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready
. "$CB_LIB/net.sh"
. "$CB_LIB/sandbox.sh"
need bwrap openssl curl git npm

# --- a site with a certificate of the test's own -----------------------------------------------

site=$(scratch)
# registry: a package of npm's, as its registry tells of it.
registry() {
	mkdir -p "$site/package"
	echo '{"name": "tiny", "version": "1.0.0"}' >"$site/package/package.json"
	echo 'module.exports = "from the registry"' >"$site/package/index.js"
	tar -czf "$site/root/tiny.tgz" -C "$site" package
	jq -n --arg hash "sha512-$(openssl dgst -sha512 -binary "$site/root/tiny.tgz" | base64 -w 0)" '{name: "tiny", "dist-tags": {latest: "1.0.0"},
		versions: {"1.0.0": {name: "tiny", version: "1.0.0",
			dist: {tarball: "https://site.example.org:8443/tiny.tgz", integrity: $hash}}}}' >"$site/root/tiny"
}
certificate() {
	openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=site.example.org -keyout "$site/key" -out "$site/crt" \
		-addext 'subjectAltName=DNS:site.example.org' 2>/dev/null
	mkdir "$site/root"
	git init -q --bare "$site/root/repo.git"
	git init -q "$site/work"
	git -C "$site/work" -c user.name=t -c user.email=t@example.org commit -q --allow-empty -m 'from afar'
	git -C "$site/work" push -q "$site/root/repo.git" HEAD:refs/heads/main
	git -C "$site/root/repo.git" symbolic-ref HEAD refs/heads/main
	git -C "$site/root/repo.git" update-server-info
	echo 'over TLS' >"$site/root/hello"
	registry
	chmod -R a+rX "$site"
}
certificate

world_start '{
	"site.example.org": [["192.0.2.10"]], "other.example": [["192.0.2.11"]],
	"a.wild.example": [["198.51.100.10"]], "b.a.wild.example": [["198.51.100.20"]], "wild.example": [["198.51.100.10"]],
	"two.example": [["203.0.113.77", "203.0.113.10"]],
	"six.example": [["2001:db8::10"]],
	"lan.example": [["192.168.77.50"]], "loopback.example": [["127.0.0.1"]], "self.example": [["203.0.113.9"]],
	"metadata.example": [["169.254.169.254"]], "tailnet.example": [["100.100.1.5"]],
	"mapped.example": [["::ffff:7f00:1"]], "nat64.example": [["64:ff9b::c0a8:4d32"]], "ula.example": [["fd00:77::1"]],
	"mixed.example": [["192.168.77.50", "192.0.2.11"]],
	"rebind.example": [["192.0.2.10"], ["192.168.77.50"]],
	"extra.example": [["203.0.113.20"]],
	"api.anthropic.com": [["192.0.2.10"]], "platform.claude.com": [["192.0.2.11"]]
}' "$(jq -nc --arg dir "$site" '{tls: {port: 8443, key: "\($dir)/key", cert: "\($dir)/crt", root: "\($dir)/root"}}')"

names='"site.example.org" "*.wild.example" "two.example" "six.example" "lan.example" "loopback.example" "self.example" "metadata.example"
	"tailnet.example" "mapped.example" "nat64.example" "ula.example" "mixed.example" "rebind.example" "unknown.example" "extra.example"'
box=$(world_launcher world "base = \"api\"; domains = [ $names ]; ports = [ 443 80 5432 8443 ]; forward = [ $FORWARDED ]; block = [ \"203.0.113.20/32\" ];")
isnt "$box" "" "a profile for the test world is built"
project=$(user_scratch)
cd "$project" || exit 1
cp "$site/crt" crt && chmod 644 crt

# without_note COMMAND…: without the notes on what the one before was refused, which is most of what is done here.
without_note() {
	"$@" 2> >(grep -v '^claudebox: note: the last session was refused' >&2)
}
claudebox=$box launch_by=(without_note user_in_host) # for inside

# through NAME [PORT]: what curl says of a tunnel to it: the answer, or the proxy's status.
through() {
	inside "curl -sS -m 30 -p http://$1:${2:-80}/ 2>&1"
}

# --- who gets through ---------------------------------------------------------------------------

forget_logs
is "$(through site.example.org)" "reached 192.0.2.10 80" "a named host is reached"
is "$(through a.wild.example 5432)" "reached 198.51.100.10 5432" "a host below a star, on another port of the policy"
is "$(through b.a.wild.example)" "reached 198.51.100.20 80" "and one further below"
is "$(through two.example)" "reached 203.0.113.10 80" "the next address is tried when one does not answer"
is "$(through six.example)" "reached 2001:db8::10 80" "a host with an IPv6 address only"
is "$(through SITE.Example.ORG)" "reached 192.0.2.10 80" "capitals make no difference"
is "$(through mixed.example)" "reached 192.0.2.11 80" "L17: of several answers only the public ones are used"
is "$(logged)" "$(sort <<'END'
tcp 192.0.2.10 80
tcp 198.51.100.10 5432
tcp 198.51.100.20 80
tcp 203.0.113.10 80
tcp 2001:db8::10 80
tcp 192.0.2.11 80
END
)" "and the servers saw just that"

is "$(through api.anthropic.com)" "reached 192.0.2.10 80" "the profile api, on which this one is built, names the model's host"
is "$(through platform.claude.com)" "reached 192.0.2.11 80" "and the one that renews a login"

forget_logs
for name in other.example wild.example awild.example site.example.org.evil.example xsite.example.org; do
	like "$(through "$name")" 'response 403' "$name is not let through"
done
like "$(through site.example.org 22)" 'response 403' "another port of a named host is not"
for name in lan loopback self metadata tailnet mapped nat64 ula; do
	like "$(through "$name.example")" 'response 403' "L17: $name.example is named, and leads to a private address"
done
like "$(through extra.example)" 'response 403' "an address of the policy's own block list"
like "$(through unknown.example)" 'response 502' "a name that does not exist"
is "$(logged)" "" "and no server saw any of it"

forget_logs
is "$(through rebind.example)" "reached 192.0.2.10 80" "L17: a name is public at first"
like "$(through rebind.example)" 'response 403' "and private when asked again"
is "$(logged)" "tcp 192.0.2.10 80" "and the private address was never dialled"

# --- L16: there is no other way -----------------------------------------------------------------

is "$(inside 'cut -s -d: -f1 /proc/net/dev | tr -d " \n"; tail -n +2 /proc/net/route')" lo "L16: no device but lo, and no route"
like "$(inside 'curl -sS -m 5 --noproxy "*" 192.0.2.10 2>&1')" 'Failed to connect|unreachable' "L16: without the proxy there is no network"
like "$(inside 'curl -sS -m 5 --noproxy "*" http://site.example.org/ 2>&1')" 'Could not resolve host' "and no name is resolved"
is "$(inside "curl -sS -m 5 http://127.0.0.1:$FORWARDED/")" "reached 127.0.0.1 $FORWARDED" "a forwarded port is there on loopback"
like "$(inside 'curl -sS -m 5 http://127.0.0.1:5432/ 2>&1')" 'Failed to connect' "and no other port of the host's loopback"
like "$(inside 'node -e "require(\"http\").createServer((q, r) => r.end(\"mine\")).listen(3000)" &
	curl -sS -m 5 --retry 100 --retry-delay 0 --retry-max-time 30 --retry-connrefused http://localhost:3000/; kill %1')" mine \
	"what is started inside is reached without the proxy"
# Nobody inside sees what pid 1 holds: from outside, by a command with a name of its own.
inside "sleep 1001.$$" &
wait_until pgrep -xf "sleep 1001.$$" >/dev/null
first=$(pgrep -xf "sleep 1001.$$" | head -n 1)
while [ "$(sed -n 's/^NSpid:.*\t//p' "/proc/$first/status")" != 1 ]; do
	first=$(sed -n 's/^PPid:\t//p' "/proc/$first/status")
done
is "$(for fd in /proc/"$first"/fd/*; do case $fd in */[012]) ;; *) readlink "$fd" ;; esac; done | sed 's/:\[.*//' | sort | xargs)" \
	"/run/claudebox/lock anon_inode pipe" "L27: of the relay pid 1 holds one pipe, which nobody reads"
kill "$(pgrep -xf "sleep 1001.$$" | head -n 1)"
wait $!

# --- real programs -----------------------------------------------------------------------------

is "$(inside 'curl -sS -m 10 --cacert crt https://site.example.org:8443/hello')" "over TLS" "curl speaks TLS through the proxy"
ok "git clones through it" -- inside 'GIT_SSL_CAINFO=$PWD/crt git clone -q https://site.example.org:8443/repo.git cloned'
is "$(git -c safe.directory='*' -C cloned log --format=%s)" "from afar" "and has the history"

# npm HOST ARG…: the host's npm, with the registry there. Its package lies where it looks for its parts;
# Debian's has some of them beside itself.
program=$(readlink -f "$(command -v npm)")
modules=${program%/npm/*}
npm() {
	local host=$1
	shift
	user_in_host "$box" --yes --mount-ro "$modules" --shell -c "NODE_PATH='$modules' npm_config_registry=https://$host:8443/ npm_config_cafile=\$PWD/crt \
		node '$program' --no-audit --no-fund --no-update-notifier --fetch-retries=0 $*"
}
ok "npm installs a package through it" -- npm site.example.org install tiny
is "$(inside 'node -p "require(\"tiny\")"')" "from the registry" "which can be used"
like "$(cat "$CB_TMP/log-internet")" '^tls site.example.org /tiny.tgz$' "and came from there"
forget_logs
fails "npm fails where the registry is not let through" -- npm other.example install --no-save other
like "$out$err" '403 Forbidden' "and says how it was answered"
is "$(logged)" "" "and nobody was asked"

# --- the name in the tunnel ----------------------------------------------------------------------

cp "$CB_HERE/front.js" "$CB_TOP"/tests/fuzz/corpus/client-hello/other . && chmod 644 front.js other
# front TUNNEL NAME [pieces]: TLS to NAME in a tunnel to TUNNEL.
front() {
	inside "node front.js 8443 $1 '$2' ${3-}"
}
for name in site.example.org other.example ''; do
	is "$(user_in_host node front.js 8443 192.0.2.10 "$name")" "over TLS" "the server itself takes the name »$name«, which is what fronting needs"
done
forget_logs
is "$(front site.example.org site.example.org)" "over TLS" "TLS to the tunnel's host goes through"
is "$(front site.example.org SITE.example.ORG)" "over TLS" "in capitals as well"
is "$(front site.example.org site.example.org pieces)" "over TLS" "and in pieces, of records and of segments"
is "$(LC_ALL=C sort -u "$CB_TMP/log-internet")" "$(printf 'tls %s /hello\n' SITE.example.ORG site.example.org | LC_ALL=C sort)" "and the server saw no other name"
forget_logs
like "$(front site.example.org other.example)" 'UNRECOGNIZED_NAME' "TLS to another host in its tunnel does not"
like "$(front site.example.org two.example)" 'UNRECOGNIZED_NAME' "nor to one that is let through itself"
like "$(front site.example.org other.example pieces)" 'UNRECOGNIZED_NAME' "nor in pieces"
like "$(front site.example.org '')" 'UNRECOGNIZED_NAME' "nor to no name"
is "$(inside 'exec 3<>/dev/tcp/127.0.0.1/3128; { printf "CONNECT site.example.org:443 HTTP/1.1\r\n\r\n"; tail -n +2 other; } >&3; timeout 5 tail -c 7 <&3 | od -An -tx1')" \
	" 15 03 03 00 02 02 70" "nor when it comes along with the request"
like "$(through site.example.org 443)" '^claudebox: site.example.org:443: only TLS may be spoken on that port$' "on port 443 nothing but TLS goes through"
is "$(sort -u "$CB_TMP/log-internet")" "tcp 192.0.2.10 443" "and the server was told nothing" # but that somebody is there

# --- what was refused is told -----------------------------------------------------------------------

like "$(inside 'exec 3<>/dev/tcp/127.0.0.1/3128; printf "CONNECT other.example:443 HTTP/1.1\r\n\r\n" >&3; timeout 5 cat <&3')" \
	'^claudebox: other.example:443: the user can allow that host by `domains` in the policy$' "a client is told what was refused, and what allows it"
like "$(user_in_host "$box" --yes --dry-run)" '^note +the last session was refused other.example:443, see ~/.claudebox/projects/[0-9a-f]{16}/refused$' \
	"and the user is, before the next launch"
refused=$(ls "$CB_USER_HOME"/.claudebox/projects/*/refused)
is "$(stat -c '%U %a' "$refused")" "$CB_USER 600" "the list is the user's own"
is "$(inside 'ls -A ~/.claudebox; find / -xdev -name refused 2>/dev/null')" credentials "and out of the agent's reach"
is "$(stat -c %s "$refused")" 0 "a session that is refused nothing leaves an empty one"
unlike "$(user_in_host "$box" --yes --dry-run)" 'was refused' "of which nothing is said"
user_in_host "$box" --yes --shell -c 'say() { exec 3<>/dev/tcp/127.0.0.1/3128; printf "$1" >&3; timeout 5 cat <&3 >/dev/null; }
	for i in 1 2 3; do say "CONNECT b.example:443 HTTP/1.1\r\nAuthorization: secret-header\r\n\r\n"; done
	say "CONNECT site.example.org:22 HTTP/1.1\r\n\r\n"; say "CONNECT lan.example:443 HTTP/1.1\r\n\r\n"
	node front.js 8443 site.example.org hidden.example; node front.js 8443 site.example.org ""; say "CONNECT evil\033[2J.example:443 HTTP/1.1\r\n\r\n"; say "GET http://site.example.org/secret-path HTTP/1.1\r\n\r\n"'
ok "the list is complete when all has ended" -- wait_until grep -q '^3 ' "$refused"
is "$(cat "$refused")" '3 b.example:443: the user can allow that host by `domains` in the policy
1 site.example.org:22: the user can allow that port by `ports` in the policy
1 lan.example:443: that name leads to a private or blocked address
1 hidden.example:8443: TLS in a tunnel to another host names this one (SNI)
1 site.example.org:8443: TLS in the tunnel names no host (SNI)
1 (no host name): this is no request for a named host
1 (no host name): only CONNECT is understood here, that is https' "of hosts and ports, and of nothing else that was said"
user_in_host "$box" --yes --shell -c 'for i in $(seq 300); do exec 3<>/dev/tcp/127.0.0.1/3128; printf "CONNECT a$i.example:443 HTTP/1.1\r\n\r\n" >&3; timeout 5 cat <&3 >/dev/null; done'
ok "a flood of names ends in a number" -- wait_until grep -qx '268 others' "$refused"
is "$(grep -c . "$refused")" 33 "after 32 lines"
like "$(user_in_host "$box" --yes --dry-run)" 'was refused a1.example:443, a2.example:443, a3.example:443, a4.example:443, others, see' "the note is short"
elsewhere=$(user_scratch)
as_user touch "$elsewhere/file"
as_user ln -sf "$elsewhere/file" "$refused"
like "$(through other.example)" 'response 403' "a list that cannot be written is no reason to carry nothing"
is "$(through site.example.org)" "reached 192.0.2.10 80" "nor to carry less"
is "$(cat "$elsewhere/file")" "" "and no link is followed"
as_user rm "$refused"

# --- many, slow and malformed ones ----------------------------------------------------------------

many='seq 200 | xargs -P 200 -I N curl -sS -m 60 -p http://site.example.org:80/ | sort | uniq -c'
like "$(inside "$many")" '^ *200 reached 192.0.2.10 80$' "200 connections at once are all served"
is "$(inside 'curl -sS -m 60 -p http://site.example.org:80/big/134217728 | wc -c')" 134217728 "128 MiB come through whole"

# raw TEXT: the status line for these bytes.
raw() {
	inside "exec 3<>/dev/tcp/127.0.0.1/3128; printf '$1' >&3; timeout 5 head -n 1 <&3 | tr -d '\r'"
}
is "$(raw 'GET http://site.example.org/ HTTP/1.1\r\n\r\n')" "HTTP/1.1 405 Method Not Allowed" "a plain request is told so"
is "$(raw 'CONNECT 192.0.2.10:443 HTTP/1.1\r\n\r\n')" "HTTP/1.1 400 Bad Request" "an address is no name"
is "$(raw 'CONNECT site.example.org:443 HTTP/1.1\n\n')" "HTTP/1.1 400 Bad Request" "bare line ends are refused"
is "$(raw 'CONNECT site.example.org\\000.evil.example:443 HTTP/1.1\r\n\r\n')" "HTTP/1.1 400 Bad Request" "a NUL in a name is refused"
is "$(raw 'CONNECT u@site.example.org:443 HTTP/1.1\r\n\r\n')" "HTTP/1.1 400 Bad Request" "a user in a name is refused"
is "$(raw '\\026\\003\\001\\002')" "HTTP/1.1 400 Bad Request" "TLS to the proxy itself is refused"
is "$(inside "exec 3<>/dev/tcp/127.0.0.1/3128; { printf 'CONNECT site.example.org:443 HTTP/1.1\r\nX: '; head -c 20000 /dev/zero | tr '\0' x; } >&3 2>/dev/null; timeout 5 head -n 1 <&3 | tr -d '\r'")" \
	"HTTP/1.1 400 Bad Request" "a head without an end is refused"

slow='for i in $(seq 250); do exec {fd}<>/dev/tcp/127.0.0.1/3128; printf "CONNECT si" >&$fd; done
	timeout 60 curl -sS -p http://site.example.org:80/'
ulimit -n 4096
is "$(inside "$slow")" "reached 192.0.2.10 80" "250 requests that never end leave room for one that does"
flood='for i in $(seq 600); do exec {fd}<>/dev/tcp/127.0.0.1/3128 && printf "CONNECT si" >&$fd; done 2>/dev/null
	timeout 60 curl -sS -m 50 -p http://site.example.org:80/'
is "$(inside "ulimit -n 2048; $flood")" "reached 192.0.2.10 80" "and a flood of them is over in its time"
done_testing
