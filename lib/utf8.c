#include "utf8.h"

#include <stdint.h>
#include <string.h>

#define NO_CODE UINT32_MAX /* the byte is no UTF-8 */

struct range {
	uint32_t first, last;
};

/* What becomes \uXXXX when it is shown. */
static const struct range unshown[] = {
    {0x0000, 0x001f}, /* C0 */
    {0x007f, 0x009f}, /* DEL, C1 */
    {0x061c, 0x061c}, /* Arabic letter mark */
    {0x200e, 0x200f}, /* left-to-right, right-to-left mark */
    {0x2028, 0x202e}, /* separators, embeddings and overrides */
    {0x2066, 0x2069}, /* isolates */
};

/* WhiteSpace and LineTerminator of ECMA-262. */
static const struct range white[] = {
    {0x0009, 0x000d},
    {0x0020, 0x0020},
    {0x00a0, 0x00a0},
    {0x1680, 0x1680},
    {0x2000, 0x200a},
    {0x2028, 0x2029},
    {0x202f, 0x202f},
    {0x205f, 0x205f},
    {0x3000, 0x3000},
    {0xfeff, 0xfeff},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool
in_ranges(uint32_t code, const struct range *ranges, size_t count)
{
	size_t i;

	for (i = 0; i < count && code >= ranges[i].first; i++)
		if (code <= ranges[i].last)
			return true;
	return false;
}

/* How many bytes a character beyond ASCII that starts so has; 0 for none. */
static size_t
size_of(unsigned char lead)
{
	if (lead < 0xc2)
		return 0;
	return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
}

/* Adds the six bits of a byte to code; false if it does not continue one. */
static bool
continues(uint32_t *code, char byte)
{
	*code = *code << 6 | ((unsigned char)byte & 0x3f);
	return ((unsigned char)byte & 0xc0) == 0x80;
}

/*
 * Reads the character at bytes, of which there is at least one. Returns how
 * many it takes. *code becomes NO_CODE for a byte that is no UTF-8, as those
 * of overlong forms and of surrogates are.
 */
static size_t
decode(const char *bytes, size_t len, uint32_t *code)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	uint32_t sum = (unsigned char)bytes[0];
	size_t size;

	*code = sum;
	if (sum < 0x80)
		return 1;
	*code = NO_CODE;
	size = size_of((unsigned char)bytes[0]);
	if (size == 0 || size > len)
		return 1;
	sum &= 0x7fU >> size;
	if (!continues(&sum, bytes[1]) ||
	    (size > 2 && !continues(&sum, bytes[2])) ||
	    (size > 3 && !continues(&sum, bytes[3])))
		return 1;
	if (sum < least[size] || sum > 0x10ffff ||
	    (sum >= 0xd800 && sum <= 0xdfff))
		return 1;
	*code = sum;
	return size;
}

/* How many ASCII characters bytes starts with; looks at eight at a time. */
static size_t
ascii_run(const char *bytes, size_t len)
{
	uint64_t word;
	size_t i = 0;

	for (; i + sizeof(word) <= len; i += sizeof(word)) {
		memcpy(&word, bytes + i, sizeof(word));
		if ((word & 0x8080808080808080) != 0)
			break;
	}
	while (i < len && (unsigned char)bytes[i] < 0x80)
		i++;
	return i;
}

size_t
tf_utf8_length(const char *bytes, size_t len)
{
	size_t i = ascii_run(bytes, len), count = i, run;
	uint32_t code;

	while (i < len) {
		i += decode(bytes + i, len - i, &code);
		count++;
		if (i < len && (unsigned char)bytes[i] < 0x80) {
			run = ascii_run(bytes + i, len - i);
			i += run;
			count += run;
		}
	}
	return count;
}

size_t
tf_utf8_prefix(const char *bytes, size_t len, size_t max)
{
	uint32_t code;
	size_t i = 0;

	while (i < len && max-- > 0)
		i += decode(bytes + i, len - i, &code);
	return i;
}

bool
tf_utf8_blank(const char *bytes, size_t len)
{
	uint32_t code;
	size_t i = 0;

	while (i < len) {
		i += decode(bytes + i, len - i, &code);
		if (!in_ranges(code, white, COUNT(white)))
			return false;
	}
	return true;
}

static bool
may_be_shown(uint32_t code)
{
	return code != NO_CODE && !in_ranges(code, unshown, COUNT(unshown));
}

void
tf_utf8_show(struct tf_buf *buf, const char *bytes, size_t len)
{
	size_t i, size, start = 0;
	uint32_t code;

	for (i = 0; i < len; i += size) {
		size = decode(bytes + i, len - i, &code);
		if (may_be_shown(code))
			continue;
		tf_buf_add(buf, bytes + start, i - start);
		start = i + size;
		if (code == NO_CODE)
			tf_buf_addf(buf, "\\x%02x", (unsigned char)bytes[i]);
		else
			tf_buf_addf(buf, "\\u%04x", (unsigned)code);
	}
	if (start < len)
		tf_buf_add(buf, bytes + start, len - start);
}

static bool
must_escape(char c)
{
	return (unsigned char)c < 0x20 || c == '"' || c == '\\';
}

static void
escape_char(struct tf_buf *buf, char c)
{
	static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
	const char *found = c != '\0' ? strchr(from, c) : NULL;

	if (found != NULL)
		tf_buf_addf(buf, "\\%c", to[found - from]);
	else
		tf_buf_addf(buf, "\\u%04x", (unsigned char)c);
}

void
tf_json_escape(struct tf_buf *buf, const char *bytes, size_t len)
{
	size_t i, start = 0;

	for (i = 0; i < len; i++) {
		if (!must_escape(bytes[i]))
			continue;
		tf_buf_add(buf, bytes + start, i - start);
		escape_char(buf, bytes[i]);
		start = i + 1;
	}
	if (start < len)
		tf_buf_add(buf, bytes + start, len - start);
}

void
tf_json_quote(struct tf_buf *buf, const char *bytes, size_t len)
{
	tf_buf_addc(buf, '"');
	tf_json_escape(buf, bytes, len);
	tf_buf_addc(buf, '"');
}

size_t
tf_utf8_put(char *out, uint32_t c)
{
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		out[0] = (char)(0xC0 | c >> 6);
		out[1] = (char)(0x80 | (c & 0x3F));
		return 2;
	}
	if (c < 0x10000) {
		out[0] = (char)(0xE0 | c >> 12);
		out[1] = (char)(0x80 | (c >> 6 & 0x3F));
		out[2] = (char)(0x80 | (c & 0x3F));
		return 3;
	}
	out[0] = (char)(0xF0 | c >> 18);
	out[1] = (char)(0x80 | (c >> 12 & 0x3F));
	out[2] = (char)(0x80 | (c >> 6 & 0x3F));
	out[3] = (char)(0x80 | (c & 0x3F));
	return 4;
}
