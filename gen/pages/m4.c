/* Runs m4 on a skeleton: definitions on its stdin, its output caught in memory. */
#include "pages/m4.h"

#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef M4
#define M4 "m4" /* found on PATH; a build that knows better says where */
#endif

enum { OUTPUT_MAX = 64 << 20 };

static bool is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       c == '_';
}

const char *cb_find_leftover(const char *text)
{
	for (const char *p = strstr(text, "4_"); p; p = strstr(p + 1, "4_"))
		if (p > text && (p[-1] == 'm' || p[-1] == 'g') &&
		    (p - 1 == text || !is_word(p[-2])))
			return p - 1;
	return NULL;
}

/* The child. Its environment is empty: M4PATH and POSIXLY_CORRECT would change what m4 does.
 * Descriptors of memory, not pipes, so neither side ever waits. */
static void run_m4(const int fds[3], const char *prelude, const char *skeleton)
{
	char *const no_environment[] = { NULL };
	/* m4 takes argv as it is; the casts are for execve's old type. */
	char *const argv[] = { (char *)"m4", (char *)"-P",     (char *)"--", (char *)prelude,
			       (char *)"-",  (char *)skeleton, NULL };
	for (int i = 0; i < 3; i++)
		if (dup2(fds[i], i) < 0)
			_exit(126);
	execvpe(M4, argv, no_environment);
	_exit(127);
}

static int open_memory(int fds[3], const struct cb_text *input)
{
	for (int i = 0; i < 3; i++) {
		/* Above 2, so that dup2 never overwrites one that is still to be copied. */
		int fd = memfd_create("m4", MFD_CLOEXEC);
		fds[i] = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 3);
		int reason = errno;
		if (fd >= 0)
			close(fd);
		errno = reason;
		if (fds[i] < 0)
			return -1;
	}
	if (cb_write_all(fds[0], cb_text_str(input), input->len) != 0)
		return -1;
	return lseek(fds[0], 0, SEEK_SET) < 0 ? -1 : 0;
}

static int wait_for(pid_t pid, int *ret_status)
{
	while (waitpid(pid, ret_status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return 0;
}

/* First line of what m4 said, for the message. */
static int judge(int status, const char *skeleton, struct cb_text *said, struct cb_error *err)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127 && said->len == 0) {
		cb_fail(err, CB_EXIT_USAGE, "running %s (not found)", M4);
		return cb_hint(err, "GNU m4 is needed");
	}
	if (said->len > 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
		cb_text_cut(said, strcspn(cb_text_str(said), "\n"));
		return cb_fail(err, CB_EXIT_USAGE, "m4 on %s failed (%s)", skeleton,
			       said->len ? said->data : "without a word");
	}
	return 0;
}

static int check_output(const char *skeleton, const struct cb_text *output, struct cb_error *err)
{
	if (output->len == 0 || output->len > OUTPUT_MAX ||
	    strlen(cb_text_str(output)) != output->len)
		return cb_fail(err, CB_EXIT_USAGE, "m4 on %s gave no text", skeleton);
	const char *left = cb_find_leftover(cb_text_str(output));
	if (!left)
		return 0;
	size_t len = 0;
	while (is_word(left[len]))
		len++;
	char *word = strndup(left, len);
	cb_fail(err, CB_EXIT_USAGE, "%s uses %s, which is not defined", skeleton,
		word ? word : "a word");
	free(word);
	return cb_hint(err, "templates/README.md lists the definitions");
}

static int render(int fds[3], const char *prelude, const char *skeleton, struct cb_text *output,
		  struct cb_error *err)
{
	cleanup_text struct cb_text said = { 0 };
	int status = 0;
	pid_t pid = fork();
	if (pid == 0)
		run_m4(fds, prelude, skeleton);
	if (pid < 0 || wait_for(pid, &status) != 0 || lseek(fds[1], 0, SEEK_SET) < 0 ||
	    lseek(fds[2], 0, SEEK_SET) < 0 || cb_read_descriptor(fds[1], OUTPUT_MAX, output) != 0 ||
	    cb_read_descriptor(fds[2], OUTPUT_MAX, &said) != 0)
		return cb_fail(err, CB_EXIT_USAGE, "running m4 (%s)", strerror(errno));
	if (judge(status, skeleton, &said, err) != 0)
		return -1;
	return check_output(skeleton, output, err);
}

int cb_render(const char *templates, const char *skeleton, const struct cb_text *definitions,
	      struct cb_text *ret_output, struct cb_error *err)
{
	cleanup_text struct cb_text prelude_path = { 0 };
	cleanup_text struct cb_text skeleton_path = { 0 };
	cb_text_printf(&prelude_path, "%s/prelude.m4", templates);
	cb_text_printf(&skeleton_path, "%s/%s", templates, skeleton);
	if (definitions->failed || prelude_path.failed || skeleton_path.failed)
		return cb_fail_memory(err);
	int fds[3] = { -1, -1, -1 };
	struct cb_text output = { 0 };
	int status = open_memory(fds, definitions) != 0
			 ? cb_fail(err, CB_EXIT_USAGE, "making memory for m4 (%s)", strerror(errno))
			 : render(fds, prelude_path.data, skeleton_path.data, &output, err);
	for (int i = 0; i < 3; i++)
		if (fds[i] >= 0)
			close(fds[i]);
	if (status != 0)
		cb_text_clear(&output);
	else
		*ret_output = output;
	return status;
}
