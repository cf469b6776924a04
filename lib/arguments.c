#include "arguments.h"

#include <string.h>

#include "cause.h"
#include "number.h"
#include "utf8.h"

/* How often JSON text may stand in JSON text. */
enum { ENCODED_MAX = 4 };

/* ---- text that does not parse ---- */

static void
say_unfinished(struct tf_context *ctx, const struct tf_call *call)
{
	if (call->unfinished == NULL)
		return;
	tf_buf_adds(ctx->scratch, "; the output ended early (");
	tf_phrase_text(
	    ctx->scratch, call->unfinished, strlen(call->unfinished), 100);
	tf_buf_addc(ctx->scratch, ')');
}

/* The record may hold only the start of what the agent could not parse. */
static void
say_recorded(struct tf_context *ctx, const struct tf_call *call, size_t len)
{
	int64_t bytes;

	if (yyjson_is_raw(call->args_len) &&
	    tf_number_to_int64(yyjson_get_raw(call->args_len),
		yyjson_get_len(call->args_len), &bytes) &&
	    bytes > 0 && (uint64_t)bytes > len)
		tf_buf_addf(ctx->scratch,
		    "; only the first %zu of %lld bytes are recorded", len,
		    (long long)bytes);
}

static void
report_not_json(struct tf_context *ctx, const struct tf_call *call,
    const struct tf_text *text, size_t from, size_t end)
{
	struct tf_value *whole;
	struct tf_found *found;
	struct tf_cause cause;

	tf_buf_adds(ctx->scratch, "the arguments are not JSON: ");
	tf_cause_find(&cause, text->bytes + from, end - from, ctx->scratch);
	tf_buf_addf(ctx->scratch, ", at byte %zu of %zu", cause.at, end - from);
	say_unfinished(ctx, call);
	say_recorded(ctx, call, end - from);
	tf_buf_adds(ctx->scratch, " (received: ");
	tf_phrase_text(ctx->scratch, text->bytes + from, end - from, 40);
	tf_buf_addc(ctx->scratch, ')');
	whole = tf_value_string(ctx->arena, text->bytes, text->len);
	whole->text = text;
	whole->end = text->len;
	ctx->root = whole;
	found = tf_context_found(
	    ctx, TF_CODE_ARGUMENTS_NOT_JSON, whole, TF_PART_VALUE);
	found->offset = tf_text_record_offset(text, from + cause.at);
	found->length = from + cause.at < end ? 1 : 0;
}

/* The agent could not parse them, and did not keep them either. */
static void
report_lost(struct tf_context *ctx)
{
	tf_buf_adds(ctx->scratch,
	    "the agent could not parse the arguments, and the record does not "
	    "hold them");
	ctx->root = tf_value_new(ctx->arena, TF_NULL);
	tf_context_found(
	    ctx, TF_CODE_ARGUMENTS_NOT_JSON, ctx->root, TF_PART_VALUE);
}

static void
report_not_object(struct tf_context *ctx, struct tf_value *root)
{
	ctx->root = root;
	tf_buf_adds(
	    ctx->scratch, "the arguments must be an object (received: ");
	tf_phrase_value(ctx->scratch, ctx->arena, root);
	tf_buf_addc(ctx->scratch, ')');
	tf_context_found(
	    ctx, TF_CODE_ARGUMENTS_NOT_OBJECT, root, TF_PART_VALUE);
}

static void
report_too_deep(struct tf_context *ctx)
{
	tf_buf_addf(ctx->scratch,
	    "the arguments are nested deeper than %d levels", TF_DEPTH_MAX);
	ctx->root = tf_value_new(ctx->arena, TF_NULL);
	tf_context_found(ctx, TF_CODE_LIMIT_EXCEEDED, ctx->root, TF_PART_VALUE);
}

/* ---- text ---- */

/*
 * The part of an English sentence that is the raw text (the template of the
 * AI SDK's errors); false where the sentence is another one.
 */
static bool
find_quoted(const struct tf_text *text, size_t *from, size_t *end)
{
	static const char *const starts[] = {
	    "JSON parsing failed: Text: ", "Type validation failed: Value: "};
	static const char stop[] = ".\nError message: ";
	const char *p = NULL, *q;
	size_t i, rest;

	for (i = 0; i < 2 && p == NULL; i++) {
		p = tf_text_find(text->bytes, text->len, starts[i]);
		if (p != NULL)
			p += strlen(starts[i]);
	}
	if (p == NULL)
		return false;
	rest = text->len - (size_t)(p - text->bytes);
	q = tf_text_find(p, rest, stop);
	*from = (size_t)(p - text->bytes);
	*end = q != NULL ? (size_t)(q - text->bytes) : text->len;
	return true;
}

/* An object that stands for blank text, and would be written in its place. */
static struct tf_value *
blank_object(struct tf_context *ctx, const struct tf_text *text)
{
	struct tf_value *root = tf_value_new(ctx->arena, TF_OBJECT);

	root->text = text;
	root->end = text->len;
	return root;
}

/* The text of a text, where that may be an object: encoded once more. */
static const struct tf_text *
text_inside(struct tf_context *ctx, const struct tf_text *text,
    const struct tf_value *root)
{
	const struct tf_text *inner;
	size_t at;

	if (root->type != TF_STRING)
		return NULL;
	inner = tf_text_inner(ctx->arena, text, root->start);
	at = tf_text_skip_space(inner, 0);
	if (at == inner->len)
		return NULL;
	return inner->bytes[at] == '{' || inner->bytes[at] == '"' ? inner :
								    NULL;
}

static struct tf_value *
parse_text(struct tf_context *ctx, const struct tf_call *call,
    const struct tf_text *text)
{
	const struct tf_text *inner = text;
	struct tf_value *root = NULL;
	const char *why;
	size_t at, level;

	for (level = 0; inner != NULL && level < ENCODED_MAX; level++) {
		text = inner;
		if (tf_utf8_blank(text->bytes, text->len))
			return blank_object(ctx, text);
		root = tf_value_parse(ctx->arena, text, ctx->names, &why, &at);
		if (root == NULL) {
			report_not_json(ctx, call, text, 0, text->len);
			return NULL;
		}
		inner = text_inside(ctx, text, root);
	}
	return root;
}

static struct tf_value *
read_quoted(struct tf_context *ctx, const struct tf_call *call,
    const struct tf_text *text)
{
	struct tf_text *part;
	size_t from, end, at;
	const char *why;
	struct tf_value *root;

	if (!find_quoted(text, &from, &end)) {
		report_lost(ctx);
		return NULL;
	}
	part = tf_arena_calloc(ctx->arena, 1, sizeof(*part));
	part->bytes = text->bytes + from;
	part->len = end - from;
	root = tf_value_parse(ctx->arena, part, ctx->names, &why, &at);
	if (root == NULL) {
		report_not_json(ctx, call, text, from, end);
		return NULL;
	}
	/* it stands in a sentence, not in a place that can be written to */
	root = tf_value_copy_const(ctx->arena, root);
	tf_value_number_names(root, ctx->names);
	return root;
}

static struct tf_value *
read_string(struct tf_context *ctx, const struct tf_call *call)
{
	const struct tf_text *text = tf_text_inner(
	    ctx->arena, call->doc->text, tf_doc_quote(call->doc, call->args));
	struct tf_value *root;

	if (call->shape != NULL && call->shape->text) {
		root = tf_value_string(ctx->arena, text->bytes, text->len);
		root->text = root->source = call->doc->text;
		root->start = root->source_start =
		    tf_doc_quote(call->doc, call->args);
		return root;
	}
	if (call->shape != NULL &&
	    strcmp(call->shape->name, "invalid_tool") == 0)
		return read_quoted(ctx, call, text);
	return parse_text(ctx, call, text);
}

struct tf_value *
tf_arguments_read(
    struct tf_context *ctx, const struct tf_call *call, size_t start)
{
	struct tf_value *root;

	if (call->broken &&
	    (call->args == NULL || yyjson_is_null(call->args))) {
		report_lost(ctx);
		return NULL;
	}
	if (call->args == NULL)
		return tf_value_new(ctx->arena, TF_OBJECT);
	if (yyjson_is_str(call->args)) {
		root = read_string(ctx, call);
		if (root == NULL ||
		    (root->type == TF_STRING && call->shape != NULL &&
			call->shape->text))
			return root;
	} else {
		root = tf_value_from_yyjson(
		    ctx->arena, call->args, call->doc->text, start, ctx->names);
		if (root == NULL) {
			report_too_deep(ctx);
			return NULL;
		}
	}
	/* null means no arguments, and stands where it stands */
	if (root->type == TF_NULL) {
		root->type = TF_OBJECT;
		root->source = NULL;
	}
	if (root->type == TF_OBJECT)
		return root;
	report_not_object(ctx, root);
	return NULL;
}
