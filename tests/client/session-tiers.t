#!/usr/bin/env bash
# Sessions of the real client in tiers internet and domains, in the test world of tests/net: the API is a machine
# of its internet, by its own name and over TLS. The client reaches it, nothing of it reaches anything else, and
# what its agent tries ends where the tier says; the servers' logs agree.
. "$(dirname "$0")/../lib.sh"
. "$CB_LIB/nix.sh"
nix_ready
. "$CB_LIB/net.sh"
. "$CB_LIB/client.sh"
need slirp4netns
client_ready
world_start '{"api.anthropic.com": [["192.0.2.30"]], "other.example": [["198.51.100.10"]]}' '{"tcp": [22, 80, 5432]}'
addresses internet lo 192.0.2.30/32
certificate=$(scratch)
api_certificate "$certificate"
cp "$certificate/ca.crt" "$CB_USER_HOME/ca.crt"

# in_world SPACE: where the API or the client is started next.
in_world() {
	loopback=(nsenter --target "${WORLD[$1]}" --net --mount)
}
# serve TURN…: the API.
serve() {
	in_world internet
	api_start --tls "$certificate/crt" "$certificate/key" --tls-port 443 --tls-address 192.0.2.30 -- "$@"
	in_world host
	forget_logs
}
# session ARG…: with the client's own idea of where the API is, and without what $without names.
without=()
session() {
	box ANTHROPIC_BASE_URL= "${without[@]}" "$@"
}
# tier NAME BASE: $BOX is its launcher, with a certificate authority of the test's own.
tier() {
	BOX=$(world_launcher "$1" "base = \"$2\"; env.set.NODE_EXTRA_CA_CERTS = \"/etc/test-ca.crt\";
		mounts = [ { kind = \"ro\"; from = \"~/ca.crt\"; to = \"/etc/test-ca.crt\"; why = \"the API of this test\"; } ];") || exit 1
}
# asked: the names that were looked up.
asked() {
	sed -n 's/^dns \([^ ]*\) .*/\1/p' "$CB_TMP/log-lan" | sort -u | paste -sd ' '
}
as_user mkdir -p "$CB_USER_HOME/.local/bin"
as_user ln -s "$CLIENT" "$CB_USER_HOME/.local/bin/claude"
BOX_PATH=$CB_USER_HOME/.local/bin:/usr/local/bin:/usr/bin:/bin

# What the agent tries, past any proxy and, last, through it.
try() {
	printf "curl -sS -m 5 %s 2>/dev/null || echo no" "$*"
}
attempts=("$(try --noproxy "'*'" http://192.168.77.1/)" "$(try --noproxy "'*'" http://169.254.169.254/)"
	"$(try --noproxy "'*'" http://127.0.0.1:5432/)" "$(try --noproxy "'*'" http://203.0.113.9:5432/)"
	"$(try --noproxy "'*'" http://100.100.1.5:5432/)" "$(try --noproxy "'*'" http://198.51.100.10/)"
	"$(try -p http://other.example:80/)")
names=('the router' 'the metadata address' "the host's loopback" "the host's own address" 'the tailnet' 'another site' 'another name')

# others: what the API was asked for besides answers and the settings of an organisation.
others() {
	requests 'select(.kind == "other" and .method != "HEAD").path' | grep -vxE '/api/claude_code/(settings|policy_limits)' | sort -u
}
# reaches TIER REACHED…: a session with all of that; what is not REACHED is not.
reaches() {
	local tier=$1 i
	shift
	serve "$(bash_turn "${attempts[@]}")" "$(text_turn 'all tried')"
	ok "$tier: a session with a tool that tries the network ends well" -- session -p hello
	is "$out" 'all tried' "$tier: and says what the API said"
	for i in "${!attempts[@]}"; do
		is "$(result_of $((i + 1)))" "${1:-no}" "$tier: ${names[i]}: ${1:-no}"
		shift
	done
	is "$(requests .headers.host | sort -u)" api.anthropic.com "$tier: the API was asked by its name"
	is "$(requests .via | sort -u)" tls "$tier: over TLS"
	is "$(others)" "" "$tier: for answers, and what an organisation has set"
}

# --- all of it answers, where nothing is in the way -------------------------------------------------

in_world host
forget_logs
for i in "${!attempts[@]}"; do
	like "$(user_in_loopback sh -c "${attempts[i]//-p /}")" '^reached ' "on the host: ${names[i]} answers"
done

# --- internet ---------------------------------------------------------------------------------------

tier tier-internet internet
reaches internet '' '' '' '' '' 'reached 198.51.100.10 80' 'reached 198.51.100.10 80'
is "$(logged)" 'tcp 198.51.100.10 80' "internet: the servers saw that, and nothing else"
is "$(asked)" 'api.anthropic.com other.example' "internet: the client asked for no other name than the API's"

serve "$(text_turn loud)"
run session CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC= -p hello
like "$(others)" '^/api/event_logging' "internet: left alone the client sends telemetry, and here it would be seen"

# --- domains ----------------------------------------------------------------------------------------

tier tier-api api
without=(CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=) # the profile itself sets it
reaches domains '' '' '' '' '' '' ''
is "$(logged)" '' "domains: the servers saw nothing"
is "$(asked)" api.anthropic.com "domains: no other name than the API's was looked up"
is "$(cut -d: -f1,2 "$CB_USER_HOME"/.claudebox/projects/*/refused)" '1 other.example:80' \
	"domains: the list of refusals has the agent's attempt, and nothing of the client's own"
serve "$(text_turn again)"
run session -p hello
is "$out" again "domains: the next session works as well"
like "$err" 'note: the last session was refused other.example:80, see' "domains: and tells the user of it"
like "$(jq -rs '[.[] | select(.kind == "agent")][0].body.messages[0].content[0].text' "$API_LOG")" \
	'Hosts: .*api\.anthropic\.com' "AWARE-02: domains: the agent was told what it can reach"
done_testing
