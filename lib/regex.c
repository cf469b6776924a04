#include "regex.h"

#include <stdint.h>
#include <string.h>

#include "ascii.h"

enum { DEPTH_MAX = 200 };

/* Of \s: white space and line terminators (ECMA-262 sections 12.2, 12.3). */
#define SPACE "\\p{Xsp}\\x{FEFF}"

struct reader {
	const char *start, *at, *end;
	struct tf_buf *out;
	const char *why; /* the first thing that is wrong */
	const char *where;
	int groups; /* that can be referred to, in all of it */
	bool named; /* some of them have names */
};

static bool read_alternatives(struct reader *r, int depth);

/* Long names of general categories that PCRE2 knows by their short ones. */
static const struct category {
	const char *name, *is;
} categories[] = {
#define TF_CATEGORY(name, is) {name, is},
#include "regex_category.def"
#undef TF_CATEGORY
};

/* ---- small steps ---- */

static bool
wrong(struct reader *r, const char *where, const char *why)
{
	if (r->why == NULL) {
		r->why = why;
		r->where = where;
	}
	return false;
}

static void
put(struct reader *r, const char *bytes, size_t len)
{
	if (r->out != NULL)
		tf_buf_add(r->out, bytes, len);
}

static void
puts_(struct reader *r, const char *text)
{
	put(r, text, strlen(text));
}

static void
put_code(struct reader *r, uint32_t code)
{
	if (r->out != NULL)
		tf_buf_addf(r->out, "\\x{%X}", (unsigned)code);
}

static bool
starts(const struct reader *r, const char *with)
{
	size_t len = strlen(with);

	return (size_t)(r->end - r->at) >= len && memcmp(r->at, with, len) == 0;
}

static bool
take(struct reader *r, const char *text)
{
	if (!starts(r, text))
		return false;
	r->at += strlen(text);
	return true;
}

/* So many hexadecimal digits; false, and nothing taken, where they are not. */
static bool
take_hex(struct reader *r, int digits, uint32_t *code)
{
	int i;

	if (r->end - r->at < digits)
		return false;
	for (i = 0, *code = 0; i < digits; i++) {
		if (tf_hex(r->at[i]) < 0)
			return false;
		*code = *code * 16 + (uint32_t)tf_hex(r->at[i]);
	}
	r->at += digits;
	return true;
}

/* ---- escapes ---- */

/* What follows \u. */
static bool
read_unicode(struct reader *r, uint32_t *code)
{
	const char *where = r->at - 2, *close;
	uint32_t low;

	if (take(r, "{")) {
		close = memchr(r->at, '}', (size_t)(r->end - r->at));
		if (close == NULL || close == r->at || close - r->at > 6 ||
		    !take_hex(r, (int)(close - r->at), code) ||
		    *code > 0x10ffff)
			return wrong(r, where, "\\u{...} is no character");
		r->at++;
	} else if (!take_hex(r, 4, code)) {
		return wrong(r, where, "\\u wants four hexadecimal digits");
	}
	if (*code >= 0xd800 && *code <= 0xdbff && starts(r, "\\u")) {
		r->at += 2;
		if (take_hex(r, 4, &low) && low >= 0xdc00 && low <= 0xdfff) {
			*code =
			    0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
			return true;
		}
	}
	if (*code >= 0xd800 && *code <= 0xdfff)
		return wrong(r, where, "half of a surrogate pair");
	return true;
}

/* The character that an escape stands for; r->at is after the backslash. */
static bool
read_character_escape(struct reader *r, uint32_t *code)
{
	static const char controls[] = "fnrtv", codes[] = "\f\n\r\t\v";
	const char *where = r->at - 1, *control;
	char c = *r->at++;

	control = c != '\0' ? strchr(controls, c) : NULL;
	if (control != NULL) {
		*code = (uint32_t)codes[control - controls];
		return true;
	}
	if (c == 'u')
		return read_unicode(r, code);
	if (c == 'x')
		return take_hex(r, 2, code) ||
		    wrong(r, where, "\\x wants two hexadecimal digits");
	if (c == 'c') {
		if (r->at == r->end || !tf_is_alpha(*r->at))
			return wrong(r, where, "\\c wants a letter");
		*code = (uint32_t)*r->at++ & 31;
		return true;
	}
	if (c == '0' && (r->at == r->end || !tf_is_digit(*r->at))) {
		*code = 0;
		return true;
	}
	if (tf_is_alnum(c) || (unsigned char)c >= 0x80)
		return wrong(r, where, "no such escape");
	*code = (unsigned char)c;
	return true;
}

/* \p{...}; r->at is after the letter. */
static bool
read_property(struct reader *r, char letter)
{
	const char *where = r->at - 2, *name, *close, *equals;
	size_t len, i;

	close =
	    take(r, "{") ? memchr(r->at, '}', (size_t)(r->end - r->at)) : NULL;
	if (close == NULL || close == r->at)
		return wrong(r, where, "\\p wants {a property}");
	name = r->at;
	r->at = close + 1;
	for (i = 0; i < (size_t)(close - name); i++)
		if (!tf_is_alnum(name[i]) && strchr("_=", name[i]) == NULL)
			return wrong(r, where, "\\p wants {a property}");
	equals = memchr(name, '=', (size_t)(close - name));
	if (equals != NULL)
		name = equals + 1;
	len = (size_t)(close - name);
	put(r, letter == 'p' ? "\\p{" : "\\P{", 3);
	for (i = 0; i < sizeof(categories) / sizeof(categories[0]); i++)
		if (strlen(categories[i].name) == len &&
		    memcmp(categories[i].name, name, len) == 0)
			break;
	if (i < sizeof(categories) / sizeof(categories[0]))
		puts_(r, categories[i].is);
	else
		put(r, name, len);
	puts_(r, "}");
	return true;
}

/* ---- classes ---- */

/* \d and the like; false where it is none of them. */
static bool
take_class_escape(struct reader *r, bool inside)
{
	static const struct {
		char letter;
		const char *inside, *outside;
	} classes[] = {
	    {'d', "0-9", "[0-9]"},
	    {'D', "\\D", "[^0-9]"},
	    {'w', "A-Za-z0-9_", "[A-Za-z0-9_]"},
	    {'W', "\\W", "[^A-Za-z0-9_]"},
	    {'s', SPACE, "[" SPACE "]"},
	    /* but for U+FEFF, which \S is not */
	    {'S', "\\P{Xsp}", "[^" SPACE "]"},
	};
	size_t i;

	for (i = 0; i < sizeof(classes) / sizeof(classes[0]); i++)
		if (r->at[0] == classes[i].letter) {
			r->at++;
			puts_(
			    r, inside ? classes[i].inside : classes[i].outside);
			return true;
		}
	if (r->at[0] != 'p' && r->at[0] != 'P')
		return false;
	r->at++;
	read_property(r, r->at[-1]);
	return true;
}

/* The code point that is next; its bytes are taken. */
static uint32_t
take_character(struct reader *r)
{
	unsigned char c = (unsigned char)*r->at++;
	uint32_t code = c;

	if (c >= 0xf0)
		code = c & 7;
	else if (c >= 0xe0)
		code = c & 15;
	else if (c >= 0xc0)
		code = c & 31;
	for (; c >= 0xc0 && r->at < r->end && (*r->at & 0xc0) == 0x80; r->at++)
		code = code << 6 | ((unsigned char)*r->at & 0x3f);
	return code;
}

/* One end of a range; *set: it is a class, and has been put. */
static bool
read_class_atom(struct reader *r, uint32_t *code, bool *set)
{
	*set = false;
	if (!take(r, "\\")) {
		*code = take_character(r);
		return true;
	}
	if (r->at == r->end)
		return wrong(r, r->at - 1, "\\ at end of pattern");
	if (take(r, "b")) {
		*code = '\b';
		return true;
	}
	*set = take_class_escape(r, true);
	return *set || read_character_escape(r, code);
}

static bool
read_class(struct reader *r)
{
	const char *where = r->at - 1, *range;
	uint32_t low, high;
	bool set;

	puts_(r, take(r, "^") ? "[^" : "[");
	while (r->at < r->end && *r->at != ']') {
		range = r->at;
		if (!read_class_atom(r, &low, &set))
			return false;
		if (!set)
			put_code(r, low);
		if (r->end - r->at < 2 || r->at[0] != '-' || r->at[1] == ']')
			continue;
		r->at++;
		if (set) {
			puts_(r, "\\-");
			continue;
		}
		if (r->at[0] == '\\' && r->end - r->at > 1 &&
		    r->at[1] != '\0' && strchr("dDwWsSpP", r->at[1]) != NULL) {
			puts_(r, "\\-");
			continue;
		}
		if (!read_class_atom(r, &high, &set))
			return false;
		if (high < low)
			return wrong(
			    r, range, "range out of order in character class");
		puts_(r, "-");
		put_code(r, high);
	}
	if (!take(r, "]"))
		return wrong(
		    r, where, "missing terminating ] for character class");
	puts_(r, "]");
	return true;
}

/* ---- groups ---- */

/* A name and the ">" after it. */
static bool
take_name(struct reader *r, const char **name, size_t *len)
{
	*name = r->at;
	while (r->at < r->end &&
	    (tf_is_alnum(*r->at) || *r->at == '_' || *r->at == '$' ||
		(unsigned char)*r->at >= 0x80))
		r->at++;
	*len = (size_t)(r->at - *name);
	if (*len == 0 || tf_is_digit(**name) || !take(r, ">"))
		return wrong(r, *name, "a name is wanted here, and >");
	return true;
}

/* What stands after "(", up to its inside. *look: it is looked around. */
static bool
read_group_start(struct reader *r, bool *look)
{
	static const char *const looks[] = {"?=", "?!", "?<=", "?<!"};
	static const char *const others[] = {"?:", "?i:", "?-i:"};
	const char *name, *where = r->at - 1;
	size_t i, len;

	puts_(r, "(");
	for (i = 0; i < 4; i++)
		if (take(r, looks[i])) {
			*look = true;
			puts_(r, looks[i]);
			return true;
		}
	for (i = 0; i < 3; i++)
		if (take(r, others[i])) {
			puts_(r, others[i]);
			return true;
		}
	if (take(r, "?<")) {
		if (!take_name(r, &name, &len))
			return false;
		puts_(r, "?<");
		put(r, name, len);
		puts_(r, ">");
		return true;
	}
	return !starts(r, "?") ||
	    wrong(r, where, "no group of ECMA-262 starts so");
}

static bool
read_group(struct reader *r, int depth, bool *look)
{
	const char *where = r->at - 1;

	if (depth == DEPTH_MAX)
		return wrong(r, where, "nested too deep");
	if (!read_group_start(r, look) || !read_alternatives(r, depth + 1))
		return false;
	if (!take(r, ")"))
		return wrong(r, r->end, "missing closing parenthesis");
	puts_(r, ")");
	return true;
}

/* \1 and \k<name>; r->at is after the backslash. */
static bool
read_back_reference(struct reader *r)
{
	const char *where = r->at - 1, *name;
	size_t len;
	int number = 0;

	if (take(r, "k<")) {
		if (!take_name(r, &name, &len))
			return false;
		if (!r->named)
			return wrong(r, where, "no group has this name");
		puts_(r, "\\k<");
		put(r, name, len);
		puts_(r, ">");
		return true;
	}
	while (r->at < r->end && tf_is_digit(*r->at) && number < 10000)
		number = number * 10 + (*r->at++ - '0');
	if (number > r->groups)
		return wrong(r, where, "no group has this number");
	if (r->out != NULL)
		tf_buf_addf(r->out, "\\g{%d}", number);
	return true;
}

/* ---- terms ---- */

/* What follows a backslash outside of classes. *fixed: not to be repeated. */
static bool
read_escape(struct reader *r, bool *fixed)
{
	uint32_t code;

	if (r->at == r->end)
		return wrong(r, r->at - 1, "\\ at end of pattern");
	if (*r->at == 'b' || *r->at == 'B') {
		*fixed = true;
		put(r, r->at - 1, 2);
		r->at++;
		return true;
	}
	if ((*r->at >= '1' && *r->at <= '9') || starts(r, "k<"))
		return read_back_reference(r);
	if (take_class_escape(r, false))
		return r->why == NULL;
	if (!read_character_escape(r, &code))
		return false;
	put_code(r, code);
	return true;
}

/* {n}, {n,} or {n,m}; false, and nothing taken, where it is none. */
static bool
take_braces(struct reader *r)
{
	const char *at = r->at + 1;
	unsigned long low = 0, high = 0, *number = &low;
	bool digits = false;

	for (; at < r->end && (tf_is_digit(*at) || *at == ','); at++) {
		if (*at == ',') {
			if (number == &high || !digits)
				return false;
			number = &high;
			digits = false;
		} else {
			digits = true;
			if (*number < 1000000)
				*number =
				    *number * 10 + (unsigned long)(*at - '0');
		}
	}
	if (at == r->end || *at != '}' || (number == &low && !digits))
		return false;
	if (number == &high && digits && high < low)
		wrong(r, r->at, "numbers out of order in {} quantifier");
	at++;
	put(r, r->at, (size_t)(at - r->at));
	r->at = at;
	return true;
}

static bool
take_quantifier(struct reader *r)
{
	if (r->at == r->end)
		return false;
	if (*r->at == '*' || *r->at == '+' || *r->at == '?') {
		put(r, r->at++, 1);
	} else if (*r->at != '{' || !take_braces(r)) {
		return false;
	}
	if (take(r, "?"))
		puts_(r, "?");
	return true;
}

static bool
read_atom(struct reader *r, int depth, bool *fixed)
{
	const char *where = r->at;

	*fixed = false;
	switch (*r->at++) {
	case '^':
	case '$':
		*fixed = true;
		put(r, where, 1);
		return true;
	case '.':
		puts_(r, "[^\\n\\r\\x{2028}\\x{2029}]");
		return true;
	case '[':
		return read_class(r);
	case '(':
		return read_group(r, depth, fixed);
	case '\\':
		return read_escape(r, fixed);
	case '*':
	case '+':
	case '?':
		return wrong(
		    r, where, "quantifier does not follow a repeatable item");
	case '{':
		r->at = where;
		if (take_quantifier(r))
			return wrong(r, where,
			    "quantifier does not follow a repeatable item");
		r->at++;
		puts_(r, "\\{");
		return true;
	case '}':
	case ']':
		puts_(r, "\\");
		break;
	default:
		break;
	}
	put(r, where, 1);
	return true;
}

static bool
read_alternatives(struct reader *r, int depth)
{
	const char *where;
	bool fixed;

	while (r->at < r->end && *r->at != ')') {
		if (take(r, "|")) {
			puts_(r, "|");
			continue;
		}
		if (!read_atom(r, depth, &fixed))
			return false;
		where = r->at;
		if (take_quantifier(r) && fixed)
			return wrong(r, where,
			    "quantifier does not follow a repeatable item");
		if (r->why != NULL)
			return false;
	}
	return true;
}

/* Counts the groups that can be referred to. */
static void
count_groups(struct reader *r)
{
	const char *at;
	bool class = false;

	for (at = r->start; at < r->end; at++) {
		if (*at == '\\') {
			at++;
		} else if (*at == '[' || *at == ']') {
			class = *at == '[';
		} else if (*at == '(' && !class) {
			bool named = r->end - at > 3 && at[1] == '?' &&
			    at[2] == '<' && at[3] != '=' && at[3] != '!';

			r->named |= named;
			r->groups += named || at + 1 == r->end || at[1] != '?';
		}
	}
}

bool
tf_regex_translate(const char *text, size_t len, struct tf_buf *out,
    const char **why, size_t *at)
{
	struct reader r = {
	    .start = text, .at = text, .end = text + len, .out = out};

	count_groups(&r);
	if (read_alternatives(&r, 0) && r.at < r.end)
		wrong(&r, r.at, "unmatched closing parenthesis");
	if (r.why == NULL)
		return true;
	*why = r.why;
	*at = (size_t)(r.where - text);
	return false;
}

bool
tf_regex_valid(const char *text, size_t len)
{
	const char *why;
	size_t at;

	return tf_regex_translate(text, len, NULL, &why, &at);
}
