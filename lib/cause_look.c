#include "cause_look.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "utf8.h"

enum { SHOWN = 20, SENTENCE = 160 };

char
tf_look_char(const struct tf_cause_look *look, size_t at)
{
	return at < look->scan.len ? look->scan.bytes[at] : '\0';
}

char
tf_look_next(const struct tf_cause_look *look, size_t at)
{
	return tf_look_char(look, tf_cause_scan_space(&look->scan, at));
}

bool
tf_look_among(char c, const char *set)
{
	return c != '\0' && strchr(set, c) != NULL;
}

bool
tf_look_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool
tf_look_starts(const struct tf_cause_look *look, size_t at, const char *text)
{
	const size_t size = strlen(text);

	return at < look->scan.len && look->scan.len - at >= size &&
	    memcmp(look->scan.bytes + at, text, size) == 0;
}

bool
tf_look_is(
    const struct tf_cause_look *look, size_t at, size_t end, const char *text)
{
	return end - at == strlen(text) && tf_look_starts(look, at, text);
}

size_t
tf_look_word(const struct tf_cause_look *look, size_t at)
{
	while (tf_cause_scan_numeric(tf_look_char(look, at)))
		at++;
	return at;
}

size_t
tf_look_bare(const struct tf_cause_look *look, size_t at)
{
	size_t i, end = at + 1;

	for (i = at; i < look->scan.len; i++) {
		if (tf_look_among(look->scan.bytes[i], ",]}\n"))
			break;
		if (!tf_look_among(look->scan.bytes[i], " \t\r"))
			end = i + 1;
	}
	return end;
}

bool
tf_look_json(const struct tf_cause_look *look, size_t at)
{
	const char c = tf_look_char(look, at);
	char next;

	/* first, since white space must not be skipped again and again */
	if (c != '{' && c != '[')
		return false;
	next = tf_look_next(look, at + 1);
	if (c == '{')
		return tf_look_among(next, "\"'{}");
	/* not the one of list[0] */
	return (at == 0 || !tf_cause_scan_wordly(look->scan.bytes[at - 1])) &&
	    (tf_look_among(next, "\"'[{]-") || tf_look_digit(next));
}

const char *
tf_look_kind(const struct tf_cause_look *look, size_t at)
{
	const char c = tf_look_char(look, at);

	switch (c) {
	case '{':
		return "object";
	case '[':
		return "array";
	case '"':
		return "string";
	default:
		return c == '-' || tf_look_digit(c) ? "number" : "value";
	}
}

const char *
tf_look_root(const struct tf_cause_look *look)
{
	return tf_look_kind(look, tf_cause_scan_space(&look->scan, 0));
}

bool
tf_look_in_object(const struct tf_cause_look *look)
{
	return look->scan.depth > 0 &&
	    tf_cause_scan_object(&look->scan, look->scan.depth - 1);
}

void
tf_cause_say(struct tf_cause_look *look, const char *what, size_t at,
    const char *format, ...)
{
	char sentence[SENTENCE];
	va_list args;

	look->cause->what = what;
	look->cause->at = at;
	va_start(args, format);
	vsnprintf(sentence, sizeof(sentence), format, args);
	va_end(args);
	tf_buf_adds(look->buf, sentence);
}

void
tf_cause_quote(struct tf_cause_look *look, size_t at, size_t end)
{
	const char *bytes = look->scan.bytes + at;
	const size_t cut = tf_utf8_prefix(bytes, end - at, SHOWN);

	tf_utf8_show(look->buf, bytes, cut);
	if (cut < end - at)
		tf_buf_adds(look->buf, "\xe2\x80\xa6");
}

void
tf_cause_quote_key(struct tf_cause_look *look)
{
	tf_cause_quote(look, look->scan.key + 1, look->scan.key_end - 1);
}
