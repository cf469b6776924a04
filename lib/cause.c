#include "cause.h"

#include "cause_look.h"
#include "cause_scan.h"
#include "cause_sign.h"
#include "cause_token.h"
#include "utf8.h"

/* ---- cut off ---- */

static bool
is_due(const struct tf_cause_look *look)
{
	const enum tf_scan_state state = look->scan.state;

	return state == TF_SCAN_COLON || state == TF_SCAN_VALUE;
}

/* A text that goes on to its last bracket has rather lost a quote. */
static bool
ends_closed(const struct tf_cause_look *look)
{
	size_t end = look->scan.len;

	while (tf_look_among(tf_look_char(look, end - 1), " \t\r\n"))
		end--;
	return look->scan.depth > 0 &&
	    tf_look_among(tf_look_char(look, end - 1), "}]");
}

static void
cut_string(struct tf_cause_look *look)
{
	const bool key =
	    look->scan.state == TF_SCAN_KEY0 || look->scan.state == TF_SCAN_KEY;

	tf_cause_say(look, "truncated", look->scan.len,
	    "truncated: cut off inside a %s%s", key ? "key" : "string",
	    ends_closed(look) ? ", or its closing quote is missing" : "");
}

static void
cut(struct tf_cause_look *look)
{
	const size_t depth = look->scan.depth, len = look->scan.len;

	switch (look->scan.fault) {
	case TF_SCAN_CUT_STRING:
		cut_string(look);
		break;
	case TF_SCAN_CUT_ESCAPE:
		tf_cause_say(look, "truncated", len,
		    "truncated: cut off inside an escape");
		break;
	case TF_SCAN_CUT_CHARACTER:
		tf_cause_say(look, "truncated", len,
		    "truncated: cut off inside a character");
		break;
	case TF_SCAN_CUT_NUMBER:
		tf_cause_say(look, "truncated", len,
		    "truncated: cut off inside a number");
		break;
	case TF_SCAN_CUT_LITERAL:
		tf_cause_say(look, "truncated", len,
		    "truncated: cut off inside a literal");
		break;
	default:
		tf_cause_say(look, "truncated", len, "truncated: cut off %s",
		    is_due(look)                ? "after a key" :
			tf_look_in_object(look) ? "inside an object" :
						  "inside an array");
	}
	if (depth > 1)
		tf_buf_addf(look->buf, " (%zu levels open)", depth);
}

/* ---- inside a string ---- */

/* Is nothing but closing brackets left? */
static bool
is_tail(const struct tf_cause_look *look, size_t at)
{
	while (tf_look_among(tf_look_char(look, at), " \t\r\n]}"))
		at++;
	return at == look->scan.len && look->scan.depth > 0;
}

/* A line break may also stand where a string should have been closed. */
static void
line_break(struct tf_cause_look *look, const char *name, char letter)
{
	const size_t at = look->scan.at;

	if (is_tail(look, at)) {
		tf_cause_say(look, "missing-quote", at,
		    "a string without a closing quote");
		return;
	}
	tf_cause_say(look, "control-character", at,
	    "a %s inside a string; write it as \\%c", name, letter);
	if (tf_look_char(look, at - 1) == ',' && tf_look_next(look, at) == '"')
		tf_buf_adds(look->buf, ", or close the string before it");
}

static void
control(struct tf_cause_look *look)
{
	const size_t at = look->scan.at;
	const unsigned code = (unsigned char)look->scan.bytes[at];

	if (code == '\n')
		line_break(look, "newline", 'n');
	else if (code == '\r')
		line_break(look, "carriage return", 'r');
	else if (code == '\t')
		tf_cause_say(look, "control-character", at,
		    "a tab inside a string; write it as \\t");
	else
		tf_cause_say(look, "control-character", at,
		    "a control character (U+%04X) inside a string; write it "
		    "as \\u%04x",
		    code, code);
}

static bool
is_hex(char c)
{
	return tf_look_among(c, "0123456789abcdefABCDEF");
}

static void
hex_escape(struct tf_cause_look *look)
{
	const size_t at = look->scan.at;
	size_t end = at + 2;

	while (end < at + 6 && is_hex(tf_look_char(look, end)))
		end++;
	tf_cause_say(look, "bad-escape", at, "a bad escape ");
	tf_cause_quote(look, at, end);
	tf_buf_adds(look->buf, "; \\u takes four hexadecimal digits");
}

static void
escape(struct tf_cause_look *look)
{
	const size_t at = look->scan.at, next = at + 1;
	const char c = look->scan.bytes[next];

	if (c == 'u' && is_hex(tf_look_char(look, next + 1))) {
		hex_escape(look);
	} else if (c == '\n' || c == '\r') {
		tf_cause_say(look, "bad-escape", at,
		    "a backslash at the end of a line, inside a string");
	} else {
		tf_cause_say(look, "bad-escape", at, "a bad escape \\");
		tf_cause_quote(look, next,
		    next +
			tf_utf8_prefix(
			    look->scan.bytes + next, look->scan.len - next, 1));
		tf_buf_adds(look->buf,
		    c == '\'' ? "; a single quote is written without a "
				"backslash" :
				"; a backslash is written \\\\");
	}
}

static void
surrogate(struct tf_cause_look *look)
{
	const size_t at = look->scan.at;

	tf_cause_say(look, "lone-surrogate", at, "half of a surrogate pair (");
	tf_cause_quote(look, at, at + 6);
	tf_buf_addc(look->buf, ')');
}

/* ---- before the value ---- */

/*
 * The object or array that text stands before, len for none; *fence becomes
 * true when a code fence is among the text.
 */
static size_t
find_json(const struct tf_cause_look *look, bool *fence)
{
	size_t at = look->scan.at;

	for (*fence = false; at < look->scan.len; at++) {
		if (tf_look_json(look, at))
			break;
		*fence |= tf_look_starts(look, at, "```");
	}
	return at;
}

static bool
fence_before(struct tf_cause_look *look)
{
	size_t end = look->scan.len;

	if (!tf_look_starts(look, look->scan.at, "```"))
		return false;
	while (tf_look_among(look->scan.bytes[end - 1], " \t\r\n"))
		end--;
	tf_cause_say(look, "code-fence", look->scan.at, "a code fence %s",
	    end >= look->scan.at + 6 && tf_look_starts(look, end - 3, "```") ?
		"around the JSON" :
		"before the JSON");
	return true;
}

static bool
text_before(struct tf_cause_look *look)
{
	const size_t at = look->scan.at;
	bool fence;
	const size_t found = find_json(look, &fence);
	const char *kind = tf_look_kind(look, found);

	if (found == look->scan.len)
		return false;
	if (found == at + 1 && look->scan.bytes[at] == '\'')
		tf_cause_say(look, "single-quotes", at,
		    "single quotes around the %s", kind);
	else if (fence)
		tf_cause_say(look, "code-fence", at,
		    "text and a code fence before the %s", kind);
	else
		tf_cause_say(
		    look, "text-before", at, "text before the %s", kind);
	return true;
}

/* Text of more than one word, or that begins as no value does. */
static bool
no_json(struct tf_cause_look *look)
{
	const struct tf_cause_scan *scan = &look->scan;
	const size_t at = scan->at, end = tf_look_word(look, at);
	const char c = scan->bytes[at];

	if (tf_look_digit(c) || tf_look_among(c, "'+-.,:]}"))
		return false;
	if (end > at && tf_cause_scan_space(scan, end) == scan->len &&
	    tf_cause_by_word(look, end))
		return true;
	if (end == at && tf_cause_by_sign(look))
		return true;
	tf_cause_say(look, "not-json", at, "text, not JSON: ");
	tf_cause_quote(look, at, scan->len);
	return true;
}

static void
at_top(struct tf_cause_look *look)
{
	const char c = look->scan.bytes[look->scan.at];

	if (tf_look_starts(look, 0, "\xef\xbb\xbf")) {
		tf_cause_say(look, "byte-order-mark", 0,
		    "a byte order mark (U+FEFF) before the JSON");
		return;
	}
	/* a line that begins with # may be a heading */
	if (fence_before(look) || (c != '#' && tf_cause_by_comment(look)))
		return;
	if (c != '\\' && (text_before(look) || no_json(look)))
		return;
	tf_cause_token(look);
}

/* ---- after the value ---- */

static bool
brackets_after(struct tf_cause_look *look)
{
	const size_t at = look->scan.at;
	size_t i = at, count = 0;

	for (; tf_look_among(tf_look_char(look, i), "]}");
	     i = tf_cause_scan_space(&look->scan, i + 1))
		count++;
	if (count == 1)
		tf_cause_say(look, "extra-bracket", at,
		    "text after the object: one closing bracket too many");
	else if (count > 1)
		tf_cause_say(look, "extra-bracket", at,
		    "%zu closing brackets too many", count);
	return count > 0;
}

/* Another value after the value, perhaps after a comma. */
static bool
value_after(struct tf_cause_look *look, size_t at, const char *comma)
{
	const char *first = tf_look_root(look);
	const char *second = tf_look_kind(look, at);
	const bool same = first[0] == second[0];

	/* true and text after it would both be of the kind "value" */
	if (!tf_look_json(look, at) &&
	    !(same && (first[0] == 's' || first[0] == 'n')))
		return false;
	if (same)
		tf_cause_say(look, "two-values", look->scan.at,
		    "two %ss in one: a second one begins %s", first, comma);
	else
		tf_cause_say(look, "two-values", look->scan.at,
		    "two values in one: after the %s, an %s begins %s", first,
		    second, comma);
	return true;
}

static bool
comma_after(struct tf_cause_look *look)
{
	const size_t at = look->scan.at;
	const size_t next = tf_cause_scan_space(&look->scan, at + 1);
	const char *root = tf_look_root(look);

	if (look->scan.bytes[at] != ',')
		return false;
	if (next == look->scan.len)
		tf_cause_say(
		    look, "stray-comma", at, "a comma after the %s", root);
	else if (root[0] == 'o' && tf_look_char(look, next) == '"')
		tf_cause_say(look, "extra-bracket", at,
		    "the object is closed already, and more members follow");
	else
		return value_after(look, next, "after this comma");
	return true;
}

/* A string that was closed too early, or is a key. */
static bool
string_after(struct tf_cause_look *look)
{
	const struct tf_cause_scan *scan = &look->scan;
	const char c = scan->bytes[scan->at];

	if (scan->bytes[scan->last] != '"')
		return false;
	if (c == ':')
		tf_cause_say(look, "missing-bracket", scan->last,
		    "the opening bracket of an object is missing before its "
		    "first key");
	else if (c == '"' && scan->at == scan->end &&
	    scan->end == scan->last + 2)
		tf_cause_say(look, "triple-quotes", scan->last,
		    "three quotes around a string; JSON has one");
	else if (scan->at == scan->end && tf_cause_scan_wordly(c))
		tf_cause_say(look, "unescaped-quote", scan->end - 1,
		    "a quote inside a string is not escaped");
	else
		return false;
	return true;
}

static void
at_end(struct tf_cause_look *look)
{
	const size_t at = look->scan.at;
	const char *root = tf_look_root(look);

	if (tf_look_starts(look, at, "```"))
		tf_cause_say(
		    look, "code-fence", at, "a code fence after the %s", root);
	else if (!brackets_after(look) && !comma_after(look) &&
	    !string_after(look) && !value_after(look, at, "here") &&
	    !tf_cause_by_comment(look) && !tf_cause_by_character(look))
		tf_cause_say(look, "text-after", at, "text after the %s", root);
}

/* ---- all of it ---- */

static void
token(struct tf_cause_look *look)
{
	if (look->scan.state == TF_SCAN_TOP)
		at_top(look);
	else if (look->scan.state == TF_SCAN_END)
		at_end(look);
	else
		tf_cause_token(look);
}

static void
explain(struct tf_cause_look *look)
{
	const size_t at = look->scan.at;

	switch (look->scan.fault) {
	case TF_SCAN_TOKEN:
	case TF_SCAN_NUMBER:
		token(look);
		break;
	case TF_SCAN_CONTROL:
		control(look);
		break;
	case TF_SCAN_ESCAPE:
		escape(look);
		break;
	case TF_SCAN_SURROGATE:
		surrogate(look);
		break;
	case TF_SCAN_UTF8:
		tf_cause_say(look, "not-utf8", at,
		    "a byte that is not UTF-8 (0x%02x)",
		    (unsigned)(unsigned char)look->scan.bytes[at]);
		break;
	case TF_SCAN_DEEP:
		tf_cause_say(look, "other", at, "nested deeper than %d levels",
		    TF_SCAN_LEVELS);
		break;
	default:
		cut(look);
	}
}

void
tf_cause_find(
    struct tf_cause *cause, const char *bytes, size_t len, struct tf_buf *buf)
{
	struct tf_cause_look look = {
	    .scan = {.bytes = bytes, .len = len},
	    .cause = cause,
	    .buf = buf,
	};

	cause->what = "none";
	cause->at = len;
	tf_cause_scan(&look.scan);
	if (look.scan.fault == TF_SCAN_CUT && look.scan.state == TF_SCAN_TOP)
		tf_cause_say(&look, "empty", 0, "empty");
	else if (look.scan.fault != TF_SCAN_VALID)
		explain(&look);
}
