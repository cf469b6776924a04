#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "coverage.h"
#include "error.h"
#include "json.h"
#include "pipeline.h"
#include "utf8.h"
#include "walk.h"

/* Runs the tests that stand in rulebooks; see tf_rules_test(). */

/* One test while it runs. */
struct trial {
	const struct tf_tool *tool;
	const struct tf_test *test;
	struct tf_arena *arena;
	struct tf_buf why; /* what differs */
	struct tf_buf input, output;
	struct tf_outcome outcome;
	struct tf_options options;
};

static void
say(struct trial *t, const char *what, const char *bytes, size_t len)
{
	tf_buf_adds(&t->why, what);
	tf_utf8_show(&t->why, bytes, len);
	tf_buf_addc(&t->why, '\n');
}

/* ---- the record of a test, and the arguments in what comes out ---- */

static void
make_input(struct trial *t)
{
	const struct tf_slice input = t->test->input;

	if (t->test->kind != TF_TEST_TEXT) {
		tf_buf_add(&t->input, input.bytes, input.len);
		return;
	}
	tf_buf_adds(&t->input, "{\"name\":");
	tf_json_quote(&t->input, t->tool->name.bytes, t->tool->name.len);
	tf_buf_adds(&t->input, ",\"arguments\":");
	tf_json_quote(&t->input, input.bytes, input.len);
	tf_buf_addc(&t->input, '}');
}

static struct tf_value *
parse(struct trial *t, const char *bytes, size_t len)
{
	struct tf_text *text = tf_arena_calloc(t->arena, 1, sizeof(*text));
	const char *why;
	size_t at;

	text->bytes = tf_arena_copy(t->arena, bytes, len);
	text->len = len;
	return tf_value_parse(t->arena, text, NULL, &why, &at);
}

/* The arguments of the first call in the output that is of the tool. */
static struct tf_value *
cleaned_arguments(struct trial *t)
{
	struct tf_walk walk = {.arena = t->arena};
	struct tf_json_reader reader;
	struct tf_text text = {.bytes = t->output.bytes, .len = t->output.len};
	struct tf_doc doc = {.text = &text};
	const struct tf_call *call;
	yyjson_read_err err;

	if (t->test->kind == TF_TEST_ARGS)
		return parse(t, t->output.bytes, t->output.len);
	tf_json_reader_init(&reader, t->arena, t->output.bytes, t->output.len);
	doc.root = tf_json_reader_next(&reader, t->arena, &err);
	doc.copy = reader.copy;
	if (doc.root == NULL)
		return NULL;
	tf_walk_record(&walk, &doc);
	for (call = walk.calls; call < walk.calls + walk.count; call++) {
		if (yyjson_is_str(call->args))
			return parse(t, yyjson_get_str(call->args),
			    yyjson_get_len(call->args));
		if (call->args != NULL)
			return tf_value_from_yyjson(
			    t->arena, call->args, &text, 0, NULL);
	}
	return NULL;
}

static void
run_once(struct trial *t, struct tf_engine *engine)
{
	const struct tf_piece piece = {.bytes = t->input.bytes,
	    .len = t->input.len,
	    .file = "test",
	    .line = 1};

	tf_outcome_reset(&t->outcome);
	tf_buf_reset(&t->output);
	if (!tf_engine_piece(engine, &piece, 0, &t->outcome, &t->output))
		tf_buf_add(&t->output, t->input.bytes, t->input.len);
}

/* ---- what must come out ---- */

static void
compare_output(struct trial *t)
{
	const struct tf_test *test = t->test;
	struct tf_value *got;
	struct tf_buf want = {0};

	if (test->unchanged &&
	    (t->output.len != t->input.len ||
		memcmp(t->output.bytes, t->input.bytes, t->input.len) != 0)) {
		say(t, "it must be unchanged: ", t->input.bytes, t->input.len);
		say(t, "but came out as:      ", t->output.bytes,
		    t->output.len);
	}
	if (test->expect == NULL)
		return;
	got = cleaned_arguments(t);
	if (got != NULL && tf_value_equal(got, test->expect))
		return;
	tf_value_dump(&want, test->expect);
	say(t, "expected:    ", tf_buf_text(&want), want.len);
	say(t, "but came out: ", t->output.bytes, t->output.len);
	tf_buf_release(&want);
}

static bool
is_expected(
    const struct tf_expected_finding *want, const struct tf_found *found)
{
	return strlen(found->code_name) == want->code.len &&
	    memcmp(found->code_name, want->code.bytes, want->code.len) == 0 &&
	    (want->path.bytes == NULL ||
		(want->path.len == found->path.len &&
		    memcmp(want->path.bytes, found->path.bytes,
			want->path.len) == 0));
}

/* Each wanted one is there once, and no other of at least this severity. */
static void
compare_findings(struct trial *t, const struct tf_expected_finding *want,
    size_t count, enum tf_severity least)
{
	const struct tf_found_list *list = &t->outcome.found;
	const struct tf_found *found;
	bool *met = tf_arena_calloc(t->arena, count + 1, sizeof(*met));
	size_t i, k;

	for (i = 0; i < list->count; i++) {
		found = &list->items[i];
		if (found->severity < least)
			continue;
		for (k = 0; k < count; k++)
			if (!met[k] && is_expected(&want[k], found))
				break;
		if (k < count)
			met[k] = true;
		else
			say(t, "not expected: ", found->message.bytes,
			    found->message.len);
	}
	for (k = 0; k < count; k++)
		if (!met[k])
			say(t, "missing: ", want[k].code.bytes,
			    want[k].path.bytes != NULL ?
				(size_t)(want[k].path.bytes + want[k].path.len -
				    want[k].code.bytes) :
				want[k].code.len);
}

static bool
is_said(const struct trial *t, const char *text)
{
	const struct tf_found *found;
	size_t i, k, len = strlen(text);

	for (i = 0; i < t->outcome.found.count; i++) {
		found = &t->outcome.found.items[i];
		for (k = 0; k + len <= found->message.len; k++)
			if (memcmp(found->message.bytes + k, text, len) == 0)
				return true;
	}
	return false;
}

static void
compare_says(struct trial *t)
{
	size_t i, k;

	for (i = 0; i < t->test->says_count; i++) {
		if (is_said(t, t->test->says[i]))
			continue;
		say(t, "no message says: ", t->test->says[i],
		    strlen(t->test->says[i]));
		for (k = 0; k < t->outcome.found.count; k++)
			say(t, "a message was:   ",
			    t->outcome.found.items[k].message.bytes,
			    t->outcome.found.items[k].message.len);
	}
}

/* Fixing twice is fixing once. */
static void
run_again(struct trial *t, struct tf_engine *engine)
{
	tf_buf_reset(&t->input);
	tf_buf_add(&t->input, t->output.bytes, t->output.len);
	run_once(t, engine);
	if (t->output.len == t->input.len &&
	    memcmp(t->output.bytes, t->input.bytes, t->input.len) == 0)
		return;
	say(t, "fixed once:           ", t->input.bytes, t->input.len);
	say(t, "but fixed once again: ", t->output.bytes, t->output.len);
}

static void
run_trial(struct trial *t, struct tf_engine *engine)
{
	const struct tf_test *test = t->test;

	t->options = (struct tf_options){
	    .scope = test->scope, .scope_count = test->scope_count};
	if (test->kind == TF_TEST_ARGS)
		t->options.tool = t->tool->name.bytes;
	tf_engine_set_options(engine, &t->options);
	make_input(t);
	run_once(t, engine);
	compare_output(t);
	if (test->errors != NULL)
		compare_findings(t, test->errors, test->error_count, TF_ERROR);
	if (test->findings != NULL)
		compare_findings(
		    t, test->findings, test->finding_count, TF_WARNING);
	compare_says(t);
	run_again(t, engine);
}

/* ---- all tests, in a thread of their own, since a filter may hang ---- */

struct result {
	const struct tf_rulebook *book;
	const struct tf_tool *tool;
	const struct tf_test *test;
	char *why;
};

struct session {
	const struct tf_rulebook *book;
	struct tf_rules rules; /* of this book alone */
	struct tf_options options;
	struct tf_reached reached;
	struct tf_engine *engine;
	struct result *results;
	size_t count, capacity;
	pthread_mutex_t mutex;
	pthread_cond_t finished;
	bool done;
};

static void
run_test(struct session *s, const struct tf_tool *tool,
    const struct tf_test *test, struct tf_arena *arena)
{
	struct trial trial = {.tool = tool, .test = test, .arena = arena};

	run_trial(&trial, s->engine);
	s->results =
	    tf_grow(s->results, s->count, &s->capacity, sizeof(*s->results));
	s->results[s->count++] = (struct result){
	    s->book, tool, test, tf_strdup(tf_buf_text(&trial.why))};
	tf_buf_release(&trial.why);
	tf_buf_release(&trial.input);
	tf_buf_release(&trial.output);
	tf_outcome_release(&trial.outcome);
	tf_arena_reset(arena);
}

static void *
run_all(void *arg)
{
	struct session *s = arg;
	struct tf_arena arena = {0};
	size_t i, k;

	for (i = 0; i < s->book->tool_count; i++)
		for (k = 0; k < s->book->tools[i].test_count; k++)
			if (tf_engine_errors(s->engine) == NULL)
				run_test(s, &s->book->tools[i],
				    &s->book->tools[i].tests[k], &arena);
	tf_arena_release(&arena);
	pthread_mutex_lock(&s->mutex);
	s->done = true;
	pthread_cond_signal(&s->finished);
	pthread_mutex_unlock(&s->mutex);
	return NULL;
}

/* Waits for the thread. Returns -1 where a filter hangs. */
static int
wait_for(struct session *s, struct tf_errors *errors)
{
	const struct tf_filter_place *stuck = NULL;
	struct timespec until;

	pthread_mutex_lock(&s->mutex);
	while (!s->done && stuck == NULL) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_sec++;
		pthread_cond_timedwait(&s->finished, &s->mutex, &until);
		if (!s->done)
			stuck = tf_engine_stuck(s->engine,
			    TF_FILTER_SECONDS * UINT64_C(1000000000));
	}
	pthread_mutex_unlock(&s->mutex);
	if (stuck == NULL)
		return 0;
	tf_errors_add(errors, stuck->file, stuck->line, stuck->column,
	    "the filter %s ran for more than %d seconds on one call",
	    stuck->what, TF_FILTER_SECONDS);
	return -1;
}

static void
free_session(struct session *s)
{
	size_t i;

	for (i = 0; i < s->count; i++)
		free(s->results[i].why);
	free(s->results);
	tf_engine_free(s->engine);
	pthread_cond_destroy(&s->finished);
	pthread_mutex_destroy(&s->mutex);
	free(s->rules.books);
	tf_reached_release(&s->reached);
	free(s);
}

static void
deliver(const struct session *s, const struct tf_test_sink *sink)
{
	struct tf_test_result result;
	size_t i;

	for (i = 0; i < s->count; i++) {
		result = (struct tf_test_result){.file = s->book->file,
		    .line = s->results[i].test->line,
		    .tool = s->results[i].tool->name.bytes,
		    .name = s->results[i].test->name,
		    .passed = s->results[i].why[0] == '\0',
		    .why = s->results[i].why};
		if (sink->done != NULL)
			sink->done(sink->ctx, &result);
	}
}

static int
test_book(struct tf_rulebook *book, const struct tf_test_sink *sink,
    struct tf_errors *errors)
{
	struct session *s = tf_calloc(1, sizeof(*s));
	const struct tf_errors *why;
	pthread_t thread;
	size_t i;

	s->book = book;
	s->rules.books = tf_calloc(1, sizeof(struct tf_rulebook *));
	s->rules.books[0] = book;
	s->rules.count = 1;
	s->engine = tf_engine_new(&s->rules, &s->options);
	tf_engine_watch(s->engine, &s->reached);
	pthread_mutex_init(&s->mutex, NULL);
	pthread_cond_init(&s->finished, NULL);
	if (tf_engine_compile(s->engine) == 0 &&
	    pthread_create(&thread, NULL, run_all, s) == 0) {
		/* a thread that hangs keeps what it uses */
		if (wait_for(s, errors) != 0)
			return -1;
		pthread_join(thread, NULL);
	}
	why = tf_engine_errors(s->engine);
	for (i = 0; why != NULL && i < why->count; i++)
		tf_errors_add(errors, why->items[i].file, why->items[i].line,
		    why->items[i].column, "%s", why->items[i].text);
	if (why == NULL)
		deliver(s, sink);
	if (why == NULL && sink->covered != NULL)
		tf_coverage_tell(book, &s->reached, sink->covered, sink->ctx);
	free_session(s);
	return why == NULL ? 0 : -1;
}

int
tf_rules_test(const struct tf_rules *rules, const struct tf_test_sink *sink,
    struct tf_errors *errors)
{
	int result = 0;
	size_t i;

	for (i = 0; i < rules->count; i++)
		if (test_book(rules->books[i], sink, errors) != 0)
			result = -1;
	return result;
}
