# shellcheck shell=bash
# Where the time of a launch goes. Stages by the few system calls that stand at their ends, which perf
# notes in the kernel without stopping anybody; nobody but root may do so everywhere.

# marks TRACE: microseconds between the marks of one launch, `STAGE TIME` a line.
marks() {
	awk '
		function mark(name) { printf "%s %d\n", name, ($1 - last) * 1e3; last = $1 }
		/ claudebox[^ ]*\/[0-9]+ execve\(.*= 0/ && !begun { begun = 1; last = $1; next }
		/ keyctl\(/ { mark("facts+plan+state") }
		/ close_range\(/ && !closed { closed = 1; mark("stage") }
		/ bwrap\/[0-9]+ execve\(.*= 0/ { mark("hand-over"); next }
		/ clone\(.*NEWPID/ { mark("bwrap:start") }
		/ step\/[0-9]+ execve\(.*= 0/ { mark("bwrap:sandbox"); step = 1; next }
		step && / execve\(.*= 0/ { mark("step"); step = 0; next }
		/ exit_group\(/ { end = $1 }
		END { printf "agent+end %d\n", (end - last) * 1e3 }' "$1"
}

# timed_stages PROFILE PROGRAM
timed_stages() {
	local i runs=$((QUICK ? 3 : 40)) trace=$BENCH/trace
	: >"$BENCH/marks"
	for ((i = 0; i < runs + 2; i++)); do
		perf trace -e execve,keyctl,close_range,clone,exit_group -f -T -o "$trace" -- \
			setpriv --reuid="$CB_USER" --regid="$CB_USER" --init-groups env -i HOME="$CB_USER_HOME" USER="$CB_USER" \
			PATH="$CB_USER_HOME/bin:/usr/bin:/bin" --chdir="$PROJECT" "$2" --yes 2>"$BENCH/perf" || {
			absent stages "$1:stages" "$(cat "$BENCH/perf")"
			return 0
		}
		[ "$i" -lt 2 ] || marks "$trace" >>"$BENCH/marks"
	done
	"$CB_HERE/report" marks stages "$1" "$BENCH/marks" >>"$RECORDS"
}

bench_stages() {
	local profile program trace=$CB_USER_HOME/trace
	cd "$PROJECT" || return
	for profile in default offline; do
		program=$(launcher "$profile") || return
		user_with_agent "$program" --yes || return
		timed_stages "$profile" "$program"
		user_with_agent strace -f -o "$trace" "$program" --yes || return
		value stages "$profile:system calls" calls "$(calls_before_exec "$trace")"
		value stages "$profile:system calls of bwrap" calls "$(($(grep -c . "$trace") - $(calls_before_exec "$trace")))"
		value stages "$profile:size" bytes "$(stat -c %s "$program")"
		value stages "$profile:memory" KiB "$(memory_before_exec "$program")"
		value stages "$profile:instructions of the plan" instructions "$(plan_instructions "$profile")"
	done
	for profile in api internet; do
		program=$(launcher "$profile") && value stages "$profile:size" bytes "$(stat -c %s "$program")"
	done
	spec
	a_case version "$(launcher default)" --version
	a_case dry-run "$(launcher default)" --dry-run
	timed stages "$ROUNDS"
}

user_with_agent() {
	as_user env PATH="$CB_USER_HOME/bin:/usr/local/bin:/usr/bin:/bin" "$@"
}

# Those of the launcher and whatever it starts, from its own exec to bwrap's.
calls_before_exec() {
	sed '/execve(.*"bwrap"/,$d' "$1" | grep -cE '^[0-9]+ +[a-z_0-9]+\('
}

# The most that is resident, read while the exec of bwrap is held up.
memory_before_exec() {
	local pid tracer peak=0 seen i
	user_with_agent strace -f -qq -o /dev/null -e trace=execve -e inject=execve:delay_enter=500000:when=1 "$1" --yes &
	tracer=$!
	for ((i = 0; i < 200; i++)); do
		for pid in $(pgrep -x -- "$(basename "$1" | cut -c1-15)"); do
			[ "$(readlink "/proc/$pid/exe")" = "$1" ] || continue
			seen=$(awk '/^VmHWM/ { print $2 }' "/proc/$pid/status")
			[ "${seen:-0}" -le "$peak" ] || peak=$seen
		done
		kill -0 "$tracer" || break
		sleep 0.02
	done 2>/dev/null
	wait "$tracer"
	printf '%s\n' "$peak"
}

# Of planning alone: on a host that is a file, where nothing is asked of the kernel.
plan_instructions() {
	local dir policy=$CB_TOP/tests/nix/expected/policy-$1.json closure=()
	dir=$(scratch)
	if [ "$1" != default ]; then
		grep -oE '/nix/store/[^/"]+' "$policy" | sort -u >"$dir/closure"
		closure=(--closure "$dir/closure")
	fi
	"$CB_BUILD/claudebox-gen" "$policy" --templates "$CB_TOP/templates" "${closure[@]}" --out "$dir" &&
		cc -std=c17 -D_GNU_SOURCE -I"$CB_TOP/runtime" -no-pie -o "$dir/fake-host" "$CB_TOP/tests/golden/fake-host.c" \
			"$dir/claudebox-$1.c" "$CB_BUILD/libclaudebox.a" &&
		valgrind --tool=callgrind --toggle-collect=cb_plan_make --toggle-collect=cb_bwrap_make --callgrind-out-file=/dev/null \
			"$dir/fake-host" "$CB_TOP/tests/golden/hosts/plain.host" -p x 2>&1 >/dev/null |
		sed -n 's/.*Collected : //p'
}
