/* Tells that something goes on. Without escape sequences, which not every terminal knows: what the
 * line held before is covered with blanks. */
#include "show.h"

#define WIDTH 60

void cb_show_progress(FILE *terminal, const char *doing, const char *what)
{
	putc('\r', terminal);
	size_t columns = doing ? cb_put_text(terminal, doing) : 0;
	cb_put_padded(terminal, what ? what : "", WIDTH - columns);
	if (!doing && !what)
		putc('\r', terminal);
	fflush(terminal);
}
