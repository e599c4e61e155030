/* Runs the probes and prints what they reached, as TAP. */
#include "commands/prove/probes.h"

#include "base/number.h"
#include "base/print.h"
#include "host/read.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const cb_canary_words[CB_CANARY_COUNT] = {
#define X(NAME, word) word,
#include "commands/prove/canaries.def"
#undef X
};

static const struct {
	const char *title;
	cb_probe_function *run;
} probes[] = {
#define X(ID, function, title) { ID " " title, cb_probe_##function },
#include "commands/prove/probes.def"
#undef X
};

#define PROBE_COUNT (sizeof probes / sizeof probes[0])

static void take_line(struct cb_probe *probe, char *line)
{
	for (size_t i = 0; i < CB_CANARY_COUNT; i++) {
		size_t len = strlen(cb_canary_words[i]);
		if (strncmp(line, cb_canary_words[i], len) == 0 && line[len] == ' ') {
			free(probe->canaries[i]);
			probe->canaries[i] = strdup(line + len + 1);
		}
	}
}

static bool read_canaries(struct cb_probe *probe, int in)
{
	char line[4096];
	for (size_t i = 0; i < CB_CANARY_COUNT; i++)
		probe->canaries[i] = strdup("");
	while (cb_file_read_line(in, line, sizeof line))
		take_line(probe, line);
	for (size_t i = 0; i < CB_CANARY_COUNT; i++)
		if (!probe->canaries[i])
			return false;
	/* Looking for nothing finds nothing: a probe without its canary proves nothing. */
	return *probe->canaries[CB_CANARY_MARKER] != '\0';
}

static bool print_probe(struct cb_probe *probe, size_t i, FILE *out)
{
	char number[CB_NUMBER_SIZE];
	probe->skip = NULL;
	const char *reached = probes[i].run(probe);
	cb_put(out, reached ? "not ok " : "ok ", cb_number(number, i + 1, 10, 1), " - ",
	       probes[i].title, NULL);
	if (!reached && probe->skip)
		cb_put(out, " # SKIP ", probe->skip, NULL);
	putc('\n', out);
	if (reached) {
		fputs("# reached: ", out);
		cb_print(out, reached);
		putc('\n', out);
	}
	return !reached;
}

/* For the proof that it does not outlive the sandbox (L18): it keeps the output open. */
static void leave_process_behind(void)
{
	if (fork() != 0)
		return;
	setsid();
	poll(NULL, 0, 5000);
	_exit(0);
}

int cb_probe_run(const struct cb_policy *policy, char *const *env)
{
	FILE *out = stdout;
	struct cb_probe probe = { .policy = policy, .env = env };
	if (!read_canaries(&probe, STDIN_FILENO)) {
		fputs("Bail out! no canaries to look for\n", out);
		return 1;
	}
	bool good = true;
	for (size_t i = 0; i < PROBE_COUNT; i++)
		good &= print_probe(&probe, i, out);
	for (size_t i = 0; i < CB_CANARY_COUNT; i++)
		free(probe.canaries[i]);
	leave_process_behind();
	cb_put(out, CB_PROBE_END, "\n", NULL);
	return good && fflush(out) == 0 ? 0 : 1;
}
