/* The terminal before the launch. */
#include "act/terminal.h"

#include "base/io.h"
#include "host/read.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { ANSWER_NO = -1, ANSWER_DEFAULT = -2, ANSWER_UNKNOWN = -3 };

/* Reads one line to its very end: what is left of it would be read, and run, by the user's shell
 * (L40). Its first bytes, without the newline, are in `line`. -1: the input has ended. */
static int read_line(int tty, char *line, size_t limit)
{
	size_t size = 0;
	for (;;) {
		char chunk[64];
		ssize_t len = read(tty, chunk, sizeof chunk);
		if (len < 0 && errno == EINTR)
			continue;
		if (len <= 0)
			return -1;
		for (ssize_t i = 0; i < len; i++)
			if (chunk[i] != '\n' && chunk[i] != '\r' && size + 1 < limit)
				line[size++] = chunk[i];
		line[size] = '\0';
		if (chunk[len - 1] == '\n' || chunk[len - 1] == '\r')
			return 0;
	}
}

/* An enum cb_answer, or one of those above. */
static int read_answer(int tty, const char *letters)
{
	static const struct {
		const char *text;
		int answer;
	} answers[] = {
		{ "", ANSWER_DEFAULT }, { "y", CB_ANSWER_YES }, { "yes", CB_ANSWER_YES },
		{ "n", ANSWER_NO },     { "no", ANSWER_NO },
	};
	char line[8];
	if (read_line(tty, line, sizeof line) < 0)
		return ANSWER_NO;
	if (line[0] && !line[1] && strchr(letters, line[0]))
		return line[0] == '?' ? CB_ANSWER_MORE : CB_ANSWER_ALWAYS;
	for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
		if (strcasecmp(line, answers[i].text) == 0)
			return answers[i].answer;
	return ANSWER_UNKNOWN;
}

int cb_terminal_ask(const char *question, const char *letters, bool by_default,
		    struct cb_error *err)
{
	int answer = ANSWER_UNKNOWN;
	int tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	if (tty < 0) {
		cb_fail(err, CB_EXIT_REFUSED, "no terminal to ask on");
		return cb_hint(err, "look with --dry-run, then say --yes");
	}
	while (answer == ANSWER_UNKNOWN && cb_write_all(tty, question, strlen(question)) == 0)
		answer = read_answer(tty, letters);
	close(tty);
	if (answer == ANSWER_DEFAULT && by_default)
		return CB_ANSWER_YES;
	if (answer >= 0)
		return answer;
	cb_fail(err, CB_EXIT_REFUSED, "stopped (you said no)");
	return cb_hint(err, "nothing was changed");
}

/* Opens the terminal again for writing alone; where that fails, it stays as it is. */
static void make_write_only(int fd)
{
	char path[CB_FD_PATH_SIZE];
	if (!isatty(fd) || (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDWR)
		return;
	int only = open(cb_fd_path(path, fd), O_WRONLY | O_NOCTTY | O_CLOEXEC);
	if (only < 0)
		return;
	dup2(only, fd);
	close(only);
}

void cb_terminal_make_write_only(void)
{
	if (isatty(STDIN_FILENO))
		return;
	make_write_only(STDOUT_FILENO);
	make_write_only(STDERR_FILENO);
}
