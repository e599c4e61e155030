# shellcheck shell=bash
# A launch to `true`, --yes, as one user with one environment in one project, interleaved: each profile;
# the floor, which is bare bwrap with the very arguments, descriptors and empty environment the launcher
# would give it if it did not build the root itself (capture), so the same sandbox; the floor and one `git config`
# behind it; a shell script that does the same work; firejail and sandbox-runtime with their defaults.
# In a network namespace with nothing but loopback, so that the network tiers touch nobody.

SRT_VERSION=0.0.83

# The script's tables, as Nix would write them.
script_ready() {
	local dir=$1 share=${2%/bin/*}/share/claudebox/default policy
	policy=$share/policy.json
	mkdir -p "$dir"
	install -m 755 "$CB_HERE/script" "$dir/script"
	cp "$share/SANDBOX.md" "$dir/SANDBOX.md"
	{
		jq -r '"bwrap=\(.tools.bwrap | @sh) git=\(.tools.git | @sh) shell=\(.tools.shell | @sh)",
			"path_inside=\(.path | join(":") | @sh)", "store=(/nix/store) network=()",
			"links=(\([.mounts[] | select(.kind == "link").from] | @sh))",
			"link_names=(\([.mounts[] | select(.kind == "link").to] | @sh))",
			"agent_args=(\(.agent.args | @sh))",
			"declare -A variables=(\([.env.set | to_entries[] | select(.value | type == "string") | "[\(.key)]=\(.value | @sh)"] | join(" ")))"' "$policy"
		printf 'secrets=(%s)\n' "$(sed -nE 's/^X\(HOME, "([^"]*)".*/\1/p' "$CB_TOP/runtime/vocab/secret-paths.def" | tr '\n' ' ')"
	} >"$dir/tables"
	# The filter is a const array in the launcher; what capture saw is the same bytes.
	cp "$3" "$dir/filter"
	chmod -R a+rX "$dir"
}

# Prints the program, fetched once.
srt_ready() {
	local cache=/var/cache/claudebox-tests/sandbox-runtime-$SRT_VERSION
	[ "$(id -u)" = 0 ] || cache=${XDG_CACHE_HOME:-$HOME/.cache}/claudebox-tests/sandbox-runtime-$SRT_VERSION
	if [ ! -e "$cache/node_modules/.bin/srt" ]; then
		mkdir -p "$cache"
		(cd "$cache" && npm install --no-audit --no-fund --ignore-scripts "@anthropic-ai/sandbox-runtime@$SRT_VERSION") >&2 || return
		chmod -R a+rX "$cache"
	fi
	readlink -f "$cache/node_modules/.bin/srt"
}

# tried NAME CMD…: adds the case if it works here; otherwise what it said stands in the report.
tried() {
	local said
	if said=$(cd "$PROJECT" && in_net timeout 60 "${@:2}" 2>&1); then
		a_case "$@"
	else
		absent launch "$1" "exit $?: ${said:-it said nothing}"
	fi
}

# filter_of DIR: the system call filter that capture saw there.
filter_of() {
	printf '%s/fd.%s\n' "$1" "$(tr '\0' '\n' <"$1/fd.3" | sed -n '/^--seccomp$/{n;p;}')"
}

bench_launch() {
	local profile program dir srt
	net_ready
	spec
	for profile in default offline api internet; do
		program=$(launcher "$profile") || return
		tried "$profile" "$program" --yes
		a_floor "$profile:floor" "$program" || return
		[ "$profile" != default ] || filter=$(filter_of "$(dirname "$(sed -n 's/^open 3 //p' "$SPEC" | tail -1)")")
	done
	program=$(launcher default)
	a_floor default:floor+git "$program" && then_git "$program"
	script_ready "$BENCH/script" "$program" "$filter"
	tried script "$BENCH/script/script"
	# firejail hides /var/tmp, where the benchmark's home is: a copy in the user's own.
	dir=$(getent passwd "$CB_USER" | cut -d: -f6)/.claudebox-bench
	install -D -m 755 "$AGENT" "$dir/true" && tried firejail /usr/bin/firejail --quiet "$dir/true"
	srt=$(srt_ready) && tried sandbox-runtime "$(command -v node)" "$srt" "$AGENT"
	timed launch "$ROUNDS"
	rm -rf -- "$dir"
}
