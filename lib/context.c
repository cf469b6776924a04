#include "context.h"

#include <string.h>

#include "edit.h"
#include "utf8.h"

static struct tf_slice
keep(struct tf_context *ctx, const struct tf_buf *buf)
{
	return (struct tf_slice){
	    tf_arena_copy(ctx->kept, tf_buf_text(buf), buf->len), buf->len};
}

/* The nearest value up that stands somewhere. */
static void
find_place(struct tf_context *ctx, struct tf_found *found,
    const struct tf_value *at, enum tf_part part)
{
	struct tf_value *value = ctx->root;
	const struct tf_value *up;
	size_t start, end;

	for (up = at; up != NULL; up = up->parent)
		if (up->text != NULL)
			break;
	if (up == NULL) {
		found->offset = ctx->call_offset;
		found->length = ctx->call_length;
		return;
	}
	/* placing only fills in what the value would say anyway */
	if (up->parent != NULL) {
		for (value = up->parent->first; value != up;
		     value = value->next)
			continue;
	}
	tf_value_place(value);
	start = value->start;
	end = value->end;
	if (part == TF_PART_KEY && value->key_end > value->key_start) {
		start = value->key_start;
		end = value->key_end;
	}
	found->offset = tf_text_record_offset(value->text, start);
	found->length = tf_text_record_offset(value->text, end) - found->offset;
}

struct tf_found *
tf_context_found(struct tf_context *ctx, enum tf_code code,
    const struct tf_value *value, enum tf_part part)
{
	struct tf_found *found;
	struct tf_buf path = {0};

	if (ctx->found->count - ctx->first_found >= TF_FOUND_MAX)
		ctx->too_many = true;
	if (ctx->too_many) {
		tf_buf_reset(ctx->scratch);
		ctx->spare.severity = tf_code_row(code)->severity;
		return &ctx->spare;
	}
	found = tf_found_add(ctx->found, code);
	find_place(ctx, found, value, part);
	tf_value_pointer(&path, value);
	found->path = keep(ctx, &path);
	tf_buf_release(&path);
	found->tool = ctx->tool_name;
	found->call_id = ctx->call_id;
	found->message = keep(ctx, ctx->scratch);
	tf_buf_reset(ctx->scratch);
	return found;
}

void
tf_context_finish(struct tf_context *ctx)
{
	struct tf_buf prefix = {0};
	struct tf_found *found;
	char *message;
	size_t i;

	if (ctx->first_found == ctx->found->count)
		return;
	tf_phrase_text(&prefix, ctx->tool_name.bytes, ctx->tool_name.len, 100);
	if (ctx->action.bytes != NULL) {
		tf_buf_addc(&prefix, ' ');
		tf_phrase_text(&prefix, ctx->action.bytes, ctx->action.len, 40);
	}
	tf_buf_adds(&prefix, ": ");
	for (i = ctx->first_found; i < ctx->found->count; i++) {
		found = &ctx->found->items[i];
		message = tf_arena_alloc(
		    ctx->kept, prefix.len + found->message.len + 1);
		memcpy(message, prefix.bytes, prefix.len);
		memcpy(message + prefix.len, found->message.bytes,
		    found->message.len);
		found->message.bytes = message;
		found->message.len += prefix.len;
		found->action = ctx->action;
	}
	tf_buf_release(&prefix);
	tf_found_sort(ctx->found, ctx->first_found);
}

static struct tf_slice
kept_text(struct tf_context *ctx, struct tf_value *value)
{
	struct tf_slice text;

	if (value == NULL)
		return (struct tf_slice){NULL, 0};
	text = tf_value_text(ctx->arena, value);
	text.bytes = tf_arena_copy(ctx->kept, text.bytes, text.len);
	return text;
}

void
tf_context_fix(struct tf_context *ctx, struct tf_found *found, const char *kind,
    struct tf_value *from, struct tf_value *to)
{
	found->severity = TF_FIX;
	found->fix_kind = kind;
	found->fix_from = kept_text(ctx, from);
	found->fix_to = kept_text(ctx, to);
}

void
tf_context_say_path(struct tf_context *ctx, const struct tf_value *value)
{
	struct tf_buf path = {0};

	tf_value_dotted(&path, value);
	if (path.len == 0)
		tf_buf_adds(&path, "arguments");
	tf_phrase_text(ctx->scratch, path.bytes, path.len, 200);
	tf_buf_release(&path);
}
