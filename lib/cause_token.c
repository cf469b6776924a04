#include "cause_token.h"

#include "cause_sign.h"

/* ---- brackets and commas ---- */

/* A closing bracket that is not the one that is due. */
static void
wrong_bracket(struct tf_cause_look *look, char c)
{
	const struct tf_cause_scan *scan = &look->scan;
	const bool object = tf_look_in_object(look);

	/* it closes the level around this one */
	if (scan->depth > 1 &&
	    tf_cause_scan_object(scan, scan->depth - 2) == (c == '}') &&
	    scan->state == TF_SCAN_NEXT)
		tf_cause_say(look, "missing-bracket", scan->at,
		    "the closing %c of an %s is missing here",
		    object ? '}' : ']', object ? "object" : "array");
	else
		tf_cause_say(look, "wrong-bracket", scan->at,
		    "a closing %c, but an %s is open", c,
		    object ? "object" : "array");
}

static bool
by_closing(struct tf_cause_look *look)
{
	const struct tf_cause_scan *scan = &look->scan;
	const char c = scan->bytes[scan->at];

	if (c != '}' && c != ']')
		return false;
	if (scan->depth == 0) {
		tf_cause_say(look, "extra-bracket", scan->at,
		    "a closing bracket with nothing open");
	} else if (c != (tf_look_in_object(look) ? '}' : ']')) {
		wrong_bracket(look, c);
	} else if (scan->state == TF_SCAN_KEY || scan->state == TF_SCAN_ITEM) {
		tf_cause_say(look, "stray-comma", scan->last,
		    "a comma with nothing after it");
	} else {
		tf_cause_say(
		    look, "missing-value", scan->at, "a key without a value: ");
		tf_cause_quote_key(look);
	}
	return true;
}

static bool
by_comma(struct tf_cause_look *look)
{
	const size_t at = look->scan.at;

	if (look->scan.bytes[at] != ',')
		return false;
	if (look->scan.state == TF_SCAN_VALUE) {
		tf_cause_say(
		    look, "missing-value", at, "a key without a value: ");
		tf_cause_quote_key(look);
	} else if (look->scan.state == TF_SCAN_KEY ||
	    look->scan.state == TF_SCAN_ITEM) {
		tf_cause_say(look, "stray-comma", at, "a comma too many");
	} else {
		tf_cause_say(
		    look, "stray-comma", at, "a comma with nothing before it");
	}
	return true;
}

/* ---- where a value belongs ---- */

static void
bad_number(struct tf_cause_look *look)
{
	const size_t at = look->scan.at, end = tf_look_word(look, at);
	const size_t first = at + (look->scan.bytes[at] == '-');
	const char c = tf_look_char(look, first);
	const char next = tf_look_char(look, first + 1);
	const char *why = "no JSON number";

	if (tf_cause_by_word(look, end))
		return;
	if (c == '0' && tf_look_digit(next))
		why = "a number cannot begin with 0";
	else if (c == '0' && tf_look_among(next, "xXoObB"))
		why = "JSON has decimal numbers only";
	else if (c == '+')
		why = "a number cannot begin with +";
	else if (c == '.')
		why = "a number cannot begin with a dot";
	else if (end == first)
		why = "a minus without a number";
	else if (tf_look_char(look, end - 1) == '.')
		why = "a number cannot end with a dot";
	else if (tf_look_among(tf_look_char(look, end - 1), "eE+-"))
		why = "a number without the digits of its exponent";
	tf_cause_say(look, "bad-number", at, "%s (", why);
	tf_cause_quote(look, at, end);
	tf_buf_addc(look->buf, ')');
}

/* A value that begins with a letter. */
static void
bare_word(struct tf_cause_look *look)
{
	const struct tf_cause_scan *scan = &look->scan;
	const size_t at = scan->at, end = tf_look_bare(look, at);
	const size_t word = tf_look_word(look, at);
	size_t quote;

	/* before a comment, too */
	if (tf_cause_by_word(
		look, tf_look_next(look, word) == '#' ? word : end))
		return;
	for (quote = at; quote < end && scan->bytes[quote] != '"'; quote++)
		continue;
	if (quote + 1 == end)
		tf_cause_say(look, "missing-quote", at,
		    "a string without an opening quote: ");
	else
		tf_cause_say(
		    look, "bad-literal", at, "a value without quotes: ");
	tf_cause_quote(look, at, quote + 1 == end ? quote : end);
}

static void
at_value(struct tf_cause_look *look)
{
	const size_t at = look->scan.at;
	const char c = look->scan.bytes[at];

	if (by_closing(look) || by_comma(look))
		return;
	if (c == ':' && look->scan.state == TF_SCAN_VALUE)
		tf_cause_say(look, "stray-colon", at, "a colon too many");
	else if (tf_cause_scan_wordly(c) && !tf_look_digit(c))
		bare_word(look);
	else if (tf_cause_by_sign(look))
		return;
	else if (tf_cause_scan_numeric(c))
		bad_number(look);
	else
		tf_cause_by_place(look, "a value");
}

/* ---- where a key belongs ---- */

static void
no_key(struct tf_cause_look *look)
{
	const struct tf_cause_scan *scan = &look->scan;
	const char c = scan->bytes[scan->at];

	/* {{"a": 1}} of a template */
	if (c == '{' && scan->state == TF_SCAN_KEY0) {
		tf_cause_say(look, "extra-bracket", scan->at,
		    "an opening bracket too many, or an object without a key");
	} else if (c == '{' || c == '[') {
		tf_cause_say(look, "missing-key", scan->at,
		    "an %s without a key", tf_look_kind(look, scan->at));
	} else {
		tf_cause_say(
		    look, "missing-key", scan->at, "a value without a key: ");
		tf_cause_quote(look, scan->at, tf_look_bare(look, scan->at));
	}
}

static bool
is_value_word(const struct tf_cause_look *look, size_t at, size_t end)
{
	const char c = tf_look_char(look, at);

	return c == '-' || tf_look_digit(c) ||
	    tf_look_is(look, at, end, "true") ||
	    tf_look_is(look, at, end, "false") ||
	    tf_look_is(look, at, end, "null");
}

static void
bare_key(struct tf_cause_look *look)
{
	const struct tf_cause_scan *scan = &look->scan;
	const size_t at = scan->at, end = tf_look_word(look, at);
	const char next = tf_look_next(look, end);

	if (tf_look_char(look, end) == '"' && next == '"') {
		tf_cause_say(look, "missing-quote", at,
		    "a key without an opening quote: ");
		tf_cause_quote(look, at, end);
	} else if (next != ':' && is_value_word(look, at, end)) {
		no_key(look);
	} else if (next != ':' && next != '=' && scan->state == TF_SCAN_KEY &&
	    scan->bytes[scan->before] == '"') {
		/* {"a": "yes", he said"} */
		tf_cause_say(look, "missing-key", at,
		    "a key is missing here, or a quote inside a string is not "
		    "escaped");
	} else {
		tf_cause_say(
		    look, "unquoted-key", at, "a key without quotes: ");
		tf_cause_quote(look, at, end);
	}
}

static void
at_key(struct tf_cause_look *look)
{
	const size_t at = look->scan.at;
	const char c = look->scan.bytes[at];

	if (by_closing(look) || by_comma(look))
		return;
	if (c == ':')
		tf_cause_say(look, "missing-key", at, "a colon without a key");
	else if (c == '{' || c == '[')
		no_key(look);
	else if (tf_cause_by_sign(look))
		return;
	else if (tf_cause_scan_numeric(c))
		bare_key(look);
	else
		tf_cause_by_place(look, "a key");
}

/* ---- after a key ---- */

/* {"a="b"} and {"a: "b"}: the quote belongs before the sign. */
static bool
by_key_end(struct tf_cause_look *look)
{
	const struct tf_cause_scan *scan = &look->scan;
	size_t end = scan->key_end - 1;
	char c;

	while (tf_look_among(scan->bytes[end - 1], " \t"))
		end--;
	c = scan->bytes[end - 1];
	if (end - 1 == scan->key || (c != ':' && c != '='))
		return false;
	tf_cause_say(look, "missing-quote", end - 1, "%s",
	    c == ':' ? "a key without a closing quote: " :
		       "an equals sign in place of quote and colon, after: ");
	tf_cause_quote(look, scan->key + 1, end - 1);
	return true;
}

static bool
by_comma_for_colon(struct tf_cause_look *look)
{
	const size_t at = look->scan.at;
	const size_t next = tf_cause_scan_space(&look->scan, at + 1);

	if (look->scan.bytes[at] != ',')
		return false;
	/* what follows tells whether it can be a member, or a value only */
	if (tf_look_among(tf_look_char(look, next), "[{") ||
	    is_value_word(look, next, tf_look_word(look, next)))
		tf_cause_say(look, "missing-colon", at,
		    "a comma in place of the colon after the key ");
	else
		tf_cause_say(
		    look, "missing-value", at, "a key without a value: ");
	tf_cause_quote_key(look);
	return true;
}

static void
at_colon(struct tf_cause_look *look)
{
	const struct tf_cause_scan *scan = &look->scan;

	if (by_comma_for_colon(look) || tf_cause_by_comment(look))
		return;
	if (!tf_look_among(scan->bytes[scan->at], "}]=") && by_key_end(look))
		return;
	if (by_closing(look) || tf_cause_by_character(look))
		return;
	tf_cause_say(look, "missing-colon", scan->at, "%s",
	    scan->bytes[scan->at] == '=' ?
		"an equals sign in place of the colon after the key " :
		"a colon is missing after the key ");
	tf_cause_quote_key(look);
	if (scan->at == scan->end &&
	    tf_cause_scan_wordly(scan->bytes[scan->at]))
		tf_buf_adds(look->buf, ", or a quote inside it is not escaped");
}

/* ---- after an item or member ---- */

/* The end of the string that may begin there; len where it does not close. */
static size_t
string_end(const struct tf_cause_look *look, size_t at)
{
	const struct tf_cause_scan *scan = &look->scan;

	for (at++; at < scan->len && scan->bytes[at] != '"'; at++)
		if (scan->bytes[at] == '\\')
			at++;
	return at < scan->len ? at + 1 : scan->len;
}

/* A second string after one: is it the next item or key, for certain? */
static bool
is_next(const struct tf_cause_look *look)
{
	const char next = tf_look_next(look, string_end(look, look->scan.at));

	if (tf_look_in_object(look))
		return next == ':';
	return look->scan.at > look->scan.end && tf_look_among(next, ",]");
}

static void
comma_or_quote(struct tf_cause_look *look, bool comma)
{
	tf_cause_say(look, "missing-comma", look->scan.at, "%s",
	    comma ? "a comma is missing here" :
		    "a comma is missing here, or a quote inside a string is "
		    "not escaped");
}

/*
 * After "5" in {"size": "5" pipe"}: what follows cannot be the next item or
 * member, whether or not its comma was forgotten.
 */
static bool
is_inside(const struct tf_cause_look *look)
{
	const struct tf_cause_scan *scan = &look->scan;
	const size_t at = scan->at, end = tf_look_word(look, at);
	const char c = scan->bytes[at];

	if (at == scan->end)
		return !tf_look_among(c, "\\[{") && (unsigned char)c > ' ';
	if (!tf_cause_scan_wordly(c) || tf_look_digit(c))
		return false;
	return tf_look_next(look, end) != ':' && !is_value_word(look, at, end);
}

static bool
by_string(struct tf_cause_look *look)
{
	const struct tf_cause_scan *scan = &look->scan;
	const char c = scan->bytes[scan->at];

	if (scan->bytes[scan->last] != '"')
		return false;
	if (c == '"' && scan->at == scan->end && scan->end == scan->last + 2)
		tf_cause_say(look, "triple-quotes", scan->last,
		    "three quotes around a string; JSON has one");
	else if (c == '"')
		comma_or_quote(look, is_next(look));
	else if (c == '+' && tf_look_next(look, scan->at + 1) == '"')
		tf_cause_say(look, "other", scan->at,
		    "strings joined with +; JSON has no operators");
	else if (is_inside(look))
		tf_cause_say(look, "unescaped-quote", scan->end - 1,
		    "a quote inside a string is not escaped");
	else if (tf_cause_scan_numeric(c) || tf_look_among(c, "{["))
		comma_or_quote(look, false);
	else
		return false;
	return true;
}

static bool
by_separator(struct tf_cause_look *look)
{
	const size_t at = look->scan.at;
	const char c = look->scan.bytes[at];

	if (c == ';')
		tf_cause_say(look, "missing-comma", at,
		    "a semicolon in place of a comma");
	else if (c == ':' && !tf_look_in_object(look))
		tf_cause_say(look, "stray-colon", at,
		    "a colon inside an array; only objects have keys");
	else if (c == ':')
		tf_cause_say(look, "stray-colon", at, "a colon after a value");
	else
		return false;
	return true;
}

static void
at_next(struct tf_cause_look *look)
{
	const struct tf_cause_scan *scan = &look->scan;
	const char c = scan->bytes[scan->at];

	if (by_closing(look) || by_separator(look) ||
	    tf_cause_by_comment(look) || tf_cause_by_character(look) ||
	    by_string(look) || tf_cause_by_sign(look))
		return;
	/* {"a": 5 metres}: a word begins neither a member nor an item */
	if (tf_look_among(c, "\"{[") ||
	    is_value_word(look, scan->at, tf_look_word(look, scan->at)) ||
	    tf_look_next(look, tf_look_word(look, scan->at)) == ':')
		comma_or_quote(look, true);
	else
		tf_cause_by_place(look,
		    tf_look_in_object(look) ? "a comma or }" : "a comma or ]");
}

void
tf_cause_token(struct tf_cause_look *look)
{
	switch (look->scan.state) {
	case TF_SCAN_KEY0:
	case TF_SCAN_KEY:
		at_key(look);
		break;
	case TF_SCAN_COLON:
		at_colon(look);
		break;
	case TF_SCAN_NEXT:
		at_next(look);
		break;
	default:
		if (look->scan.fault == TF_SCAN_NUMBER)
			bad_number(look);
		else
			at_value(look);
	}
}
