/* What a Nix daemon answers, and what the plan makes of it. */
#include "unit.h"

#include "formats/nix-handshake.h"
#include "host.h"
#include "plan/plan.h"
#include "vocab/words.h"

#include <stdlib.h>
#include <string.h>

struct reply {
	uint8_t bytes[CB_NIX_REPLY_SIZE + 64];
	size_t size;
};

static void add(struct reply *r, uint64_t number)
{
	for (unsigned i = 0; i < 8; i++, number >>= 8)
		r->bytes[r->size++] = (uint8_t)number;
}

/* A daemon of this protocol, whose version of Nix has `length` letters. */
static struct reply reply_of(unsigned protocol, size_t length, uint64_t trust)
{
	struct reply r = { .size = 0 };
	add(&r, 0x6478696f);
	add(&r, protocol);
	add(&r, length);
	memset(r.bytes + r.size, '2', length);
	r.size += (length + 7) / 8 * 8;
	add(&r, trust);
	return r;
}

static enum cb_nix_answer answer_of(struct reply r)
{
	return cb_nix_read_reply(r.bytes, r.size);
}

static void the_greeting_is_the_protocol_s(void **state)
{
	(void)state;
	struct reply r = { .size = 0 };
	add(&r, 0x6e697863);
	add(&r, 0x123);
	add(&r, 0);
	add(&r, 0);
	assert_int_equal(r.size, CB_NIX_HELLO_SIZE);
	assert_memory_equal(r.bytes, cb_nix_hello, CB_NIX_HELLO_SIZE);
}

static void its_word_on_trust_is_read_behind_a_version_of_any_length(void **state)
{
	(void)state;
	static const enum cb_nix_answer answers[] = { CB_NIX_UNKNOWN, CB_NIX_TRUSTED,
						      CB_NIX_UNTRUSTED, CB_NIX_SILENT };
	for (size_t length = 0; length <= CB_NIX_REPLY_SIZE - 32; length++)
		for (unsigned trust = 0; trust < 4; trust++)
			assert_int_equal(answer_of(reply_of(0x123, length, trust)), answers[trust]);
	assert_int_equal(answer_of(reply_of(0x126, 6, 2)), CB_NIX_UNTRUSTED);
	assert_int_equal(answer_of(reply_of(0x1ff, 6, 2)), CB_NIX_UNTRUSTED);
	assert_int_equal(answer_of(reply_of(0x126, 6, 2 + (1ULL << 32))), CB_NIX_SILENT);
}

static void no_part_of_an_answer_is_one(void **state)
{
	(void)state;
	struct reply r = reply_of(0x123, 13, 2);
	for (size_t size = 0; size < r.size; size++)
		assert_int_equal(cb_nix_read_reply(r.bytes, size), CB_NIX_COUNT);
}

static void a_protocol_without_trust_is_unknown_at_once(void **state)
{
	(void)state;
	struct reply r = reply_of(0x122, 6, 2);
	assert_int_equal(cb_nix_read_reply(r.bytes, 16), CB_NIX_UNKNOWN);
	assert_int_equal(answer_of(reply_of(0x100, 6, 2)), CB_NIX_UNKNOWN);
}

static void what_is_no_daemon_has_not_answered(void **state)
{
	(void)state;
	assert_int_equal(answer_of(reply_of(0x223, 6, 2)), CB_NIX_SILENT);
	assert_int_equal(answer_of(reply_of(0x23, 6, 2)), CB_NIX_SILENT);
	assert_int_equal(answer_of(reply_of(0x10123, 6, 2)), CB_NIX_SILENT);
	struct reply r = reply_of(0x123, 6, 2);
	r.bytes[7] = 1;
	assert_int_equal(answer_of(r), CB_NIX_SILENT);
	r = reply_of(0x123, CB_NIX_REPLY_SIZE - 31, 2);
	assert_int_equal(answer_of(r), CB_NIX_SILENT);
	static const uint64_t lengths[] = { UINT64_MAX, UINT64_MAX - 7, 1ULL << 32 };
	for (size_t i = 0; i < 3; i++) {
		r = (struct reply) { .size = 0 };
		add(&r, 0x6478696f);
		add(&r, 0x123);
		add(&r, lengths[i]);
		assert_int_equal(answer_of(r), CB_NIX_SILENT);
	}
}

static const char *value_of(const struct cb_plan *plan, const char *name)
{
	for (size_t i = 0; i < plan->var_count; i++)
		if (strcmp(plan->vars[i].name, name) == 0)
			return plan->vars[i].value;
	return NULL;
}

static bool mounts_sockets(const struct cb_plan *plan)
{
	for (size_t i = 0; i < plan->op_count; i++)
		if (strcmp(plan->ops[i].to, CB_NIX_SOCKETS) == 0)
			return plan->ops[i].kind == CB_KIND_RO && plan->ops[i].is_directory &&
			       strcmp(plan->ops[i].from, CB_NIX_SOCKETS) == 0;
	return false;
}

/* L13 as a table: which answers let it in, without nix.trusted and with it. */
static void only_one_that_does_not_trust_you_is_let_in(void **state)
{
	(void)state;
	static const bool lets_in[CB_NIX_COUNT][2] = { [CB_NIX_UNTRUSTED] = { true, true },
						       [CB_NIX_TRUSTED] = { false, true },
						       [CB_NIX_UNKNOWN] = { false, true } };
	struct cb_mount_row rows[] = { { .kind = CB_KIND_DAEMON,
					 .to = { CB_ANCHOR_ROOT, CB_NIX_SOCKETS },
					 .why = "the daemon" } };
	struct cb_policy policy = unit_policy;
	policy.nix_daemon = true;
	policy.mounts = rows;
	policy.mount_count = 1;
	for (unsigned i = 0; i < 2 * CB_NIX_COUNT; i++) {
		struct cb_facts facts = unit_facts();
		struct cb_plan plan = { 0 };
		struct cb_error err = { 0 };
		struct cb_opts opts = { 0 };
		facts.nix = (enum cb_nix_answer)(i / 2);
		policy.nix_trusted = i % 2;
		if (facts.nix == CB_NIX_MEANT) /* the plan's own word */
			continue;
		assert_int_equal(unit_plan(&policy, &facts, &opts, &plan, &err), 0);
		bool in = lets_in[facts.nix][i % 2];
		assert_int_equal(cb_plan_has_daemon(&plan), in);
		assert_int_equal(mounts_sockets(&plan), in);
		assert_string_equal(value_of(&plan, "NIX_REMOTE"), "daemon");
		assert_int_equal(strncmp(cb_nix_says(plan.nix), "no ", 3) != 0, in);
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(the_greeting_is_the_protocol_s),
	cmocka_unit_test(its_word_on_trust_is_read_behind_a_version_of_any_length),
	cmocka_unit_test(no_part_of_an_answer_is_one),
	cmocka_unit_test(a_protocol_without_trust_is_unknown_at_once),
	cmocka_unit_test(what_is_no_daemon_has_not_answered),
	cmocka_unit_test(only_one_that_does_not_trust_you_is_let_in),
};

int main(void)
{
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
