#include "ask.h"

#include <string.h>

#include "error.h"
#include "filter.h"
#include "utf8.h"

/* What filters are given, and what becomes of their results. */

struct tf_jq *
tf_engine_jq(struct tf_engine *e, size_t book)
{
	struct tf_jq *jq = atomic_load(&e->jqs[book]);

	if (jq == NULL) {
		jq = atomic_exchange(&e->rules->books[book]->spare, NULL);
		if (jq == NULL)
			jq = tf_jq_new(
			    e->rules->books[book]->filters, &e->errors);
		atomic_store(&e->jqs[book], jq);
	}
	return jq;
}

static struct tf_jq *
jq_of(struct tf_context *ctx)
{
	return tf_engine_jq(ctx->engine, ctx->book);
}

struct tf_value *
tf_engine_record(struct tf_engine *e)
{
	if (e->record_value == NULL)
		e->record_value = tf_value_from_yyjson(
		    &e->record, e->record_root, NULL, 0, NULL);
	return e->record_value;
}

static void
add_number(
    struct tf_arena *arena, struct tf_value *object, const char *key, size_t n)
{
	const char *text = tf_arena_format(arena, "%zu", n);

	tf_value_append(object, key, strlen(key), TF_NO_NAME,
	    tf_value_number(arena, text, strlen(text)));
}

static void
add_string(struct tf_arena *arena, struct tf_value *object, const char *key,
    struct tf_slice text)
{
	tf_value_append(object, key, strlen(key), TF_NO_NAME,
	    text.bytes != NULL ? tf_value_string(arena, text.bytes, text.len) :
				 tf_value_new(arena, TF_NULL));
}

static struct tf_value *
call_value(struct tf_context *ctx)
{
	struct tf_engine *e = ctx->engine;
	struct tf_value *call = tf_value_new(ctx->arena, TF_OBJECT);
	const char *file = e->piece->file;

	add_string(ctx->arena, call, "name", ctx->tool_name);
	add_string(ctx->arena, call, "id", ctx->call_id);
	add_number(ctx->arena, call, "index", e->call_index);
	add_string(ctx->arena, call, "file",
	    (struct tf_slice){file, file != NULL ? strlen(file) : 0});
	add_number(ctx->arena, call, "line", (size_t)e->piece->line);
	add_string(ctx->arena, call, "session", e->call->session);
	add_string(ctx->arena, call, "agent", e->call->agent);
	add_string(ctx->arena, call, "model", e->call->model);
	if (e->call->went != TF_WENT_UNKNOWN)
		tf_value_append(call, "failed", 6, TF_NO_NAME,
		    tf_value_boolean(
			ctx->arena, e->call->went == TF_WENT_WRONG));
	return call;
}

/* ---- scope ---- */

/* The value of one fact; NULL where there is none, or the call is given up. */
static struct tf_value *
fact(struct tf_context *ctx, const struct tf_scope_rule *rule)
{
	struct tf_value *value = tf_scope_find(&ctx->engine->given, rule->name);
	struct tf_filter_input input = {0};
	const char *why = "";
	struct tf_jq *jq;

	if (value != NULL)
		return value;
	if (rule->from >= 0 && (jq = jq_of(ctx)) != NULL) {
		tf_reached_add(ctx->engine->reached,
		    tf_filters_place(ctx->tool->rulebook->filters, rule->from));
		input.input = input.record = tf_engine_record(ctx->engine);
		value = tf_jq_run(jq, rule->from, &input, ctx->arena, &why);
		if (value == NULL)
			tf_context_filter_error(
			    ctx, rule->from, ctx->root, why);
		else if (value->type == TF_NULL)
			value = NULL;
		else if (!tf_schema_accepts(
			     &ctx->validator, rule->schema, value))
			tf_context_filter_error(ctx, rule->from, ctx->root,
			    "its result does not fit the schema of the scope");
	}
	if (value == NULL && rule->fallback != NULL)
		return tf_value_copy_const(ctx->arena, rule->fallback);
	return value;
}

static struct tf_value *
scope_value(struct tf_context *ctx)
{
	struct tf_engine *e = ctx->engine;
	const struct tf_tool *tool = ctx->tool;
	struct tf_value *scope, *value;
	size_t i;

	if (e->scope_value != NULL && e->scope_tool == tool)
		return e->scope_value;
	scope = tf_value_new(ctx->arena, TF_OBJECT);
	for (i = tool->scope_count; i-- > 0;) {
		value = fact(ctx, &tool->scope[i]);
		if (value == NULL)
			continue;
		value = tf_value_copy_const(ctx->arena, value);
		tf_value_append(scope, tool->scope[i].name.bytes,
		    tool->scope[i].name.len, TF_NO_NAME, value);
	}
	e->scope_value = scope;
	e->scope_tool = tool;
	return scope;
}

/* ---- running ---- */

static struct tf_value *
run(struct tf_context *ctx, int filter, struct tf_value *object,
    const char **why)
{
	const struct tf_filters *filters = ctx->tool->rulebook->filters;
	const unsigned mentions = tf_filters_mentions(filters, filter);
	struct tf_filter_input input = {
	    .input = object, .action = ctx->action, .tool = ctx->tool->name};
	struct tf_jq *jq;

	if (mentions & TF_MENTION_ARGS)
		input.args = ctx->root;
	if (mentions & TF_MENTION_SCOPE)
		input.scope = scope_value(ctx);
	if (mentions & TF_MENTION_CALL)
		input.call = call_value(ctx);
	if (mentions & TF_MENTION_RECORD)
		input.record = tf_engine_record(ctx->engine);
	tf_reached_add(ctx->engine->reached, tf_filters_place(filters, filter));
	jq = jq_of(ctx);
	*why = NULL;
	if (jq == NULL || ctx->filter_failed)
		return NULL;
	return tf_jq_run(jq, filter, &input, ctx->arena, why);
}

void
tf_context_filter_error(struct tf_context *ctx, int filter,
    const struct tf_value *at, const char *why)
{
	const struct tf_filter_place *place =
	    tf_filters_place(ctx->tool->rulebook->filters, filter);

	tf_buf_adds(ctx->scratch, "the filter ");
	tf_phrase_text(ctx->scratch, place->what, strlen(place->what), 200);
	tf_buf_adds(ctx->scratch, " (");
	tf_phrase_text(ctx->scratch, place->file, strlen(place->file), 200);
	tf_buf_addf(ctx->scratch, ":%zu) failed: ", place->line);
	tf_phrase_text(ctx->scratch, why, strlen(why), 500);
	tf_buf_adds(ctx->scratch, "; the call is left as it was");
	tf_context_found(ctx, TF_CODE_FILTER_ERROR, at, TF_PART_VALUE);
	ctx->filter_failed = true;
}

/* A filter gave nothing; why is NULL where it could not even run. */
static void
give_up(struct tf_context *ctx, int filter, const struct tf_value *object,
    const char *why)
{
	if (why == NULL)
		ctx->filter_failed = true;
	else if (!ctx->filters_may_fail)
		tf_context_filter_error(ctx, filter, object, why);
}

struct tf_value *
tf_context_filter(struct tf_context *ctx, int filter, struct tf_value *object)
{
	const char *why;
	struct tf_value *result = run(ctx, filter, object, &why);

	if (result == NULL)
		give_up(ctx, filter, object, why);
	return result;
}

int
tf_context_ask(struct tf_context *ctx, int filter, struct tf_value *object)
{
	const struct tf_filters *filters = ctx->tool->rulebook->filters;
	struct tf_value *result;
	struct tf_slice name;
	bool negated, truth;
	const char *why;

	if (!tf_filters_scope_question(filters, filter, &name, &negated)) {
		result = run(ctx, filter, object, &why);
		if (result == NULL && why == tf_jq_no_result)
			return 0;
		if (result == NULL) {
			give_up(ctx, filter, object, why);
			return -1;
		}
		return result->type == TF_BOOLEAN && result->boolean;
	}
	tf_reached_add(ctx->engine->reached, tf_filters_place(filters, filter));
	result = tf_value_member(scope_value(ctx), name.bytes, name.len);
	truth = result != NULL && result->type != TF_NULL &&
	    (result->type != TF_BOOLEAN || result->boolean);
	if (negated)
		return !truth;
	return result != NULL && result->type == TF_BOOLEAN && truth;
}
