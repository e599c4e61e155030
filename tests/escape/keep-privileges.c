/* Loaded into bwrap by LD_PRELOAD: it believes to have set no_new_privs. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int prctl(int option, ...)
{
	va_list args;
	va_start(args, option);
	unsigned long a = va_arg(args, unsigned long), b = va_arg(args, unsigned long),
		      c = va_arg(args, unsigned long), d = va_arg(args, unsigned long);
	va_end(args);
	return option == PR_SET_NO_NEW_PRIVS ? 0 : (int)syscall(SYS_prctl, option, a, b, c, d);
}
