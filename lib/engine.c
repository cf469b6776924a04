#include "engine.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ask.h"
#include "contract.h"
#include "edit.h"
#include "error.h"
#include "json.h"
#include "shape.h"
#include "utf8.h"

/* One record while it is processed. */
struct record {
	struct tf_text text; /* its bytes */
	const char *copy;    /* the same, read in place */
	yyjson_val *root;
	size_t index; /* in the batch */
};

struct tf_engine *
tf_engine_new(const struct tf_rules *rules, const struct tf_options *options)
{
	struct tf_engine *e = tf_calloc(1, sizeof(*e));

	e->rules = rules;
	e->matcher = tf_matcher_new();
	e->jqs = tf_calloc(rules->count, sizeof(*e->jqs));
	e->unknown_tools = tf_rules_unknown_tools(rules);
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

int
tf_engine_compile(struct tf_engine *e)
{
	size_t i;

	for (i = 0; i < e->rules->count; i++)
		if (e->jqs[i] == NULL &&
		    tf_filters_count(e->rules->books[i]->filters) > 0)
			e->jqs[i] = tf_jq_new(
			    e->rules->books[i]->filters, &e->errors);
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

/* ---- places of a call's parts ---- */

/* The offset of the opening quote of a string that was read in place. */
static size_t
quote_of(const struct record *record, yyjson_val *string)
{
	return (size_t)(yyjson_get_str(string) - record->copy) - 1;
}

static size_t
value_after_key(const struct record *record, yyjson_val *key)
{
	return tf_text_skip_colon(&record->text,
	    tf_text_skip_string(&record->text, quote_of(record, key)));
}

static struct tf_slice
id_of(struct tf_engine *e, const struct tf_call *call)
{
	const char *bytes;

	if (yyjson_is_str(call->id))
		bytes = yyjson_get_str(call->id);
	else if (yyjson_is_raw(call->id))
		bytes = yyjson_get_raw(call->id);
	else
		return (struct tf_slice){NULL, 0};
	return (struct tf_slice){
	    tf_arena_copy(&e->outcome->kept, bytes, yyjson_get_len(call->id)),
	    yyjson_get_len(call->id)};
}

/* ---- arguments ---- */

static void
arguments_not_json(struct tf_context *ctx, const struct tf_text *inner,
    const char *why, size_t at)
{
	struct tf_value *text =
	    tf_value_string(ctx->arena, inner->bytes, inner->len);
	struct tf_found *found;

	tf_buf_addf(ctx->scratch,
	    "the arguments are not JSON: %s at byte %zu of their text "
	    "(received: ",
	    why, at);
	tf_phrase_text(ctx->scratch, inner->bytes, inner->len, 40);
	tf_buf_addc(ctx->scratch, ')');
	text->text = inner;
	text->end = inner->len;
	ctx->root = text;
	found = tf_context_found(
	    ctx, TF_CODE_ARGUMENTS_NOT_JSON, text, TF_PART_VALUE);
	found->offset = tf_text_record_offset(inner, at);
	found->length = at < inner->len ? 1 : 0;
}

static void
arguments_not_object(struct tf_context *ctx, struct tf_value *root)
{
	ctx->root = root;
	tf_buf_adds(ctx->scratch, "the arguments must be an object (received: ");
	tf_phrase_value(ctx->scratch, ctx->arena, root);
	tf_buf_addc(ctx->scratch, ')');
	tf_context_found(
	    ctx, TF_CODE_ARGUMENTS_NOT_OBJECT, root, TF_PART_VALUE);
}

/* Text becomes a value; blank text means no arguments. */
static struct tf_value *
read_text(
    struct tf_context *ctx, const struct record *record, yyjson_val *args)
{
	struct tf_text *inner = tf_text_inner(
	    ctx->arena, &record->text, quote_of(record, args));
	struct tf_value *root;
	const char *why;
	size_t at;

	if (tf_utf8_blank(inner->bytes, inner->len)) {
		root = tf_value_new(ctx->arena, TF_OBJECT);
		root->text = inner;
		root->end = inner->len;
		return root;
	}
	root = tf_value_parse(ctx->arena, inner, ctx->names, &why, &at);
	if (root == NULL)
		arguments_not_json(ctx, inner, why, at);
	return root;
}

/* The arguments as a value, or NULL where a finding says that there are none. */
static struct tf_value *
read_arguments(struct tf_context *ctx, const struct record *record,
    const struct tf_call *call, size_t start)
{
	struct tf_value *root;

	if (call->args == NULL)
		return tf_value_new(ctx->arena, TF_OBJECT);
	if (yyjson_is_str(call->args)) {
		root = read_text(ctx, record, call->args);
	} else {
		root = tf_value_from_yyjson(ctx->arena, call->args,
		    &record->text, start, ctx->names);
		if (root == NULL) {
			tf_buf_addf(ctx->scratch,
			    "the arguments are nested deeper than %d levels",
			    TF_DEPTH_MAX);
			tf_context_found(ctx, TF_CODE_LIMIT_EXCEEDED,
			    tf_value_new(ctx->arena, TF_NULL), TF_PART_VALUE);
		}
	}
	/* null means no arguments, and stands where it stands */
	if (root != NULL && root->type == TF_NULL) {
		root->type = TF_OBJECT;
		root->source = NULL;
	}
	if (root != NULL && root->type != TF_OBJECT) {
		arguments_not_object(ctx, root);
		return NULL;
	}
	return root;
}

/* ---- a call ---- */

static void
drop_found(struct tf_context *ctx)
{
	size_t i, kept = ctx->first_found;

	/* a call that is given up has one finding: why */
	for (i = ctx->first_found; i < ctx->found->count; i++)
		if (ctx->found->items[i].code == TF_CODE_FILTER_ERROR)
			ctx->found->items[kept++] = ctx->found->items[i];
	ctx->found->count = kept;
}

static void
too_many(struct tf_context *ctx)
{
	if (ctx->found->count - ctx->first_found < TF_FOUND_MAX)
		return;
	tf_buf_addf(ctx->scratch,
	    "more than %d findings in one call; the rest is not shown",
	    TF_FOUND_MAX);
	tf_context_found(
	    ctx, TF_CODE_LIMIT_EXCEEDED, ctx->root, TF_PART_VALUE);
}

/* Runs the contract; returns the changed arguments, or NULL. */
static struct tf_value *
run_contract(struct tf_context *ctx, struct tf_value *root)
{
	const struct tf_set set = tf_set_of(&ctx->tool->contract);

	ctx->root = root;
	tf_contract_value(ctx, root, &set, &ctx->engine->policy);
	if (ctx->filter_failed)
		drop_found(ctx);
	too_many(ctx);
	return ctx->filter_failed || (!root->dirty && !root->replaced) ? NULL
								       : root;
}

static void
settle_policy(struct tf_engine *e, const struct tf_tool *tool)
{
	static const struct tf_policy defaults = {.empty = TF_EMPTY_DROP,
	    .unused = TF_UNUSED_DROP,
	    .unknown = TF_UNKNOWN_WARN,
	    .coerce = TF_COERCE_SET | TF_COERCE_SAFE};

	e->policy = tool->policy;
	tf_policy_inherit(&e->policy, &defaults);
}

static void
process_call(struct tf_engine *e, const struct record *record,
    const struct tf_call *call, const struct tf_tool *tool, size_t book,
    size_t start)
{
	struct tf_outcome *out = e->outcome;
	struct tf_context ctx = {.arena = &e->record,
	    .kept = &out->kept,
	    .scratch = &e->scratch,
	    .validator = {.matcher = e->matcher, .arena = &e->record},
	    .found = &out->found,
	    .engine = e,
	    .tool = tool,
	    .book = book,
	    .names = tool->rulebook->names,
	    .first_found = out->found.count};
	struct tf_value *root, *changed = NULL;
	size_t i;

	ctx.tool_name = call->name != NULL
	    ? (struct tf_slice){tf_arena_copy(&out->kept,
				    yyjson_get_str(call->name),
				    yyjson_get_len(call->name)),
		  yyjson_get_len(call->name)}
	    : tool->name;
	ctx.call_id = id_of(e, call);
	if (call->name != NULL) {
		ctx.call_offset = quote_of(record, call->name);
		ctx.call_length =
		    tf_text_skip_string(&record->text, ctx.call_offset) -
		    ctx.call_offset;
	}
	settle_policy(e, tool);
	out->calls++;
	root = read_arguments(&ctx, record, call, start);
	if (root != NULL)
		changed = run_contract(&ctx, root);
	tf_context_finish(&ctx);
	for (i = ctx.first_found; i < out->found.count; i++)
		out->found.items[i].record = record->index;
	if (changed != NULL)
		tf_edits_add(&e->edits, &e->record, changed);
}

/* ---- calls without a rule ---- */

static void
other_tool(struct tf_engine *e, const struct record *record,
    const struct tf_call *call)
{
	struct tf_outcome *out = e->outcome;
	const struct tf_slice name = {
	    tf_arena_copy(&out->kept, yyjson_get_str(call->name),
		yyjson_get_len(call->name)),
	    yyjson_get_len(call->name)};
	const struct tf_slice *near;
	struct tf_found *found;

	out->other_tools = tf_grow(out->other_tools, out->other_count,
	    &out->other_capacity, sizeof(*out->other_tools));
	out->other_tools[out->other_count++] = name;
	if (e->unknown_tools == TF_OFF)
		return;
	near = tf_rules_suggest(e->rules, name, &e->record);
	tf_phrase_text(&e->scratch, name.bytes, name.len, 100);
	tf_buf_adds(&e->scratch, ": there is no rule for this tool");
	if (near != NULL) {
		tf_buf_adds(&e->scratch, "; did you mean ");
		tf_phrase_text(&e->scratch, near->bytes, near->len, 100);
		tf_buf_addc(&e->scratch, '?');
	}
	found = tf_found_add(&out->found, TF_CODE_UNKNOWN_TOOL);
	found->severity = e->unknown_tools;
	found->record = record->index;
	found->tool = name;
	found->call_id = id_of(e, call);
	found->offset = quote_of(record, call->name);
	found->length =
	    tf_text_skip_string(&record->text, found->offset) - found->offset;
	found->message = (struct tf_slice){
	    tf_arena_copy(&out->kept, tf_buf_text(&e->scratch), e->scratch.len),
	    e->scratch.len};
	tf_buf_reset(&e->scratch);
}

/* ---- a record ---- */

static void
too_deep(struct tf_engine *e, const struct record *record)
{
	struct tf_found *found =
	    tf_found_add(&e->outcome->found, TF_CODE_LIMIT_EXCEEDED);

	found->record = record->index;
	found->length = 1;
	found->message.bytes = tf_arena_format(&e->outcome->kept,
	    "the record is nested deeper than %d levels; what is below was not "
	    "looked into",
	    TF_DEPTH_MAX);
	found->message.len = strlen(found->message.bytes);
}

static void
find_calls(struct tf_engine *e, const struct record *record)
{
	struct tf_call_list calls = {0};
	const struct tf_tool *tool;
	const struct tf_call *call;
	size_t i, book = 0;

	tf_shapes_find(&calls, &e->record, record->root);
	for (i = 0; i < calls.count; i++) {
		call = &calls.items[i];
		e->call_index = i;
		tool = tf_rules_tool(e->rules, yyjson_get_str(call->name),
		    yyjson_get_len(call->name), &book);
		if (tool != NULL)
			process_call(e, record, call, tool, book,
			    call->args_key != NULL
				? value_after_key(record, call->args_key)
				: 0);
		else
			other_tool(e, record, call);
	}
	if (calls.too_deep)
		too_deep(e, record);
}

static void
process_record(struct tf_engine *e, const struct record *record)
{
	const struct tf_call whole = {.shape = "tool", .args = record->root};
	const struct tf_tool *tool;
	size_t book = 0;

	e->record_root = record->root;
	e->record_value = NULL;
	e->scope_value = NULL;
	e->call_index = 0;
	if (e->options->tool == NULL) {
		find_calls(e, record);
		return;
	}
	tool = tf_rules_tool(
	    e->rules, e->options->tool, strlen(e->options->tool), &book);
	process_call(e, record, &whole, tool, book,
	    tf_text_skip_space(&record->text, 0));
}

/* ---- a piece ---- */

static size_t
add_span(struct tf_outcome *out, size_t piece, size_t start, size_t end)
{
	out->spans = tf_grow(out->spans, out->records, &out->span_capacity,
	    sizeof(*out->spans));
	out->spans[out->records] =
	    (struct tf_record_span){piece, start, end};
	return out->records++;
}

static void
invalid_json(struct tf_engine *e, const struct tf_piece *piece, size_t index,
    const yyjson_read_err *err)
{
	struct tf_outcome *out = e->outcome;
	struct tf_found *found = tf_found_add(&out->found, TF_CODE_INVALID_JSON);

	found->record = add_span(out, index, 0, piece->len);
	found->offset = err->pos < piece->len ? err->pos : piece->len;
	found->length = err->pos < piece->len ? 1 : 0;
	tf_buf_adds(&e->scratch, "the record is not JSON: ");
	tf_buf_adds(&e->scratch, err->msg);
	found->message = (struct tf_slice){
	    tf_arena_copy(&out->kept, tf_buf_text(&e->scratch), e->scratch.len),
	    e->scratch.len};
	tf_buf_reset(&e->scratch);
}

struct values {
	yyjson_val **roots;
	size_t *starts, *ends;
	size_t count, capacity;
};

static void
add_value(struct tf_engine *e, struct values *values, yyjson_val *root,
    size_t start, size_t end)
{
	struct values more = *values;

	if (values->count == values->capacity) {
		more.capacity = values->capacity * 2 + 2;
		more.roots = tf_arena_alloc(
		    &e->record, more.capacity * sizeof(*more.roots));
		more.starts = tf_arena_alloc(
		    &e->record, more.capacity * sizeof(*more.starts));
		more.ends = tf_arena_alloc(
		    &e->record, more.capacity * sizeof(*more.ends));
		if (values->count > 0) {
			memcpy(more.roots, values->roots,
			    values->count * sizeof(*more.roots));
			memcpy(more.starts, values->starts,
			    values->count * sizeof(*more.starts));
			memcpy(more.ends, values->ends,
			    values->count * sizeof(*more.ends));
		}
		*values = more;
	}
	values->roots[values->count] = root;
	values->starts[values->count] = start;
	values->ends[values->count++] = end;
}

/* All values of a piece, or false with the error of the first broken one. */
static bool
read_values(struct tf_engine *e, struct tf_json_reader *reader,
    struct values *values, yyjson_read_err *err)
{
	yyjson_val *root;
	size_t start = 0;

	while ((root = tf_json_reader_next(reader, &e->record, err)) != NULL) {
		add_value(e, values, root, start, reader->at);
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

bool
tf_engine_piece(struct tf_engine *e, const struct tf_piece *piece,
    size_t index, struct tf_outcome *outcome, struct tf_buf *output)
{
	struct tf_json_reader reader;
	struct values values = {0};
	struct record record;
	yyjson_read_err err;
	size_t i, done = 0;

	tf_arena_reset(&e->record);
	e->outcome = outcome;
	e->piece = piece;
	tf_json_reader_init(&reader, &e->record, piece->bytes, piece->len);
	if (!read_values(e, &reader, &values, &err)) {
		invalid_json(e, piece, index, &err);
		return false;
	}
	for (i = 0; i < values.count; i++) {
		record = (struct record){
		    .text = {.bytes = piece->bytes + values.starts[i],
			.len = values.ends[i] - values.starts[i]},
		    .copy = reader.copy + values.starts[i],
		    .root = values.roots[i],
		    .index = add_span(outcome, index, values.starts[i],
			values.ends[i])};
		tf_edits_reset(&e->edits);
		process_record(e, &record);
		if (e->edits.count == 0 || output == NULL)
			continue;
		apply_edits(e, &record.text, done, output, piece);
		done = values.ends[i];
	}
	if (done > 0)
		tf_buf_add(output, piece->bytes + done, piece->len - done);
	return done > 0;
}
