/* Numbers as text, written from the last digit to the first. */
#include "base/number.h"

char *cb_number(char buffer[CB_NUMBER_SIZE], uint64_t n, unsigned base, unsigned width)
{
	char *begin = &buffer[CB_NUMBER_SIZE - 1];
	*begin = '\0';
	do {
		*--begin = "0123456789abcdef"[n % base];
		n /= base;
		width -= width > 0;
	} while (begin > buffer && (n > 0 || width > 0));
	return begin;
}

uint64_t cb_digits(const char *text)
{
	uint64_t n = 0;
	for (; *text >= '0' && *text <= '9'; text++)
		n = n * 10 + (uint64_t)(*text - '0');
	return n;
}
