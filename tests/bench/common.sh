# shellcheck shell=bash
# What the sections of the benchmark share; sourced by tests/bench/run after tests/lib.sh. Times are
# taken by interleave, results are lines of JSON in $RECORDS, which report turns into what is read.

RECORDS=$CB_TMP/records BENCH=$CB_TMP/bench PROJECT='' AGENT=''

say() {
	printf '%s\n' "$*" >&2
}

# bench_ready: programs, the user, a project that is a git repository, and the command that all of
# them start: a static program that does nothing, as `claude` on the user's PATH.
bench_ready() {
	user_ready
	mkdir -p "$BENCH/bin"
	: >"$RECORDS"
	cp -r "$CB_TOP/templates" "$CB_TOP/runtime" "$BENCH/" # the clone may be closed to the user
	chmod -R a+rX "$BENCH"
	local flags=(-std=c17 -D_GNU_SOURCE -O2 -Wall -Wextra)
	cc "${flags[@]}" -o "$BENCH/bin/interleave" "$CB_HERE/interleave.c" || exit 1
	AGENT=$CB_USER_HOME/bin/claude
	as_user mkdir -p "$CB_USER_HOME/bin"
	printf '%s\n' '/* Does nothing. */' 'int main(void) { return 0; }' >"$BENCH/true.c"
	musl-gcc -static -Os -s -o "$AGENT" "$BENCH/true.c" || exit 1
	PROJECT=$CB_USER_HOME/project
	as_user git init -q "$PROJECT"
	as_user git config --global user.name 'A. Body'
	as_user git config --global user.email body@example.org
}

# musl_runtime: the runtime as the package has it, once; launchers of changed policies link it.
musl_runtime() {
	[ -e "$BENCH/musl/libclaudebox.a" ] || make -s -C "$CB_TOP/runtime" -j"$(nproc)" BUILD="$BENCH/musl" \
		CC="musl-gcc -idirafter /usr/include -idirafter /usr/include/$(uname -m)-linux-gnu" >&2
}

# changed PROFILE JQ [CLOSURE]: a launcher like the package's with its policy changed; prints its path.
changed() {
	local from dir name closure=()
	musl_runtime && from=$(launcher "$1") && dir=$(scratch) || return
	from=${from%/bin/*}/share/claudebox/$1
	jq "$2" "$from/policy.json" >"$dir/policy.json" || return
	name=$(jq -r .name "$dir/policy.json")
	[ -z "${3-}" ] || closure=(--closure "$3")
	"$CB_BUILD/claudebox-gen" "$dir/policy.json" --templates "$CB_TOP/templates" "${closure[@]}" --out "$dir" &&
		musl-gcc -std=c17 -O2 -fno-pie -no-pie -static -s -I"$CB_TOP/runtime" \
			"$dir/claudebox-$name.c" "$BENCH/musl/libclaudebox.a" -o "$dir/claudebox" || return
	printf '%s\n' "$dir/claudebox"
}

# --- specs for interleave: each adds a case to the file $SPEC --------------------------------------------

SPEC=''

spec() {
	SPEC=$(scratch)/spec
	: >"$SPEC"
}

# How the case begins: where, and with what a login gives; then more words.
begin_case() {
	printf '%s\n' "case $1" "cwd ${2:-$PROJECT}" "env HOME=$CB_USER_HOME" "env USER=$CB_USER" \
		"env LOGNAME=$CB_USER" "env SHELL=/bin/bash" "env PATH=$CB_USER_HOME/bin:/usr/local/bin:/usr/bin:/bin" \
		"env TERM=dumb" "env LANG=C.UTF-8" >>"$SPEC"
}

add_args() {
	printf 'arg %s\n' "$@" >>"$SPEC"
}

# a_case NAME CMD…, in the project.
a_case() {
	begin_case "$1"
	shift
	add_args "$@"
}

# a_floor NAME LAUNCHER [DIR]: the real bwrap with what this launcher would have to give it if it did not build the root
# itself, and with no environment. The launcher is a copy in which the path of bwrap leads to capture.
a_floor() {
	local dir
	dir=$(captured "$2" "${3:-$PROJECT}") || return
	printf '%s\n' "case $1" "cwd ${3:-$PROJECT}" >>"$SPEC"
	cat "$dir/spec" >>"$SPEC"
}

# The one spawn of ours, as the launcher does it; behind a_floor.
then_git() {
	local git
	git=$(jq -r .tools.git "${1%/bin/*}"/share/claudebox/*/policy.json)
	printf '%s\n' 'then' "arg $git" 'arg config' 'arg --global' 'arg --includes' 'arg --null' 'arg --get-regexp' \
		'arg ^user\.(name|email)$' "env HOME=$CB_USER_HOME" 'env GIT_CONFIG_NOSYSTEM=1' \
		"env GIT_DIR=$PROJECT/.git" >>"$SPEC"
}

captured() {
	local dir real
	dir=$(user_scratch) || return
	real=$(strings -n 8 "$1" | grep -m1 -E '^/nix/store/[^ ]*/bin/bwrap$') || return
	printf '%s\n' "$real" >"$dir/real"
	install -m 755 "$CB_HERE/capture" "$dir/bwrap"
	in_net env --chdir="$2" "$1" --dry-run=json --yes | jq -r '.mounts[] | [.kind, .from // "-", .to] | @tsv' >"$dir/mounts" || return
	OLD=$real NEW=$dir/bwrap perl -0777 -pe '
		my $fill = length($ENV{OLD}) - length($ENV{NEW});
		die "the path is too long\n" if $fill < 0;
		my $new = "/" x $fill . $ENV{NEW};
		s/\Q$ENV{OLD}\E/$new/ or die "this launcher does not run $ENV{OLD}\n";
	' "$1" >"$dir/claudebox" && chmod 755 "$dir/claudebox" || return
	in_net env --chdir="$2" "$dir/claudebox" --yes >&2 || return
	printf '%s\n' "$dir"
}

# net_ready: a network namespace with nothing but loopback, a /dev/net/tun as ordinary systems have it, and
# a /tmp of its own, where sandbox-runtime leaves its sockets; what runs by in_net and what is timed from now on runs there.
NET=()
net_ready() {
	[ ${#NET[@]} = 0 ] || return 0
	[ "$(id -u)" = 0 ] || return 0
	mknod "$CB_TMP/tun" c 10 200 && chmod 666 "$CB_TMP/tun"
	unshare --net --mount --propagation private -- setpriv --pdeathsig KILL -- \
		sh -c 'ip link set lo up; mount --bind "$1/tun" /dev/net/tun; mount -t tmpfs -o mode=1777 tmpfs /tmp; : >"$1/net" && exec sleep infinity' sh "$CB_TMP" &
	NET=(nsenter --target "$!" --net --mount --)
	until [ -e "$CB_TMP/net" ]; do sleep 0.05; done
}

in_net() {
	# shellcheck disable=SC2034 # read by as_user
	local CB_AROUND=("${NET[@]}")
	as_user env --chdir="$PROJECT" PATH="$CB_USER_HOME/bin:/usr/local/bin:/usr/bin:/bin" "$@"
}

# timed SECTION ROUNDS: runs the spec as the user; before whatever else the machine does, where allowed.
timed() {
	local NET=("${NET[@]}")
	[ "$(id -u)" != 0 ] || NET+=(nice -n -15)
	chmod 644 "$SPEC"
	in_net "$BENCH/bin/interleave" "$2" 3 "$SPEC" >"$SPEC.out" 2>"$SPEC.err" || {
		say "interleave failed: $(tail -n 3 "$SPEC.err")"
		return 1
	}
	"$CB_HERE/report" samples "$1" "$SPEC.out" >>"$RECORDS"
}

# value SECTION NAME UNIT NUMBER: something that is counted, not timed.
value() {
	[ -n "$4" ] || set -- "$1" "$2" "$3" 0
	jq -nc '{section: $ARGS.positional[0], name: $ARGS.positional[1], unit: $ARGS.positional[2],
		value: ($ARGS.positional[3] | tonumber)}' --args "$@" >>"$RECORDS"
}

# absent SECTION NAME WHY: what could not be measured here, and what it said.
absent() {
	jq -nc '{section: $ARGS.positional[0], name: $ARGS.positional[1], absent: $ARGS.positional[2]}' --args "$@" >>"$RECORDS"
}
