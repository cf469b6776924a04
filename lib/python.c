#include "python.h"

#include <string.h>

#include "number.h"
#include "utf8.h"

struct reader {
	struct tf_arena *arena;
	const char *p, *end;
	unsigned depth;
};

static struct tf_value *read_value(struct reader *r);

static void
skip_space(struct reader *r)
{
	while (r->p < r->end && strchr(" \t\r\n", *r->p) != NULL)
		r->p++;
}

static bool
take(struct reader *r, char c)
{
	skip_space(r);
	if (r->p == r->end || *r->p != c)
		return false;
	r->p++;
	return true;
}

/* ---- strings ---- */

static int
hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool
read_hex(struct reader *r, unsigned digits, uint32_t *code)
{
	int digit;

	*code = 0;
	while (digits-- > 0) {
		if (r->p == r->end || (digit = hex_value(*r->p)) < 0)
			return false;
		*code = *code << 4 | (uint32_t)digit;
		r->p++;
	}
	/* half of a pair is no character */
	return *code <= 0x10FFFF && (*code < 0xD800 || *code > 0xDFFF);
}

/* The escape after a backslash. NULL where it is one that is not known. */
static char *
read_escape(struct reader *r, char *out)
{
	static const char names[] = "\\'\"abfnrtv";
	static const char codes[] = "\\'\"\a\b\f\n\r\t\v";
	const char *name;
	uint32_t code;
	char c;

	if (r->p == r->end)
		return NULL;
	c = *r->p++;
	name = c != '\0' ? strchr(names, c) : NULL;
	if (name != NULL) {
		*out++ = codes[name - names];
		return out;
	}
	if (c == '\n')
		return out;
	if ((c == 'x' && read_hex(r, 2, &code)) ||
	    (c == 'u' && read_hex(r, 4, &code)) ||
	    (c == 'U' && read_hex(r, 8, &code)))
		return out + tf_utf8_put(out, code);
	return NULL;
}

static struct tf_value *
read_string(struct reader *r)
{
	const char quote = *r->p++;
	char *start = tf_arena_alloc(r->arena, (size_t)(r->end - r->p) + 1);
	char *out = start;

	while (r->p < r->end && *r->p != quote) {
		if (*r->p == '\n')
			return NULL;
		if (*r->p != '\\') {
			*out++ = *r->p++;
			continue;
		}
		r->p++;
		out = read_escape(r, out);
		if (out == NULL)
			return NULL;
	}
	if (r->p == r->end)
		return NULL;
	r->p++;
	*out = '\0';
	return tf_value_string(r->arena, start, (size_t)(out - start));
}

/* ---- words and numbers ---- */

static struct tf_value *
read_word(struct reader *r)
{
	static const struct {
		const char *word;
		enum tf_type type;
		bool boolean;
	} words[] = {
	    {"True", TF_BOOLEAN, true},
	    {"False", TF_BOOLEAN, false},
	    {"None", TF_NULL, false},
	    {"true", TF_BOOLEAN, true},
	    {"false", TF_BOOLEAN, false},
	    {"null", TF_NULL, false},
	};
	const char *start = r->p;
	struct tf_value *value;
	size_t i, len;

	while (r->p < r->end && strchr(" \t\r\n,:]})", *r->p) == NULL)
		r->p++;
	len = (size_t)(r->p - start);
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strlen(words[i].word) != len ||
		    memcmp(words[i].word, start, len) != 0)
			continue;
		value = tf_value_new(r->arena, words[i].type);
		value->boolean = words[i].boolean;
		return value;
	}
	return tf_number_valid(start, len) ?
	    tf_value_number(r->arena, start, len) :
	    NULL;
}

/* ---- lists and dicts ---- */

static struct tf_value *
read_list(struct reader *r, char closer)
{
	struct tf_value *list = tf_value_new(r->arena, TF_ARRAY), *item;
	bool comma = false;

	r->p++;
	while (!take(r, closer)) {
		if (list->count > 0 && !comma)
			return NULL;
		item = read_value(r);
		if (item == NULL)
			return NULL;
		tf_value_append(list, NULL, 0, TF_NO_NAME, item);
		comma = take(r, ',');
	}
	/* (1) is a number in brackets; (1,) is a tuple */
	return closer == ')' && list->count == 1 && !comma ? NULL : list;
}

static struct tf_value *
read_dict(struct reader *r)
{
	struct tf_value *dict = tf_value_new(r->arena, TF_OBJECT), *key, *item;
	bool comma = true;

	r->p++;
	while (!take(r, '}')) {
		skip_space(r);
		if (!comma || r->p == r->end || (*r->p != '\'' && *r->p != '"'))
			return NULL;
		key = read_string(r);
		if (key == NULL || !take(r, ':'))
			return NULL;
		item = read_value(r);
		if (item == NULL ||
		    tf_value_member(dict, key->bytes, key->len) != NULL)
			return NULL;
		tf_value_append(dict, key->bytes, key->len, TF_NO_NAME, item);
		comma = take(r, ',');
	}
	return dict;
}

static struct tf_value *
read_value(struct reader *r)
{
	struct tf_value *value;

	skip_space(r);
	if (r->p == r->end || r->depth >= TF_DEPTH_MAX)
		return NULL;
	r->depth++;
	switch (*r->p) {
	case '{':
		value = read_dict(r);
		break;
	case '[':
		value = read_list(r, ']');
		break;
	case '(':
		value = read_list(r, ')');
		break;
	case '\'':
	case '"':
		value = read_string(r);
		break;
	default:
		value = read_word(r);
		break;
	}
	r->depth--;
	return value;
}

struct tf_value *
tf_python_parse(struct tf_arena *arena, const char *text, size_t len)
{
	struct reader r = {.arena = arena, .p = text, .end = text + len};
	struct tf_value *value = read_value(&r);

	skip_space(&r);
	return r.p == r.end ? value : NULL;
}
