#include <string.h>

#include "object.h"

/* An object that is only wrapped around the one that is meant. */

/* What a wrapper holds: an object, or its JSON text. NULL: something else. */
static struct tf_value *
content_of(struct tf_context *ctx, struct tf_value *member)
{
	const struct tf_text *inner;
	struct tf_value *parsed;
	const char *why;
	size_t at;

	if (member->type == TF_OBJECT)
		return tf_value_copy(ctx->arena, member);
	if (member->type != TF_STRING || member->source == NULL)
		return NULL;
	tf_value_place(member);
	inner = tf_text_inner(ctx->arena, member->source, member->source_start);
	parsed = tf_value_parse(ctx->arena, inner, ctx->names, &why, &at);
	return parsed != NULL && parsed->type == TF_OBJECT ? parsed : NULL;
}

static bool
is_listed(const struct tf_object *object, const struct tf_value *member)
{
	const struct tf_slice *keys = object->policy.unwrap;
	size_t i;

	for (i = 0; i < object->policy.unwrap_count; i++)
		if (keys[i].len == member->key_len &&
		    memcmp(keys[i].bytes, member->key, keys[i].len) == 0)
			return true;
	return false;
}

static bool
is_tool_name(const struct tf_context *ctx, const struct tf_value *name)
{
	const struct tf_slice *tool = &ctx->tool->name;

	return name->type == TF_STRING &&
	    ((name->len == tool->len &&
		 memcmp(name->bytes, tool->bytes, tool->len) == 0) ||
		(name->len == ctx->tool_name.len &&
		    memcmp(name->bytes, ctx->tool_name.bytes, name->len) == 0));
}

/* The only member that counts; beside it at most the tool's own name. */
static struct tf_value *
wrapper_in(struct tf_object *object)
{
	struct tf_value *member, *found = NULL;

	for (member = tf_value_first(object->value); member != NULL;
	     member = tf_value_next(member)) {
		if (tf_object_declares(object, member))
			return NULL;
		if (object->value->count == 2 && member->key_len == 4 &&
		    memcmp(member->key, "name", 4) == 0 &&
		    is_tool_name(object->ctx, member))
			continue;
		if (found != NULL || !is_listed(object, member))
			return NULL;
		found = member;
	}
	return found;
}

static bool
unwrap_once(struct tf_object *object)
{
	struct tf_context *ctx = object->ctx;
	struct tf_value *member = wrapper_in(object), *content, *old;
	struct tf_found *found;

	if (member == NULL)
		return false;
	content = content_of(ctx, member);
	if (content == NULL)
		return false;
	old = tf_value_copy(ctx->arena, object->value);
	tf_context_say_path(ctx, member);
	tf_buf_adds(ctx->scratch, " is only a wrapper; taken off");
	found = tf_context_found(ctx, TF_CODE_UNWRAPPED, member, TF_PART_KEY);
	tf_value_replace(object->value, content);
	tf_context_fix(ctx, found, "unwrap", old, object->value);
	return true;
}

bool
tf_step_unwrap(struct tf_object *object)
{
	size_t depth = 0;

	if (object->policy.unwrap_count == 0)
		return false;
	/* each one takes a level away */
	while (depth < TF_DEPTH_MAX && unwrap_once(object))
		depth++;
	return depth > 0;
}
