/* Says which row a finding is about. Its pointer counts the rows of the merged table, which nobody
 * has written: a profile of one row may read of /mounts/33. Pure. */
#include "rules/rules.h"

#include <string.h>

enum { SHOWN = 80 }; /* bytes of a path: one that is too long is a finding of its own */

/* The number behind `list` in a pointer; false: it leads elsewhere. */
static bool index_in(const char *pointer, const char *list, size_t *ret_index)
{
	size_t len = strlen(list), index = 0;
	if (strncmp(pointer, list, len) != 0)
		return false;
	size_t digits = strspn(pointer + len, "0123456789");
	for (size_t i = 0; i < digits; i++)
		index = 10 * index + (size_t)(pointer[len + i] - '0');
	*ret_index = index;
	return digits > 0;
}

/* As a word of its own: /x is not in "/x/y". */
static bool has_word(const char *message, const char *word)
{
	size_t len = strlen(word);
	for (const char *at = message; (at = strstr(at, word)); at++)
		if ((at == message || strchr(" \"(", at[-1])) && strchr(" \",:)", at[len]))
			return true;
	return false;
}

/* Adds the first of the names that there is, unless the message has one of them already. */
static void name(struct cb_finding *finding, size_t count, const char *const *says,
		 const char *const *names)
{
	size_t first = count;
	for (size_t i = count; i-- > 0;) {
		if (!names[i] || !names[i][0])
			continue;
		if (has_word(cb_text_str(&finding->message), names[i]))
			return;
		first = i;
	}
	if (first < count)
		cb_finding_say(finding, " (%s %.*s)", says[first], (int)SHOWN, names[first]);
}

void cb_name_rows(const struct cb_model *model, struct cb_findings *found)
{
	static const char *const of_row[] = { "row to", "row from" };
	static const char *const of_variable[] = { "variable" };
	for (size_t i = 0; i < found->count; i++) {
		struct cb_finding *finding = &found->list[i];
		const char *pointer = cb_text_str(&finding->pointer);
		size_t index;
		if (index_in(pointer, "/mounts/", &index) && index < model->mount_count)
			name(finding, 2, of_row,
			     (const char *const[]) { model->mounts[index].to.text,
						     model->mounts[index].from.text });
		if (index_in(pointer, "/env/pass/", &index) && index < model->env_pass.count)
			name(finding, 1, of_variable, &model->env_pass.items[index]);
	}
}
