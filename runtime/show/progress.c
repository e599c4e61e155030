/* Tells that something goes on. Without escape sequences, which not every terminal knows: what the
 * line held before is covered with blanks. */
#include "show/show.h"

#define WIDTH 60

void cb_show_progress(FILE *stream, const char *doing, const char *what)
{
	size_t width = cb_screen_of(stream).width;
	if (!width)
		return;
	/* In the last column the terminal would begin another line, and the next \r be of that. */
	width = width <= WIDTH ? width - 1 : WIDTH;
	bool fits = cb_print(NULL, doing ? doing : "") + cb_print(NULL, what ? what : "") <= width;
	putc('\r', stream);
	size_t columns = doing && fits ? cb_print(stream, doing) : 0;
	cb_print_padded(stream, what && fits ? what : "", width - columns);
	if (!doing && !what)
		putc('\r', stream);
	fflush(stream);
}
