#include "cause_sign.h"

#include "utf8.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What tells a cause by how it begins. */
struct sign {
	const char *start, *what, *sentence;
};

static const char comment[] = "a comment; JSON has none",
		  curly[] =
		      "curly quotes; JSON has straight double quotes only",
		  dots[] = "dots in place of what was left out";

static const struct sign comments[] = {
    {"//", "comment", comment},
    {"/*", "comment", comment},
    {"# ", "comment", comment}, /* #fff is none */
    {"<!--", "comment", comment},
};

static const struct sign signs[] = {
    {"'", "single-quotes", "single quotes; JSON has double quotes only"},
    {"`", "other", "a backtick; JSON has double quotes only"},
    {"\xe2\x80\x98", "smart-quotes", curly},
    {"\xe2\x80\x99", "smart-quotes", curly},
    {"\xe2\x80\x9c", "smart-quotes", curly},
    {"\xe2\x80\x9d", "smart-quotes", curly},
    {"&quot;", "other", "a quote written as &quot;"},
    {"\\\"", "stray-backslash",
	"a backslash before a quote outside a string; the text is escaped "
	"once too often"},
    {"\\", "stray-backslash", "a backslash outside a string"},
    {"...", "ellipsis", dots},
    {"\xe2\x80\xa6", "ellipsis", dots},
    {"(", "other", "a round bracket; JSON has square and curly ones only"},
};

/* Words of other languages, and what JSON writes for them. */
static const struct {
	const char *word, *what, *json;
} words[] = {
    {"True", "python-word", "true"},
    {"False", "python-word", "false"},
    {"None", "python-word", "null"},
    {"TRUE", "bad-literal", "true"},
    {"FALSE", "bad-literal", "false"},
    {"NULL", "bad-literal", "null"},
    {"Null", "bad-literal", "null"},
    {"nil", "bad-literal", "null"},
    {"undefined", "bad-literal", NULL},
    {"NaN", "bad-literal", NULL},
    {"nan", "bad-literal", NULL},
    {"Infinity", "bad-literal", NULL},
    {"-Infinity", "bad-literal", NULL},
    {"inf", "bad-literal", NULL},
    {"-inf", "bad-literal", NULL},
};

/* ---- what can be wrong in many places ---- */

static bool
by_sign(struct tf_cause_look *look, const struct sign *sign, size_t count)
{
	const size_t at = look->scan.at;

	for (; count-- > 0; sign++)
		if (tf_look_starts(look, at, sign->start)) {
			tf_cause_say(
			    look, sign->what, at, "%s", sign->sentence);
			return true;
		}
	return false;
}

bool
tf_cause_by_word(struct tf_cause_look *look, size_t end)
{
	const size_t at = look->scan.at;
	size_t i;

	for (i = 0; i < COUNT(words); i++) {
		if (!tf_look_is(look, at, end, words[i].word))
			continue;
		if (words[i].json == NULL)
			tf_cause_say(look, words[i].what, at,
			    "%s is no JSON value", words[i].word);
		else
			tf_cause_say(look, words[i].what, at,
			    "the %sword %s; JSON writes %s",
			    words[i].what[0] == 'p' ? "Python " : "",
			    words[i].word, words[i].json);
		return true;
	}
	return false;
}

/* The code point of a character of that many bytes. */
static unsigned
code_point(const char *bytes, size_t size)
{
	unsigned code = (unsigned char)bytes[0];
	size_t i;

	if (size > 1)
		code &= 0x7fU >> size;
	for (i = 1; i < size; i++)
		code = code << 6 | ((unsigned char)bytes[i] & 0x3f);
	return code;
}

/* Does not show, and is no white space for JSON. */
static bool
is_invisible(const char *bytes, size_t size, unsigned code)
{
	return tf_utf8_blank(bytes, size) || code == 0xad ||
	    (code >= 0x200b && code <= 0x200f) ||
	    (code >= 0x2060 && code <= 0x2064);
}

/* A character that has no business outside of strings. */
bool
tf_cause_by_character(struct tf_cause_look *look)
{
	const size_t at = look->scan.at;
	const char *bytes = look->scan.bytes + at;
	const size_t size = tf_utf8_prefix(bytes, look->scan.len - at, 1);
	const unsigned code = code_point(bytes, size);

	if (code < 0x20 || code == 0x7f)
		tf_cause_say(look, "control-character", at,
		    "a control character (U+%04X) outside a string", code);
	else if (code >= 0x80 && size == 1)
		tf_cause_say(look, "not-utf8", at,
		    "a byte that is not UTF-8 (0x%02x)", code);
	else if (is_invisible(bytes, size, code))
		tf_cause_say(look, "other", at,
		    "an invisible character (U+%04X) outside a string", code);
	else
		return false;
	return true;
}

/* The last resort: quotes what is there. */
void
tf_cause_by_place(struct tf_cause_look *look, const char *place)
{
	const size_t at = look->scan.at;
	size_t end = tf_look_word(look, at);

	if (end == at)
		end += tf_utf8_prefix(
		    look->scan.bytes + at, look->scan.len - at, 1);
	look->cause->what = "other";
	look->cause->at = at;
	tf_cause_quote(look, at, end);
	tf_buf_addf(look->buf, " where %s belongs", place);
}

bool
tf_cause_by_comment(struct tf_cause_look *look)
{
	if (by_sign(look, comments, COUNT(comments)))
		return true;
	if (!tf_look_starts(look, look->scan.at, "```"))
		return false;
	tf_cause_say(look, "code-fence", look->scan.at,
	    "a code fence inside the %s", tf_look_root(look));
	return true;
}

bool
tf_cause_by_sign(struct tf_cause_look *look)
{
	return tf_cause_by_comment(look) ||
	    by_sign(look, signs, COUNT(signs)) || tf_cause_by_character(look);
}
