#!/usr/bin/env bash
# SAND-12, SAND-13: names are found and certificates checked, against servers in a network namespace that has
# nothing but loopback.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
need node openssl

server=$(lend "$CB_HERE/net-server")
as_user openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=name.example.org \
	-addext subjectAltName=DNS:name.example.org -keyout key.pem -out cert.pem 2>/dev/null
as_user mkdir etc
as_user cp /etc/passwd /etc/group etc/
as_user tee etc/resolv.conf <<<'nameserver 127.0.0.1' >/dev/null

# online COMMAND: a shell in a sandbox on a host whose network these servers are. bwrap refuses to run with the
# capability that they need, so it is dropped before.
online() {
	rm -f ready
	as_user bwrap --dev-bind / / --bind etc /etc --unshare-net --unshare-pid --die-with-parent --proc /proc --cap-add CAP_NET_BIND_SERVICE \
		sh -c 'node "$1" key.pem cert.pem ready & i=0
		until [ -e ready ]; do i=$((i + 1)); [ $i -lt 500 ] || exit 99; sleep 0.02; done
		exec setpriv --inh-caps=-all --ambient-caps=-all "$2" --yes --shell -c "$3"' sh "$server" "$claudebox" "$1"
}

is "$(online 'node -e "require(\"dns\").lookup(\"name.example.org\", (error, address) => console.log(error || address))"')" 127.0.0.1 \
	"SAND-12: a name is found through the host's name server"
exits 60 "SAND-13: curl has its certificates and does not know this one" -- online 'curl -sS https://name.example.org/'
exits 77 "where one without a bundle would say so" -- online 'SSL_CERT_FILE=/none curl -sS --cacert /none https://name.example.org/'
is "$(online 'SSL_CERT_FILE=$PWD/cert.pem curl -sS https://name.example.org/')" hi "SAND-13: and knows it by SSL_CERT_FILE"
done_testing
