/* The launcher's own memory, with the C library it is linked with: run by alloc.t. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void check(int good, const char *what)
{
	static int count;
	printf("%s %d - %s\n", good ? "ok" : "not ok", ++count, what);
	failures += !good;
}

/* Blocks of many sizes, each filled with its own byte; none may touch another. */
static int blocks_stay_apart(void)
{
	enum { COUNT = 3000 };
	static unsigned char *blocks[COUNT];
	for (size_t i = 0; i < COUNT; i++) {
		blocks[i] = malloc(i);
		if (!blocks[i] || (uintptr_t)blocks[i] % 16 != 0)
			return 0;
		memset(blocks[i], (int)(i % 251), i);
	}
	for (size_t i = 0; i < COUNT; i++)
		for (size_t k = 0; k < i; k++)
			if (blocks[i][k] != i % 251)
				return 0;
	return 1;
}

static int growing_keeps_the_content(void)
{
	char *text = NULL;
	for (size_t size = 1; size < 100000; size = size * 3 / 2 + 1) {
		text = realloc(text, size);
		if (!text)
			return 0;
		if (size > 1 && text[0] != 'x')
			return 0;
		memset(text, 'x', size);
	}
	free(text);
	return 1;
}

static int cleared(void)
{
	const unsigned char *memory = calloc(1000, 77);
	for (size_t i = 0; memory && i < (size_t)77 * 1000; i++)
		if (memory[i])
			return 0;
	return memory != NULL;
}

int main(void)
{
	/* volatile: or the compiler knows the answer, and that it need not ask. */
	volatile size_t huge = SIZE_MAX, half = SIZE_MAX / 2 + 1;
	check(blocks_stay_apart(), "blocks are aligned and do not touch");
	check(growing_keeps_the_content(), "realloc keeps what was there");
	check(cleared(), "calloc gives zeros");
	check(!malloc(huge) && !malloc(half) && !calloc(half, 2) && !realloc(NULL, huge),
	      "what cannot be had is refused");
	printf("1..4\n");
	return failures != 0;
}
