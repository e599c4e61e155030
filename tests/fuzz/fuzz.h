/* What the fuzz targets share: libFuzzer's entry, and input cut into pieces that end where they
 * end, so that one byte read behind is found. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A target's function is called by that of memory.c. */
#define LLVMFuzzerTestOneInput fuzz_one
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A broken promise, as opposed to a broken memory access. */
#define MUST(condition)                                                                            \
	do {                                                                                       \
		if (!(condition))                                                                  \
			abort();                                                                   \
	} while (0)

/* A copy of exactly `size` bytes; one byte for none, because malloc(0) may be NULL. */
static inline char *fuzz_copy(const void *data, size_t size)
{
	char *copy = malloc(size ? size : 1);
	MUST(copy);
	memcpy(copy, data, size);
	return copy;
}

/* The same with a NUL behind it. */
static inline char *fuzz_string(const void *data, size_t size)
{
	char *copy = malloc(size + 1);
	MUST(copy);
	memcpy(copy, data, size);
	copy[size] = '\0';
	return copy;
}

/* The piece up to the next `mark`, which is stepped over; `*ret_size` its length. */
static inline const char *fuzz_piece(const uint8_t **data, size_t *size, int mark, size_t *ret_size)
{
	const uint8_t *start = *data, *end = memchr(start, mark, *size);
	*ret_size = end ? (size_t)(end - start) : *size;
	size_t step = *ret_size + (end != NULL);
	*data += step;
	*size -= step;
	return (const char *)start;
}

#endif
