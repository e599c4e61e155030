/* Memory that runs out ends the process with a sentence, and growing a list keeps what is in it. */
#include "unit.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Asks for more than there is, in a child; what it wrote is in `said`. */
static int ask_for(size_t count, size_t size, char *said, size_t limit)
{
	int ends[2], status;
	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	if (child == 0) {
		dup2(ends[1], STDERR_FILENO);
		cb_alloc(count, size);
		_exit(0);
	}
	close(ends[1]);
	ssize_t len = read(ends[0], said, limit - 1);
	said[len > 0 ? len : 0] = '\0';
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void running_out_refuses(void **state)
{
	char said[256];
	(void)state;
	assert_int_equal(ask_for(16, 16, said, sizeof said), 0);
	assert_int_equal(ask_for(SIZE_MAX / 2, 4, said, sizeof said), CB_EXIT_REFUSED);
	assert_non_null(strstr(said, "claudebox: out of memory\nhint: "));
}

static void a_list_grows_and_keeps_its_items(void **state)
{
	int *list = NULL;
	size_t cap = 0;
	(void)state;
	for (int i = 0; i < 1000; i++) {
		list = cb_grow(list, (size_t)i, &cap, sizeof *list);
		list[i] = i;
	}
	for (int i = 0; i < 1000; i++)
		assert_int_equal(list[i], i);
	assert_true(cap >= 1000);
	free(list);
}

static void text_is_formatted(void **state)
{
	(void)state;
	char *text = cb_format("%s has %d of %05x", "this", 3, 0xabcU);
	assert_string_equal(text, "this has 3 of 00abc");
	free(text);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(running_out_refuses),
	cmocka_unit_test(a_list_grows_and_keeps_its_items),
	cmocka_unit_test(text_is_formatted),
};

UNIT_MAIN(tests)
