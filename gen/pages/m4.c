/* Runs m4 on a skeleton: definitions on its stdin, its output caught in memory. Its environment is
 * empty: M4PATH and POSIXLY_CORRECT would change what it does. */

#include "pages/pages.h"

#include "files.h"

#include <errno.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef M4
#define M4 "m4" /* found on PATH; a build that knows better says where */
#endif

enum { OUTPUT_MAX = 64 << 20 };

/* In memory, not pipes: so neither side ever waits. */
enum { DEFINITIONS, OUTPUT, SAID, FILES };

static size_t word_len(const char *text)
{
	return strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
}

const char *cb_find_leftover(const char *text)
{
	for (const char *p = strstr(text, "4_"); p; p = strstr(p + 1, "4_"))
		if (p > text && (p[-1] == 'm' || p[-1] == 'g') &&
		    (p - 1 == text || word_len(p - 2) == 0))
			return p - 1;
	return NULL;
}

static int open_files(int fds[FILES], const struct cb_text *definitions)
{
	for (int i = 0; i < FILES; i++)
		if ((fds[i] = memfd_create("m4", MFD_CLOEXEC)) < 0)
			return errno;
	const char *text = cb_text_str(definitions);
	return pwrite(fds[DEFINITIONS], text, definitions->len, 0) == (ssize_t)definitions->len
		   ? 0
		   : errno;
}

/* Starts it and waits for its end; an error, or 0 and its status. */
static int run_m4(const int fds[FILES], char *const argv[], int *ret_status)
{
	char *const no_environment[] = { NULL };
	posix_spawn_file_actions_t actions;
	pid_t pid;
	int error = posix_spawn_file_actions_init(&actions);
	for (int i = 0; i < FILES && !error; i++)
		error = posix_spawn_file_actions_adddup2(&actions, fds[i], i);
	if (!error)
		error = posix_spawnp(&pid, M4, &actions, NULL, argv, no_environment);
	if (!error && waitpid(pid, ret_status, 0) < 0)
		error = errno;
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

static int check_output(const char *skeleton, const struct cb_text *output, struct cb_error *err)
{
	if (output->len == 0 || output->len > OUTPUT_MAX || strlen(output->data) != output->len)
		return cb_fail(err, CB_EXIT_USAGE, "m4 on %s gave no text", skeleton);
	const char *left = cb_find_leftover(output->data);
	if (!left)
		return 0;
	cb_fail(err, CB_EXIT_USAGE, "%s uses %.*s, which is not defined", skeleton,
		(int)word_len(left), left);
	return cb_hint(err, "templates/README.md lists the definitions");
}

static int render(const int fds[FILES], char *const argv[], const char *skeleton,
		  struct cb_text *ret_output, struct cb_error *err)
{
	struct cb_text said = { 0 };
	int status = 0, error = run_m4(fds, argv, &status);
	if (error == ENOENT) {
		cb_fail(err, CB_EXIT_USAGE, "running %s (not found)", M4);
		return cb_hint(err, "GNU m4 is needed");
	}
	if (error || lseek(fds[OUTPUT], 0, SEEK_SET) < 0 || lseek(fds[SAID], 0, SEEK_SET) < 0 ||
	    cb_read_descriptor(fds[OUTPUT], OUTPUT_MAX, ret_output) != 0 ||
	    cb_read_descriptor(fds[SAID], OUTPUT_MAX, &said) != 0)
		return cb_fail(err, CB_EXIT_USAGE, "running m4 (%s)",
			       strerror(error ? error : errno));
	if (said.len > 0 || status != 0) {
		cb_text_cut(&said, strcspn(cb_text_str(&said), "\n"));
		return cb_fail(err, CB_EXIT_USAGE, "m4 on %s failed (%s)", skeleton,
			       said.len ? said.data : "without a word");
	}
	return check_output(skeleton, ret_output, err);
}

int cb_render(const char *templates, const char *skeleton, const struct cb_text *definitions,
	      struct cb_text *ret_output, struct cb_error *err)
{
	char *path = cb_format("%s/%s", templates, skeleton);
	char *const argv[] = { cb_strdup("m4"),
			       cb_strdup("-P"),
			       cb_strdup("--"),
			       cb_format("%s/prelude.m4", templates),
			       cb_strdup("-"),
			       path,
			       NULL };
	int fds[FILES] = { -1, -1, -1 };
	int error = open_files(fds, definitions);
	int status = error
			 ? cb_fail(err, CB_EXIT_USAGE, "making memory for m4 (%s)", strerror(error))
			 : render(fds, argv, path, ret_output, err);
	for (int i = 0; i < FILES; i++)
		if (fds[i] >= 0)
			close(fds[i]);
	return status;
}
