/* A project's list of tools: whatever it holds, what goes on to Nix is names. */
#include "fuzz.h"

#include "formats/tools-list.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cb_strv names = { 0 };
	struct cb_error err = { 0 };
	char *text = fuzz_string((const char *)data, size);
	if (cb_tools_parse(text, size, &names, &err) == 0) {
		MUST(names.len <= CB_TOOLS_COUNT_LIMIT);
		for (size_t i = 0; i < names.len; i++) {
			MUST(names.items[i][0] != '-' && names.items[i][0] != '\0');
			MUST(strlen(names.items[i]) <= CB_TOOLS_NAME_LIMIT);
			MUST(!strpbrk(names.items[i], "\"\\$ \t\n/;(){}[]#=,<>|&`*?!:@+~^%"));
		}
		char *json = cb_tools_json(&names);
		MUST(json && strchr(json, '\n') == NULL);
		free(json);
	} else {
		MUST(err.code == CB_EXIT_REFUSED && err.what && err.hint);
	}
	free(text);
	return 0;
}
