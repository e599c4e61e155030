/* base/memory.h for the targets: the program gives nothing back and ends; a target does not end, so
 * here all of it is given back behind each input. What is still read then is a finding. */
#include "fuzz.h"
#undef LLVMFuzzerTestOneInput /* the one that libFuzzer calls is below */

#include "base/memory.h"

#include <sanitizer/allocator_interface.h>
#include <stdio.h>

static void **blocks;
static size_t count, cap;

static void *track(void *block)
{
	MUST(block);
	if (count == cap) {
		cap = cap ? 2 * cap : 1024;
		blocks = realloc(blocks, cap * sizeof *blocks);
		MUST(blocks);
	}
	return blocks[count++] = block;
}

void *cb_alloc(size_t items, size_t size)
{
	return track(calloc(items ? items : 1, size));
}

char *cb_strdup(const char *text)
{
	return track(strdup(text));
}

char *cb_strndup(const char *text, size_t size)
{
	return track(strndup(text, size));
}

char *cb_vformat(const char *format, va_list ap)
{
	char *text = NULL;
	MUST(vasprintf(&text, format, ap) >= 0);
	return track(text);
}

char *cb_format(const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	char *text = cb_vformat(format, ap);
	va_end(ap);
	return text;
}

void *cb_grow(void *list, size_t len, size_t *room, size_t size)
{
	if (len < *room)
		return list;
	*room = *room ? *room * 2 : 16;
	return track(reallocarray(list, *room, size));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int result = fuzz_one(data, size);
	/* Some blocks were freed or moved on the way. */
	while (count > 0)
		if (__sanitizer_get_ownership(blocks[--count]))
			free(blocks[count]);
	return result;
}
