#include "cause.h"

#include <stdlib.h>

#include "buf.h"
#include "cause_find.h"
#include "check.h"

static void
check_cause(const char *text, size_t len, const char *what, size_t at,
    const char *want, int line)
{
	const struct tf_cause cause = find(text, len);

	check_text(cause.what, what, __FILE__, line, text);
	check_int((long long)cause.at, (long long)at, __FILE__, line, text);
	check_text(tf_buf_text(&sentence), want, __FILE__, line, text);
}

#define CAUSE(text, what, at, want) \
	check_cause(LIT(text), (what), (at), (want), __LINE__)

static void
test_valid(void)
{
	CAUSE("1", "none", 1, "");
	CAUSE(" {\"a\": [true, null, \"\\ud83d\\ude00\"]} \n", "none", 38, "");
}

static void
test_empty(void)
{
	CAUSE("", "empty", 0, "empty");
	CAUSE(" \n", "empty", 0, "empty");
}

static void
test_cut(void)
{
	CAUSE("{\"a\": \"b", "truncated", 8,
	    "truncated: cut off inside a string");
	CAUSE("{\"a", "truncated", 3, "truncated: cut off inside a key");
	CAUSE("{\"a\"", "truncated", 4, "truncated: cut off after a key");
	CAUSE("{\"a\":", "truncated", 5, "truncated: cut off after a key");
	CAUSE("{\"a\": 1,", "truncated", 8,
	    "truncated: cut off inside an object");
	CAUSE("{\"a\": 12", "truncated", 8,
	    "truncated: cut off inside an object");
	CAUSE("[", "truncated", 1, "truncated: cut off inside an array");
	CAUSE("[1, 2", "truncated", 5, "truncated: cut off inside an array");
	CAUSE("{\"a\": [1", "truncated", 8,
	    "truncated: cut off inside an array (2 levels open)");
	CAUSE("{\"a\": {\"b\": \"c", "truncated", 14,
	    "truncated: cut off inside a string (2 levels open)");
	CAUSE("{\"a\": \"\\", "truncated", 8,
	    "truncated: cut off inside an escape");
	CAUSE("{\"a\": \"\\u12", "truncated", 11,
	    "truncated: cut off inside an escape");
	CAUSE(
	    "[\"\\ud83d", "truncated", 8, "truncated: cut off inside a string");
	CAUSE("[\"\\ud83d\\", "truncated", 9,
	    "truncated: cut off inside an escape");
	CAUSE("{\"a\": tru", "truncated", 9,
	    "truncated: cut off inside a literal");
	CAUSE(
	    "{\"a\": -", "truncated", 7, "truncated: cut off inside a number");
	CAUSE(
	    "{\"a\": 1.", "truncated", 8, "truncated: cut off inside a number");
	CAUSE("{\"a\": 1e+", "truncated", 9,
	    "truncated: cut off inside a number");
	CAUSE("[\"\342\202", "truncated", 4,
	    "truncated: cut off inside a character");
	CAUSE("{\"a\": \"b}", "truncated", 9,
	    "truncated: cut off inside a string, or its closing quote is missing");
	CAUSE("{\"a: 1}", "truncated", 7,
	    "truncated: cut off inside a key, or its closing quote is missing");
}

static void
test_around(void)
{
	CAUSE("{\"a\":1}{\"b\":2}", "two-values", 7,
	    "two objects in one: a second one begins here");
	CAUSE("{\"a\":1} {\"b\":2}", "two-values", 8,
	    "two objects in one: a second one begins here");
	CAUSE("{\"a\":1},{\"b\":2}", "two-values", 7,
	    "two objects in one: a second one begins after this comma");
	CAUSE("{\"a\":1}[2]", "two-values", 7,
	    "two values in one: after the object, an array begins here");
	CAUSE("1 2", "two-values", 2,
	    "two numbers in one: a second one begins here");
	CAUSE("{\"a\":1} more", "text-after", 8, "text after the object");
	CAUSE("{\"a\":1} \"b\"", "text-after", 8, "text after the object");
	CAUSE("true false", "text-after", 5, "text after the value");
	CAUSE("Here is: {\"a\":1}", "text-before", 0, "text before the object");
	CAUSE("f(x[1], {\"a\":1})", "text-before", 0, "text before the object");
	CAUSE("<tool>{\"a\":1}</tool>", "text-before", 0,
	    "text before the object");
	CAUSE("path=/tmp", "not-json", 0, "text, not JSON: path=/tmp");
	CAUSE("None of these, though", "not-json", 0,
	    "text, not JSON: None of these, thoug\342\200\246");
	CAUSE("{\"a\":{\"b\":1}}}", "extra-bracket", 13,
	    "text after the object: one closing bracket too many");
	CAUSE("{\"a\":1}}]", "extra-bracket", 7, "2 closing brackets too many");
	CAUSE("{\"a\":1},\"b\":2}", "extra-bracket", 7,
	    "the object is closed already, and more members follow");
	CAUSE("{\"a\":1},", "stray-comma", 7, "a comma after the object");
	CAUSE("\"a\": 1}", "missing-bracket", 0,
	    "the opening bracket of an object is missing before its first key");
	CAUSE("]", "extra-bracket", 0, "a closing bracket with nothing open");
	CAUSE("\357\273\277{}", "byte-order-mark", 0,
	    "a byte order mark (U+FEFF) before the JSON");
	CAUSE("{\"a\":1}\000", "control-character", 7,
	    "a control character (U+0000) outside a string");
}

static void
test_fence(void)
{
	CAUSE("```json\n{\"a\":1}\n```\n", "code-fence", 0,
	    "a code fence around the JSON");
	CAUSE("```json\n{\"a\":", "code-fence", 0,
	    "a code fence before the JSON");
	CAUSE("Sure:\n```json\n{\"a\":1}\n```", "code-fence", 0,
	    "text and a code fence before the object");
	CAUSE(
	    "{\"a\":1}\n```", "code-fence", 8, "a code fence after the object");
	CAUSE(
	    "{\"a\":1\n```", "code-fence", 7, "a code fence inside the object");
}

static void
test_quotes(void)
{
	CAUSE("{'a': True}", "single-quotes", 1,
	    "single quotes; JSON has double quotes only");
	CAUSE("'{\"a\":1}'", "single-quotes", 0,
	    "single quotes around the object");
	CAUSE("{\"a\": 'b'}", "single-quotes", 6,
	    "single quotes; JSON has double quotes only");
	CAUSE("{\342\200\234a\342\200\235: 1}", "smart-quotes", 1,
	    "curly quotes; JSON has straight double quotes only");
	CAUSE("{\"a\": \342\200\230b\342\200\231}", "smart-quotes", 6,
	    "curly quotes; JSON has straight double quotes only");
	CAUSE("{\"a\": \"\"\"b\"\"\"}", "triple-quotes", 6,
	    "three quotes around a string; JSON has one");
	CAUSE("{\"a\": `b`}", "other", 6,
	    "a backtick; JSON has double quotes only");
	CAUSE("{\"size\": \"5\" pipe\"}", "unescaped-quote", 11,
	    "a quote inside a string is not escaped");
	CAUSE("{\"a\": \"say \"hi\"\"}", "unescaped-quote", 11,
	    "a quote inside a string is not escaped");
	CAUSE("{\"a\": \"b\"'s\"}", "unescaped-quote", 8,
	    "a quote inside a string is not escaped");
	CAUSE("\"{\"a\":1}\"", "unescaped-quote", 2,
	    "a quote inside a string is not escaped");
	CAUSE("{\"a\": \"yes\", he said\"}", "missing-key", 13,
	    "a key is missing here, or a quote inside a string is not escaped");
	CAUSE("{\"a\": b\"}", "missing-quote", 6,
	    "a string without an opening quote: b");
	CAUSE("{a\": 1}", "missing-quote", 1,
	    "a key without an opening quote: a");
	CAUSE("{\"a: \"b\"}", "missing-quote", 3,
	    "a key without a closing quote: a");
	CAUSE("{\"command=\"grep x", "missing-quote", 9,
	    "an equals sign in place of quote and colon, after: command");
	CAUSE("{\"a\": \"b\n}", "missing-quote", 8,
	    "a string without a closing quote");
	CAUSE("{&quot;a&quot;: 1}", "other", 1, "a quote written as &quot;");
}

static void
test_keys(void)
{
	CAUSE("{path: 1}", "unquoted-key", 1, "a key without quotes: path");
	CAUSE("{/x: 1}", "other", 1, "/ where a key belongs");
	CAUSE("{a}", "unquoted-key", 1, "a key without quotes: a");
	CAUSE("{1: 2}", "unquoted-key", 1, "a key without quotes: 1");
	CAUSE("{\"offset\": 30, 80}", "missing-key", 15,
	    "a value without a key: 80");
	CAUSE("{\"a\": 1, {\"b\": 2}}", "missing-key", 9,
	    "an object without a key");
	CAUSE("{{\"a\": 1}}", "extra-bracket", 1,
	    "an opening bracket too many, or an object without a key");
	CAUSE("{: 1}", "missing-key", 1, "a colon without a key");
	CAUSE("{\"a\"}", "missing-value", 4, "a key without a value: a");
	CAUSE("{\"a\", \"b\"}", "missing-value", 4, "a key without a value: a");
	CAUSE("{\"a\": }", "missing-value", 6, "a key without a value: a");
	CAUSE("{\"a\":, \"b\": 1}", "missing-value", 5,
	    "a key without a value: a");
	CAUSE("{\"a\", 1}", "missing-colon", 4,
	    "a comma in place of the colon after the key a");
	CAUSE("{\"a\" 1}", "missing-colon", 5,
	    "a colon is missing after the key a");
	CAUSE("{\"a\"b\": 1}", "missing-colon", 4,
	    "a colon is missing after the key a, or a quote inside it is not escaped");
	CAUSE("{\"a\"=\"b\"}", "missing-colon", 4,
	    "an equals sign in place of the colon after the key a");
	CAUSE("{\"a\"]", "wrong-bracket", 4,
	    "a closing ], but an object is open");
}

static void
test_separators(void)
{
	CAUSE("{\"a\": 1,}", "stray-comma", 7, "a comma with nothing after it");
	CAUSE("[1 , ]", "stray-comma", 3, "a comma with nothing after it");
	CAUSE("[1,,2]", "stray-comma", 3, "a comma too many");
	CAUSE("[,1]", "stray-comma", 1, "a comma with nothing before it");
	CAUSE(
	    "{,\"a\": 1}", "stray-comma", 1, "a comma with nothing before it");
	CAUSE(",", "stray-comma", 0, "a comma with nothing before it");
	CAUSE("[\"a\" \"b\"]", "missing-comma", 5, "a comma is missing here");
	CAUSE("{\"a\": \"b\" \"c\": 1}", "missing-comma", 10,
	    "a comma is missing here");
	CAUSE("{\"a\": \"b\" \"c\"}", "missing-comma", 10,
	    "a comma is missing here, or a quote inside a string is not escaped");
	CAUSE("[\"a=\"\"b\"]", "missing-comma", 5,
	    "a comma is missing here, or a quote inside a string is not escaped");
	CAUSE("{\"a\": \"x\" - y\"}", "missing-comma", 10,
	    "a comma is missing here, or a quote inside a string is not escaped");
	CAUSE("{\"a\": 1 \"b\": 2}", "missing-comma", 8,
	    "a comma is missing here");
	CAUSE("[1 2]", "missing-comma", 3, "a comma is missing here");
	CAUSE("[{} {}]", "missing-comma", 4, "a comma is missing here");
	CAUSE("[1; 2]", "missing-comma", 2, "a semicolon in place of a comma");
	CAUSE(
	    "{\"a\": 1 metre}", "other", 8, "metre where a comma or } belongs");
	CAUSE("[\"a\": 1]", "stray-colon", 4,
	    "a colon inside an array; only objects have keys");
	CAUSE("{\"a\": \"b\": 1}", "stray-colon", 9, "a colon after a value");
	CAUSE("{\"a\":: 1}", "stray-colon", 5, "a colon too many");
	CAUSE("{\"a\": \"b\" + \"c\"}", "other", 10,
	    "strings joined with +; JSON has no operators");
}

static void
test_brackets(void)
{
	CAUSE("{\"a\": [1, 2}", "missing-bracket", 11,
	    "the closing ] of an array is missing here");
	CAUSE("[{\"a\": 1]", "missing-bracket", 8,
	    "the closing } of an object is missing here");
	CAUSE("{\"a\": 1]", "wrong-bracket", 7,
	    "a closing ], but an object is open");
	CAUSE("[1}", "wrong-bracket", 2, "a closing }, but an array is open");
	CAUSE("{\"a\": (1, 2)}", "other", 6,
	    "a round bracket; JSON has square and curly ones only");
}

static void
test_words(void)
{
	CAUSE("{\"a\": True, \"b\": 1}", "python-word", 6,
	    "the Python word True; JSON writes true");
	CAUSE("[None # x\n]", "python-word", 1,
	    "the Python word None; JSON writes null");
	CAUSE(
	    "True", "python-word", 0, "the Python word True; JSON writes true");
	CAUSE("{\"a\": undefined}", "bad-literal", 6,
	    "undefined is no JSON value");
	CAUSE("[NaN]", "bad-literal", 1, "NaN is no JSON value");
	CAUSE("[-Infinity]", "bad-literal", 1, "-Infinity is no JSON value");
	CAUSE("[NULL]", "bad-literal", 1, "the word NULL; JSON writes null");
	CAUSE("{\"a\": ls -la /tmp}", "bad-literal", 6,
	    "a value without quotes: ls -la /tmp");
	CAUSE(
	    "[nullable]", "bad-literal", 1, "a value without quotes: nullable");
	CAUSE("[1, ...]", "ellipsis", 4, "dots in place of what was left out");
	CAUSE("[\342\200\246]", "ellipsis", 1,
	    "dots in place of what was left out");
}

static void
test_numbers(void)
{
	CAUSE("[007]", "bad-number", 1, "a number cannot begin with 0 (007)");
	CAUSE("[-01]", "bad-number", 1, "a number cannot begin with 0 (-01)");
	CAUSE("[.5]", "bad-number", 1, "a number cannot begin with a dot (.5)");
	CAUSE("[+1]", "bad-number", 1, "a number cannot begin with + (+1)");
	CAUSE("[5.]", "bad-number", 1, "a number cannot end with a dot (5.)");
	CAUSE(
	    "[0x1F]", "bad-number", 1, "JSON has decimal numbers only (0x1F)");
	CAUSE("[1_000]", "bad-number", 1, "no JSON number (1_000)");
	CAUSE("[1e]", "bad-number", 1,
	    "a number without the digits of its exponent (1e)");
	CAUSE("[- 1]", "bad-number", 1, "a minus without a number (-)");
	CAUSE("2024-01-01", "bad-number", 0, "no JSON number (2024-01-01)");
}

static void
test_strings(void)
{
	CAUSE("[\"a\nb\"]", "control-character", 3,
	    "a newline inside a string; write it as \\n");
	CAUSE("[\"a\rb\"]", "control-character", 3,
	    "a carriage return inside a string; write it as \\r");
	CAUSE("[\"a\tb\"]", "control-character", 3,
	    "a tab inside a string; write it as \\t");
	CAUSE("[\"\001\"]", "control-character", 2,
	    "a control character (U+0001) inside a string; write it as \\u0001");
	CAUSE("[\"a,\n\"b\"]", "control-character", 4,
	    "a newline inside a string; write it as \\n, or close the string before it");
	CAUSE("[\"\\x41\"]", "bad-escape", 2,
	    "a bad escape \\x; a backslash is written \\\\");
	CAUSE("[\"\\'\"]", "bad-escape", 2,
	    "a bad escape \\'; a single quote is written without a backslash");
	CAUSE("[\"\\u12\"]", "bad-escape", 2,
	    "a bad escape \\u12; \\u takes four hexadecimal digits");
	CAUSE("[\"C:\\users\"]", "bad-escape", 4,
	    "a bad escape \\u; a backslash is written \\\\");
	CAUSE("[\"\\\342\202\254\"]", "bad-escape", 2,
	    "a bad escape \\\342\202\254; a backslash is written \\\\");
	CAUSE("[\"\\\n\"]", "bad-escape", 2,
	    "a backslash at the end of a line, inside a string");
	CAUSE("[\"\\ud800\"]", "lone-surrogate", 2,
	    "half of a surrogate pair (\\ud800)");
	CAUSE("[\"\\udc00\"]", "lone-surrogate", 2,
	    "half of a surrogate pair (\\udc00)");
	CAUSE("[\"\\ud800\\u0041\"]", "lone-surrogate", 2,
	    "half of a surrogate pair (\\ud800)");
	CAUSE("[\"\\ud83dx\"]", "lone-surrogate", 2,
	    "half of a surrogate pair (\\ud83d)");
	CAUSE("[\"\377\"]", "not-utf8", 2, "a byte that is not UTF-8 (0xff)");
	CAUSE("[\"\355\240\200\"]", "not-utf8", 2,
	    "a byte that is not UTF-8 (0xed)");
}

static void
test_elsewhere(void)
{
	CAUSE("{\\\"a\\\": 1}", "stray-backslash", 1,
	    "a backslash before a quote outside a string; the text is escaped once too often");
	CAUSE("{\"a\": 1,\\n\"b\": 2}", "stray-backslash", 8,
	    "a backslash outside a string");
	CAUSE("[1, // x\n2]", "comment", 4, "a comment; JSON has none");
	CAUSE("[1] /* x */", "comment", 4, "a comment; JSON has none");
	CAUSE("# x\n", "comment", 0, "a comment; JSON has none");
	CAUSE("# x\n[1]", "text-before", 0, "text before the array");
	CAUSE("{\"a\": #fff}", "other", 6, "# where a value belongs");
	CAUSE("[\302\2401]", "other", 1,
	    "an invisible character (U+00A0) outside a string");
	CAUSE("[\000]", "control-character", 1,
	    "a control character (U+0000) outside a string");
	CAUSE("[\377]", "not-utf8", 1, "a byte that is not UTF-8 (0xff)");
	CAUSE("{\"a\": <b>, \"c\": \"a very long text\"}", "other", 6,
	    "< where a value belongs");
	CAUSE("{\"a very long key, beyond all\": }", "missing-value", 32,
	    "a key without a value: a very long key, bey\342\200\246");
}

/* A closing bracket that many levels deep, and one level deeper. */
static void
test_depth(void)
{
	static char text[1026];
	struct tf_cause cause;

	memset(text, '[', 513);
	memset(text + 513, ']', 513);
	CHECK_TEXT(find(text + 1, 1024).what, "none");
	cause = find(text, 1026);
	CHECK_TEXT(cause.what, "other");
	CHECK_INT((long long)cause.at, 512);
	CHECK_TEXT(tf_buf_text(&sentence), "nested deeper than 512 levels");
}

/* What is there already stays. */
static void
test_buf(void)
{
	struct tf_buf buf = {NULL, 0, 0};
	struct tf_cause cause;

	tf_cause_find(&cause, "1", 1, &buf);
	CHECK(buf.bytes == NULL);
	tf_buf_adds(&buf, "bad: ");
	tf_cause_find(&cause, NULL, 0, &buf);
	CHECK_TEXT(tf_buf_text(&buf), "bad: empty");
	tf_buf_release(&buf);
}

int
main(void)
{
	test_valid();
	test_empty();
	test_cut();
	test_around();
	test_fence();
	test_quotes();
	test_keys();
	test_separators();
	test_brackets();
	test_words();
	test_numbers();
	test_strings();
	test_elsewhere();
	test_depth();
	test_buf();
	tf_buf_release(&sentence);
	return check_end();
}
