/* The command line, a word a line: what is behind a `--` reaches the agent as it is, and nothing
 * is lost or made up. */
#include "fuzz.h"

#include "cli/opts.h"

enum { WORDS = 64 };

static void check(char *const *argv, size_t count, const struct cb_opts *opts)
{
	MUST(opts->agent.len + opts->mount_ro.len + opts->mount_rw.len < count);
	MUST(!opts->json || opts->given[CB_OPT_DRY_RUN] || opts->given[CB_OPT_CHECK]);
	/* Agent's words are words of argv, in their order. */
	size_t next = 1;
	for (size_t i = 0; i < opts->agent.len; i++) {
		while (next < count && strcmp(argv[next], opts->agent.items[i]) != 0)
			next++;
		MUST(next++ < count);
	}
	/* The last words, as many as there are behind the first `--`, are the agent's. */
	for (size_t i = 1; i < count; i++) {
		if (strcmp(argv[i], "--") != 0)
			continue;
		bool value = strcmp(argv[i - 1], "--mount-ro") == 0 ||
			     strcmp(argv[i - 1], "--mount-rw") == 0 ||
			     strcmp(argv[i - 1], "--profile") == 0;
		if (value && i > 1)
			break;
		size_t behind = count - i - 1;
		MUST(opts->agent.len >= behind);
		/* The `--` itself is passed on where a word of the agent's stands before it. */
		size_t before = opts->agent.len - behind;
		MUST(opts->given[CB_OPT_SHELL] || before == 0 ||
		     (before > 1 && strcmp(opts->agent.items[before - 1], "--") == 0));
		for (size_t k = 0; k < behind; k++)
			MUST(strcmp(argv[count - 1 - k],
				    opts->agent.items[opts->agent.len - 1 - k]) == 0);
		break;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *argv[WORDS + 2] = { fuzz_string("claudebox", 9) };
	size_t count = 1;
	while (size > 0 && count <= WORDS) {
		size_t len;
		const char *word = fuzz_piece(&data, &size, '\n', &len);
		if (!memchr(word, 0, len))
			argv[count++] = fuzz_string(word, len);
	}
	struct cb_opts opts = { 0 };
	struct cb_error err = { 0 };
	if (cb_opts_parse(argv, &opts, &err) == 0)
		check(argv, count, &opts);
	else
		MUST(err.code == CB_EXIT_USAGE && err.what);
	for (size_t i = 0; i < count; i++)
		free(argv[i]);
	return 0;
}
