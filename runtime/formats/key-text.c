/* A key is one word: whatever else came is a message of the program that should have printed it. */
#include "formats/key-text.h"

#include <string.h>

enum cb_key_kind cb_key_text_parse(const char *bytes, size_t size, size_t *ret_size)
{
	static const char token[] = "sk-ant-oat";
	if (size > 0 && bytes[size - 1] == '\n')
		size--;
	if (size > 0 && bytes[size - 1] == '\r')
		size--;
	*ret_size = size;
	if (size == 0)
		return CB_KEY_NONE;
	for (size_t i = 0; i < size; i++)
		if (bytes[i] < 0x21 || bytes[i] > 0x7e)
			return CB_KEY_BAD;
	if (size > CB_KEY_MAX)
		return CB_KEY_LONG;
	return size >= sizeof token - 1 && memcmp(bytes, token, sizeof token - 1) == 0
		   ? CB_KEY_TOKEN
		   : CB_KEY_API;
}
