/* What the launcher says about itself: version, errors; and where it says it. */
#include "show/show.h"

#include "base/print.h"
#include "vocab/secrets.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A terminal that says nothing of itself, or that it is dumb, would show the sequences as text. */
static bool has_colour(void)
{
	const char *term = getenv("TERM"), *no_colour = getenv("NO_COLOR");
	return term && *term && strcmp(term, "dumb") != 0 && !(no_colour && *no_colour);
}

struct cb_screen cb_screen_of(FILE *file)
{
	struct winsize size = { 0 };
	if (!isatty(fileno(file)))
		return (struct cb_screen) { .file = file };
	/* Not by ioctl(): musl's brings tables for calls of other decades. */
	syscall(SYS_ioctl, fileno(file), TIOCGWINSZ, &size);
	return (struct cb_screen) { file, has_colour(), size.ws_col ? size.ws_col : 80 };
}

int cb_finish_output(struct cb_error *err)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return 0;
	cb_fail(err, CB_EXIT_REFUSED, "cannot write the output (standard output)");
	return cb_hint(err, "is its reader still there, or the disk full?");
}

static void put_message(FILE *file, char *text)
{
	cb_secret_strike(text);
	cb_print(file, text);
	putc('\n', file);
}

void cb_show_error(struct cb_screen s, const struct cb_error *err)
{
	fputs(s.colour ? "\033[31mclaudebox:\033[0m " : "claudebox: ", s.file);
	put_message(s.file, err->what);
	if (err->hint) {
		fputs("hint: ", s.file);
		put_message(s.file, err->hint);
	}
}

void cb_show_version(FILE *file, const struct cb_policy *policy)
{
	cb_put(file, "claudebox ", policy->version, " (profile ", policy->name, ")\n", NULL);
}
