#include "text.h"

#include <stdint.h>
#include <string.h>

#include "utf8.h"

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c - 'A' + 10;
}

static uint32_t
hex4(const char *p)
{
	return (uint32_t)(hex_digit(p[0]) << 12 | hex_digit(p[1]) << 8 |
	    hex_digit(p[2]) << 4 | hex_digit(p[3]));
}

/*
 * Decodes the escape at p (a backslash) into out; *used is how many raw bytes
 * it took, a surrogate pair as one. Returns how many bytes came out.
 */
static size_t
decode_escape(const char *p, char *out, size_t *used)
{
	static const char names[] = "bfnrt", codes[] = "\b\f\n\r\t";
	const char *name;
	uint32_t c;

	if (p[1] != 'u') {
		name = strchr(names, p[1]);
		*out = name != NULL ? codes[name - names] : p[1];
		*used = 2;
		return 1;
	}
	c = hex4(p + 2);
	*used = 6;
	if (c >= 0xD800 && c < 0xDC00) {
		c = 0x10000 + ((c - 0xD800) << 10) + (hex4(p + 8) - 0xDC00);
		*used = 12;
	}
	return tf_utf8_put(out, c);
}

struct tf_text *
tf_text_inner(struct tf_arena *arena, const struct tf_text *outer, size_t quote)
{
	struct tf_text *inner = tf_arena_calloc(arena, 1, sizeof(*inner));
	size_t close = tf_text_skip_string(outer, quote) - 1;
	const char *p = outer->bytes + quote + 1;
	const char *end = outer->bytes + close;
	size_t used;
	char *out;

	inner->outer = outer;
	inner->outer_start = quote + 1;
	inner->outer_len = (size_t)(end - p);
	out = tf_arena_alloc(arena, inner->outer_len + 1);
	inner->bytes = out;
	while (p < end) {
		const char *escape = memchr(p, '\\', (size_t)(end - p));
		size_t plain = (size_t)((escape != NULL ? escape : end) - p);

		memcpy(out, p, plain);
		out += plain;
		p += plain;
		if (escape != NULL) {
			out += decode_escape(p, out, &used);
			p += used;
		}
	}
	*out = '\0';
	inner->len = (size_t)(out - inner->bytes);
	return inner;
}

size_t
tf_text_outer_offset(const struct tf_text *text, size_t offset)
{
	const char *raw = text->outer->bytes + text->outer_start;
	size_t at = 0, decoded = 0, used;
	char scratch[4];

	if (text->len == text->outer_len)
		return text->outer_start + offset;
	while (decoded < offset && at < text->outer_len) {
		if (raw[at] == '\\') {
			decoded += decode_escape(raw + at, scratch, &used);
			at += used;
		} else {
			decoded++;
			at++;
		}
	}
	return text->outer_start + at;
}

size_t
tf_text_record_offset(const struct tf_text *text, size_t offset)
{
	while (text->outer != NULL) {
		offset = tf_text_outer_offset(text, offset);
		text = text->outer;
	}
	return offset;
}

const char *
tf_text_find(const char *bytes, size_t len, const char *what)
{
	const size_t n = strlen(what);
	const char *p = bytes, *end = bytes + len;

	while ((size_t)(end - p) >= n &&
	    (p = memchr(p, what[0], (size_t)(end - p) - n + 1)) != NULL) {
		if (memcmp(p, what, n) == 0)
			return p;
		p++;
	}
	return NULL;
}

size_t
tf_text_skip_space(const struct tf_text *text, size_t at)
{
	while (at < text->len &&
	    (text->bytes[at] == ' ' || text->bytes[at] == '\n' ||
		text->bytes[at] == '\r' || text->bytes[at] == '\t'))
		at++;
	return at;
}

size_t
tf_text_skip_string(const struct tf_text *text, size_t at)
{
	const char *p = text->bytes + at + 1, *end = text->bytes + text->len;

	while (p < end) {
		const char *quote = memchr(p, '"', (size_t)(end - p));
		const char *escape;

		if (quote == NULL)
			break;
		escape = memchr(p, '\\', (size_t)(quote - p));
		if (escape == NULL)
			return (size_t)(quote - text->bytes) + 1;
		p = escape + 2;
	}
	return text->len;
}

size_t
tf_text_skip_value(const struct tf_text *text, size_t at)
{
	size_t depth = 0;

	for (; at < text->len; at++) {
		switch (text->bytes[at]) {
		case '"':
			at = tf_text_skip_string(text, at) - 1;
			break;
		case '{':
		case '[':
			depth++;
			continue;
		case '}':
		case ']':
			if (depth == 0)
				return at;
			depth--;
			break;
		case ',':
		case ':':
		case ' ':
		case '\t':
		case '\n':
		case '\r':
			if (depth == 0)
				return at;
			continue;
		default:
			/* a number or a literal goes on to a delimiter */
			continue;
		}
		if (depth == 0)
			return at + 1;
	}
	return text->len;
}

size_t
tf_text_skip_colon(const struct tf_text *text, size_t at)
{
	at = tf_text_skip_space(text, at);
	if (at < text->len && text->bytes[at] == ':')
		at++;
	return tf_text_skip_space(text, at);
}
