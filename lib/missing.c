#include "missing.h"

#include <string.h>

/* Required fields that are not there, or hold filler. */

static void
add_missing(
    struct tf_object *object, struct tf_missing *missing, uint32_t field)
{
	size_t i;

	for (i = 0; i < missing->count; i++)
		if (missing->items[i] == field)
			return;
	missing->items = tf_arena_grow(object->ctx->arena, missing->items,
	    missing->count, &missing->capacity, sizeof(*missing->items));
	missing->items[missing->count++] = field;
}

/* A field that is required after all, though it was dropped as filler. */
static void
report_empty(struct tf_object *object, struct tf_value *member)
{
	tf_filler_restore(object, member);
	tf_report_empty_required(object, member);
}

void
tf_report_empty_required(struct tf_object *object, struct tf_value *member)
{
	struct tf_context *ctx = object->ctx;
	struct tf_set set = tf_object_member_set(object, member);

	tf_context_say_path(ctx, member);
	tf_buf_adds(ctx->scratch, " is required, but empty");
	if (tf_phrase_says_something(&set)) {
		tf_buf_adds(ctx->scratch, "; it must be ");
		tf_phrase_set(ctx->scratch, ctx->names, &set);
	}
	tf_buf_adds(ctx->scratch, " (received: ");
	tf_phrase_value(ctx->scratch, ctx->arena, member);
	tf_buf_addc(ctx->scratch, ')');
	tf_context_found(ctx, TF_CODE_EMPTY_REQUIRED, member, TF_PART_VALUE);
}

static void
require(struct tf_object *object, struct tf_missing *missing,
    const struct tf_name_list *names)
{
	struct tf_value *member;
	size_t i;

	for (i = 0; i < names->count; i++) {
		if (tf_value_named(object->value, names->items[i]) != NULL)
			continue;
		member = tf_filler_dropped(object, names->items[i]);
		if (member != NULL)
			report_empty(object, member);
		else
			add_missing(object, missing, names->items[i]);
	}
}

bool
tf_say_same(struct tf_object *object, const struct tf_name_list *fields,
    const char *before)
{
	struct tf_buf first = {0}, next = {0};
	struct tf_set set;
	bool same;
	size_t i;

	for (i = 0; i < fields->count; i++) {
		set = tf_object_field_set(object, fields->items[i]);
		if (!tf_phrase_says_something(&set))
			break;
		tf_buf_reset(&next);
		tf_phrase_set(
		    i == 0 ? &first : &next, object->ctx->names, &set);
		if (i > 0 && strcmp(first.bytes, next.bytes) != 0)
			break;
	}
	same = i > 0 && i == fields->count;
	if (same)
		tf_buf_addf(
		    object->ctx->scratch, "%s%s", before, tf_buf_text(&first));
	tf_buf_release(&first);
	tf_buf_release(&next);
	return same;
}

/* What is missing must be what: said once, or of each in its turn. */
static void
say_each(struct tf_object *object, const struct tf_name_list *missing)
{
	struct tf_buf *buf = object->ctx->scratch;
	struct tf_set set;
	size_t i;

	if (tf_say_same(object, missing,
		missing->count == 1 ? "; it must be " : "; each must be "))
		return;
	for (i = 0; i < missing->count; i++) {
		set = tf_object_field_set(object, missing->items[i]);
		if (!tf_phrase_says_something(&set))
			continue;
		tf_buf_adds(buf, "; ");
		tf_object_say_field(object, missing->items[i]);
		tf_buf_adds(buf, " must be ");
		tf_phrase_set(buf, object->ctx->names, &set);
	}
}

void
tf_missing_report(struct tf_object *object, const struct tf_missing *missing)
{
	struct tf_context *ctx = object->ctx;
	const struct tf_name_list names = {
	    missing->items, missing->count, true};

	if (missing->count == 0)
		return;
	if (object->value->parent != NULL) {
		tf_context_say_path(ctx, object->value);
		tf_buf_adds(ctx->scratch, " is missing ");
		tf_phrase_names(ctx->scratch, ctx->names, &names);
	} else {
		tf_phrase_names(ctx->scratch, ctx->names, &names);
		tf_buf_adds(ctx->scratch,
		    missing->count == 1 ? " is missing" : " are missing");
	}
	if (object->why != NULL)
		tf_buf_addf(ctx->scratch, ", since %s", object->why);
	tf_buf_adds(ctx->scratch, " (received: ");
	tf_phrase_keys(ctx->scratch, object->value);
	tf_buf_addc(ctx->scratch, ')');
	say_each(object, &names);
	tf_context_found(
	    ctx, TF_CODE_MISSING_FIELD, object->value, TF_PART_VALUE);
}

void
tf_missing_find(struct tf_object *object, struct tf_missing *missing)
{
	const struct tf_schema *schema;
	size_t i, k;

	for (i = 0; i < object->count; i++) {
		schema = object->parts[i].schema;
		require(object, missing, &schema->required);
		for (k = 0; k < schema->dependency_count; k++)
			if (tf_value_named(object->value,
				schema->dependencies[k].name) != NULL)
				require(object, missing,
				    &schema->dependencies[k].required);
	}
}
