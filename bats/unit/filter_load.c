#include "filter.h"

#include "buf.h"
#include "check.h"
#include "filter_load.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* All errors of a rulebook, of loading or else of compiling, one a line. */
static void
check_errors(const char *defs, const char *const *texts, size_t count,
    const char *want, int line)
{
	struct tf_errors errors = {NULL, 0, 0};
	struct tf_buf got = {NULL, 0, 0};
	struct tf_filters *filters = load(defs, texts, count, &errors);
	struct tf_jq *jq = NULL;
	size_t i;

	if (errors.count == 0)
		jq = tf_jq_new(filters, &errors);
	for (i = 0; i < errors.count; i++)
		tf_buf_addf(&got, "%s%s:%zu:%zu: %s", i > 0 ? "\n" : "",
		    errors.items[i].file, errors.items[i].line,
		    errors.items[i].column, errors.items[i].text);
	check_text(tf_buf_text(&got), want, __FILE__, line, "errors");
	CHECK_INT(jq == NULL, errors.count > 0);
	tf_buf_release(&got);
	tf_jq_free(jq);
	tf_filters_free(filters);
	tf_errors_release(&errors);
}

#define ERRORS(defs, want, ...)                                            \
	do {                                                               \
		static const char *const some[] = {__VA_ARGS__};           \
		check_errors((defs), some, COUNT(some), (want), __LINE__); \
	} while (0)

static void
test_load_errors(void)
{
	ERRORS(NULL, "r:10:5: the filter is empty", "");
	ERRORS(NULL, "r:10:5: the filter is empty", " # .\n ");
	ERRORS(NULL, "r:10:6: \")\" closes nothing", "1); def x: (2");
	ERRORS(NULL, "r:11:2: \"(\" is not closed", "1 |\n (2");
	ERRORS(NULL, "r:10:5: the string is not closed", "\"a");
	ERRORS(NULL, "r:10:5: \"if\" is not closed by \"end\"", "if 1 then 2");
	ERRORS(NULL,
	    "r:10:5: the string is not closed\n"
	    "r:20:5: \"end\" closes nothing",
	    "\"", "end", ".");
}

/* libjq would take seconds to compile it. */
static void
test_long(void)
{
	static char text[2 * 20001 + 1];
	const char *const texts[] = {text};
	size_t i;

	for (i = 0; i < sizeof(text) - 1; i++)
		text[i] = i % 2 == 0 ? '.' : ',';
	text[sizeof(text) - 2] = '\0';
	check_errors(
	    NULL, texts, 1, "r:10:5: the filter is too long", __LINE__);
}

static void
test_refused(void)
{
	ERRORS(NULL,
	    "r:10:5: \"now\" may not be used in a filter: it reads the clock",
	    "now");
	ERRORS(NULL,
	    "r:10:9: \"$ENV\" may not be used in a filter: it reads the "
	    "environment\n"
	    "r:11:3: \"env\" may not be used in a filter: it reads the "
	    "environment",
	    ". | $ENV.a,\n  env");
	ERRORS(NULL,
	    "r:10:8: \"input\" may not be used in a filter: it reads the "
	    "input",
	    "\"\\(input)\"");
	ERRORS(NULL,
	    "r:10:9: \"halt\" may not be used in a filter: it ends the "
	    "program",
	    "def halt: 1; 2");
	ERRORS(NULL,
	    "r:10:5: \"include\" may not be used in a filter: it reads a "
	    "file",
	    "include \"a\"; .");
	ERRORS(NULL,
	    "r:10:5: \"$__loc__\" may not be used in a filter: names with __ "
	    "before them are jq's and toolfix's own\n"
	    "r:20:7: \"$__filter\" may not be used in a filter: names with __ "
	    "before them are jq's and toolfix's own\n"
	    "r:30:5: \"__f0\" may not be used in a filter: names with __ "
	    "before them are jq's and toolfix's own",
	    "$__loc__", "$ __filter", "__f0", "$x|.__x|{__x: 1}");
	ERRORS("def a: debug;",
	    "r:1:10: \"debug\" may not be used in a filter: it prints", ".");
}

static void
test_definitions(void)
{
	ERRORS("def a: 1; 5 |",
	    "r:1:13: only definitions may stand here: def NAME: FILTER;", ".");
	ERRORS(".", "r:1:3: only definitions may stand here: def NAME: FILTER;",
	    ".");
	ERRORS("def a: 1;\ndef b: def c: 2; c",
	    "r:2:1: the definition is not closed by \";\"", "a");
	ERRORS("def", "r:1:3: the definition is not closed by \";\"", ".");
	ERRORS("def a(", "r:1:8: \"(\" is not closed", ".");
	/* Wrong ones are told once, whether they are called or not. */
	ERRORS("def a(f; $x):\n  nosuch;\ndef b: 1 + ;",
	    "r:3:0: the definitions do not compile: syntax error, unexpected "
	    "';'",
	    "a(.; 1)", "b", "b");
	ERRORS("def a(f; $x):\n  nosuch;\ndef b: other;",
	    "r:2:0: the definitions do not compile: nosuch/0 is not defined\n"
	    "r:3:0: the definitions do not compile: other/0 is not defined",
	    "a(.; 1)", "a(.; 2)");
	ERRORS("", "", ".");
	ERRORS(" # nothing\n", "", ".");
	ERRORS("# a\ndef a: 1; # b", "", "a");
}

static void
test_compile_errors(void)
{
	ERRORS(NULL,
	    "r:10:5: the filter does not compile: trim2/0 is not defined",
	    ". | trim2");
	ERRORS(NULL,
	    "r:21:0: the filter does not compile: foo/2 is not defined\n"
	    "r:22:0: the filter does not compile: $zz is not defined\n"
	    "r:40:5: the filter does not compile: syntax error, unexpected "
	    "INVALID_CHARACTER",
	    ".", ".a |\n foo(1; 2) +\n $zz", ".b", "1 ~ 2 ~", "1\n|\n.");
	ERRORS(NULL,
	    "r:10:5: the filter does not compile: syntax error, unexpected "
	    "end of the filter\n"
	    "r:21:0: the filter does not compile: syntax error, unexpected "
	    "end of the filter",
	    ".a |", "1\n+ # )");
	ERRORS(NULL, "r:10:5: the filter does not compile: Invalid escape",
	    "\"\\q\"");
	ERRORS(NULL,
	    "r:10:5: the filter does not compile: label $out is not defined",
	    "break $out");
	ERRORS(NULL, "r:10:5: the filter does not compile: $tol is not defined",
	    "$tol");
	/* Another filter's function is not seen. */
	ERRORS(NULL, "r:20:5: the filter does not compile: f/0 is not defined",
	    "def f: 1; f", "f");
}

static void
test_scope_question(void)
{
	static const char *const texts[] = {"$scope.writable",
	    " $scope .a_1|not # x", "$scope.a | not | not", "$scope", ".a",
	    "$scope.a.b", "$scope[\"a\"]", "$scope.a, not", "$args.a"};
	static const struct {
		const char *name;
		bool negated;
	} want[] = {{"writable", false}, {"a_1", true}};
	struct tf_filters *filters = load(NULL, texts, COUNT(texts), NULL);
	struct tf_slice name;
	bool is, negated;
	size_t i;

	for (i = 0; i < COUNT(texts); i++) {
		is =
		    tf_filters_scope_question(filters, (int)i, &name, &negated);
		CHECK_INT(is, i < COUNT(want));
		if (!is || i >= COUNT(want))
			continue;
		CHECK(name.len == strlen(want[i].name) &&
		    memcmp(name.bytes, want[i].name, name.len) == 0);
		CHECK_INT(negated, want[i].negated);
	}
	tf_filters_free(filters);

	filters = load("def not: 1;", texts, 2, NULL);
	CHECK(tf_filters_scope_question(filters, 0, &name, &negated));
	CHECK(!tf_filters_scope_question(filters, 1, &name, &negated));
	tf_filters_free(filters);
}

int
main(void)
{
	test_load_errors();
	test_long();
	test_refused();
	test_definitions();
	test_compile_errors();
	test_scope_question();
	return check_end();
}
