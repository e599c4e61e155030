/* The launcher's memory: handed out one after the other, never taken back. It lives for
 * milliseconds and then becomes bwrap, so there is nothing to gain from reuse; without the C
 * library's allocator it is 8 KB smaller, and no pointer can be used after it was freed to
 * somebody else. With glibc, as in the tests, the C library's own stays: sanitizers need it. */
#include <features.h>

#ifndef __GLIBC__

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ALIGN ((size_t)16)
#define CHUNK ((size_t)256 * 1024)

/* Each block is preceded by its size. */
struct block {
	_Alignas(16) size_t size;
};

static char *next, *end;

static void *take(size_t size)
{
	if (size > PTRDIFF_MAX - CHUNK) {
		errno = ENOMEM;
		return NULL;
	}
	size_t need = sizeof(struct block) + (size + ALIGN - 1) / ALIGN * ALIGN;
	if (need > (size_t)(end - next)) {
		size_t chunk = need > CHUNK ? need : CHUNK;
		char *memory =
		    mmap(NULL, chunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (memory == MAP_FAILED)
			return NULL;
		next = memory;
		end = memory + chunk;
	}
	struct block *block = (struct block *)(void *)next;
	block->size = need - sizeof *block;
	next += need;
	return block + 1;
}

void *malloc(size_t size)
{
	return take(size);
}

void free(void *memory)
{
	(void)memory;
}

/* Fresh pages are zero and nothing is handed out twice. */
void *calloc(size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size) {
		errno = ENOMEM;
		return NULL;
	}
	return take(count * size);
}

void *realloc(void *memory, size_t size)
{
	size_t old = memory ? ((struct block *)memory - 1)->size : 0;
	if (memory && size <= old)
		return memory;
	void *moved = take(size);
	if (moved && memory)
		memcpy(moved, memory, old);
	return moved;
}

void *aligned_alloc(size_t alignment, size_t size)
{
	if (alignment <= ALIGN)
		return take(size);
	errno = ENOMEM;
	return NULL;
}

#endif
