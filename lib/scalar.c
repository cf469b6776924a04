#include "scalar.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "number.h"

static bool
is_one_of(const char *text, size_t len, const char *const *words)
{
	for (; *words != NULL; words++) {
		if (strlen(*words) == len && memcmp(*words, text, len) == 0)
			return true;
	}
	return false;
}

static size_t
skip_sign(const char *text, size_t len)
{
	return len > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
}

static size_t
skip_digits(const char *text, size_t len, size_t at)
{
	while (at < len && text[at] >= '0' && text[at] <= '9')
		at++;
	return at;
}

/* The value of a digit in a base up to 16; 16 or more for what is none. */
static unsigned
digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (unsigned)(c - 'a') + 10;
	if (c >= 'A' && c <= 'F')
		return (unsigned)(c - 'A') + 10;
	return 16;
}

/* 0o17 is in base 8, 0x1F in base 16; 0 for everything else. */
static unsigned
prefix_base(const char *text, size_t len)
{
	unsigned base;
	size_t i;

	if (len < 3 || text[0] != '0' || (text[1] != 'o' && text[1] != 'x'))
		return 0;
	base = text[1] == 'o' ? 8 : 16;
	for (i = 2; i < len; i++) {
		if (digit_value(text[i]) >= base)
			return 0;
	}
	return base;
}

/* [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )? */
static bool
is_decimal(const char *text, size_t len)
{
	size_t start = skip_sign(text, len);
	size_t at = skip_digits(text, len, start);
	size_t digits = at - start;

	if (at < len && text[at] == '.') {
		start = at + 1;
		at = skip_digits(text, len, start);
		digits += at - start;
	}
	if (digits == 0)
		return false;
	if (at < len && (text[at] == 'e' || text[at] == 'E')) {
		at++;
		start = at + skip_sign(text + at, len - at);
		at = skip_digits(text, len, start);
		if (at == start)
			return false;
	}
	return at == len;
}

/* What JSON has no number for. */
static bool
is_special(const char *text, size_t len)
{
	static const char *const infinities[] = {".inf", ".Inf", ".INF", NULL};
	static const char *const nans[] = {".nan", ".NaN", ".NAN", NULL};
	size_t sign = skip_sign(text, len);

	return is_one_of(text + sign, len - sign, infinities) ||
	    is_one_of(text, len, nans);
}

bool
tf_scalar_is_integer(const char *text, size_t len)
{
	size_t sign = skip_sign(text, len);

	if (prefix_base(text, len) != 0)
		return true;
	return len > sign && skip_digits(text, len, sign) == len;
}

enum tf_type
tf_scalar_type(const char *text, size_t len)
{
	static const char *const nulls[] = {
	    "", "~", "null", "Null", "NULL", NULL};
	static const char *const booleans[] = {
	    "true", "True", "TRUE", "false", "False", "FALSE", NULL};

	if (is_one_of(text, len, nulls))
		return TF_NULL;
	if (is_one_of(text, len, booleans))
		return TF_BOOLEAN;
	if (prefix_base(text, len) != 0 || is_decimal(text, len) ||
	    is_special(text, len))
		return TF_NUMBER;
	return TF_STRING;
}

/* Digits after 0o or 0x, as decimal ones; NULL beyond 64 bits. */
static const char *
from_base(struct tf_arena *arena, const char *text, size_t len, unsigned base)
{
	uint64_t value = 0;
	unsigned digit;
	size_t i;

	for (i = 2; i < len; i++) {
		digit = digit_value(text[i]);
		if (value > (UINT64_MAX - digit) / base)
			return NULL;
		value = value * base + digit;
	}
	return tf_arena_format(arena, "%" PRIu64, value);
}

/* What YAML allows and JSON does not: +1, 007, .5, 1. */
static const char *
from_decimal(
    struct tf_arena *arena, const char *text, size_t len, size_t *json_len)
{
	/* One 0 may be added. */
	char *json = tf_arena_alloc(arena, len + 2), *out = json;
	size_t at = skip_sign(text, len), end;

	if (text[0] == '-')
		*out++ = '-';
	end = skip_digits(text, len, at);
	while (at + 1 < end && text[at] == '0')
		at++;
	if (at == end)
		*out++ = '0';
	memcpy(out, text + at, end - at);
	out += end - at;
	if (end < len && text[end] == '.' &&
	    skip_digits(text, len, end + 1) == end + 1)
		end++;
	memcpy(out, text + end, len - end);
	out += len - end;
	*out = '\0';
	*json_len = (size_t)(out - json);
	return json;
}

const char *
tf_scalar_number(struct tf_arena *arena, const char *text, size_t len,
    size_t *json_len, const char **why)
{
	unsigned base = prefix_base(text, len);
	const char *json;

	if (is_special(text, len)) {
		*why = "is not a number in JSON";
		return NULL;
	}
	if (base != 0) {
		json = from_base(arena, text, len, base);
		if (json == NULL)
			*why = "has over 64 bits; write it in decimal";
		else
			*json_len = strlen(json);
		return json;
	}
	if (tf_number_valid(text, len)) {
		*json_len = len;
		return text;
	}
	return from_decimal(arena, text, len, json_len);
}
