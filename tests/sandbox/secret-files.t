#!/usr/bin/env bash
# What looks like a secret in the project itself is named before the agent reads it, with the line
# of the policy that hides it.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/sandbox.sh"
sandbox_ready
note='claudebox: note: what looks like a secret in the project is the agent.s to read: '

# write FILE TEXT: in the project, as the user.
write() {
	as_user mkdir -p "$(dirname "$1")"
	as_user tee "$1" >/dev/null <<<"$2"
}
key=$'-----BEGIN OPENSSH PRIVATE KEY-----\nc4n4ry\n-----END OPENSSH PRIVATE KEY-----'

# named: what a launch says of secrets, and nothing else of it.
named() {
	as_user "$claudebox" --yes --shell -c true 2>&1 | sed -n "s/^$note//p"
}

as_user git init -q
write file "nothing"
write .env.example "TOKEN="
write cert.pem $'-----BEGIN CERTIFICATE-----\nx'
write id_generator.py "print(1)"
write package.json '{ "name": "x" }'
write .npmrc "save-exact=true"
write .envrc "use flake"
as_user touch .env.empty
is "$(named)" "" "what only has such a name is not named"

# row FILE TEXT: alone it is named, with its line.
row() {
	write "$1" "$2"
	is "$(named)" "$1; the policy hides it by: hide = [ \"$1\" ];" "$1 is named, with the line that hides it"
	as_user rm "$1"
}
row .env "PASSWORD=c4n4ry"
row .env.local "PASSWORD=c4n4ry"
row config/.env "PASSWORD=c4n4ry"
row .envrc "export GITHUB_TOKEN=ghp_0123456789abcdef0123456789abcdef0123"
row server.pem "$key"
row certs/tls.key "$key"
row id_ed25519 "$key"
row .npmrc "//packages.example.org/:_authToken=c4n4ry"
row service-account.json '{ "type": "service_account", "private_key": "c4n4ry" }'
row client_secret_1.apps.json '{ "installed": {} }'
write .envrc "use flake"

write .env "PASSWORD=c4n4ry"
write certs/tls.key "$key"
write node_modules/x/.env "PASSWORD=c4n4ry"
write node_modules/.env "PASSWORD=c4n4ry"
write a/b/.env "PASSWORD=c4n4ry"
as_user ln -s .env .env.link
as_user ln -s certs linked
as_user git add -f certs/tls.key
is "$(named)" '.env, certs/tls.key (git has it); the policy hides it by: hide = [ ".env" ];' \
	"all are in one line; a link and what lies deeper are not looked at, what git tracks cannot be hidden"
as_user git rm -q --cached certs/tls.key
like "$(as_user "$claudebox" --dry-run --shell | tr -s ' \n' ' ')" 'is the agent.s to read: \.env, certs/tls\.key; the policy hides it by' \
	"a dry run has it too"
claudebox=$(variant default '.hide = [".env", "certs"]') || exit 1
is "$(named)" "" "what the line hides is not named any more"
is "$(inside 'cat .env certs/* 2>/dev/null')" "" "because it is hidden"
as_user rm -r .env certs
for i in $(seq 12); do write "$i.env" x; done
is "$(named | grep -o '\.env, ' | wc -l)" 8 "of many eight are named"
like "$(named)" ', and more; ' "and that there are more"
done_testing
