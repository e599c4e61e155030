# shellcheck shell=bash
# How a launch grows, each step beside the floor it grows from; then the generator and --gc. What is
# linear or better shows as a ratio that is at most that of the sizes.

bench_growth() {
	local rounds=$((QUICK ? 2 : 20))
	spec
	grow_mounts
	grow_variables
	grow_closure
	grow_depth
	timed growth "$rounds"
	spec
	at_once
	timed growth "$((QUICK ? 1 : 10))"
	spec
	grow_generator
	grow_instances
	timed growth "$((QUICK ? 1 : 7))"
}

# beside NAME PROGRAM: the launcher and its floor.
beside() {
	a_case "$1" "$2" --yes
	a_floor "$1:floor" "$2"
}

grow_mounts() {
	local n program
	as_user mkdir -p "$CB_USER_HOME/many"
	as_user sh -c 'cd "$1" && seq 400 | xargs mkdir' sh "$CB_USER_HOME/many"
	for n in 0 100 400; do
		program=$(changed default ".mounts += [range(1; $n + 1) | {kind: \"ro\", from: \"~/many/\(.)\", to: \"/many/\(.)\", why: \"one of many\"}]") || return
		beside "mounts:$n" "$program"
	done
}

grow_variables() {
	local n program
	for n in 100 400; do
		program=$(changed default ".env.set += ([range($n) | {key: \"MANY_\(.)\", value: \"value \(.)\"}] | from_entries)") || return
		beside "variables:$n" "$program"
	done
}

# The paths are those of this machine's store, whatever they are; the profile's own come first.
grow_closure() {
	local n program list
	for n in 50 100 200 400; do
		list=$(scratch)/closure
		{
			grep -ohE '/nix/store/[a-z0-9]{32}-[^/" ]+' "$(dirname "$(dirname "$(launcher offline)")")"/share/claudebox/offline/policy.json
			find /nix/store -mindepth 1 -maxdepth 1 -type d -name '????????????????????????????????-*' ! -name '*.drv*' ! -name '*.lock'
		} | awk '!seen[$0]++' | head -n "$n" | sort >"$list"
		program=$(changed offline . "$list") || return
		beside "closure:$n" "$program"
	done
	# What all of these are compared with: the same sandbox with the store as one mount.
	program=$(changed offline '(.mounts[] | select(.kind == "closure")) |= (.kind = "ro" | .from = "/nix/store")') || return
	a_floor closure:none "$program"
}

grow_depth() {
	local n dir program
	program=$(launcher default) || return
	for n in 8 32 64; do
		dir=$PROJECT/$(printf 'd/%.0s' $(seq "$n"))
		as_user mkdir -p "$dir"
		begin_case "depth:$n" "${dir%/}"
		add_args "$program" --yes
	done
}

at_once() {
	local program
	program=$(launcher default) || return
	a_case at-once:50 "$program" --yes
	printf 'copies 50\n' >>"$SPEC"
	a_floor at-once:50:floor "$program"
	printf 'copies 50\n' >>"$SPEC"
}

# Rows as many as bwrap could take; and as many profiles, one after the other.
grow_generator() {
	local n dir gen
	musl_runtime
	gen=$(lend "$CB_BUILD/claudebox-gen")
	for n in 15 150 1500; do
		dir=$(user_scratch)
		jq -c ".mounts += [range($n) | {kind: \"ro\", from: \"/srv/m/\(.)\", to: \"/srv/m/\(.)\", why: \"one of many\"}]" \
			"$(dirname "$(dirname "$(launcher default)")")/share/claudebox/default/policy.json" >"$dir/policy.json"
		begin_case "generator:$n"
		add_args "$gen" "$dir/policy.json" --templates "$BENCH/templates" --out "$dir"
		"$gen" "$dir/policy.json" --templates "$BENCH/templates" --out "$dir" || return
		begin_case "build:$n"
		add_args /usr/bin/musl-gcc -std=c17 -Oz -fno-pie -no-pie -static -s -Wl,--gc-sections -I"$BENCH/runtime" \
			"$dir/claudebox-default.c" "$BENCH/musl/libclaudebox.a" -o "$dir/claudebox"
	done
	for n in 1 10; do
		begin_case "profiles:$n"
		add_args /bin/sh -c "for i in \$(seq $n); do '$gen' '${dir%/*}/$(basename "$(dirname "$SPEC")")/policy.json' --templates '$BENCH/templates' --out '$dir' || exit; done"
	done
	cp "$(dirname "$(dirname "$(launcher default)")")/share/claudebox/default/policy.json" "$(dirname "$SPEC")/policy.json"
}

grow_instances() {
	local n home
	for n in 10 100 1000; do
		home=$(user_scratch)
		# Each as a launch names it: by its root. Otherwise it would be somebody else's, and kept.
		as_user perl -MDigest::SHA=sha256_hex -e 'my ($home, $n) = @ARGV; my $all = "$home/.claudebox";
			mkdir $_, 0700 or die for $all, "$all/projects";
			for my $root (map "$home/gone/$_", 1 .. $n) {
				my $dir = "$all/projects/" . substr(sha256_hex($root), 0, 16);
				mkdir $_, 0700 or die for $dir, "$dir/claude";
				open my $file, ">", "$dir/project-root" or die;
				print $file $root;
				open $file, ">", "$dir/project-filesystem" or die;
				print $file "home";
				open $file, ">", "$dir/lock" or die;
			}' "$home" "$n" || return
		[ "$(as_user env HOME="$home" "$(launcher default)" --gc --dry-run | grep -c "^  gone ")" = "$n" ] || {
			printf 'growth: --gc would not remove the %s instances\n' "$n" >&2
			return 1
		}
		printf '%s\n' "case gc:$n" "cwd $home" "env HOME=$home" "env USER=$CB_USER" >>"$SPEC"
		add_args "$(launcher default)" --gc --dry-run
	done
}
