#include "diff.h"

#include <string.h>

#include "adopt.h"
#include "edit.h"

static void
report(struct tf_context *ctx, struct tf_value *at, const char *kind,
    struct tf_value *from, struct tf_value *to, enum tf_part part)
{
	struct tf_buf *buf = ctx->scratch;
	struct tf_found *found;

	tf_context_say_path(ctx, at);
	if (from == NULL) {
		tf_buf_adds(buf, " was added: ");
		tf_phrase_value(buf, ctx->arena, to);
	} else if (to == NULL) {
		tf_buf_adds(buf, " was dropped: ");
		tf_phrase_value(buf, ctx->arena, from);
	} else {
		tf_buf_adds(buf, " was ");
		tf_phrase_value(buf, ctx->arena, from);
		tf_buf_adds(buf, "; now ");
		tf_phrase_value(buf, ctx->arena, to);
	}
	tf_buf_adds(buf, " (by a rule of the rulebook)");
	found = tf_context_found(ctx, TF_CODE_NORMALIZED, at, part);
	tf_context_fix(ctx, found, kind, from, to);
}

static bool apply(
    struct tf_context *ctx, struct tf_value *value, struct tf_value *result);

/* Gives value a content made of result, with the texts of what was there. */
static bool
set_value(
    struct tf_context *ctx, struct tf_value *value, struct tf_value *result)
{
	struct tf_value *old = tf_value_copy(ctx->arena, value);
	struct tf_value *content =
	    tf_adopt(ctx->arena, ctx->root, value, result);

	if (content == NULL)
		return false;
	tf_value_number_names(content, ctx->names);
	tf_value_replace(value, content);
	report(ctx, value, "set", old, value, TF_PART_VALUE);
	return true;
}

/* A member that is gone, and has come again under another key. */
static struct tf_value *
renamed_to(const struct tf_value *object, const struct tf_value *member,
    const struct tf_value *result)
{
	struct tf_value *other;

	for (other = tf_value_first(result); other != NULL;
	     other = tf_value_next(other))
		if (tf_value_member(object, other->key, other->key_len) ==
			NULL &&
		    tf_value_equal_double(other, member))
			return other;
	return NULL;
}

static void
rename_member(
    struct tf_context *ctx, struct tf_value *member, struct tf_value *to)
{
	struct tf_value *from_key =
	    tf_value_string(ctx->arena, member->key, member->key_len);
	struct tf_value *to_key =
	    tf_value_string(ctx->arena, to->key, to->key_len);

	report(ctx, member, "rename", from_key, to_key, TF_PART_KEY);
	tf_value_rename(member, to->key, to->key_len,
	    tf_names_find(ctx->names, to->key, to->key_len));
}

static bool
apply_members(
    struct tf_context *ctx, struct tf_value *object, struct tf_value *result)
{
	struct tf_value *member, *other;

	for (member = object->first; member != NULL; member = member->next) {
		/* of two with one key, the filter saw the last */
		if (member->dropped ||
		    tf_value_member(object, member->key, member->key_len) !=
			member)
			continue;
		other = tf_value_member(result, member->key, member->key_len);
		if (other != NULL) {
			if (!apply(ctx, member, other))
				return false;
			continue;
		}
		other = renamed_to(object, member, result);
		if (other != NULL) {
			rename_member(ctx, member, other);
			continue;
		}
		report(ctx, member, "drop", member, NULL, TF_PART_KEY);
		tf_value_drop(member);
	}
	for (other = tf_value_first(result); other != NULL;
	     other = tf_value_next(other)) {
		if (tf_value_member(object, other->key, other->key_len) != NULL)
			continue;
		member = tf_adopt(ctx->arena, ctx->root, object, other);
		if (member == NULL)
			return false;
		tf_value_number_names(member, ctx->names);
		tf_value_add(object, other->key, other->key_len,
		    tf_names_find(ctx->names, other->key, other->key_len),
		    member);
		report(ctx, member, "set", NULL, member, TF_PART_VALUE);
	}
	return true;
}

static bool
apply_items(
    struct tf_context *ctx, struct tf_value *array, struct tf_value *result)
{
	struct tf_value *item, *other;

	if (array->count != result->count)
		return set_value(ctx, array, result);
	for (item = tf_value_first(array), other = tf_value_first(result);
	     item != NULL && other != NULL;
	     item = tf_value_next(item), other = tf_value_next(other))
		if (!apply(ctx, item, other))
			return false;
	return true;
}

static bool
apply(struct tf_context *ctx, struct tf_value *value, struct tf_value *result)
{
	if (tf_value_equal_double(value, result))
		return true;
	if (value->type == TF_OBJECT && result->type == TF_OBJECT)
		return apply_members(ctx, value, result);
	if (value->type == TF_ARRAY && result->type == TF_ARRAY)
		return apply_items(ctx, value, result);
	return set_value(ctx, value, result);
}

bool
tf_diff_apply(
    struct tf_context *ctx, struct tf_value *value, struct tf_value *result)
{
	return apply(ctx, value, result);
}
