/* Numbers as text, without printf: its floating point alone would be a tenth of the launcher. */
#ifndef CB_BASE_NUMBER_H
#define CB_BASE_NUMBER_H

#include <stdint.h>

/* Room for 64 bits in base 8 and the end. */
#define CB_NUMBER_SIZE 24

/* Writes `n` in base 2 to 16 with at least `width` digits into `buffer`; returns where it begins.
 */
char *cb_number(char buffer[CB_NUMBER_SIZE], uint64_t n, unsigned base, unsigned width);

/* The number that `text` begins with, in base 10; 0 for none. */
uint64_t cb_digits(const char *text);

#endif
