#include "object.h"

/* Groups of fields of which a number must be given. */

struct group_row {
	enum tf_code code;
	const char *words;
	size_t min, max;
};

static const struct group_row rows[] = {
    [TF_EXACTLY_ONE] = {TF_CODE_EXACTLY_ONE, "exactly one of ", 1, 1},
    [TF_AT_LEAST_ONE] = {TF_CODE_AT_LEAST_ONE, "at least one of ", 1, SIZE_MAX},
    [TF_AT_MOST_ONE] = {TF_CODE_AT_MOST_ONE, "at most one of ", 0, 1},
};

static size_t
count_given(const struct tf_object *object, const struct tf_group *group)
{
	size_t i, given = 0;

	for (i = 0; i < group->names.count; i++)
		given += tf_value_named(object->value, group->names.items[i]) !=
		    NULL;
	return given;
}

/* Fields of the group that held filler are shown again. Returns how many. */
static size_t
restore(struct tf_object *object, const struct tf_group *group)
{
	struct tf_value *member;
	size_t i, restored = 0;

	for (i = 0; i < group->names.count; i++) {
		member = tf_filler_dropped(object, group->names.items[i]);
		if (member == NULL)
			continue;
		tf_filler_restore(object, member);
		restored++;
	}
	return restored;
}

static void
say_given(struct tf_object *object, const struct tf_group *group)
{
	struct tf_context *ctx = object->ctx;
	struct tf_slice name;
	size_t i, said = 0;

	for (i = 0; i < group->names.count; i++) {
		if (tf_value_named(object->value, group->names.items[i]) ==
		    NULL)
			continue;
		name = tf_names_get(ctx->names, group->names.items[i]);
		if (said++ > 0)
			tf_buf_adds(ctx->scratch, ", ");
		tf_phrase_text(ctx->scratch, name.bytes, name.len, 40);
	}
}

/* What the fields of the group take: there is none to copy from. */
static void
say_accepted(struct tf_object *object, const struct tf_group *group)
{
	struct tf_context *ctx = object->ctx;
	struct tf_set set;
	size_t i, said = 0;

	if (tf_say_same(object, &group->names, "; each is "))
		return;
	for (i = 0; i < group->names.count; i++) {
		set = tf_object_field_set(object, group->names.items[i]);
		if (!tf_phrase_says_something(&set))
			continue;
		tf_buf_adds(ctx->scratch, said++ > 0 ? ", " : "; ");
		tf_object_say_field(object, group->names.items[i]);
		tf_buf_adds(ctx->scratch, " is ");
		tf_phrase_set(ctx->scratch, ctx->names, &set);
	}
}

static void
say_received(struct tf_object *object, const struct tf_group *group,
    size_t given, size_t empty)
{
	struct tf_buf *buf = object->ctx->scratch;

	if (empty > 0) {
		tf_buf_adds(buf, " (received only empty: ");
		say_given(object, group);
	} else if (given == 2 && group->names.count == 2) {
		tf_buf_adds(buf, " (received both");
	} else if (given > 0) {
		tf_buf_adds(buf, " (received: ");
		say_given(object, group);
	} else {
		tf_buf_adds(buf,
		    group->names.count == 2 ? " (received neither" :
					      " (received none of them");
	}
	tf_buf_addc(buf, ')');
}

static void
report(struct tf_object *object, const struct tf_group *group, size_t given)
{
	struct tf_context *ctx = object->ctx;
	const struct group_row *row = &rows[group->kind];
	size_t empty = given == 0 ? restore(object, group) : 0;

	if (object->value->parent != NULL) {
		tf_buf_adds(ctx->scratch, "in ");
		tf_context_say_path(ctx, object->value);
		tf_buf_adds(ctx->scratch, ", ");
	}
	tf_buf_addf(ctx->scratch, "give %s", row->words);
	tf_phrase_names(ctx->scratch, ctx->names, &group->names);
	say_received(object, group, given, empty);
	if (given == 0)
		say_accepted(object, group);
	tf_context_found(ctx, row->code, object->value, TF_PART_VALUE);
}

void
tf_step_groups(struct tf_object *object)
{
	const struct tf_schema *schema;
	size_t i, k, given;

	for (i = 0; i < object->count; i++) {
		schema = object->parts[i].schema;
		for (k = 0; k < schema->group_count; k++) {
			const struct tf_group *group = &schema->groups[k];

			given = count_given(object, group);
			if (given < rows[group->kind].min ||
			    given > rows[group->kind].max)
				report(object, group, given);
		}
	}
}
