#include "filter.h"

#include "buf.h"
#include "check.h"

/* The functions of lib/prelude.jq, all in one program. */

struct run {
	const char *filter, *input, *want; /* want "! ..." is an error */
};

static const struct run runs[] = {
    {"map(blank)", "[null,\"\",\" \\t\\u00a0\\ufeff\",[],{},0,false,\"a\",[0]]",
	"[true,true,true,true,true,false,false,false,false]"},
    {"map(blank)", "[\"!\",\"~\",\"\\u007f\",\"\\u00e9\",\"  a\",\"\\u2003\"]",
	"[false,false,false,false,false,true]"},
    {"[present(\"a\", \"b\", \"c\", \"d\")]",
	"{\"a\":false,\"b\":\" \",\"c\":null}", "[true,false,false,false]"},
    {"rename(\"a\"; \"b\")", "{\"x\":1,\"a\":null,\"y\":2}",
	"{\"x\":1,\"b\":null,\"y\":2}"},
    {"rename(\"a\"; \"b\")", "{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":2}"},
    {"nest(\"k\"; [\"a\", \"b\", \"c\"])", "{\"a\":1,\"b\":2,\"d\":3}",
	"{\"d\":3,\"k\":{\"a\":1,\"b\":2}}"},
    {"nest(\"k\"; [\"a\", \"b\"])", "{\"a\":1,\"k\":{\"a\":0},\"b\":null}",
	"{\"a\":1,\"k\":{\"a\":0,\"b\":null}}"},
    {"nest(\"k\"; [\"a\"])", "{\"a\":1,\"k\":\"v\"}", "{\"a\":1,\"k\":\"v\"}"},
    {"strip_fence", "\" ```json\\n{\\n}\\n```\\n\"", "\"{\\n}\""},
    {"strip_fence", "\"```a\\r\\nb\\r\\n```\"", "\"b\""},
    {"strip_fence", "\"```a\\nb\\n```\\nc\\n```d\\ne\\n```\"",
	"\"```a\\nb\\n```\\nc\\n```d\\ne\\n```\""},
    {"strip_fence", "\"```x```\"", "\"```x```\""},
    {"strip_fence", "\"````\\n```\\nb\\n```\\n````\"", "\"```\\nb\\n```\""},
    {"strip_line_numbers", "\"  9\\ta\\n 10\\t\\n 11\\t b\\n\"",
	"\"a\\n\\n b\\n\""},
    {"strip_line_numbers", "\" 9\\u2192a\\n10\\u2192b\"", "\"a\\nb\""},
    {"strip_line_numbers", "\"1 | a\\n2 |\\n3 |  b\"", "\"a\\n\\n b\""},
    {"strip_line_numbers", "\"1|a\\n3|b\"", "\"1|a\\n3|b\""},
    {"strip_line_numbers", "\"1\\ta\\nb\"", "\"1\\ta\\nb\""},
    {"unlink", "\"[notes.md](http://notes.md)\"", "\"notes.md\""},
    {"unlink", "\"a/[b.c](b.c) [d](e)\"", "\"a/b.c [d](e)\""},
    {"decode_entities", "\"&lt;a&gt; &amp;lt; &#39;&#x1F600;\"",
	"\"<a> &lt; '\360\237\230\200\""},
    {"decode_entities", "\"& &x; &#0; &#xd800; &#9999999;\"",
	"\"& &x; &#0; &#xd800; &#9999999;\""},
    {"csv", "\" a, b,,c,\"", "[\"a\",\"b\",\"c\"]"},
    {"[trim, ltrim, rtrim]", "\" \\u00a0a b\\n\"",
	"[\"a b\",\"a b\\n\",\" \302\240a b\"]"},
    {"trim", "1", "! trim input must be a string"},
    {"rtrim | length", "\"\"", "0"},
    {"map(abs)", "[-0,-1.5,2]", "[0,1.5,2]"},
    {"map(toarray)", "[1,[2],null]", "[[1],[2],[null]]"},
    {"pick(.a.b, .d[1])", "{\"a\":{\"b\":1,\"c\":2},\"d\":[1,2,3]}",
	"{\"a\":{\"b\":1},\"d\":[null,2]}"},
    /* These end 1.6, if it is let. */
    {"[scan(\"x*\")] | length < 9", "\"\303\274\303\274\"", "true"},
    {"[splits(\"\")] | length < 9", "\"\303\274\303\274\"", "true"},
    {"[match(\"\"; \"g\")] | length < 9", "\"\303\274\303\274\"", "true"},
    {"todate", "1e300", "! the time is out of range"},
    {"strftime(1)", "0", "! strftime/1 requires a string format"},
    {"todate", "0", "\"1970-01-01T00:00:00Z\""},
    {"[scan(\"([a-z])([0-9])\")]", "\"a1b2\"", "[[\"a\",\"1\"],[\"b\",\"2\"]]"},
    {"split(\", *\"; null)", "\"a,  b,c\"", "[\"a\",\"b\",\"c\"]"},
    {"capture(\"(?<x>[0-9]+)\")", "\"a12\"", "{\"x\":\"12\"}"},
};

enum { RUNS = sizeof(runs) / sizeof(runs[0]) };

static void
check_run(struct tf_jq *jq, int i)
{
	struct tf_text text = {.bytes = runs[i].input};
	struct tf_filter_input input = {.input = NULL};
	struct tf_arena arena = {NULL, NULL, 0};
	struct tf_buf got = {NULL, 0, 0};
	struct tf_value *result = NULL;
	const char *why;
	size_t at;

	text.len = strlen(text.bytes);
	input.input = tf_value_parse(&arena, &text, NULL, &why, &at);
	if (input.input != NULL)
		result = tf_jq_run(jq, i, &input, &arena, &why);
	if (result != NULL)
		tf_value_dump(&got, result);
	else
		tf_buf_addf(&got, "! %s", why);
	check_text(tf_buf_text(&got), runs[i].want, __FILE__, __LINE__,
	    runs[i].filter);
	tf_buf_release(&got);
	tf_arena_release(&arena);
}

int
main(void)
{
	struct tf_filter_place place = {"prelude", 0, 1, "row"};
	struct tf_filters *filters = tf_filters_new();
	struct tf_errors errors = {NULL, 0, 0};
	struct tf_jq *jq;
	size_t i;

	for (i = 0; i < RUNS; i++) {
		place.line = i + 1;
		tf_filters_add(filters, runs[i].filter, strlen(runs[i].filter),
		    &place, &errors);
	}
	jq = errors.count == 0 ? tf_jq_new(filters, &errors) : NULL;
	for (i = 0; i < errors.count; i++)
		CHECK_SAY(false, "row %zu: %s", errors.items[i].line,
		    errors.items[i].text);
	for (i = 0; jq != NULL && i < RUNS; i++)
		check_run(jq, (int)i);
	tf_jq_free(jq);
	tf_filters_free(filters);
	tf_errors_release(&errors);
	return check_end();
}
