#include <string.h>
#include <strings.h>

#include "convert.h"
#include "object.h"
#include "utf8.h"

/* What a model writes into a field that it was made to fill. */

static bool
is_filler_word(const struct tf_value *value)
{
	static const char *const words[] = {"null", "none", "undefined"};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (value->len == strlen(words[i]) &&
		    strncasecmp(value->bytes, words[i], value->len) == 0)
			return true;
	return false;
}

bool
tf_filler_looks(const struct tf_value *value)
{
	switch ((enum tf_type)value->type) {
	case TF_NULL:
		return true;
	case TF_STRING:
		return tf_utf8_blank(value->bytes, value->len) ||
		    is_filler_word(value);
	case TF_ARRAY:
	case TF_OBJECT:
		return value->count == 0;
	case TF_BOOLEAN:
	case TF_NUMBER:
		break;
	}
	return false;
}

/* A value that the rulebook lists as filler of this field. */
static bool
is_listed(const struct tf_set *set, const struct tf_value *value)
{
	size_t i, k;

	for (i = 0; i < set->count; i++)
		for (k = 0; k < set->items[i]->filler.count; k++)
			if (tf_value_equal(
				set->items[i]->filler.items[k], value))
				return true;
	return false;
}

/* The text of a listed one: "0" where 0 is filler. */
static bool
becomes_listed(
    struct tf_object *object, const struct tf_set *set, struct tf_value *member)
{
	struct tf_context *ctx = object->ctx;
	const struct tf_value *candidate;

	if (!object->has_filler || member->type != TF_STRING ||
	    tf_set_accepts(&ctx->validator, set, member))
		return false;
	candidate = tf_convert_candidate(ctx, member, set, &object->policy);
	return candidate != NULL && is_listed(set, candidate);
}

/*
 * True where a member is filler here: listed, or one that looks so and that
 * its contract refuses, in a way that no conversion mends.
 */
bool
tf_filler_is(struct tf_object *object, struct tf_value *member)
{
	struct tf_context *ctx = object->ctx;
	const bool looks = tf_filler_looks(member);
	struct tf_set set;

	if (!looks && !object->has_filler)
		return false;
	set = tf_object_member_set(object, member);
	if (tf_set_keep(&set))
		return false;
	if (is_listed(&set, member) || becomes_listed(object, &set, member))
		return true;
	if (object->policy.empty == TF_EMPTY_KEEP || !looks)
		return false;
	if (tf_object_forbids(object, member->name) ||
	    (set.count == 0 && tf_object_is_closed(object)))
		return true;
	if (set.count == 0 || tf_set_accepts(&ctx->validator, &set, member))
		return false;
	return !tf_convert_would(ctx, member, &set, &object->policy);
}

void
tf_filler_drop(struct tf_object *object, struct tf_value *member)
{
	struct tf_context *ctx = object->ctx;
	struct tf_found *found;

	tf_context_say_path(ctx, member);
	tf_buf_adds(ctx->scratch,
	    tf_filler_looks(member) ?
		" is optional and empty; dropped " :
		" is optional and holds filler; dropped ");
	tf_phrase_value(ctx->scratch, ctx->arena, member);
	found =
	    tf_context_found(ctx, TF_CODE_EMPTY_FIELD, member, TF_PART_VALUE);
	tf_context_fix(ctx, found, "drop", member, NULL);
	tf_value_drop(member);
	object->filler =
	    tf_arena_grow(ctx->arena, object->filler, object->filler_count,
		&object->filler_capacity, sizeof(struct tf_value *));
	object->filler[object->filler_count++] = member;
}

void
tf_step_filler(struct tf_object *object)
{
	struct tf_value *member;

	for (member = object->value->first; member != NULL;
	     member = member->next)
		if (!member->dropped &&
		    !tf_object_requires(object, member->name) &&
		    !tf_object_is_action(object, member->name) &&
		    tf_filler_is(object, member))
			tf_filler_drop(object, member);
}

struct tf_value *
tf_filler_dropped(const struct tf_object *object, uint32_t field)
{
	size_t i;

	for (i = 0; i < object->filler_count; i++)
		if (object->filler[i]->name == field &&
		    object->filler[i]->dropped)
			return object->filler[i];
	return NULL;
}

void
tf_filler_restore(struct tf_object *object, struct tf_value *member)
{
	struct tf_found_list *found = object->ctx->found;
	struct tf_buf path = {0};
	size_t i;

	tf_value_undrop(member);
	tf_value_pointer(&path, member);
	for (i = object->ctx->first_found; i < found->count; i++) {
		if (found->items[i].code != TF_CODE_EMPTY_FIELD ||
		    found->items[i].path.len != path.len ||
		    memcmp(found->items[i].path.bytes, path.bytes, path.len) !=
			0)
			continue;
		memmove(&found->items[i], &found->items[i + 1],
		    (found->count - i - 1) * sizeof(*found->items));
		found->count--;
		break;
	}
	tf_buf_release(&path);
}
