#include "utf8.h"

#include "check.h"

static void
test_length(void)
{
	CHECK_INT(tf_utf8_length(NULL, 0), 0);
	CHECK_INT(tf_utf8_length(LIT("a")), 1);
	CHECK_INT(tf_utf8_length(LIT("a\0b")), 3);
	CHECK_INT(tf_utf8_length(LIT("twenty-one characters")), 21);
	CHECK_INT(tf_utf8_length(LIT("\xc3\xa4")), 1);
	CHECK_INT(tf_utf8_length(LIT("\xe2\x82\xac")), 1);
	CHECK_INT(tf_utf8_length(LIT("\xf0\x9f\x98\x80")), 1);
	CHECK_INT(tf_utf8_length(LIT("seven..\xc3\xa4..\xc3\xa4")), 11);
	CHECK_INT(tf_utf8_length(LIT("eight...\xe2\x82\xac eight...")), 18);
	CHECK_INT(tf_utf8_length(LIT("\xf4\x8f\xbf\xbf")), 1);
	CHECK_INT(tf_utf8_length(LIT("\xed\x9f\xbf\xee\x80\x80")), 2);
}

/* A byte that is no UTF-8 counts as one. */
static void
test_length_invalid(void)
{
	CHECK_INT(tf_utf8_length(LIT("\x80")), 1);
	CHECK_INT(tf_utf8_length(LIT("\xc3")), 1);
	CHECK_INT(tf_utf8_length(LIT("\xc3(")), 2);
	CHECK_INT(tf_utf8_length(LIT("\xe2\x82")), 2);
	CHECK_INT(tf_utf8_length(LIT("\xe2\x82x")), 3);
	CHECK_INT(tf_utf8_length(LIT("\xf0\x9f\x98")), 3);
	CHECK_INT(tf_utf8_length(LIT("\xc0\x80")), 2);
	CHECK_INT(tf_utf8_length(LIT("\xc1\xbf")), 2);
	CHECK_INT(tf_utf8_length(LIT("\xe0\x9f\xbf")), 3);
	CHECK_INT(tf_utf8_length(LIT("\xf0\x8f\xbf\xbf")), 4);
	CHECK_INT(tf_utf8_length(LIT("\xed\xa0\x80")), 3);
	CHECK_INT(tf_utf8_length(LIT("\xf4\x90\x80\x80")), 4);
	CHECK_INT(tf_utf8_length(LIT("\xf5\x80\x80\x80")), 4);
	CHECK_INT(tf_utf8_length(LIT("\xff\xfe")), 2);
	CHECK_INT(tf_utf8_length(LIT("\xc3\xc3\xa4")), 2);
}

static void
test_prefix(void)
{
	CHECK_INT(tf_utf8_prefix(NULL, 0, 5), 0);
	CHECK_INT(tf_utf8_prefix(LIT("abc"), 0), 0);
	CHECK_INT(tf_utf8_prefix(LIT("abc"), 2), 2);
	CHECK_INT(tf_utf8_prefix(LIT("abc"), 3), 3);
	CHECK_INT(tf_utf8_prefix(LIT("abc"), SIZE_MAX), 3);
	CHECK_INT(tf_utf8_prefix(LIT("\xc3\xa4\xe2\x82\xacx"), 1), 2);
	CHECK_INT(tf_utf8_prefix(LIT("\xc3\xa4\xe2\x82\xacx"), 2), 5);
	CHECK_INT(tf_utf8_prefix(LIT("\xe2\x82"), 1), 1);
}

static void
test_blank(void)
{
	CHECK(tf_utf8_blank(NULL, 0));
	CHECK(tf_utf8_blank(LIT(" \t\n\v\f\r")));
	CHECK(tf_utf8_blank(LIT("\xc2\xa0\xe1\x9a\x80\xe3\x80\x80")));
	CHECK(tf_utf8_blank(LIT("\xe2\x80\x80\xe2\x80\x8a\xef\xbb\xbf")));
	CHECK(tf_utf8_blank(LIT("\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xaf")));
	CHECK(tf_utf8_blank(LIT("\xe2\x81\x9f")));
	CHECK(!tf_utf8_blank(LIT("x")));
	CHECK(!tf_utf8_blank(LIT("  x")));
	CHECK(!tf_utf8_blank(LIT(" \0")));
	CHECK(!tf_utf8_blank(LIT("\x1f")));
	CHECK(!tf_utf8_blank(LIT("\xa0")));
	CHECK(!tf_utf8_blank(LIT("\xc2")));
	CHECK(!tf_utf8_blank(LIT("\xc2\x85")));     /* next line */
	CHECK(!tf_utf8_blank(LIT("\xe1\xa0\x8e"))); /* U+180E */
	CHECK(!tf_utf8_blank(LIT("\xe2\x80\x8b"))); /* U+200B */
}

typedef void adder(struct tf_buf *buf, const char *bytes, size_t len);

static const char *
added(adder *add, const char *bytes, size_t len)
{
	static struct tf_buf buf;
	static char text[256];

	add(&buf, bytes, len);
	snprintf(text, sizeof(text), "%s", tf_buf_text(&buf));
	tf_buf_release(&buf);
	return text;
}

#define SHOWN(text) added(tf_utf8_show, LIT(text))
#define ESCAPED(text) added(tf_json_escape, LIT(text))
#define QUOTED(text) added(tf_json_quote, LIT(text))

static void
test_show(void)
{
	CHECK_TEXT(added(tf_utf8_show, NULL, 0), "");
	CHECK_TEXT(SHOWN("plain \"text\" \\ /"), "plain \"text\" \\ /");
	CHECK_TEXT(SHOWN("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"),
	    "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
	CHECK_TEXT(SHOWN("a\nb\tc"), "a\\u000ab\\u0009c");
	CHECK_TEXT(SHOWN("\0\x1b[1m\x7f"), "\\u0000\\u001b[1m\\u007f");
	CHECK_TEXT(SHOWN("\xc2\x80\xc2\x9b\xc2\x9f\xc2\xa0"),
	    "\\u0080\\u009b\\u009f\xc2\xa0");
	CHECK_TEXT(SHOWN("\xe2\x80\xa8\xe2\x80\xa9"), "\\u2028\\u2029");
	CHECK_TEXT(
	    SHOWN("\xd8\x9c\xe2\x80\x8e\xe2\x80\x8f"), "\\u061c\\u200e\\u200f");
	CHECK_TEXT(SHOWN("\xe2\x80\xaa\xe2\x80\xae\xe2\x80\xaf"),
	    "\\u202a\\u202e\xe2\x80\xaf");
	CHECK_TEXT(SHOWN("\xe2\x81\xa5\xe2\x81\xa6\xe2\x81\xa9"),
	    "\xe2\x81\xa5\\u2066\\u2069");
	CHECK_TEXT(SHOWN("a\xff\xe2\x82z"), "a\\xff\\xe2\\x82z");
	CHECK_TEXT(SHOWN("\xed\xa0\x80"), "\\xed\\xa0\\x80");
}

static void
test_escape(void)
{
	CHECK_TEXT(added(tf_json_escape, NULL, 0), "");
	CHECK_TEXT(added(tf_json_quote, NULL, 0), "\"\"");
	CHECK_TEXT(QUOTED("plain"), "\"plain\"");
	CHECK_TEXT(ESCAPED("say \"x\\y\" /"), "say \\\"x\\\\y\\\" /");
	CHECK_TEXT(ESCAPED("\b\f\n\r\t"), "\\b\\f\\n\\r\\t");
	CHECK_TEXT(ESCAPED("\0\x01\v\x1f "), "\\u0000\\u0001\\u000b\\u001f ");
	CHECK_TEXT(ESCAPED("\x7f\xc2\x80\xe2\x80\xa8\xc3\xa4"),
	    "\x7f\xc2\x80\xe2\x80\xa8\xc3\xa4");
	CHECK_TEXT(ESCAPED("\n\nx"), "\\n\\nx");
}

static char *
put_code(char *p, uint32_t code)
{
	if (code < 0x80) {
		*p++ = (char)code;
		return p;
	}
	if (code < 0x800) {
		*p++ = (char)(0xc0 | code >> 6);
	} else {
		if (code < 0x10000) {
			*p++ = (char)(0xe0 | code >> 12);
		} else {
			*p++ = (char)(0xf0 | code >> 18);
			*p++ = (char)(0x80 | (code >> 12 & 0x3f));
		}
		*p++ = (char)(0x80 | (code >> 6 & 0x3f));
	}
	*p++ = (char)(0x80 | (code & 0x3f));
	return p;
}

/* Every code point is one character; what is blank is what ECMA-262 lists. */
static void
test_codes(void)
{
	static const uint32_t list[] = {9, 10, 11, 12, 13, 0x20, 0xa0, 0x1680,
	    0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007,
	    0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
	    0xfeff, 0};
	const uint32_t *blank = list;
	char text[4];
	uint32_t code;
	size_t len, count;
	bool surrogate;

	for (code = 0; code <= 0x10ffff; code++) {
		len = (size_t)(put_code(text, code) - text);
		surrogate = code >= 0xd800 && code <= 0xdfff;
		count = tf_utf8_length(text, len);
		CHECK_SAY(count == (surrogate ? 3 : 1), "U+%04x: %zu",
		    (unsigned)code, count);
		CHECK_SAY(tf_utf8_blank(text, len) == (code == *blank),
		    "U+%04x: blank or not", (unsigned)code);
		blank += code == *blank;
	}
}

/* Some characters, some bytes of them lost or changed. Returns its length. */
static size_t
make_text(char *text)
{
	char *p = text;
	int count = check_below(24), bits, len;
	uint64_t code;

	while (count-- > 0) {
		bits = 8 + check_below(14);
		code = check_random() >> (64 - bits);
		p = put_code(p, (uint32_t)code);
	}
	len = (int)(p - text);
	if (len > 0 && check_below(2))
		text[check_below(len)] ^= (char)(1 + check_below(255));
	if (len > 0 && check_below(2))
		len--;
	return (size_t)len;
}

static void
check_prefixes(const char *text, size_t len)
{
	size_t count = tf_utf8_length(text, len), i, at, sum = 0;

	for (i = 0; i <= count; i++) {
		at = tf_utf8_prefix(text, len, i);
		CHECK_INT(at, (long long)sum);
		CHECK_INT(tf_utf8_length(text, at), (long long)i);
		sum += tf_utf8_prefix(text + sum, len - sum, 1);
	}
	CHECK_INT(tf_utf8_prefix(text, len, count), (long long)len);
}

/* What is shown is clean: showing it again changes nothing. */
static void
check_shown(const char *text, size_t len)
{
	struct tf_buf once = {0}, twice = {0};
	size_t i;

	tf_utf8_show(&once, text, len);
	tf_utf8_show(&twice, once.bytes, once.len);
	CHECK_TEXT(tf_buf_text(&twice), tf_buf_text(&once));
	for (i = 0; i < once.len; i++)
		CHECK((unsigned char)once.bytes[i] >= 0x20);
	tf_buf_release(&once);
	tf_buf_release(&twice);
}

static void
test_generated(void)
{
	char text[128];
	size_t len;
	int n;

	for (n = 0; n < 3000; n++) {
		len = make_text(text);
		check_prefixes(text, len);
		check_shown(text, len);
	}
}

int
main(void)
{
	test_length();
	test_length_invalid();
	test_prefix();
	test_blank();
	test_show();
	test_escape();
	test_codes();
	test_generated();
	return check_end();
}
