/* The timing loop of the benchmarks: runs every case once a round, in an order that moves on by one
 * each round, so that whatever else the machine does meets all of them alike. It adds a vfork and a
 * wait to what it times and nothing else.
 *
 *     interleave ROUNDS WARM-UP SPEC
 *
 * prints `case round nanoseconds status faults`, a run a line.
 *
 * A spec has a word and its value a line: `case NAME` begins one; `cwd DIR`, `env NAME=VALUE` and
 * `open N FILE` (a descriptor, read from the file's beginning) say how; `arg WORD` adds to the
 * command; `then` begins a command that runs after it; `copies N` runs the case that often at the
 * same time. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WORDS_MAX = 20000, CASES_MAX = 256, COMMANDS_MAX = 4, FILES_MAX = 64, COPIES_MAX = 1024 };

struct command {
	char **argv;
	size_t argc;
};

struct trial {
	const char *name;
	char *cwd;
	char **env;
	size_t env_count;
	posix_spawn_file_actions_t files;
	struct command commands[COMMANDS_MAX];
	size_t command_count;
	size_t copies;
};

static void die(const char *what)
{
	fprintf(stderr, "interleave: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void *zeroed(size_t count, size_t size)
{
	void *memory = calloc(count, size);
	if (!memory)
		die("memory");
	return memory;
}

static void add_command(struct trial *t)
{
	if (t->command_count == COMMANDS_MAX)
		die("too many commands in a case");
	t->commands[t->command_count++].argv = zeroed(WORDS_MAX, sizeof(char *));
}

static void begin_case(struct trial *t, const char *name)
{
	*t = (struct trial) { .name = name, .copies = 1 };
	t->env = zeroed(FILES_MAX, sizeof(char *));
	posix_spawn_file_actions_init(&t->files);
	posix_spawn_file_actions_addopen(&t->files, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&t->files, 1, "/dev/null", O_WRONLY, 0);
	add_command(t);
}

static void add_word(struct trial *t, const char *key, char *value)
{
	struct command *last = &t->commands[t->command_count - 1];
	if (strcmp(key, "cwd") == 0)
		posix_spawn_file_actions_addchdir_np(&t->files, t->cwd = value);
	else if (strcmp(key, "env") == 0 && t->env_count + 1 < FILES_MAX)
		t->env[t->env_count++] = value;
	else if (strcmp(key, "copies") == 0)
		t->copies = strtoul(value, NULL, 10);
	else if (strcmp(key, "arg") == 0 && last->argc + 1 < WORDS_MAX)
		last->argv[last->argc++] = value;
	else if (strcmp(key, "open") == 0 && strchr(value, ' '))
		posix_spawn_file_actions_addopen(&t->files, atoi(value), strchr(value, ' ') + 1,
						 O_RDONLY, 0);
	else {
		errno = EINVAL;
		die(key);
	}
}

static size_t read_spec(const char *path, struct trial *trials)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t size = 0, count = 0;
	ssize_t len;
	if (!file)
		die(path);
	while ((len = getline(&line, &size, file)) > 0) {
		line[strcspn(line, "\n")] = '\0';
		char *value = strchr(line, ' ');
		if (value)
			*value++ = '\0';
		if (strcmp(line, "case") == 0 && count < CASES_MAX)
			begin_case(&trials[count++], strdup(value ? value : ""));
		else if (strcmp(line, "then") == 0 && count > 0)
			add_command(&trials[count - 1]);
		else if (count > 0)
			add_word(&trials[count - 1], line, strdup(value ? value : ""));
	}
	free(line);
	fclose(file);
	return count;
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

struct cost {
	double time; /* nanoseconds */
	int status;  /* the worst of its processes */
	long faults;
};

static struct cost run(const struct trial *t)
{
	struct cost cost = { 0 };
	pid_t pids[COPIES_MAX];
	size_t copies = t->copies < COPIES_MAX ? t->copies : COPIES_MAX;
	double begin = now();
	for (size_t c = 0; c < t->command_count; c++) {
		char **argv = t->commands[c].argv;
		for (size_t i = 0; i < copies; i++) {
			errno = posix_spawn(&pids[i], argv[0], &t->files, NULL, argv, t->env);
			if (errno)
				die(argv[0]);
		}
		for (size_t i = 0; i < copies; i++) {
			struct rusage usage;
			int status;
			while (wait4(pids[i], &status, 0, &usage) < 0)
				if (errno != EINTR)
					die("wait4");
			int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
			cost.status = code > cost.status ? code : cost.status;
			cost.faults += usage.ru_minflt;
		}
	}
	cost.time = now() - begin;
	return cost;
}

int main(int argc, char **argv)
{
	if (argc != 4) {
		fputs("usage: interleave ROUNDS WARM-UP SPEC\n", stderr);
		return 2;
	}
	long rounds = strtol(argv[1], NULL, 10), warm_up = strtol(argv[2], NULL, 10);
	struct trial *trials = zeroed(CASES_MAX, sizeof *trials);
	size_t count = read_spec(argv[3], trials);
	for (long round = -warm_up; round < rounds; round++) {
		for (size_t i = 0; i < count; i++) {
			const struct trial *t = &trials[(i + (size_t)(round + warm_up)) % count];
			struct cost c = run(t);
			if (round >= 0)
				printf("%s %ld %.0f %d %ld\n", t->name, round, c.time, c.status,
				       c.faults);
		}
	}
	return 0;
}
