#include "engine.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ask.h"
#include "call.h"
#include "cause.h"
#include "custom.h"
#include "error.h"
#include "json.h"
#include "walk.h"

struct tf_engine *
tf_engine_new(const struct tf_rules *rules, const struct tf_options *options)
{
	struct tf_engine *e = tf_calloc(1, sizeof(*e));

	tf_walk_init();
	e->rules = rules;
	e->matcher = tf_matcher_new();
	e->jqs = tf_calloc(rules->count, sizeof(*e->jqs));
	e->unknown_tools = tf_rules_unknown_tools(rules);
	if (options->record_tools) {
		e->record_books = tf_recordbooks_new();
		e->unknown_tools = TF_WARNING;
	}
	tf_engine_set_options(e, options);
	return e;
}

void
tf_engine_set_options(struct tf_engine *e, const struct tf_options *options)
{
	e->options = options;
	e->given = (struct tf_scope_list){0};
	tf_arena_reset(&e->run);
	tf_scope_read(&e->given, &e->run, options, NULL);
}

void
tf_engine_free(struct tf_engine *e)
{
	size_t i;

	if (e == NULL)
		return;
	for (i = 0; i < e->rules->count; i++)
		tf_jq_free(e->jqs[i]);
	free(e->jqs);
	tf_matcher_free(e->matcher);
	tf_recordbooks_free(e->record_books);
	tf_errors_release(&e->errors);
	tf_buf_release(&e->scratch);
	tf_arena_release(&e->record);
	tf_arena_release(&e->run);
	free(e);
}

const struct tf_errors *
tf_engine_errors(const struct tf_engine *e)
{
	return e->errors.count > 0 ? &e->errors : NULL;
}

void
tf_engine_watch(struct tf_engine *e, struct tf_reached *reached)
{
	e->reached = reached;
}

int
tf_engine_compile(struct tf_engine *e)
{
	size_t i;

	for (i = 0; i < e->rules->count; i++)
		if (e->jqs[i] == NULL &&
		    tf_filters_count(e->rules->books[i]->filters) > 0)
			e->jqs[i] =
			    tf_jq_new(e->rules->books[i]->filters, &e->errors);
	return e->errors.count > 0 ? -1 : 0;
}

const struct tf_filter_place *
tf_engine_stuck(const struct tf_engine *e, uint64_t limit)
{
	struct timespec now;
	uint64_t since, ns;
	int filter;
	size_t i;

	clock_gettime(CLOCK_MONOTONIC, &now);
	ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
	for (i = 0; i < e->rules->count; i++) {
		const struct tf_jq *jq = atomic_load(&e->jqs[i]);

		if (jq == NULL)
			continue;
		filter = tf_jq_running(jq, &since);
		if (filter >= 0 && ns > since && ns - since > limit)
			return tf_filters_place(
			    e->rules->books[i]->filters, filter);
	}
	return NULL;
}

bool
tf_rules_have_filters(const struct tf_rules *rules)
{
	size_t i;

	for (i = 0; i < rules->count; i++)
		if (tf_filters_count(rules->books[i]->filters) > 0)
			return true;
	return false;
}

int
tf_engine_check_options(const struct tf_rules *rules,
    const struct tf_options *options, struct tf_errors *errors)
{
	struct tf_scope_list given = {0};
	struct tf_arena arena = {0};
	const struct tf_slice *near;
	struct tf_slice name;
	const size_t before = errors->count;

	if (options->tool != NULL) {
		name = (struct tf_slice){options->tool, strlen(options->tool)};
		if (tf_rules_tool(rules, name.bytes, name.len, NULL) == NULL) {
			near = tf_rules_suggest(rules, name, &arena);
			tf_errors_add(errors, NULL, 0, 0,
			    "no rulebook has a tool \"%s\"%s%.*s%s", name.bytes,
			    near != NULL ? "; did you mean " : "",
			    near != NULL ? (int)near->len : 0,
			    near != NULL ? near->bytes : "",
			    near != NULL ? "?" : "");
		}
	}
	if (tf_scope_read(&given, &arena, options, errors) == 0)
		tf_scope_check(&given, rules, options, errors);
	tf_arena_release(&arena);
	return errors->count == before ? 0 : -1;
}

/* ---- a record ---- */

static void
too_deep(struct tf_engine *e)
{
	struct tf_found *found =
	    tf_found_add(&e->outcome->found, TF_CODE_LIMIT_EXCEEDED);

	found->record = e->record_index;
	found->length = 1;
	found->message.bytes = tf_arena_format(&e->outcome->kept,
	    "the record is nested deeper than %d levels; what is below was not "
	    "looked into",
	    TF_DEPTH_MAX);
	found->message.len = strlen(found->message.bytes);
}

static struct tf_slice
keep_id(struct tf_engine *e, yyjson_val *id)
{
	const char *bytes =
	    yyjson_is_str(id) ? yyjson_get_str(id) : yyjson_get_raw(id);

	return (struct tf_slice){
	    tf_arena_copy(&e->outcome->kept, bytes, yyjson_get_len(id)),
	    yyjson_get_len(id)};
}

static void
keep_results(struct tf_engine *e, const struct tf_walk *walk)
{
	struct tf_outcome *out = e->outcome;
	struct tf_slice session = walk->session;
	size_t i;

	if (walk->result_count > 0 && session.bytes != NULL)
		session.bytes =
		    tf_arena_copy(&out->kept, session.bytes, session.len);
	for (i = 0; i < walk->result_count; i++) {
		out->results = tf_grow(out->results, out->result_count,
		    &out->result_capacity, sizeof(*out->results));
		out->results[out->result_count++] = (struct tf_result_of){
		    e->record_index, keep_id(e, walk->results[i].id), session,
		    walk->results[i].went};
	}
}

static void
find_record_tools(struct tf_engine *e, const struct tf_doc *doc)
{
	struct tf_found *found;
	const char *why;
	size_t at = 0;

	e->record_book = NULL;
	if (e->record_books == NULL)
		return;
	e->record_book =
	    tf_recordbooks_get(e->record_books, doc, &e->record, &why, &at);
	if (why == NULL)
		return;
	found = tf_found_add(&e->outcome->found, TF_CODE_UNKNOWN_TOOL);
	found->record = e->record_index;
	found->offset = at;
	found->length = 1;
	tf_buf_adds(&e->scratch, "the tools of the record cannot be used: ");
	tf_phrase_text(&e->scratch, why, strlen(why), 500);
	found->message =
	    (struct tf_slice){tf_arena_copy(&e->outcome->kept,
				  tf_buf_text(&e->scratch), e->scratch.len),
		e->scratch.len};
	tf_buf_reset(&e->scratch);
}

static void
process_record(struct tf_engine *e, const struct tf_doc *doc)
{
	const struct tf_call whole = {.doc = doc, .args = doc->root};
	struct tf_walk walk = {.arena = &e->record};
	size_t i;

	e->record_root = doc->root;
	e->record_value = NULL;
	e->scope_value = NULL;
	e->call_index = 0;
	if (e->options->tool != NULL) {
		tf_call_process(e, &whole);
		return;
	}
	find_record_tools(e, doc);
	tf_walk_record(&walk, doc);
	tf_custom_find(e, &walk, doc);
	for (i = 0; i < walk.count; i++) {
		e->call_index = i;
		tf_call_process(e, &walk.calls[i]);
	}
	e->outcome->fragments += walk.fragments;
	keep_results(e, &walk);
	if (walk.too_deep)
		too_deep(e);
}

/* ---- a piece ---- */

static size_t
add_span(struct tf_outcome *out, size_t piece, size_t start, size_t end)
{
	out->spans = tf_grow(
	    out->spans, out->records, &out->span_capacity, sizeof(*out->spans));
	out->spans[out->records] = (struct tf_record_span){piece, start, end};
	return out->records++;
}

static void
invalid_json(struct tf_engine *e, const struct tf_piece *piece, size_t index)
{
	struct tf_outcome *out = e->outcome;
	struct tf_found *found =
	    tf_found_add(&out->found, TF_CODE_INVALID_JSON);
	struct tf_cause cause;

	tf_buf_adds(&e->scratch, "the record is not JSON: ");
	tf_cause_find(&cause, piece->bytes, piece->len, &e->scratch);
	found->record = add_span(out, index, 0, piece->len);
	found->offset = cause.at;
	found->length = cause.at < piece->len ? 1 : 0;
	found->message = (struct tf_slice){
	    tf_arena_copy(&out->kept, tf_buf_text(&e->scratch), e->scratch.len),
	    e->scratch.len};
	tf_buf_reset(&e->scratch);
}

/* The values of a piece, and where they stand in it. */
struct values {
	struct one_value {
		yyjson_val *root;
		size_t start, end;
	} * items;
	size_t count, capacity;
};

/* All values of a piece, or false with the error of the first broken one. */
static bool
read_values(struct tf_engine *e, struct tf_json_reader *reader,
    struct values *values, yyjson_read_err *err)
{
	yyjson_val *root;
	size_t start = 0;

	while ((root = tf_json_reader_next(reader, &e->record, err)) != NULL) {
		values->items = tf_arena_grow(&e->record, values->items,
		    values->count, &values->capacity, sizeof(*values->items));
		values->items[values->count++] =
		    (struct one_value){root, start, reader->at};
		start = reader->at;
	}
	return err->code == 0;
}

static void
apply_edits(struct tf_engine *e, const struct tf_text *text, size_t done,
    struct tf_buf *output, const struct tf_piece *piece)
{
	const size_t start = (size_t)(text->bytes - piece->bytes);

	tf_edits_sort(&e->edits);
	tf_buf_add(output, piece->bytes + done, start - done);
	tf_edits_apply(&e->edits, text->bytes, 0, text->len, output);
}

static void
process_value(struct tf_engine *e, const struct tf_piece *piece,
    const struct tf_json_reader *reader, const struct values *values, size_t i,
    struct tf_text *text)
{
	const struct tf_doc doc = {.text = text,
	    .copy = reader->copy + values->items[i].start,
	    .root = values->items[i].root};

	*text = (struct tf_text){.bytes = piece->bytes + values->items[i].start,
	    .len = values->items[i].end - values->items[i].start};
	tf_edits_reset(&e->edits);
	process_record(e, &doc);
}

bool
tf_engine_piece(struct tf_engine *e, const struct tf_piece *piece, size_t index,
    struct tf_outcome *outcome, struct tf_buf *output)
{
	struct tf_json_reader reader;
	struct values values = {0};
	struct tf_text text;
	yyjson_read_err err;
	size_t i, done = 0;

	tf_arena_reset(&e->record);
	e->outcome = outcome;
	e->piece = piece;
	tf_json_reader_init(&reader, &e->record, piece->bytes, piece->len);
	if (!read_values(e, &reader, &values, &err)) {
		invalid_json(e, piece, index);
		return false;
	}
	for (i = 0; i < values.count; i++) {
		e->record_index = add_span(
		    outcome, index, values.items[i].start, values.items[i].end);
		process_value(e, piece, &reader, &values, i, &text);
		if (e->edits.count == 0 || output == NULL)
			continue;
		apply_edits(e, &text, done, output, piece);
		done = values.items[i].end;
	}
	if (done > 0)
		tf_buf_add(output, piece->bytes + done, piece->len - done);
	return done > 0;
}
