#include "yaml_source.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "error.h"
#include "json.h"
#include "utf8.h"

enum {
	PAIR_LEN = 12,  /* \uD83D\uDE00 */
	ESCAPE_LEN = 10 /* \U0001F600 */
};

/* Decodes one character. Returns its length, or 0 where it is no UTF-8. */
static size_t
decode(const char *bytes, size_t len, uint32_t *code)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	unsigned char lead = (unsigned char)bytes[0];
	size_t i, size;

	if (lead < 0x80) {
		*code = lead;
		return 1;
	}
	if (lead < 0xC0 || lead > 0xF7)
		return 0;
	size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
	if (size > len)
		return 0;
	*code = lead & (0x7Fu >> size);
	for (i = 1; i < size; i++) {
		if (((unsigned char)bytes[i] & 0xC0) != 0x80)
			return 0;
		*code = *code << 6 | ((unsigned char)bytes[i] & 0x3F);
	}
	if (*code < least[size] || *code > 0x10FFFF ||
	    (*code >= 0xD800 && *code <= 0xDFFF))
		return 0;
	return size;
}

/*
 * What may stand in YAML (1.2.2 section 5.1), without the three characters
 * that ended a line in YAML 1.1, and still do so in libyaml.
 */
static bool
is_allowed(uint32_t code)
{
	if (code < 0x20)
		return code == '\t' || code == '\n' || code == '\r';
	if (code == 0x2028 || code == 0x2029 || code == 0xFEFF)
		return false;
	return code < 0x7F || (code >= 0xA0 && code < 0xFFFE) ||
	    code >= 0x10000;
}

/* Reports what stands at bytes, unless it is an allowed character. */
static size_t
check_character(const char *bytes, size_t len, const char *file, size_t line,
    size_t column, struct tf_errors *errors)
{
	uint32_t code;
	size_t size = decode(bytes, len, &code);

	if (size == 0) {
		tf_errors_add(errors, file, line, column,
		    "the byte 0x%02X is not UTF-8", (unsigned char)bytes[0]);
		return 0;
	}
	if (is_allowed(code))
		return size;
	if (code == 0)
		tf_errors_add(errors, file, line, column,
		    "a NUL byte: this is not a text file");
	else
		tf_errors_add(errors, file, line, column,
		    "the character U+%04X cannot stand in YAML; "
		    "write \\u%04X in double quotes",
		    (unsigned)code, (unsigned)code);
	return 0;
}

static int
check_text(const char *file, struct tf_slice text, struct tf_errors *errors)
{
	size_t at, size, line = 1, column = 1;
	bool ends;

	for (at = 0; at < text.len; at += size) {
		size = check_character(
		    text.bytes + at, text.len - at, file, line, column, errors);
		if (size == 0)
			return -1;
		ends = text.bytes[at] == '\n' ||
		    (text.bytes[at] == '\r' &&
			(at + 1 == text.len || text.bytes[at + 1] != '\n'));
		line += ends;
		column = ends ? 1 : column + 1;
	}
	return 0;
}

static bool
is_utf16(struct tf_slice text)
{
	return text.len >= 2 &&
	    (memcmp(text.bytes, "\xFF\xFE", 2) == 0 ||
		memcmp(text.bytes, "\xFE\xFF", 2) == 0);
}

/* A UTF-16 surrogate as JSON writes it, or 0. */
static uint32_t
surrogate(const char *bytes)
{
	static const char digits[] = "0123456789abcdef0123456789ABCDEF";
	uint32_t code = 0;
	const char *digit;
	size_t i;

	if (bytes[0] != '\\' || bytes[1] != 'u')
		return 0;
	for (i = 2; i < 6; i++) {
		digit = bytes[i] != '\0' ? strchr(digits, bytes[i]) : NULL;
		if (digit == NULL)
			return 0;
		code = code << 4 | ((uint32_t)(digit - digits) & 0xF);
	}
	return code >= 0xD800 && code <= 0xDFFF ? code : 0;
}

/* The character of a surrogate pair, or 0. */
static uint32_t
surrogate_pair(const char *bytes, size_t len)
{
	uint32_t high, low;

	if (len < PAIR_LEN)
		return 0;
	high = surrogate(bytes);
	low = surrogate(bytes + PAIR_LEN / 2);
	if (high == 0 || high >= 0xDC00 || low < 0xDC00)
		return 0;
	return 0x10000 + ((high & 0x3FF) << 10 | (low & 0x3FF));
}

static bool
has_pair(struct tf_slice text)
{
	const char *at = text.bytes, *end = text.bytes + text.len;

	while ((at = memchr(at, '\\', (size_t)(end - at))) != NULL) {
		if (surrogate_pair(at, (size_t)(end - at)) != 0)
			return true;
		at++;
	}
	return false;
}

static bool
is_json(struct tf_arena *arena, struct tf_slice text)
{
	yyjson_read_err err;

	return tf_json_read(arena, text.bytes, text.len, &err) != NULL;
}

/*
 * In JSON a backslash is always in a string. The two bytes that an escape is
 * shorter by become spaces after the string.
 */
static void
join_pairs(struct tf_arena *arena, struct tf_slice *text)
{
	char *copy = tf_arena_copy(arena, text->bytes, text->len);
	size_t at, out = 0, owed = 0, used;
	uint32_t code;

	for (at = 0; at < text->len; at += used) {
		used = text->bytes[at] == '\\' ? 2 : 1;
		code = surrogate_pair(text->bytes + at, text->len - at);
		if (code != 0) {
			used = PAIR_LEN;
			snprintf(copy + out, ESCAPE_LEN + 1, "\\U%08X",
			    (unsigned)code);
			out += ESCAPE_LEN;
			owed += PAIR_LEN - ESCAPE_LEN;
			continue;
		}
		memcpy(copy + out, text->bytes + at, used);
		out += used;
		if (text->bytes[at] == '"') {
			memset(copy + out, ' ', owed);
			out += owed;
			owed = 0;
		}
	}
	text->bytes = copy;
}

int
tf_yaml_source(struct tf_arena *arena, const char *file, struct tf_slice *text,
    struct tf_errors *errors)
{
	if (is_utf16(*text)) {
		tf_errors_add(errors, file, 0, 0,
		    "the file is in UTF-16; it must be in UTF-8");
		return -1;
	}
	if (text->len >= 3 && memcmp(text->bytes, "\xEF\xBB\xBF", 3) == 0) {
		text->bytes += 3;
		text->len -= 3;
	}
	if (text->len == 0 || tf_utf8_blank(text->bytes, text->len)) {
		tf_errors_add(errors, file, 0, 0, "the file is empty");
		return -1;
	}
	if (check_text(file, *text, errors) != 0)
		return -1;
	if (has_pair(*text) && is_json(arena, *text))
		join_pairs(arena, text);
	return 0;
}
