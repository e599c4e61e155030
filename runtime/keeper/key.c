/* One page for the key. What libraries copy of it is zeroed when they free it, see pool.c. */
#include "keeper/key.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct page {
	struct cb_key key;
	char bytes[CB_KEY_MAX + 3]; /* with a line end, and one byte that is too much */
};

/* Memory may be locked in a small amount by everyone; where a limit of 0 forbids it, the key can be
 * swapped out, like the memory of the program it came from. */
static struct page *open_page(void)
{
	struct page *page =
	    mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED)
		return NULL;
	mlock(page, sizeof *page);
	if (madvise(page, sizeof *page, MADV_DONTDUMP) < 0 ||
	    madvise(page, sizeof *page, MADV_WIPEONFORK) < 0) {
		munmap(page, sizeof *page);
		return NULL;
	}
	return page;
}

/* 1: there is something to read, or the end; 0: the sandbox has ended. */
static int wait_for(int pipe, int life)
{
	struct pollfd polls[] = { { .fd = life, .events = POLLIN },
				  { .fd = pipe, .events = POLLIN } };
	while (poll(polls, 2, -1) < 0)
		if (errno != EINTR)
			return 0;
	return polls[0].revents == 0;
}

static size_t read_all(int pipe, int life, char *bytes, size_t room)
{
	size_t size = 0;
	while (size < room && wait_for(pipe, life)) {
		ssize_t len = read(pipe, bytes + size, room - size);
		if (len < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (len <= 0)
			return len == 0 ? size : 0;
		size += (size_t)len;
	}
	return size == room ? size : 0;
}

static enum cb_keeper_answer answer_to(enum cb_key_kind kind)
{
	switch (kind) {
	case CB_KEY_API:
	case CB_KEY_TOKEN:
		return CB_KEEPER_READY;
	case CB_KEY_LONG:
		return CB_KEEPER_LONG_KEY;
	case CB_KEY_BAD:
		return CB_KEEPER_BAD_KEY;
	case CB_KEY_NONE:
		break;
	}
	return CB_KEEPER_NO_KEY;
}

enum cb_keeper_answer cb_key_read(int pipe, int life, struct cb_key **ret)
{
	struct page *page = open_page();
	if (!page)
		return CB_KEEPER_NO_LIBRARY;
	size_t size = read_all(pipe, life, page->bytes, sizeof page->bytes), len = 0;
	close(pipe);
	struct cb_key *key = &page->key;
	key->kind = cb_key_text_parse(page->bytes, size, &len);
	if (answer_to(key->kind) == CB_KEEPER_READY) {
		char *end = stpcpy(key->header, key->kind == CB_KEY_TOKEN ? "Authorization: Bearer "
									  : "x-api-key: ");
		memcpy(end, page->bytes, len); /* the page was zero */
	}
	explicit_bzero(page->bytes, sizeof page->bytes);
	*ret = key;
	return answer_to(key->kind);
}
