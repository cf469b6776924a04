#include "cause_scan.h"

#include <string.h>

#include "utf8.h"

enum { HEX4 = 6 }; /* bytes of an escape such as \u00e9 */

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_hex(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool
tf_cause_scan_wordly(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') ||
	    (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

bool
tf_cause_scan_numeric(char c)
{
	return tf_cause_scan_wordly(c) || c == '+' || c == '-' || c == '.';
}

bool
tf_cause_scan_object(const struct tf_cause_scan *scan, size_t level)
{
	return (scan->objects[level / 64] >> level % 64 & 1) != 0;
}

size_t
tf_cause_scan_space(const struct tf_cause_scan *scan, size_t at)
{
	while (at < scan->len &&
	    (scan->bytes[at] == ' ' || scan->bytes[at] == '\n' ||
		scan->bytes[at] == '\r' || scan->bytes[at] == '\t'))
		at++;
	return at;
}

static bool
fail(struct tf_cause_scan *scan, enum tf_scan_fault fault, size_t at)
{
	scan->fault = fault;
	scan->at = at;
	return false;
}

/* A token goes to end. */
static bool
take(struct tf_cause_scan *scan, size_t end, enum tf_scan_state state)
{
	scan->before = scan->last;
	scan->last = scan->at;
	scan->at = scan->end = end;
	scan->state = state;
	return true;
}

static enum tf_scan_state
after_value(const struct tf_cause_scan *scan)
{
	return scan->depth > 0 ? TF_SCAN_NEXT : TF_SCAN_END;
}

/* ---- brackets ---- */

static bool
take_open(struct tf_cause_scan *scan, bool object)
{
	const uint64_t bit = UINT64_C(1) << scan->depth % 64;
	uint64_t *word;

	if (scan->depth == TF_SCAN_LEVELS)
		return fail(scan, TF_SCAN_DEEP, scan->at);
	word = &scan->objects[scan->depth++ / 64];
	*word = object ? *word | bit : *word & ~bit;
	return take(scan, scan->at + 1, object ? TF_SCAN_KEY0 : TF_SCAN_ITEM0);
}

/* A closing bracket: the one that is due, where one may come. */
static bool
take_close(struct tf_cause_scan *scan)
{
	bool object =
	    scan->depth > 0 && tf_cause_scan_object(scan, scan->depth - 1);

	if (scan->state != TF_SCAN_NEXT &&
	    scan->state != (object ? TF_SCAN_KEY0 : TF_SCAN_ITEM0))
		return fail(scan, TF_SCAN_TOKEN, scan->at);
	if (scan->bytes[scan->at] != (object ? '}' : ']'))
		return fail(scan, TF_SCAN_TOKEN, scan->at);
	scan->depth--;
	return take(scan, scan->at + 1, after_value(scan));
}

/* ---- strings ---- */

/* The four digits of the \u at; false with the fault if they are not there. */
static bool
read_hex4(struct tf_cause_scan *scan, size_t at, unsigned *code)
{
	size_t i;
	char c;

	*code = 0;
	for (i = at + 2; i < at + HEX4; i++) {
		if (i >= scan->len)
			return fail(scan, TF_SCAN_CUT_ESCAPE, at);
		c = scan->bytes[i];
		if (!is_hex(c))
			return fail(scan, TF_SCAN_ESCAPE, at);
		*code = *code << 4 |
		    (unsigned)(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	return true;
}

/* The second half that must follow. */
static bool
skip_low(struct tf_cause_scan *scan, size_t *at)
{
	const size_t high = *at - HEX4;
	unsigned code;

	if (*at == scan->len)
		return fail(scan, TF_SCAN_CUT_STRING, scan->at);
	if (scan->bytes[*at] != '\\')
		return fail(scan, TF_SCAN_SURROGATE, high);
	if (*at + 1 == scan->len)
		return fail(scan, TF_SCAN_CUT_ESCAPE, *at);
	if (scan->bytes[*at + 1] != 'u')
		return fail(scan, TF_SCAN_SURROGATE, high);
	if (!read_hex4(scan, *at, &code))
		return false;
	if (code < 0xdc00 || code > 0xdfff)
		return fail(scan, TF_SCAN_SURROGATE, high);
	*at += HEX4;
	return true;
}

/* The escape at *at, which goes to after it. */
static bool
skip_escape(struct tf_cause_scan *scan, size_t *at)
{
	unsigned code;
	char c;

	if (*at + 1 == scan->len)
		return fail(scan, TF_SCAN_CUT_ESCAPE, *at);
	c = scan->bytes[*at + 1];
	if (c != 'u') {
		if (c == '\0' || strchr("\"\\/bfnrt", c) == NULL)
			return fail(scan, TF_SCAN_ESCAPE, *at);
		*at += 2;
		return true;
	}
	if (!read_hex4(scan, *at, &code))
		return false;
	if (code >= 0xdc00 && code <= 0xdfff)
		return fail(scan, TF_SCAN_SURROGATE, *at);
	*at += HEX4;
	return code < 0xd800 || code > 0xdbff || skip_low(scan, at);
}

/* Could the bytes from at to the end be the first ones of a character? */
static bool
is_cut_character(const struct tf_cause_scan *scan, size_t at)
{
	const unsigned char lead = (unsigned char)scan->bytes[at];
	const size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
	size_t i;

	if (lead < 0xc2 || lead > 0xf4 || scan->len - at >= size)
		return false;
	for (i = at + 1; i < scan->len; i++)
		if (((unsigned char)scan->bytes[i] & 0xc0) != 0x80)
			return false;
	return true;
}

static bool
skip_character(struct tf_cause_scan *scan, size_t *at)
{
	const unsigned char c = (unsigned char)scan->bytes[*at];
	size_t size = 1;

	if (c == '\\')
		return skip_escape(scan, at);
	if (c < 0x20)
		return fail(scan, TF_SCAN_CONTROL, *at);
	if (c >= 0x80) {
		size = tf_utf8_prefix(scan->bytes + *at, scan->len - *at, 1);
		if (size == 1)
			return fail(scan,
			    is_cut_character(scan, *at) ?
				TF_SCAN_CUT_CHARACTER :
				TF_SCAN_UTF8,
			    *at);
	}
	*at += size;
	return true;
}

static bool
take_string(struct tf_cause_scan *scan, enum tf_scan_state state)
{
	size_t at = scan->at + 1;

	while (at < scan->len && scan->bytes[at] != '"')
		if (!skip_character(scan, &at))
			return false;
	if (at == scan->len)
		return fail(scan, TF_SCAN_CUT_STRING, scan->at);
	return take(scan, at + 1, state);
}

static bool
take_key(struct tf_cause_scan *scan)
{
	if (!take_string(scan, TF_SCAN_COLON))
		return false;
	scan->key = scan->last;
	scan->key_end = scan->end;
	return true;
}

/* ---- numbers and literals ---- */

/* One digit or more from *at on. */
static bool
skip_digits(struct tf_cause_scan *scan, size_t *at)
{
	if (*at == scan->len)
		return fail(scan, TF_SCAN_CUT_NUMBER, scan->at);
	if (!is_digit(scan->bytes[*at]))
		return fail(scan, TF_SCAN_NUMBER, scan->at);
	while (*at < scan->len && is_digit(scan->bytes[*at]))
		++*at;
	return true;
}

/* Skips one of two characters, if it is there. */
static bool
skip_either(const struct tf_cause_scan *scan, size_t *at, char a, char b)
{
	if (*at == scan->len ||
	    (scan->bytes[*at] != a && scan->bytes[*at] != b))
		return false;
	++*at;
	return true;
}

static bool
take_number(struct tf_cause_scan *scan)
{
	size_t at = scan->at;

	skip_either(scan, &at, '-', '-');
	/* a digit after the 0 is left over, and wordly */
	if (!skip_either(scan, &at, '0', '0') && !skip_digits(scan, &at))
		return false;
	if (skip_either(scan, &at, '.', '.') && !skip_digits(scan, &at))
		return false;
	if (skip_either(scan, &at, 'e', 'E')) {
		skip_either(scan, &at, '+', '-');
		if (!skip_digits(scan, &at))
			return false;
	}
	if (at < scan->len && tf_cause_scan_numeric(scan->bytes[at]))
		return fail(scan, TF_SCAN_NUMBER, scan->at);
	return take(scan, at, after_value(scan));
}

static bool
take_literal(struct tf_cause_scan *scan, const char *literal)
{
	const char *word = scan->bytes + scan->at;
	size_t size = 0;

	while (scan->at + size < scan->len && tf_cause_scan_wordly(word[size]))
		size++;
	if (size > strlen(literal) || memcmp(word, literal, size) != 0)
		return fail(scan, TF_SCAN_TOKEN, scan->at);
	if (literal[size] == '\0')
		return take(scan, scan->at + size, after_value(scan));
	return fail(scan,
	    scan->at + size == scan->len ? TF_SCAN_CUT_LITERAL : TF_SCAN_TOKEN,
	    scan->at);
}

/* ---- the grammar ---- */

static bool
take_value(struct tf_cause_scan *scan)
{
	const char c = scan->bytes[scan->at];

	switch (c) {
	case '{':
	case '[':
		return take_open(scan, c == '{');
	case '"':
		return take_string(scan, after_value(scan));
	case 't':
		return take_literal(scan, "true");
	case 'f':
		return take_literal(scan, "false");
	case 'n':
		return take_literal(scan, "null");
	default:
		if (c == '-' || is_digit(c))
			return take_number(scan);
		return fail(scan, TF_SCAN_TOKEN, scan->at);
	}
}

static bool
take_comma(struct tf_cause_scan *scan)
{
	return take(scan, scan->at + 1,
	    tf_cause_scan_object(scan, scan->depth - 1) ? TF_SCAN_KEY :
							  TF_SCAN_ITEM);
}

static bool
take_token(struct tf_cause_scan *scan)
{
	const char c = scan->bytes[scan->at];

	if (c == '}' || c == ']')
		return take_close(scan);
	switch (scan->state) {
	case TF_SCAN_TOP:
	case TF_SCAN_ITEM0:
	case TF_SCAN_ITEM:
	case TF_SCAN_VALUE:
		return take_value(scan);
	case TF_SCAN_KEY0:
	case TF_SCAN_KEY:
		if (c == '"')
			return take_key(scan);
		break;
	case TF_SCAN_COLON:
		if (c == ':')
			return take(scan, scan->at + 1, TF_SCAN_VALUE);
		break;
	case TF_SCAN_NEXT:
		if (c == ',')
			return take_comma(scan);
		break;
	case TF_SCAN_END:
		break;
	}
	return fail(scan, TF_SCAN_TOKEN, scan->at);
}

void
tf_cause_scan(struct tf_cause_scan *scan)
{
	do {
		scan->at = tf_cause_scan_space(scan, scan->at);
		if (scan->at == scan->len) {
			scan->fault = scan->state == TF_SCAN_END ?
			    TF_SCAN_VALID :
			    TF_SCAN_CUT;
			return;
		}
	} while (take_token(scan));
}
