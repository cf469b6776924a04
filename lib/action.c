#include <string.h>

#include "ask.h"
#include "contract.h"
#include "convert.h"
#include "object.h"
#include "suggest.h"

/* Which action is asked for, and which blocks join the contract. */

static void
list_actions(struct tf_object *object, const struct tf_schema *schema)
{
	struct tf_buf *buf = object->ctx->scratch;
	size_t i;

	for (i = 0; i < schema->action_count; i++) {
		if (i > 0)
			tf_buf_adds(buf, ", ");
		tf_phrase_text(buf, schema->actions[i].name.bytes,
		    schema->actions[i].name.len, 40);
	}
}

static void
missing_action(struct tf_object *object, const struct tf_schema *schema,
    struct tf_value *member)
{
	struct tf_context *ctx = object->ctx;
	struct tf_buf *buf = ctx->scratch;

	if (schema->action->field != TF_NO_NAME)
		tf_object_say_field(object, schema->action->field);
	else
		tf_buf_adds(buf, "the action");
	tf_buf_adds(buf, member != NULL ? " is empty" : " is missing");
	if (schema->action_count > 0) {
		tf_buf_adds(buf, "; it must be one of ");
		list_actions(object, schema);
	}
	tf_buf_adds(buf, " (received: ");
	if (member != NULL)
		tf_phrase_value(buf, ctx->arena, member);
	else
		tf_phrase_keys(buf, object->value);
	tf_buf_addc(buf, ')');
	tf_context_found(ctx, TF_CODE_MISSING_ACTION,
	    member != NULL ? member : object->value, TF_PART_VALUE);
}

static const struct tf_slice *
suggest_action(const struct tf_object *object, const struct tf_schema *schema,
    const struct tf_value *value)
{
	struct tf_slice *names = tf_arena_alloc(
	    object->ctx->arena, (schema->action_count + 1) * sizeof(*names));
	size_t i;

	if (value->type != TF_STRING)
		return NULL;
	for (i = 0; i < schema->action_count; i++)
		names[i] = schema->actions[i].name;
	return tf_suggest((struct tf_slice){value->bytes, value->len}, names,
	    schema->action_count);
}

static void
unknown_action(struct tf_object *object, const struct tf_schema *schema,
    struct tf_value *value, struct tf_value *at)
{
	struct tf_context *ctx = object->ctx;
	struct tf_buf *buf = ctx->scratch;
	const struct tf_slice *near = suggest_action(object, schema, value);

	tf_buf_adds(buf, "unknown action ");
	tf_phrase_value(buf, ctx->arena, value);
	if (object->value->parent != NULL) {
		tf_buf_adds(buf, " in ");
		tf_context_say_path(ctx, at);
	}
	if (near != NULL) {
		tf_buf_adds(buf, "; did you mean ");
		tf_phrase_text(buf, near->bytes, near->len, 40);
		tf_buf_addc(buf, '?');
	}
	tf_buf_adds(buf, " (known: ");
	list_actions(object, schema);
	tf_buf_addc(buf, ')');
	tf_context_found(ctx, TF_CODE_UNKNOWN_ACTION, at, TF_PART_VALUE);
}

static const struct tf_action_block *
find_block(const struct tf_schema *schema, const struct tf_value *value)
{
	size_t i;

	for (i = 0; i < schema->action_count; i++)
		if (value->type == TF_STRING &&
		    schema->actions[i].name.len == value->len &&
		    memcmp(schema->actions[i].name.bytes, value->bytes,
			value->len) == 0)
			return &schema->actions[i];
	return NULL;
}

/* A value that the field takes needs no block; else it is unknown. */
static bool
is_known(struct tf_object *object, const struct tf_schema *schema,
    const struct tf_value *value)
{
	struct tf_context *ctx = object->ctx;
	const struct tf_schema *field =
	    tf_schema_property(schema, schema->action->field);

	if (value->type != TF_STRING)
		return false;
	return schema->action_count == 0 ||
	    (field != NULL && field->enumeration.count > 0 &&
		tf_schema_accepts(&ctx->validator, field, value));
}

static bool
take_action(struct tf_object *object, const struct tf_schema *schema,
    struct tf_value *value, struct tf_value *at)
{
	const struct tf_action_block *block = find_block(schema, value);

	if (block == NULL && !is_known(object, schema, value)) {
		unknown_action(object, schema, value, at);
		return false;
	}
	object->action = (struct tf_slice){
	    tf_arena_copy(object->ctx->kept, value->bytes, value->len),
	    value->len};
	if (object->value->parent == NULL)
		object->ctx->action = object->action;
	if (block != NULL)
		tf_reached_add(object->ctx->engine->reached, block->block);
	if (block != NULL)
		tf_object_add_part(object,
		    (struct tf_contract_part){
			.schema = block->block, .action = object->action});
	return true;
}

/* The action's own field, converted if that makes it a known one. */
static struct tf_value *
action_member(struct tf_object *object, const struct tf_schema *schema)
{
	struct tf_value *member;
	struct tf_set set;

	if (schema->action->field == TF_NO_NAME)
		return NULL;
	member = tf_value_named(object->value, schema->action->field);
	if (member == NULL || find_block(schema, member) != NULL)
		return member;
	set = tf_object_member_set(object, member);
	if (set.count > 0 &&
	    !tf_set_accepts(&object->ctx->validator, &set, member))
		tf_convert(object->ctx, member, &set, &object->policy);
	return member;
}

/* Two actions in one object: which one is meant, nobody can tell. */
static bool
is_given_twice(struct tf_object *object, struct tf_value *member)
{
	struct tf_context *ctx = object->ctx;
	struct tf_value *other;

	for (other = object->value->first;
	     other != NULL && object->has_duplicates; other = other->next) {
		if (other->dropped || other->name != member->name ||
		    tf_value_equal(other, member))
			continue;
		tf_context_say_path(ctx, member);
		tf_buf_adds(ctx->scratch, " is given twice, as ");
		tf_phrase_value(ctx->scratch, ctx->arena, other);
		tf_buf_adds(ctx->scratch, " and as ");
		tf_phrase_value(ctx->scratch, ctx->arena, member);
		tf_buf_adds(ctx->scratch, "; give it once");
		tf_context_found(
		    ctx, TF_CODE_UNKNOWN_ACTION, member, TF_PART_KEY);
		return true;
	}
	return false;
}

/* Returns false where the steps of the object end here. */
static bool
find_action(struct tf_object *object, const struct tf_schema *schema)
{
	struct tf_value *member = action_member(object, schema);
	bool empty = member != NULL && find_block(schema, member) == NULL &&
	    tf_filler_looks(member);
	struct tf_value *value = empty ? NULL : member;

	if (member != NULL && is_given_twice(object, member))
		return false;
	if (value == NULL && schema->action->filter >= 0) {
		value = tf_context_filter(
		    object->ctx, schema->action->filter, object->value);
		if (value == NULL)
			return false;
		if (value->type == TF_NULL)
			value = NULL;
	}
	if (value == NULL) {
		missing_action(object, schema, member);
		return false;
	}
	if (empty && !tf_object_requires(object, member->name))
		tf_filler_drop(object, member);
	return take_action(
	    object, schema, value, member != NULL ? member : object->value);
}

bool
tf_step_action(struct tf_object *object)
{
	const struct tf_schema *schema;
	size_t i, k;

	/* blocks that join bring actions and cases of their own */
	for (i = 0; i < object->count; i++) {
		schema = object->parts[i].schema;
		if (schema->action != NULL && !find_action(object, schema))
			return false;
		for (k = 0; k < schema->case_count; k++) {
			if (tf_context_ask(object->ctx, schema->cases[k].when,
				object->value) != 1)
				continue;
			tf_reached_add(object->ctx->engine->reached,
			    schema->cases[k].block);
			tf_object_add_part(object,
			    (struct tf_contract_part){
				.schema = schema->cases[k].block,
				.case_name = schema->cases[k].name});
		}
		if (object->ctx->filter_failed)
			return false;
	}
	return true;
}
