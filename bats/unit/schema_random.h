/*
 * schema_random.h - numbers, texts and values by chance, and other spellings
 * of them, for schema_property.c.
 */
#ifndef SCHEMA_RANDOM_H
#define SCHEMA_RANDOM_H

#include "buf.h"
#include "schema_oracle.h"

/* ---- chance ---- */

static uint64_t chance;

static int
below(int limit)
{
	chance ^= chance >> 12;
	chance ^= chance << 25;
	chance ^= chance >> 27;
	return (int)((chance * 0x2545f4914f6cdd1d >> 33) % (unsigned)limit);
}

/* Writes so many millionths in some way. */
static void
spell(struct tf_buf *buf, wide millionths)
{
	char digits[TEXT_MAX];
	int at = TEXT_MAX - 1, zeros = 0, style = below(6), len;
	wide rest = millionths < 0 ? -millionths : millionths;

	digits[at] = '\0';
	for (; rest != 0 || at > TEXT_MAX - 8; rest /= 10)
		digits[--at] = (char)('0' + (int)(rest % 10));
	len = TEXT_MAX - 1 - at;
	while (zeros < len - 1 && digits[at + len - 1 - zeros] == '0')
		zeros++;
	tf_buf_adds(buf, millionths < 0 ? "-" : "");
	if (style == 0) { /* 12e-1 */
		while (len - zeros > 1 && digits[at] == '0') {
			at++;
			len--;
		}
		tf_buf_addf(
		    buf, "%.*se%d", len - zeros, digits + at, zeros - 6);
	} else if (style == 1) { /* 1.200E+00 */
		tf_buf_addf(
		    buf, "%c.%s0E%+03d", digits[at], digits + at + 1, len - 7);
	} else if (style == 2 || zeros < 6) { /* 1.20 */
		tf_buf_addf(buf, "%.*s.%.*s", len - 6, digits + at,
		    style == 2 || zeros == 0 ? 6 :
			zeros > 5            ? 1 :
					       6 - zeros,
		    digits + at + len - 6);
	} else {
		tf_buf_addf(buf, "%.*s", len - 6, digits + at);
	}
}

static wide
some_number(void)
{
	static const int64_t big[] = {9007199254740992, 9007199254740993,
	    INT64_MAX, INT64_MAX - 1, 1000000000000000000, 4611686018427387904};
	static const int parts[] = {
	    UNIT, UNIT, UNIT, UNIT / 2, UNIT / 4, UNIT / 10, UNIT / 100, 1};

	if (below(6) == 0)
		return (wide)big[below(COUNT_OF(big))] * UNIT *
		    (below(4) ? 1 : -1);
	return (wide)(below(24) - 6) * parts[below(COUNT_OF(parts))];
}

static const char *const patterns[] = {
    "\\S", "^a", "b$", "^[0-9]+$", "\\d", "^\\w*$", "^..$", "^x_"};
static const char *const keys[] = {"a", "b", "ab", "x_1", "x_b", "\xc3\xa9"};
static const char *const texts[] = {"", "a", "b", "ab", "ab\\n", "x_1",
    "\xc3\xa9", "\\u00e9", "\\u00a0", " ", "10", "10\\n", "\xd9\xa3", "a b",
    "\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80z", "a\\u0000b", "null", "true",
    "\\t \\n"};

/* ---- values ---- */

static void
some_value(struct tf_buf *buf, int depth)
{
	int i, n = below(4);

	switch (below(depth > 0 ? 9 : 6)) {
	case 0:
		tf_buf_adds(buf, "null");
		return;
	case 1:
		tf_buf_adds(buf, below(2) ? "true" : "false");
		return;
	case 2:
	case 3:
		tf_buf_addf(buf, "\"%s\"", texts[below(COUNT_OF(texts))]);
		return;
	case 4:
	case 5:
		spell(buf, some_number());
		return;
	case 6:
		tf_buf_addc(buf, '{');
		for (i = below(3); n-- > 0 && i < COUNT_OF(keys); i++) {
			tf_buf_addf(buf, "\"%s\": ", keys[i]);
			some_value(buf, depth - 1);
			tf_buf_adds(
			    buf, n > 0 && i + 1 < COUNT_OF(keys) ? ", " : "");
		}
		tf_buf_addc(buf, '}');
		return;
	default:
		tf_buf_addc(buf, '[');
		while (n-- > 0) {
			some_value(buf, depth - 1);
			tf_buf_adds(buf, n > 0 ? ", " : "");
		}
		tf_buf_addc(buf, ']');
	}
}

static void
respell_text(struct tf_buf *buf, const struct tf_node *text)
{
	unsigned p[TEXT_MAX];
	int i, n = decode(text, p);

	tf_buf_addc(buf, '"');
	for (i = 0; i < n; i++)
		if (p[i] >= 0x10000)
			tf_buf_addf(buf, "\\u%04x\\u%04X",
			    0xd800 + ((p[i] - 0x10000) >> 10),
			    0xdc00 + (p[i] & 0x3ff));
		else if (p[i] < ' ' || p[i] > '~' || below(2))
			tf_buf_addf(buf, "\\u%04X", p[i]);
		else
			tf_buf_addc(buf, (char)p[i]);
	tf_buf_addc(buf, '"');
}

/* The same value in other words: members turned round, escapes, spaces. */
static void
respell(struct tf_buf *buf, const struct tf_node *node)
{
	const bool map = node->kind == TF_NODE_MAP;
	size_t i, k;

	if (node->kind == TF_NODE_SCALAR) {
		if (tf_node_type(node) == TF_STRING)
			respell_text(buf, node);
		else if (tf_node_type(node) == TF_NUMBER)
			spell(buf, exact(node));
		else
			tf_buf_adds(buf, node->text);
		return;
	}
	tf_buf_addc(buf, map ? '{' : '[');
	for (i = 0; i < node->count; i++) {
		tf_buf_adds(buf, i == 0 ? "" : below(2) ? "," : " ,\t");
		k = map ? node->count - 1 - i : i;
		if (map) {
			respell_text(buf, node->items[2 * k]);
			tf_buf_adds(buf, below(2) ? ":" : " : ");
		}
		respell(buf, node->items[map ? 2 * k + 1 : k]);
	}
	tf_buf_addc(buf, map ? '}' : ']');
}

#endif
