#!/usr/bin/env bash
# The harness goes red when it should: each way a test can fail without saying so is tried on it.
. "$(dirname "$0")/../lib.sh"
need cc prove

dir=$(scratch)

# bash_test NAME: makes a test of the lines on stdin.
bash_test() {
	{
		printf '#!/usr/bin/env bash\n. "%s/tests/lib.sh"\n' "$CB_TOP"
		cat
	} >"$dir/$1"
	chmod +x "$dir/$1"
}

# harness MUST_WORK FILE…
harness() {
	local must_work=$1
	shift
	CB_MUST_WORK=$must_work "$CB_TOP/tests/run" --no-setup "${@/#/"$dir/"}"
}

bash_test good.t <<'END'
ok "true succeeds" -- true
done_testing
END
ok "a test that passes is green" -- harness 1 good.t

bash_test bad.t <<'END'
is "apple" "pear" "the fruit is a pear"
done_testing
END
fails "a check that fails is red" -- harness 0 bad.t
like "$err" 'got: apple' "and shows what it got"
like "$err" 'expected: pear' "and what it expected"

bash_test dies.t <<'END'
ok "true succeeds" -- true
echo "$no_such_variable"
done_testing
END
fails "a test that dies half-way is red" -- harness 0 dies.t

bash_test leaves.t <<'END'
ok "true succeeds" -- true
exit 0
END
fails "a test that leaves early with exit code 0 is red" -- harness 0 leaves.t

bash_test short.t <<'END'
plan 2
ok "true succeeds" -- true
done_testing
END
fails "a test with fewer checks than planned is red" -- harness 0 short.t

bash_test empty.t <<'END'
done_testing
END
fails "a test that checks nothing is red" -- harness 0 empty.t

bash_test signal.t <<'END'
fails "a crash is an answer" -- sh -c 'kill -SEGV $$'
done_testing
END
fails "a program killed by a signal has not said no" -- harness 0 signal.t

bash_test refused.t <<'END'
fails "a command inside says no" -- sh -c 'echo "claudebox: refusing all (so)" >&2; exit 125'
done_testing
END
fails "a launch that is refused is no answer of what was to run inside" -- harness 0 refused.t

bash_test skips.t <<'END'
ok "true succeeds" -- true
skip "no such machine" "the machine works"
done_testing
END
ok "a skip is allowed at home" -- harness 0 skips.t
fails "a skip is red where everything must work" -- harness 1 skips.t

bash_test skips-all.t <<'END'
need no-such-program
ok "true succeeds" -- true
done_testing
END
ok "a file may be skipped at home" -- harness 0 skips-all.t
fails "a skipped file is red where everything must work" -- harness 1 skips-all.t

# Tests in other languages say it themselves, past tests/lib.sh.
printf '#!/bin/sh\necho "ok 1 - a # skip b"; echo 1..1\n' >"$dir/foreign-skip.t"
printf '#!/bin/sh\necho "not ok 1 - a # TO%s b"; echo 1..1\n' DO >"$dir/foreign-later.t"
printf '#!/bin/sh\necho "1..0 # skipped: b"\n' >"$dir/foreign-skip-all.t"
chmod +x "$dir"/foreign-*.t
for name in foreign-skip foreign-later foreign-skip-all; do
	ok "$name: green at home" -- harness 0 "$name.t"
	fails "$name: red where everything must work" -- harness 1 "$name.t"
	like "$err" "left out.*" "and it is said which one"
done

# SEC-01: a test that is green by itself is red when something showed a planted secret.
printed() {
	like "$out" '^not ok - SEC-01' "and it is said last"
	like "$err" "^# $1" "with the test's name"
}
like "$(harness 0 good.t)" '^ok - SEC-01: of [0-9]+ outputs' "every run tells what was searched"
like "$(harness 0 good.t | tail -n 1)" '^Result: PASS' "and ends in the summary of prove"
bash_test shown.t <<'END'
word=$(sed -n 1p "$CB_TOP/tests/planted.txt")
ok "a secret" -- echo "sk-$word-1"
done_testing
END
showing fails "SEC-01: a command that prints a planted secret is red" -- harness 0 shown.t
printed 'printed in .*/shown.t'
bash_test shown-error.t <<'END'
word=$(sed -n 1p "$CB_TOP/tests/planted.txt")
run sh -c 'printf "a\0%s" "$0" >&2' "$word"
pass "a secret beside a NUL"
done_testing
END
fails "SEC-01: so is one in its errors" -- harness 0 shown-error.t
bash_test shown-taken.t <<'END'
word=$(sed -n 1p "$CB_TOP/tests/planted.txt")
is "$(as_user echo "$word" | wc -l)" 1 "a secret"
done_testing
END
fails "SEC-01: and one that was taken as text" -- harness 0 shown-taken.t
printed 'printed in .*/shown-taken.t'
bash_test proof.t <<'END'
run echo "planted-$(printf '%016x' 7)"
pass "what --prove has planted"
done_testing
END
fails "SEC-01: and one of --prove" -- harness 0 proof.t
for stream in 1 2; do
	bash_test "itself-$stream.t" <<END
sed -n 1p "\$CB_TOP/tests/planted.txt" >&$stream
pass "a secret"
done_testing
END
	showing fails "SEC-01: and a test that prints one itself (stream $stream)" -- harness 0 "itself-$stream.t"
	printed 'printed by '
done
bash_test meant.t <<'END'
word=$(sed -n 1p "$CB_TOP/tests/planted.txt")
showing ok "a control" -- echo "$word"
is "$(showing as_user echo "$word" | wc -l)" 1 "another"
ok "true succeeds" -- true
done_testing
END
ok "a control that is meant to show one is green" -- harness 1 meant.t
like "$out" '^ok - SEC-01: .* but 2 that are meant to, of 1 tests' "and counted"
bash_test unsearched.t <<'END'
unset CB_SEARCHED
ok "true succeeds" -- true
done_testing
END
fails "SEC-01: a test that does not tell what it searched is red" -- harness 0 unsearched.t
printed 'does not tell what it searched: .*/unsearched.t'

fails "one red test among green ones is enough" -- harness 0 good.t bad.t
exits 2 "a test that is not there is an error" -- harness 0 no-such.t
mkdir "$dir/nothing"
exits 2 "a directory without tests is an error" -- harness 0 nothing

# Unit tests, built the way tests/unit/Makefile builds them.
cat >"$dir/faults.c" <<'END'
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void before(void **state)
{
	(void)state;
}

static void fault(void **state)
{
	(void)state;
	char *volatile heap = malloc(4);
	volatile int zero = 0;
	int *volatile nowhere = NULL;
	assert_non_null(heap);
	switch (FAULT) {
	case 1:
		*nowhere = 1;
		break;
	case 2:
		abort();
	case 3:
		exit(0);
	case 4:
		heap[4 + zero] = 1;
		break;
	case 5:
		zero = 2147483647;
		zero += 1;
		break;
	}
	free(heap);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(before), cmocka_unit_test(fault) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
END

# unit_test NAME FAULT FLAGS…
unit_test() {
	local name=$1 fault=$2
	shift 2
	cc -g "-DFAULT=$fault" "$@" -o "$dir/$name" "$dir/faults.c" -lcmocka
}

san=$(sed -n 's/^flags-unit-san := $(flags-unit) //p' "$CB_TOP/tests/unit/Makefile")
isnt "$san" "" "the sanitizers' flags are those of the unit tests"
read -ra san <<<"$san"

unit_test sound 0 "${san[@]}"
ok "a unit test without a fault is green" -- harness 1 sound
unit_test segv 1
fails "a unit test that crashes is red" -- harness 0 segv
unit_test abort 2
fails "a unit test that aborts is red" -- harness 0 abort
unit_test leave 3
fails "a unit test that leaves early with exit code 0 is red" -- harness 0 leave
unit_test overrun 4 "${san[@]}"
fails "writing past an allocation is red under the sanitizers" -- harness 0 overrun
unit_test overflow 5 "${san[@]}"
fails "a signed overflow is red under the sanitizers" -- harness 0 overflow

done_testing
