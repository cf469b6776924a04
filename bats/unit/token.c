#include "token.h"

#include "buf.h"
#include "check.h"

static const char letters[] = {
    [TF_TOKEN_COMMENT] = '#',
    [TF_TOKEN_NAME] = 'n',
    [TF_TOKEN_KEYWORD] = 'w',
    [TF_TOKEN_KEY] = 'k',
    [TF_TOKEN_FIELD] = '.',
    [TF_TOKEN_VARIABLE] = '$',
    [TF_TOKEN_FORMAT] = '@',
    [TF_TOKEN_STRING] = 's',
    [TF_TOKEN_NUMBER] = '0',
    [TF_TOKEN_OTHER] = 'o',
};

/* The tokens of a text as "letter:name ...", with what is wrong at the end. */
static void
check_tokens(const char *text, size_t len, const char *want, int line)
{
	struct tf_buf got = {NULL, 0, 0};
	struct tf_tokens tokens;
	struct tf_token token;

	tf_tokens_start(&tokens, text, len);
	while (tf_tokens_next(&tokens, &token))
		tf_buf_addf(&got, "%s%c:%.*s", got.len > 0 ? " " : "",
		    letters[token.type], (int)token.name.len, token.name.bytes);
	if (tokens.why != NULL)
		tf_buf_addf(&got, "%s!%zu:%zu %s", got.len > 0 ? " " : "",
		    tokens.why_line, tokens.why_column, tokens.why);
	check_text(tf_buf_text(&got), want, __FILE__, line, text);
	tf_buf_release(&got);
}

#define TOKENS(text, want) check_tokens(LIT(text), want, __LINE__)

static void
test_words(void)
{
	TOKENS("", "");
	TOKENS(" \t\r\n", "");
	TOKENS(".", "o:.");
	TOKENS("length", "n:length");
	TOKENS("_a1::b::c", "n:_a1::b::c");
	TOKENS("a:b", "n:a o:: n:b");
	TOKENS("a::", "n:a o:: o::");
	TOKENS(".a.b_1", ".:a .:b_1");
	TOKENS(".if|.end", ".:if o:| .:end");
	TOKENS(". a", "o:. n:a");
	TOKENS("..a", "o:.. n:a");
	TOKENS("...a", "o:.. .:a");
	TOKENS("$a|$a::b", "$:a o:| $:a::b");
	TOKENS("$ a", "o:$ $:a");
	TOKENS("$ # x\n a", "o:$ #:# x $:a");
	TOKENS("$__loc__ __loc__", "$:__loc__ w:__loc__");
	TOKENS("@json @ json", "@:json o:@ n:json");
	TOKENS("defs def and andy", "n:defs w:def w:and n:andy");
	TOKENS("a//b?//c|=d", "n:a o:/ o:/ n:b o:? o:/ o:/ n:c o:| o:= n:d");
	TOKENS("\303\274", "o:\303 o:\274");
}

static void
test_numbers(void)
{
	TOKENS("1 1.5 .5 1. 1e3 1E+3 1.5e-7",
	    "0:1 0:1.5 0:.5 0:1. 0:1e3 0:1E+3 0:1.5e-7");
	TOKENS("1.now", "0:1. n:now");
	TOKENS("1..2", "0:1. 0:.2");
	TOKENS("1e", "0:1 n:e");
	TOKENS("1e+", "0:1 n:e o:+");
	TOKENS(".5.a", "0:.5 .:a");
	TOKENS("[1]", "o:[ 0:1 o:]");
}

static void
test_strings(void)
{
	TOKENS("\"\"", "s:\"\"");
	TOKENS("\"now\"|now", "s:\"now\" o:| n:now");
	TOKENS("\"a\\\"b\\\\\"", "s:\"a\\\"b\\\\\"");
	TOKENS("\"# ( [ {\"", "s:\"# ( [ {\"");
	TOKENS("\"a\nb\"", "s:\"a\nb\"");
	TOKENS("\"\\(now)\"", "s:\"\\( n:now o:) s:\"");
	TOKENS("\"a\\(1)b\\(2)\"", "s:\"a\\( 0:1 o:) s:b\\( 0:2 o:) s:\"");
	TOKENS("\"\\(\"\\(a)\")\"", "s:\"\\( s:\"\\( n:a o:) s:\" o:) s:\"");
	TOKENS("\"\\((a))\"", "s:\"\\( o:( n:a o:) o:) s:\"");
	TOKENS("\"\\\\(a)\"", "s:\"\\\\(a)\"");
	TOKENS("@base64 \"\\(.a)\"", "@:base64 s:\"\\( .:a o:) s:\"");
	TOKENS(".\"a\"", "o:. s:\"a\"");
	TOKENS("\"a", "!1:1 the string is not closed");
	TOKENS("1\n \"a\\\"", "0:1 !2:2 the string is not closed");
	TOKENS("\"a\\", "!1:1 the string is not closed");
	TOKENS("\"a\\(1", "s:\"a\\( 0:1 !1:3 \"\\(\" is not closed");
	TOKENS("\"a\\(1]\"", "s:\"a\\( 0:1 !1:3 \"\\(\" is not closed");
	TOKENS("\"a\\(1)b", "s:\"a\\( 0:1 o:) !1:1 the string is not closed");
}

static void
test_comments(void)
{
	TOKENS("# a", "#:# a");
	TOKENS("1 # ) \"\n2", "0:1 #:# ) \" 0:2");
	TOKENS("1 # a \\\n2", "0:1 #:# a \\ 0:2");
	TOKENS("1#\r\n2", "0:1 #:#\r 0:2");
	TOKENS("{# a\nnow:1}", "o:{ #:# a k:now o:: 0:1 o:}");
}

static void
test_keys(void)
{
	TOKENS("{now:1}", "o:{ k:now o:: 0:1 o:}");
	TOKENS("{now,env}", "o:{ k:now o:, k:env o:}");
	TOKENS("{a:now}", "o:{ k:a o:: n:now o:}");
	TOKENS("{a:1|now}", "o:{ k:a o:: 0:1 o:| n:now o:}");
	TOKENS("{if:1,end}", "o:{ k:if o:: 0:1 o:, k:end o:}");
	TOKENS("{(now):1}", "o:{ o:( n:now o:) o:: 0:1 o:}");
	TOKENS("{(1,now):1}", "o:{ o:( 0:1 o:, n:now o:) o:: 0:1 o:}");
	TOKENS("{$now,$__loc__}", "o:{ $:now o:, $:__loc__ o:}");
	TOKENS("{a:[1,now]}", "o:{ k:a o:: o:[ 0:1 o:, n:now o:] o:}");
	TOKENS("{a:{now:1},env}",
	    "o:{ k:a o:: o:{ k:now o:: 0:1 o:} o:, k:env "
	    "o:}");
	TOKENS("{\"a\\(now)\":1}", "o:{ s:\"a\\( n:now o:) s:\" o:: 0:1 o:}");
	/* A comma inside of an if does not begin a member. */
	TOKENS("{a:if 1 then 2,now,3 else 4 end,b}",
	    "o:{ k:a o:: w:if 0:1 w:then 0:2 o:, n:now o:, 0:3 w:else 0:4 "
	    "w:end o:, k:b o:}");
	TOKENS(". as {now:$a,$b}|1",
	    "o:. w:as o:{ k:now o:: $:a o:, $:b o:} "
	    "o:| 0:1");
}

static void
test_balance(void)
{
	TOKENS("(", "o:( !1:1 \"(\" is not closed");
	TOKENS("1)", "0:1 !1:2 \")\" closes nothing");
	TOKENS("1]", "0:1 !1:2 \"]\" closes nothing");
	TOKENS("1\n }", "0:1 !2:2 \"}\" closes nothing");
	TOKENS("[(1]", "o:[ o:( 0:1 !1:2 \"(\" is not closed");
	TOKENS("{(1}", "o:{ o:( 0:1 !1:2 \"(\" is not closed");
	TOKENS("1); def x: (2", "0:1 !1:2 \")\" closes nothing");
	TOKENS("1 # (\n)", "0:1 #:# ( !2:1 \")\" closes nothing");
	TOKENS("if 1 then 2",
	    "w:if 0:1 w:then 0:2 !1:1 \"if\" is not closed "
	    "by \"end\"");
	TOKENS("(if 1)", "o:( w:if 0:1 !1:2 \"if\" is not closed by \"end\"");
	TOKENS("end", "!1:1 \"end\" closes nothing");
	TOKENS("(end)", "o:( !1:2 \"end\" closes nothing");
	TOKENS("\"\\(end)\"", "s:\"\\( !1:4 \"end\" closes nothing");
	/* Columns are characters, not bytes. */
	TOKENS("\"\303\274\342\202\254\" )",
	    "s:\"\303\274\342\202\254\" "
	    "!1:6 \")\" closes nothing");
	TOKENS("1\0 2", "!1:2 a NUL character may not stand in a filter");
	TOKENS("\n\"\303\274\0",
	    "!2:3 a NUL character may not stand in a "
	    "filter");
}

static void
test_depth(void)
{
	char text[2 * TF_TOKEN_DEPTH_MAX + 2];
	struct tf_tokens tokens;
	struct tf_token token;
	size_t deepest = 0;

	memset(text, '(', TF_TOKEN_DEPTH_MAX);
	memset(text + TF_TOKEN_DEPTH_MAX, ')', TF_TOKEN_DEPTH_MAX);
	tf_tokens_start(&tokens, text, 2 * TF_TOKEN_DEPTH_MAX);
	while (tf_tokens_next(&tokens, &token))
		if (token.depth > deepest)
			deepest = token.depth;
	CHECK_TEXT(tokens.why, NULL);
	CHECK_INT(deepest, TF_TOKEN_DEPTH_MAX - 1);
	CHECK_INT(token.depth, 0);

	text[TF_TOKEN_DEPTH_MAX] = '(';
	tf_tokens_start(&tokens, text, 2 * TF_TOKEN_DEPTH_MAX);
	while (tf_tokens_next(&tokens, &token))
		continue;
	CHECK_TEXT(tokens.why, "brackets are nested too deeply");
	CHECK_INT(tokens.why_column, TF_TOKEN_DEPTH_MAX + 1);
	CHECK(!tf_tokens_next(&tokens, &token));
}

static void
test_places(void)
{
	struct tf_tokens tokens;
	struct tf_token token;

	tf_tokens_start(&tokens, LIT("\303\274 \n \"\\(\n  now)\""));
	CHECK(tf_tokens_next(&tokens, &token));
	CHECK(tf_tokens_next(&tokens, &token));
	CHECK(tf_tokens_next(&tokens, &token));
	CHECK_INT(token.type, TF_TOKEN_STRING);
	CHECK_INT(token.line, 2);
	CHECK_INT(token.column, 2);
	CHECK_INT(token.depth, 0);
	CHECK(tf_tokens_next(&tokens, &token));
	CHECK(tf_token_is(&token, TF_TOKEN_NAME, "now"));
	CHECK(!tf_token_is(&token, TF_TOKEN_NAME, "no"));
	CHECK(!tf_token_is(&token, TF_TOKEN_KEY, "now"));
	CHECK_INT(token.line, 3);
	CHECK_INT(token.column, 3);
	CHECK_INT(token.depth, 2);
	CHECK_INT(token.end - token.start, 3);
}

/* Any bytes: it ends, stays inside, and leaves no token out. */
static void
test_random(void)
{
	static const char bytes[] = "(([{}])\"\"\\\\#\n$@.a1ie:,;| \303\274"
				    "if end def ";
	struct tf_tokens tokens;
	struct tf_token token;
	char text[64];
	size_t len, i, last;
	int round;

	for (round = 0; round < 20000; round++) {
		len = (size_t)check_below(sizeof(text));
		for (i = 0; i < len; i++)
			text[i] = bytes[check_below(sizeof(bytes) - 1)];
		tf_tokens_start(&tokens, text, len);
		last = 0;
		while (tf_tokens_next(&tokens, &token)) {
			CHECK(token.start >= last && token.end > token.start);
			last = token.end;
		}
		CHECK(last <= len);
		CHECK(tokens.why != NULL || tokens.depth == 0);
	}
}

int
main(void)
{
	test_words();
	test_numbers();
	test_strings();
	test_comments();
	test_keys();
	test_balance();
	test_depth();
	test_places();
	test_random();
	return check_end();
}
