/* A key as it comes through a pipe: what is taken fits into a header, and is all that came but a
 * line end. */
#include "fuzz.h"

#include "formats/key-text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t len = 0;
	char *bytes = fuzz_copy(data, size);
	enum cb_key_kind kind = cb_key_text_parse(bytes, size, &len);
	MUST(len <= size && size - len <= 2);
	if (kind == CB_KEY_API || kind == CB_KEY_TOKEN) {
		MUST(len > 0 && len <= CB_KEY_MAX);
		for (size_t i = 0; i < len; i++)
			MUST(bytes[i] > ' ' && bytes[i] < 0x7f);
		MUST((kind == CB_KEY_TOKEN) == (len >= 10 && memcmp(bytes, "sk-ant-oat", 10) == 0));
	}
	MUST((kind == CB_KEY_NONE) == (len == 0));
	for (size_t i = len; i < size; i++)
		MUST(bytes[i] == '\r' || bytes[i] == '\n');
	free(bytes);
	return 0;
}
