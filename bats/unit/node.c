#include "node.h"

#include <stdlib.h>

#include "buf.h"
#include "check.h"

enum { ROUNDS = 20000, SOUP_MAX = 30 };

static struct tf_arena arena;

/* The JSON of a file; else its errors, a line each. */
static const char *
read_all(struct tf_buf *out, const char *bytes, size_t len)
{
	struct tf_errors errors = {0};
	struct tf_value *value = NULL;
	struct tf_node *root;
	char *exact = malloc(len > 0 ? len : 1);
	size_t i;

	/* Nothing may be read behind the end, nor kept for later. */
	if (len > 0)
		memcpy(exact, bytes, len);
	root = tf_yaml_parse(&arena, "file", exact, len, &errors);
	free(exact);
	if (root != NULL)
		value = tf_node_value(&arena, root, "file", &errors);
	CHECK((value == NULL) == (errors.count > 0));
	tf_buf_reset(out);
	if (value != NULL)
		tf_value_dump(out, value);
	for (i = 0; i < errors.count; i++) {
		CHECK_TEXT(errors.items[i].file, "file");
		tf_buf_addf(out, "%s%zu:%zu: %s", i > 0 ? "\n" : "",
		    errors.items[i].line, errors.items[i].column,
		    errors.items[i].text);
	}
	tf_errors_release(&errors);
	return tf_buf_text(out);
}

struct example {
	const char *yaml;
	size_t len;
	const char *result;
};

static void
check_examples(const struct example *examples, size_t count)
{
	struct tf_buf buf = {0};
	const char *got;
	size_t i;

	for (i = 0; i < count; i++) {
		got = read_all(&buf, examples[i].yaml, examples[i].len);
		CHECK_SAY(strcmp(got, examples[i].result) == 0,
		    "from:\n%s\ngot:\n%s\nshould be:\n%s", examples[i].yaml,
		    got, examples[i].result);
		tf_arena_reset(&arena);
	}
	tf_buf_release(&buf);
}

#define CHECK_EXAMPLES(list) \
	check_examples((list), sizeof(list) / sizeof((list)[0]))

static void
test_scalars(void)
{
	static const struct example examples[] = {
	    {LIT("[null, Null, NULL, ~, !!null '']"),
		"[null,null,null,null,null]"},
	    {LIT("a:\nb: # none\n"), "{\"a\":null,\"b\":null}"},
	    {LIT("[true, True, TRUE, false, False, FALSE]"),
		"[true,true,true,false,false,false]"},
	    {LIT("[0, 7, -7, 007, +1, -007, 00, -0]"), "[0,7,-7,7,1,-7,0,-0]"},
	    {LIT("[0o17, 0x1F, 0xffffffffffffffff]"),
		"[15,31,18446744073709551615]"},
	    {LIT("[0o1777777777777777777777]"), "[18446744073709551615]"},
	    {LIT("[1., .5, -.5, +1.50, 1e3, 1.e+5, 00.10, 1E400]"),
		"[1,0.5,-0.5,1.50,1e3,1e+5,0.10,1E400]"},
	    {LIT("[123456789012345678901234567890]"),
		"[123456789012345678901234567890]"},
	    {LIT("[no, on, y, nULL, tRUE, 1_0, 0b1, 12:30, 0o8, -0x1]"),
		"[\"no\",\"on\",\"y\",\"nULL\",\"tRUE\",\"1_0\",\"0b1\","
		"\"12:30\",\"0o8\",\"-0x1\"]"},
	    {LIT("[0x, 1e, ., +, -, .e5, 1.2.3, inf]"),
		"[\"0x\",\"1e\",\".\",\"+\",\"-\",\".e5\",\"1.2.3\","
		"\"inf\"]"},
	    {LIT("['1', \"2\", '', \"null\"]"), "[\"1\",\"2\",\"\",\"null\"]"},
	    {LIT("- |\n  1\n- >-\n  2\n"), "[\"1\\n\",\"2\"]"},
	    {LIT("\"k\\0\": \"a\\0b\""), "{\"k\\u0000\":\"a\\u0000b\"}"},
	    {LIT("[.inf, -.Inf, .NaN]"),
		"1:2: .inf is not a number in JSON\n"
		"1:8: -.Inf is not a number in JSON\n"
		"1:15: .NaN is not a number in JSON"},
	    {LIT("a: 0x10000000000000000"),
		"1:4: 0x10000000000000000 has over 64 bits; "
		"write it in decimal"},
	};

	CHECK_EXAMPLES(examples);
}

static void
test_tags(void)
{
	static const struct example examples[] = {
	    {LIT("[!!str 5, !!str, ! 5, !!int '3', !!float 3, !!bool 'true']"),
		"[\"5\",\"\",\"5\",3,3,true]"},
	    {LIT("[!!seq [], !!map {}, ! [], !<tag:yaml.org,2002:str> 1]"),
		"[[],{},[],\"1\"]"},
	    {LIT("- !!int 3.0\n- !!bool yes\n- !!str []\n- !!seq {a: 1}\n"
		 "- !!null 0\n- !!map x\n"),
		"1:3: the tag !!int does not fit \"3.0\"\n"
		"2:3: the tag !!bool does not fit \"yes\"\n"
		"3:3: the tag !!str does not fit a list\n"
		"4:3: the tag !!seq does not fit a map\n"
		"5:3: the tag !!null does not fit \"0\"\n"
		"6:3: the tag !!map does not fit \"x\""},
	    {LIT("- !new x\n- !!binary x\n"),
		"1:3: the tag !new is not known; text that starts with \"!\" "
		"must be put in quotes\n"
		"2:3: the tag !!binary is not known; text that starts with "
		"\"!\" must be put in quotes"},
	    {LIT("a: !b!c d"),
		"1:4: \"!\" starts a tag here, and this is none; put text in "
		"quotes"},
	};

	CHECK_EXAMPLES(examples);
}

static void
test_maps(void)
{
	static const struct example examples[] = {
	    {LIT("1: a\nnull: b\n<<: {c: d}\n? e\n"),
		"{\"1\":\"a\",\"null\":\"b\",\"<<\":{\"c\":\"d\"},"
		"\"e\":null}"},
	    {LIT("a: 1\nb: {c: 1, d: 2, c: 3, c: 4}\n\"a\": 2\n"),
		"2:17: duplicate key \"c\"; the first one is on line 2, "
		"column 5\n"
		"2:23: duplicate key \"c\"; the first one is on line 2, "
		"column 5\n"
		"3:1: duplicate key \"a\"; the first one is on line 1, "
		"column 1"},
	    {LIT("&a a: 1\n*a : 2\n"),
		"2:1: duplicate key \"a\"; the first one is on line 1, "
		"column 1"},
	    {LIT("\"a\\n\": 1\n\"a\\n\": 2\n"),
		"2:1: duplicate key \"a\\u000a\"; the first one is on line 1, "
		"column 1"},
	    {LIT("{\xC3\xA9\xC3\xA9: 1, \xC3\xA9\xC3\xA9: 2}"),
		"1:9: duplicate key \"\xC3\xA9\xC3\xA9\"; the first one is on "
		"line 1, column 2"},
	    {LIT("[a]: 1\n{b: c}: 2\n"),
		"1:1: a key must be text, not a list\n"
		"2:1: a key must be text, not a map"},
	};

	CHECK_EXAMPLES(examples);
}

static void
test_aliases(void)
{
	static const struct example examples[] = {
	    {LIT("a: &x [1]\nb: *x\nc: &y d\n*y : *y\n"),
		"{\"a\":[1],\"b\":[1],\"c\":\"d\",\"d\":\"d\"}"},
	    {LIT("[&a [1], &a [2], *a]"), "[[1],[2],[2]]"},
	    {LIT("&a [&a 1, *a]"), "[1,1]"},
	    {LIT("[&a , *a, &b !!str , *b]"), "[null,null,\"\",\"\"]"},
	    {LIT("&a [*a]"),
		"1:5: the alias *a stands inside the list that it names"},
	    {LIT("a: &b\n  c: [*b]\n"),
		"2:7: the alias *b stands inside the map that it names"},
	    {LIT("names: [*__note]\n"),
		"1:9: *__note is an alias, but no &__note stands before it; "
		"text that starts with \"*\" must be put in quotes"},
	    {LIT("a: *.py"),
		"1:4: text cannot start with \"*\"; put it in quotes"},
	};

	CHECK_EXAMPLES(examples);
}

static void
test_documents(void)
{
	static const struct example examples[] = {
	    {"", 0, "0:0: the file is empty"},
	    {NULL, 0, "0:0: the file is empty"},
	    {LIT(" \n\r\n"), "0:0: the file is empty"},
	    {LIT("\xEF\xBB\xBF"), "0:0: the file is empty"},
	    {LIT("# a\n"), "0:0: the file is empty but for comments"},
	    {LIT("---\n"), "null"},
	    {LIT("%YAML 1.2\n---\na\n...\n"), "\"a\""},
	    {LIT("%YAML 2.0\n---\na\n"), "1:1: only YAML 1.1 and 1.2 are read"},
	    {LIT("a: 1\n---\nb: 1\n"),
		"2:1: a second document starts here; a file holds one"},
	    {LIT("\"a\"\nb\n"),
		"2:1: the document has ended before this; is it indented "
		"right?"},
	};

	CHECK_EXAMPLES(examples);
}

static void
test_bytes(void)
{
	static const struct example examples[] = {
	    {LIT("\xEF\xBB\xBF{a: 1, a: 2}"),
		"1:8: duplicate key \"a\"; the first one is on line 1, "
		"column 2"},
	    {LIT("a: 1\r\nb: 2\ra: 3\r\n"),
		"3:1: duplicate key \"a\"; the first one is on line 1, "
		"column 1"},
	    {LIT("\x7F"
		 "ELF\0"),
		"1:1: the character U+007F cannot stand in YAML; write "
		"\\u007F in double quotes"},
	    {LIT("\xC3\xA9: \0"), "1:4: a NUL byte: this is not a text file"},
	    {LIT("a\r\n\xC3\xA9\xE9"), "2:2: the byte 0xE9 is not UTF-8"},
	    {LIT("\xED\xA0\x80"), "1:1: the byte 0xED is not UTF-8"},
	    {LIT("\xC0\x80"), "1:1: the byte 0xC0 is not UTF-8"},
	    {LIT("\xF4\x90\x80\x80"), "1:1: the byte 0xF4 is not UTF-8"},
	    {LIT("a: \xF0\x9F\x98"), "1:4: the byte 0xF0 is not UTF-8"},
	    {LIT("\xFF\xFE"
		 "a\0"),
		"0:0: the file is in UTF-16; it must be in UTF-8"},
	    {LIT("a: \xE2\x80\xA8"),
		"1:4: the character U+2028 cannot stand in YAML; write "
		"\\u2028 in double quotes"},
	    {LIT("a: \"\\u2028\xF0\x9F\x98\x80\""),
		"{\"a\":\"\xE2\x80\xA8\xF0\x9F\x98\x80\"}"},
	};

	CHECK_EXAMPLES(examples);
}

static void
test_json(void)
{
	static const struct example examples[] = {
	    {LIT("{\n\t\"a\":[1,-2.50,\"\\/\\u00e9\"],\n\t\"b\" : {}}\n"),
		"{\"a\":[1,-2.50,\"/\xC3\xA9\"],\"b\":{}}"},
	    {LIT("{\"\\ud83d\\ude00\\\\ud83d\":\"\\\\\\uD83D\\uDE00\\\"\"}"),
		"{\"\xF0\x9F\x98\x80\\\\ud83d\":"
		"\"\\\\\xF0\x9F\x98\x80\\\"\"}"},
	    /* Places stay what they are in the file. */
	    {LIT("{\"\\ud83d\\ude00\":1,\"\\ud83d\\ude00\":2}"),
		"1:19: duplicate key \"\xF0\x9F\x98\x80\"; the first one is "
		"on line 1, column 2"},
	    /* YAML has no pairs, and a regular expression is not touched. */
	    {LIT("a: \"\\ud83d\\ude00\""),
		"1:7: there is no such character; what JSON writes as a pair "
		"\\uD83D\\uDE00 is \\U0001F600 in YAML"},
	    {LIT("{a: '\\ud83d\\ude00'}"), "{\"a\":\"\\\\ud83d\\\\ude00\"}"},
	};

	CHECK_EXAMPLES(examples);
}

#define FOLLOWS                                                             \
	"this cannot follow on the line; if it is all one text, put it in " \
	"quotes"
#define COLON                                                               \
	"\": \" cannot stand here: the line is indented wrong, or this is " \
	"text that must be put in quotes"

static void
test_problems(void)
{
	static const struct example examples[] = {
	    {LIT("a:\n\tb: 1\n"), "2:1: a tab cannot stand here; use spaces"},
	    {LIT("a: 1\n\tb: 1\n"), "2:1: a tab cannot stand here; use spaces"},
	    {LIT("a: |\n\tb\n"), "2:1: a tab cannot stand here; use spaces"},
	    {LIT("a: if {b: 1}\n"), "1:9: " COLON},
	    {LIT("a: 1\n b: 2\n"), "2:3: " COLON},
	    {LIT("a: \"x\" + .y\n"), "1:8: " FOLLOWS},
	    {LIT("- 'it's'\n"), "1:7: " FOLLOWS},
	    {LIT("{\"a\":1} x\n"), "1:9: " FOLLOWS},
	    {LIT("a: [.x] | length\n"),
		"1:11: only a comment may follow here; if this is all one "
		"text, put it in quotes"},
	    {LIT("a: @x\n"),
		"1:4: text cannot start with \"@\"; put it in quotes"},
	    {LIT("%a: 1\n"),
		"1:1: text cannot start with \"%\"; put it in quotes"},
	    {LIT("a: \"\\S\"\n"),
		"1:5: \"\\S\" is no escape; put the text in single quotes, "
		"or write \"\\\\\" for a backslash"},
	    {LIT("a: \"\\x1\"\n"),
		"1:7: \"\\x\", \"\\u\" and \"\\U\" must be followed by 2, 4 "
		"and 8 hexadecimal digits"},
	    {LIT("a: 'b\nc: d\n"),
		"1:4: the quoted text that starts here has no end"},
	    {LIT("a: {b: [1, 2\n"),
		"1:8: the list that starts here has no end"},
	    {LIT("a: [1,\nb: 2\nc: 3\n"),
		"3:2: \",\" or \"]\" is missing here (in the list that starts "
		"on line 1)"},
	    {LIT("a: ["), "1:5: a value is missing here"},
	    {LIT("[1,,2]"), "1:4: a value is missing here"},
	    {LIT("a: 1\nb\nc: 2\n"),
		"2:1: a key must be followed by \": \" on its line"},
	    {LIT("a:\n  b: 1\n c: 2\n"),
		"3:2: a key is missing here; is it indented right? (in the "
		"map that starts on line 1)"},
	    {LIT("- a\nb: 1\n"),
		"2:1: \"- \" is missing here; is it indented right? (in the "
		"list that starts on line 1)"},
	    {LIT("a: - b\n"),
		"1:4: a list cannot start here; put \"- \" on a line of its "
		"own"},
	};

	CHECK_EXAMPLES(examples);
}

static void
add_times(struct tf_buf *buf, const char *text, int times)
{
	while (times-- > 0)
		tf_buf_adds(buf, text);
}

static void
test_levels(void)
{
	static const char deep[] =
	    "lists and maps are nested over 100 levels deep";
	struct tf_buf in = {0}, out = {0};
	int i;

	add_times(&in, "[", 100);
	add_times(&in, "]", 100);
	CHECK_TEXT(read_all(&out, in.bytes, in.len), in.bytes);
	tf_buf_reset(&in);
	add_times(&in, "[", 100000);
	CHECK(strstr(read_all(&out, in.bytes, in.len), deep) != NULL);
	tf_buf_reset(&in);
	add_times(&in, "- ", 100000);
	CHECK(strstr(read_all(&out, in.bytes, in.len), deep) != NULL);

	/* Through aliases, too: 99 levels, and then one more. */
	tf_buf_reset(&in);
	tf_buf_adds(&in, "- &a0 []\n");
	for (i = 1; i < 99; i++)
		tf_buf_addf(&in, "- &a%d [*a%d]\n", i, i - 1);
	CHECK_INT(read_all(&out, in.bytes, in.len)[0], '[');
	tf_buf_adds(&in, "- [*a98]\n");
	CHECK(strstr(read_all(&out, in.bytes, in.len), deep) != NULL);
	tf_buf_release(&in);
	tf_buf_release(&out);
	tf_arena_reset(&arena);
}

/* Each line has ten times the values of the one before. */
static void
test_bomb(void)
{
	struct tf_buf in = {0}, out = {0};
	int i, k;

	tf_buf_adds(&in, "- &a0 x\n");
	for (i = 1; i < 50; i++) {
		tf_buf_addf(&in, "- &a%d [", i);
		for (k = 0; k < 10; k++)
			tf_buf_addf(&in, "*a%d,", i - 1);
		tf_buf_adds(&in, "]\n");
	}
	CHECK(strstr(read_all(&out, in.bytes, in.len),
		  "over 1000000 values, with all aliases followed") != NULL);
	tf_buf_release(&in);
	tf_buf_release(&out);
	tf_arena_reset(&arena);
}

static void
test_nodes(void)
{
	static const char text[] = "\xC3\xA9: [a, &n {b: 2}]\nc: *n\nd: 'x'\n";
	struct tf_errors errors = {0};
	struct tf_node *root, *list, *map;

	root = tf_yaml_parse(&arena, "file", LIT(text), &errors);
	CHECK_INT(errors.count, 0);
	CHECK_INT(root->kind, TF_NODE_MAP);
	CHECK_INT(root->count, 3);
	list = tf_node_get(root, "\xC3\xA9");
	CHECK_INT(list->kind, TF_NODE_LIST);
	CHECK_INT(list->count, 2);
	CHECK_INT(list->line, 1);
	CHECK_INT(list->column, 4);
	map = tf_node_get(root, "c");
	CHECK(map == list->items[1]);
	CHECK_INT(map->column, 8);
	CHECK_TEXT(tf_node_get(map, "b")->text, "2");
	CHECK_INT(root->items[2]->line, 2);
	CHECK_INT(root->items[2]->column, 1);
	CHECK(tf_node_get(root, "e") == NULL);
	CHECK(tf_node_get(list, "b") == NULL);
	CHECK_INT(tf_node_type(tf_node_get(map, "b")), TF_NUMBER);
	CHECK(!tf_node_get(root, "d")->plain);
	CHECK_TEXT(tf_node_what(root), "a map");
	CHECK_TEXT(tf_node_what(list), "a list");
	CHECK_TEXT(tf_node_what(tf_node_get(root, "d")), "text");
	CHECK_TEXT(tf_node_what(tf_node_get(map, "b")), "a number");
	tf_errors_release(&errors);
	tf_arena_reset(&arena);
}

/* Whatever comes in, something clear comes out. */
static void
test_soup(void)
{
	static const char *const pieces[] = {"*a", "&a ", "!!int ", "- ", ": ",
	    "\t", "\n", "\r", "[", "]", "{", "}", "\"", "'", "|", ">", "#",
	    "? ", "---\n", "...", "%", "\\ud83d\\ude00", "\xC3\xA9", "\xFF",
	    ",", "~", "0x1F", ".inf", "*", "&", "!", "@", "\\", "a: ", "<<"};
	struct tf_buf in = {0}, out = {0};
	int i, count;

	for (i = 0; i < ROUNDS; i++) {
		tf_buf_reset(&in);
		for (count = check_below(SOUP_MAX); count > 0; count--)
			tf_buf_adds(&in,
			    pieces[check_below(
				sizeof(pieces) / sizeof(pieces[0]))]);
		read_all(&out, in.bytes, in.len);
		CHECK_SAY(out.len > 0 && strstr(out.bytes, "YAML: ") == NULL,
		    "from:\n%s\ngot:\n%s", tf_buf_text(&in), out.bytes);
		tf_arena_reset(&arena);
	}
	tf_buf_release(&in);
	tf_buf_release(&out);
}

int
main(void)
{
	test_scalars();
	test_tags();
	test_maps();
	test_aliases();
	test_documents();
	test_bytes();
	test_json();
	test_problems();
	test_levels();
	test_bomb();
	test_nodes();
	test_soup();
	tf_arena_release(&arena);
	return check_end();
}
