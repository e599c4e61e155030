/* The distance between two words, by the usual table of which three rows are kept. */
#include "base/near.h"

#include <stddef.h>
#include <string.h>

/* Longer words are not compared: nobody types them by hand. */
#define WORD_MAX 63
/* From this length on, two slips are still the same word. */
#define LONG_WORD 6

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static size_t distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
	size_t rows[3][WORD_MAX + 1];
	size_t *before = rows[0], *above = rows[1], *row = rows[2];
	for (size_t k = 0; k <= b_len; k++)
		above[k] = k;
	for (size_t i = 1; i <= a_len; i++) {
		row[0] = i;
		for (size_t k = 1; k <= b_len; k++) {
			row[k] = least(least(above[k], row[k - 1]) + 1,
				       above[k - 1] + (a[i - 1] != b[k - 1]));
			if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
				row[k] = least(row[k], before[k - 2] + 1);
		}
		size_t *last = before;
		before = above, above = row, row = last;
	}
	return above[b_len];
}

bool cb_is_near(const char *word, const char *meant)
{
	size_t len = strlen(word), meant_len = strlen(meant);
	if (len > WORD_MAX || meant_len > WORD_MAX || len < 2 || meant_len < 2)
		return false;
	size_t slips = distance(word, len, meant, meant_len);
	return slips > 0 && slips <= (least(len, meant_len) < LONG_WORD ? 1U : 2U);
}
