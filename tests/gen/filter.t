#!/usr/bin/env bash
# The seccomp program refuses what it should and nothing else, on every architecture the policy's
# system can run; the program is run here as the kernel would run it.
. "$(dirname "$0")/common.sh"

dir=$(scratch)
for system in x86_64 aarch64; do
	mkdir "$dir/$system.out"
	jq ".system = \"$system-linux\"" "$good" >"$dir/$system.json"
	ok "the policy for $system is accepted" -- generate "$dir/$system.json" "$dir/$system.out"
	ok "and its program can be run" -- compile "$dir/$system" "$dir/$system.out/claudebox-good.c" \
		"$CB_HERE/run-filter.c" -lseccomp
done

# answers SYSTEM ARCH WANT CALL ARG…
answers() {
	local system=$1 arch=$2 want=$3
	shift 3
	is "$("$dir/$system" call "$arch" "$@" 2>&1)" "$want" "$system: $arch $*: $want"
}

# has SYSTEM ARCH CALL: the architecture has it; aarch64 lacks what has a form with a directory.
has() {
	"$dir/$1" call "$2" "$3" >"$dir/log" 2>&1 || [ "$2" != aarch64 ]
}

while read -r system native foreign; do
	for arch in "$native" "$foreign"; do
		# Terminal injection, whatever stands in the upper half, and its neighbours.
		answers "$system" "$arch" EPERM ioctl 0 0x5412 0
		answers "$system" "$arch" EPERM ioctl 0 0x541c 0
		answers "$system" "$arch" EPERM ioctl 5 0xffffffff00005412 1
		answers "$system" "$arch" EPERM ioctl 5 0x10000541c 1
		answers "$system" "$arch" allow ioctl 0 0x5413 0
		answers "$system" "$arch" allow ioctl 0 0x5401 0
		answers "$system" "$arch" allow ioctl 0x5412 0x5401 0x5412
		answers "$system" "$arch" allow ioctl 0 0x15412 0

		for call in keyctl add_key request_key io_uring_setup io_uring_enter io_uring_register userfaultfd perf_event_open bpf; do
			answers "$system" "$arch" EPERM "$call" 1 2 3
		done

		# L32: set-id bits, in whatever argument the mode is.
		for mode in 04755 02755 06000 0x100000800; do
			for call in chmod fchmod mkdir mknod creat; do
				has "$system" "$arch" "$call" || continue
				answers "$system" "$arch" EPERM "$call" 0 "$mode" 0
				answers "$system" "$arch" allow "$call" "$mode" 01777 "$mode"
			done
			for call in fchmodat fchmodat2 mkdirat mknodat; do
				answers "$system" "$arch" EPERM "$call" 0 0 "$mode" 0
				answers "$system" "$arch" allow "$call" "$mode" "$mode" 01777 "$mode"
			done
			for flags in 0100 0101 020000001 020200001 0xffffffff00000040; do
				! has "$system" "$arch" open || answers "$system" "$arch" EPERM open 0 "$flags" "$mode"
				answers "$system" "$arch" EPERM openat 0 0 "$flags" "$mode"
				answers "$system" "$arch" allow openat "$mode" "$flags" "$flags" 01777
			done
			# What is not created has no mode.
			! has "$system" "$arch" open || answers "$system" "$arch" allow open 0 0200001 "$mode"
			answers "$system" "$arch" allow openat 0 0 0200001 "$mode"
		done
		answers "$system" "$arch" ENOSYS openat2 0 0 0 24

		for call in socket socketpair; do
			is "$("$dir/$system" families "$arch" "$call" | sort -u)" '0 1 2 10 16 ' \
				"$system: $arch $call allows unspec, unix, inet, inet6, netlink, whatever the upper half"
			answers "$system" "$arch" EAFNOSUPPORT "$call" 38 5 0 # AF_ALG
			answers "$system" "$arch" EAFNOSUPPORT "$call" 40 1 0 # AF_VSOCK
			answers "$system" "$arch" EAFNOSUPPORT "$call" 17 3 0 # AF_PACKET
			answers "$system" "$arch" EAFNOSUPPORT "$call" 0x80000001 1 0
			answers "$system" "$arch" EAFNOSUPPORT "$call" 0xffffffff 1 0
			answers "$system" "$arch" EAFNOSUPPORT "$call" 0x100000026 1 0
		done
		# L42: of netlink only NETLINK_ROUTE; other families have other protocols.
		for protocol in 0 0x700000000; do
			answers "$system" "$arch" allow socket 16 3 "$protocol"
		done
		for protocol in 1 2 4 9 12 15 16 31 0x80000000 0xffffffff 0x500000004; do
			answers "$system" "$arch" EPROTONOSUPPORT socket 16 3 "$protocol"
			answers "$system" "$arch" EPROTONOSUPPORT socket 0x300000010 0x80003 "$protocol"
			answers "$system" "$arch" allow socket 2 3 "$protocol"
			answers "$system" "$arch" allow socket 10 3 "$protocol"
			answers "$system" "$arch" allow socket 1 3 "$protocol"
		done
		for call in read write openat execve clone3 connect bind listen prctl ptrace; do
			answers "$system" "$arch" allow "$call" 38 0x5412 0x541c
		done
	done
done <<'END'
x86_64 x86_64 i386
aarch64 aarch64 arm
END

# Nothing but the list fails, of all calls there are.
whole='add_key EPERM
bpf EPERM
io_uring_enter EPERM
io_uring_register EPERM
io_uring_setup EPERM
keyctl EPERM
openat2 ENOSYS
perf_event_open EPERM
request_key EPERM
userfaultfd EPERM'
is "$("$dir/x86_64" calls x86_64 | LC_ALL=C sort)" "$whole" "x86_64: no other call fails"
is "$("$dir/x86_64" calls i386 | LC_ALL=C sort)" "$(printf '%s\n' "$whole" 'socketcall EPERM' | LC_ALL=C sort)" "i386: the same, and socketcall"
is "$("$dir/aarch64" calls aarch64 | LC_ALL=C sort)" "$whole" "aarch64: no other call fails"
is "$("$dir/aarch64" calls arm | LC_ALL=C sort)" "$whole" "arm: no other call fails"

# The programs are made one for each system; to the same call they give the same answer.
"$dir/x86_64" random x86_64 50000 >"$dir/random"
printf '# %s: %s\n' "of 50000 random calls" "$(awk '{ print $NF }' "$dir/random" | sort | uniq -c | xargs)"
is "$(awk '{ print $NF }' "$dir/random" | sort -u | xargs)" "EAFNOSUPPORT ENOSYS EPERM EPROTONOSUPPORT allow" "among random calls there is every answer"
for arch in 'x86_64 i386' 'aarch64 aarch64' 'aarch64 arm'; do
	read -r system name <<<"$arch"
	ok "$system: $name answers random calls as x86_64 does" -- diff "$dir/random" <("$dir/$system" random "$name" 50000)
done

# Calls by another door.
for n in 1 2 8 17; do
	answers x86_64 i386 EPERM socketcall "$n" 0
done
answers x86_64 x32 ENOSYS read 0
answers x86_64 x32 ENOSYS ioctl 0 0x5412
answers x86_64 aarch64 ENOSYS read 0
answers x86_64 mips ENOSYS read 0
answers aarch64 x86_64 ENOSYS read 0
answers aarch64 i386 ENOSYS read 0
is "$("$dir/x86_64" calls x32 | grep -vc ENOSYS)" 0 "x86_64: every x32 call fails"

done_testing
