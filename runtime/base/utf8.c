/* UTF-8, and which characters are not shown as they are. */
#include "base/utf8.h"

size_t cb_utf8_length(const char *text)
{
	static const struct {
		unsigned char mask, lead, len;
	} forms[] = { { 0x80, 0, 1 }, { 0xe0, 0xc0, 2 }, { 0xf0, 0xe0, 3 }, { 0xf8, 0xf0, 4 } };
	static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *p = (const unsigned char *)text;
	size_t len = 0;
	for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
		if ((p[0] & forms[i].mask) == forms[i].lead)
			len = forms[i].len;
	for (size_t i = 1; i < len; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	uint32_t point = len ? cb_utf8_decode(text, len) : 0;
	bool is_surrogate = point >= 0xd800 && point <= 0xdfff;
	return !len || point < smallest[len] || is_surrogate || point > 0x10ffff ? 0 : len;
}

uint32_t cb_utf8_decode(const char *text, size_t len)
{
	static const unsigned char lead[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
	uint32_t point = (unsigned char)text[0] & lead[len];
	for (size_t i = 1; i < len; i++)
		point = point << 6 | ((unsigned char)text[i] & 0x3f);
	return point;
}

struct range {
	uint32_t first, last;
};

static bool is_in(uint32_t point, const struct range *ranges, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (point >= ranges[i].first && point <= ranges[i].last)
			return true;
	return false;
}

bool cb_is_control(uint32_t point)
{
	static const struct range controls[] = {
		{ 0x0000, 0x001f }, /* C0 */
		{ 0x007f, 0x009f }, /* DEL, and C1, which terminals obey as they do ESC */
		{ 0x061c, 0x061c }, /* Arabic letter mark */
		{ 0x200e, 0x200f }, /* marks of direction */
		{ 0x2028, 0x202e }, /* line and paragraph separators, embeddings, overrides */
		{ 0x2066, 0x2069 }, /* isolates */
	};
	return is_in(point, controls, sizeof controls / sizeof controls[0]);
}

bool cb_is_invisible(uint32_t point)
{
	static const struct range invisible[] = {
		{ 0x00ad, 0x00ad },   /* soft hyphen */
		{ 0x180e, 0x180e },   /* Mongolian vowel separator */
		{ 0x200b, 0x200d },   /* zero-width space and joiners */
		{ 0x2060, 0x2065 },   /* word joiner, invisible operators */
		{ 0x206a, 0x206f },   /* deprecated format characters */
		{ 0xfeff, 0xfeff },   /* byte order mark */
		{ 0xfff9, 0xfffb },   /* interlinear annotations */
		{ 0xe0000, 0xe007f }, /* tags */
	};
	return cb_is_control(point) ||
	       is_in(point, invisible, sizeof invisible / sizeof invisible[0]);
}
