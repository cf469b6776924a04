#include "filter.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "buf.h"
#include "check.h"
#include "filter_load.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct tf_arena arena;

/* ---- results ---- */

struct run {
	const char *filter, *input, *want; /* want "! ..." is an error */
};

static struct tf_value *
parse(const char *json)
{
	struct tf_text *text = tf_arena_calloc(&arena, 1, sizeof(*text));
	struct tf_value *value;
	const char *why;
	size_t at;

	text->bytes = json;
	text->len = strlen(json);
	value = tf_value_parse(&arena, text, NULL, &why, &at);
	CHECK_SAY(value != NULL, "not JSON: %s", json);
	return value;
}

static void
check_run(struct tf_jq *jq, int filter, const struct tf_filter_input *input,
    const char *text, const char *want)
{
	struct tf_buf got = {NULL, 0, 0};
	struct tf_value *result;
	const char *why = NULL;
	uint64_t since;

	result = tf_jq_run(jq, filter, input, &arena, &why);
	if (result != NULL)
		tf_value_dump(&got, result);
	else
		tf_buf_addf(&got, "! %s", why);
	CHECK_INT(why == NULL, result != NULL);
	CHECK_INT(tf_jq_running(jq, &since), -1);
	check_text(tf_buf_text(&got), want, __FILE__, __LINE__, text);
	tf_buf_release(&got);
}

/* All of them in one program, in order and in reverse. */
static void
check_runs(const char *defs, const struct run *runs, size_t count)
{
	const char *texts[64];
	struct tf_errors errors = {NULL, 0, 0};
	struct tf_filter_input input = {.tool = {LIT("t")}};
	struct tf_filters *filters;
	struct tf_jq *jq;
	size_t i, k;

	CHECK(count <= COUNT(texts));
	for (i = 0; i < count; i++)
		texts[i] = runs[i].filter;
	filters = load(defs, texts, count, &errors);
	jq = tf_jq_new(filters, &errors);
	for (i = 0; i < errors.count; i++)
		CHECK_SAY(false, "%zu: %s", errors.items[i].line,
		    errors.items[i].text);
	for (i = 0; jq != NULL && i < 2 * count; i++) {
		k = i < count ? i : 2 * count - 1 - i;
		input.input = parse(runs[k].input);
		check_run(jq, (int)k, &input, runs[k].filter, runs[k].want);
	}
	tf_jq_free(jq);
	tf_filters_free(filters);
	tf_errors_release(&errors);
	tf_arena_reset(&arena);
}

static void
test_results(void)
{
	static const struct run runs[] = {
	    {".", "{\"a\":[1,true,false,null,\"x\",{}]}",
		"{\"a\":[1,true,false,null,\"x\",{}]}"},
	    {".", "{\"z\":1,\"a\":2,\"m\":[],\"b\":{\"y\":1,\"x\":2}}",
		"{\"z\":1,\"a\":2,\"m\":[],\"b\":{\"y\":1,\"x\":2}}"},
	    {".", "{\"a\":1,\"a\":2}", "{\"a\":2}"},
	    {".", "{\"\":1,\"a\\u0000b\":\"c\\u0000d\"}",
		"{\"\":1,\"a\\u0000b\":\"c\\u0000d\"}"},
	    {".", "[1.10,1e3,-0,0.1,12345678901234567890,1e400]",
		"[1.1,1000,-0,0.1,1.2345678901234567e+19,"
		"1.7976931348623157e+308]"},
	    {"[nan, infinite]", "null", "[null,1.7976931348623157e+308]"},
	    {".a | length", "{\"a\":\"\303\274\360\237\230\200\"}", "2"},
	    {"\"\303\274\" + .", "\"\\ud83d\\ude00\"",
		"\"\303\274\360\237\230\200\""},
	    {"empty", "1", "! gave no result"},
	    {".[]", "[1,2,3]", "! gave more than one result"},
	    {".[]", "[1]", "1"},
	    {".[]", "[]", "! gave no result"},
	    {"1, error(\"late\")", "1", "! late"},
	    {"repeat(1)", "1", "! gave more than one result"},
	    {"error(\"words\")", "1", "! words"},
	    {"error({a: [1]})", "1", "! {\"a\":[1]}"},
	    {"error(\"a\\u0000b\")", "1", "! a"},
	    {"error({__jq: 1})", "1", "! break outside of its label"},
	    {". + {}", "1", "! number (1) and object ({}) cannot be added"},
	    {"label $f | 1, break $f", "1", "1"},
	    {"first(range(10; infinite))", "1", "10"},
	    {"# now\n1 # ) \\", "1", "1"},
	    {"1 # \\\n+ 1", "1", "2"},
	    {"{now: .now, env, \"input\": .input} | [.[]]",
		"{\"now\":1,\"env\":2,\"input\":3}", "[1,2,3]"},
	    {"def f: if . == 0 then 0 else 1 + (. - 1 | f) end; f", "20000",
		"20000"},
	    {"reduce range(511) as $i ([]; [.]) | getpath([0, 0]) | length",
		"1", "1"},
	    {"reduce range(512) as $i ([]; [.])", "1",
		"! gave a result that is nested too deeply"},
	    {"reduce range(600) as $i ({}; {a: .})", "1",
		"! gave a result that is nested too deeply"},
	    {"tojson", "{\"b\":1.0,\"a\":[]}",
		"\"{\\\"b\\\":1,\\\"a\\\":[]}\""},
	};

	check_runs(NULL, runs, COUNT(runs));
}

static void
test_defs(void)
{
	static const struct run runs[] = {
	    {"twice(. + 1)", "1", "3"},
	    {"add3(2)", "1", "3"},
	    {"blank", "1", "\"mine\""},
	    {"named", "1", "\"t\""},
	    {"def twice(f): 5; twice(.)", "1", "5"},
	};

	check_runs("# )\ndef twice(f): f | f;\n"
		   "def add3($n): def inner: . + $n; inner;\n"
		   "def blank: \"mine\"; def named: $tool; # end \\",
	    runs, COUNT(runs));
}

/* Error texts that are cut: at a length, in a character, before a quote. */
static void
test_long_error(void)
{
	static const char *const texts[] = {"error(\"a\" * 500)",
	    "error(\"\303\274\" * 400)", "\"{a secret\" | fromjson"};
	struct tf_filters *filters = load(NULL, texts, 3, NULL);
	struct tf_jq *jq = tf_jq_new(filters, NULL);
	struct tf_filter_input input = {.input = parse("1")};
	const char *why;

	CHECK(tf_jq_run(jq, 0, &input, &arena, &why) == NULL);
	CHECK_INT(strlen(why), 500);
	CHECK(tf_jq_run(jq, 1, &input, &arena, &why) == NULL);
	CHECK_INT(strlen(why), 499);
	CHECK_TEXT(why + 494, "\303\274...");
	CHECK(tf_jq_run(jq, 2, &input, &arena, &why) == NULL);
	CHECK_SAY(strstr(why, "secret") == NULL, "%s", why);
	tf_jq_free(jq);
	tf_filters_free(filters);
	tf_arena_reset(&arena);
}

/* Small in libjq, for its parts are one; it would be 2 GB outside. */
static void
test_large(void)
{
	static const char *const texts[] = {
	    "(\"a\" * 1000000) as $a | [range(2000) | $a]"};
	struct tf_filters *filters = load(NULL, texts, 1, NULL);
	struct tf_jq *jq = tf_jq_new(filters, NULL);
	struct tf_filter_input input = {.input = parse("1")};

	check_run(jq, 0, &input, texts[0], "! gave a result that is too large");
	tf_jq_free(jq);
	tf_filters_free(filters);
	tf_arena_reset(&arena);
}

/* More than one program of them; every hundredth is wrong, or none. */
static void
check_many(bool wrong)
{
	static const struct tf_filter_place place = {"r", 7, 1, "check"};
	struct tf_filter_input input = {.input = parse("[0]")};
	struct tf_errors errors = {NULL, 0, 0};
	struct tf_filters *filters = tf_filters_new();
	struct tf_jq *jq;
	char text[32];
	int i;

	for (i = 0; i < 300; i++) {
		if (wrong && i % 100 == 42)
			snprintf(text, sizeof(text), "nosuch");
		else
			snprintf(text, sizeof(text), ".[0] + %d", i);
		CHECK_INT(tf_filters_add(
			      filters, text, strlen(text), &place, &errors),
		    i);
	}
	CHECK_INT(tf_filters_count(filters), 300);
	jq = tf_jq_new(filters, &errors);
	CHECK_INT(jq == NULL, wrong);
	CHECK_INT(errors.count, wrong ? 3 : 0);
	for (i = 0; jq != NULL && i < 300; i++) {
		snprintf(text, sizeof(text), "%d", i);
		check_run(jq, i, &input, text, text);
	}
	tf_jq_free(jq);
	tf_errors_release(&errors);
	tf_filters_free(filters);
	tf_arena_reset(&arena);
}

/* ---- variables ---- */

static void
test_variables(void)
{
	static const char *const texts[] = {
	    "[$args, $action, $tool, $scope, $call, $record]",
	    "$args == . # same", "[$tool]", "[f]", "\"$args\" | .",
	    ". as {args: $a} | $a", "\"\\($action)\""};
	static const unsigned mentions[] = {63, TF_MENTION_ARGS,
	    TF_MENTION_TOOL, TF_MENTION_CALL, 0, 0, TF_MENTION_ACTION};
	static const char *const want[] = {
	    "[{\"args\":1},\"read\",\"t\",{\"s\":1},{\"id\":2},[3]]", "true",
	    "[\"t\"]", "[{\"id\":2}]", "\"$args\"", "1", "\"read\""};
	struct tf_filters *filters =
	    load("def f: $call;", texts, COUNT(texts), NULL);
	struct tf_jq *jq = tf_jq_new(filters, NULL);
	struct tf_filter_input input = {.input = parse("{\"args\":1}"),
	    .scope = parse("{\"s\":1}"),
	    .call = parse("{\"id\":2}"),
	    .record = parse("[3]"),
	    .action = {LIT("read")},
	    .tool = {LIT("t")}};
	struct tf_filter_input nothing = {.input = input.input};
	size_t i;

	input.args = input.input;
	for (i = 0; i < COUNT(texts); i++) {
		CHECK_INT(tf_filters_mentions(filters, (int)i), mentions[i]);
		check_run(jq, (int)i, &input, texts[i], want[i]);
	}
	check_run(jq, 0, &nothing, texts[0], "[null,null,null,null,null,null]");
	CHECK_INT(tf_filters_place(filters, 1)->line, 20);
	CHECK_TEXT(tf_filters_place(filters, 1)->what, "check");
	CHECK_TEXT(tf_filters_text(filters, 1).bytes, texts[1]);
	CHECK_INT(tf_filters_text(filters, 1).len, strlen(texts[1]));
	tf_jq_free(jq);
	tf_filters_free(filters);
	tf_arena_reset(&arena);
}

/* A filter that is run often gets another program: nothing is seen of that. */
static void
test_often(void)
{
	static const char *const texts[] = {
	    ".a + 1", "[$args.a, $tool, .a]", "f + .a", "error(g)"};
	static const char *const want[] = {"2", "[5,\"t\",1]", "3", "! no"};
	struct tf_filters *filters =
	    load("def f: $call; def g: \"no\";", texts, COUNT(texts), NULL);
	struct tf_jq *jq = tf_jq_new(filters, NULL);
	struct tf_filter_input input = {.input = parse("{\"a\":1}"),
	    .args = parse("{\"a\":5}"),
	    .call = parse("2"),
	    .tool = {LIT("t")}};
	struct tf_arena scratch = {NULL, NULL, 0};
	const char *why;
	size_t i, k;

	for (i = 0; i < COUNT(texts); i++) {
		check_run(jq, (int)i, &input, texts[i], want[i]);
		for (k = 0; k < 5000; k++) {
			(void)tf_jq_run(jq, (int)i, &input, &scratch, &why);
			tf_arena_reset(&scratch);
		}
		check_run(jq, (int)i, &input, texts[i], want[i]);
	}
	tf_arena_release(&scratch);
	tf_jq_free(jq);
	tf_filters_free(filters);
	tf_arena_reset(&arena);
}

/* Dropped members are not there. */
static void
test_dropped(void)
{
	static const char *const texts[] = {"."};
	struct tf_filters *filters = load(NULL, texts, 1, NULL);
	struct tf_jq *jq = tf_jq_new(filters, NULL);
	struct tf_value *value = parse("{\"a\":1,\"b\":[1,2],\"c\":3}");
	struct tf_filter_input input = {.input = value};

	tf_value_drop(tf_value_member(value, "a", 1));
	tf_value_drop(tf_value_first(tf_value_member(value, "b", 1)));
	tf_value_rename(tf_value_member(value, "c", 1), "d", 1, TF_NO_NAME);
	check_run(jq, 0, &input, ".", "{\"b\":[2],\"d\":3}");
	tf_jq_free(jq);
	tf_filters_free(filters);
	tf_arena_reset(&arena);
}

/* ---- the world outside ---- */

/* A ~/.jq is not seen, and HOME is what it was. */
static void
test_home(void)
{
	static const char *const texts[] = {"map(. + 1)"};
	static const char *const outside[] = {"now2"};
	char dir[] = "/tmp/toolfix-filter-XXXXXX", path[sizeof(dir) + 8];
	struct tf_filters *filters = load(NULL, texts, 1, NULL);
	struct tf_filters *other = load(NULL, outside, 1, NULL);
	struct tf_filter_input input = {.input = parse("[1]")};
	struct tf_jq *jq;
	FILE *file;

	CHECK(mkdtemp(dir) != NULL);
	snprintf(path, sizeof(path), "%s/.jq", dir);
	file = fopen(path, "w");
	fputs("def map(f): \"not mine\"; def now2: now;", file);
	fclose(file);
	setenv("HOME", dir, 1);
	jq = tf_jq_new(filters, NULL);
	check_run(jq, 0, &input, texts[0], "[2]");
	CHECK(tf_jq_new(other, NULL) == NULL);
	CHECK_TEXT(getenv("HOME"), dir);
	tf_jq_free(jq);
	unsetenv("HOME");
	jq = tf_jq_new(filters, NULL);
	check_run(jq, 0, &input, texts[0], "[2]");
	CHECK_TEXT(getenv("HOME"), NULL);
	tf_jq_free(jq);
	remove(path);
	rmdir(dir);
	tf_filters_free(other);
	tf_filters_free(filters);
	tf_arena_reset(&arena);
}

/* ---- threads ---- */

enum { THREADS = 2 };

struct worker {
	pthread_t thread;
	const struct tf_filters *filters;
	atomic_bool *stop;
	_Atomic(struct tf_jq *) jq;
	bool failed;
};

static void *
work(void *ctx)
{
	struct worker *worker = ctx;
	struct tf_jq *jq = tf_jq_new(worker->filters, NULL);
	struct tf_arena mine = {NULL, NULL, 0};
	struct tf_filter_input input;
	const char *why;

	atomic_store(&worker->jq, jq);
	do {
		input = (struct tf_filter_input){
		    .input = tf_value_number(&mine, "1", 1)};
		if (tf_jq_run(jq, 0, &input, &mine, &why) == NULL)
			worker->failed = true;
		tf_arena_reset(&mine);
	} while (!atomic_load(worker->stop));
	tf_arena_release(&mine);
	return NULL;
}

/* Who watches sees each of the threads in its filter, and since when. */
static void
test_threads(void)
{
	static const char *const texts[] = {
	    "[range(2000) | tojson | test(\"^7\")] | any"};
	struct tf_filters *filters = load(NULL, texts, 1, NULL);
	struct worker workers[THREADS];
	atomic_bool stop = false;
	struct tf_jq *jq;
	uint64_t since = 0;
	size_t i;

	for (i = 0; i < THREADS; i++) {
		workers[i].filters = filters;
		workers[i].stop = &stop;
		workers[i].failed = false;
		atomic_init(&workers[i].jq, NULL);
		CHECK_INT(
		    pthread_create(&workers[i].thread, NULL, work, &workers[i]),
		    0);
	}
	for (i = 0; i < THREADS; i++) {
		do {
			jq = atomic_load(&workers[i].jq);
		} while (jq == NULL || tf_jq_running(jq, &since) != 0);
		CHECK(since > 0);
	}
	atomic_store(&stop, true);
	for (i = 0; i < THREADS; i++) {
		pthread_join(workers[i].thread, NULL);
		CHECK(!workers[i].failed);
		CHECK_INT(tf_jq_running(workers[i].jq, &since), -1);
		tf_jq_free(workers[i].jq);
	}
	tf_filters_free(filters);
}

int
main(void)
{
	check_many(false);
	check_many(true);
	test_results();
	test_defs();
	test_long_error();
	test_large();
	test_variables();
	test_often();
	test_dropped();
	test_home();
	test_threads();
	tf_jq_free(NULL);
	tf_filters_free(NULL);
	tf_arena_release(&arena);
	return check_end();
}
