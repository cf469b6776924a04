#include "contract.h"

#include "convert.h"

static void
report_wrong(
    struct tf_context *ctx, struct tf_value *value, const struct tf_set *set)
{
	struct tf_buf *buf = ctx->scratch;

	tf_context_say_path(ctx, value);
	tf_buf_adds(buf, " must be ");
	tf_phrase_set(buf, ctx->names, set);
	tf_buf_adds(buf, " (received: ");
	tf_phrase_received(buf, ctx->arena, set, value);
	tf_buf_addc(buf, ')');
	tf_context_found(ctx, TF_CODE_WRONG_VALUE, value, TF_PART_VALUE);
}

/* ---- objects ---- */

/* The policies that hold here: what blocks say counts most. */
static void
settle_policy(struct tf_object *object, const struct tf_policy *around)
{
	size_t i;

	object->policy = (struct tf_policy){0};
	for (i = object->count; i-- > 0;)
		tf_policy_inherit(
		    &object->policy, &object->parts[i].schema->policy);
	tf_policy_inherit(&object->policy, around);
}

static void
report_duplicates(struct tf_object *object)
{
	struct tf_context *ctx = object->ctx;
	struct tf_value *member;

	for (member = object->value->first; member != NULL;
	     member = member->next) {
		if (member->dropped ||
		    tf_value_member(
			object->value, member->key, member->key_len) == member)
			continue;
		tf_context_say_path(ctx, member);
		tf_buf_adds(ctx->scratch,
		    " is given twice; the last one counts, this one is ");
		tf_phrase_value(ctx->scratch, ctx->arena, member);
		tf_context_found(
		    ctx, TF_CODE_DUPLICATE_KEY, member, TF_PART_KEY);
		object->has_duplicates = true;
	}
}

/* True for all but the last of the members with one key. */
static bool
is_overridden(const struct tf_object *object, const struct tf_value *member)
{
	return object->has_duplicates &&
	    tf_value_member(object->value, member->key, member->key_len) !=
	    member;
}

void
tf_step_values(struct tf_object *object)
{
	struct tf_value *member;
	struct tf_set set;

	for (member = object->value->first; member != NULL;
	     member = member->next) {
		if (member->dropped || member->settled ||
		    is_overridden(object, member) ||
		    tf_object_forbids(object, member->name))
			continue;
		set = tf_object_member_set(object, member);
		if (set.count == 0)
			continue;
		if (tf_object_requires(object, member->name) &&
		    object->policy.empty != TF_EMPTY_KEEP &&
		    tf_filler_is(object, member))
			tf_report_empty_required(object, member);
		else
			tf_contract_value(
			    object->ctx, member, &set, &object->policy);
	}
}

static void
object_steps(struct tf_context *ctx, struct tf_value *value,
    const struct tf_set *set, const struct tf_policy *policy)
{
	struct tf_object object = {.ctx = ctx, .value = value};
	size_t i;

	for (i = 0; i < set->count; i++)
		tf_object_add_part(&object,
		    (struct tf_contract_part){.schema = set->items[i]});
	object.base_count = object.count;
	settle_policy(&object, policy);
	report_duplicates(&object);
	tf_step_aliases(&object);
	tf_step_normalize(&object, 0, object.base_count);
	tf_step_filler(&object);
	if (ctx->filter_failed || !tf_step_action(&object))
		return;
	if (object.count > object.base_count) {
		settle_policy(&object, policy);
		tf_step_aliases(&object);
		tf_step_filler(&object);
	}
	tf_step_unused(&object);
	tf_step_normalize(&object, object.base_count, object.count);
	if (ctx->filter_failed)
		return;
	tf_step_values(&object);
	tf_step_fields(&object);
	tf_step_groups(&object);
	tf_step_checks(&object);
}

/* ---- arrays ---- */

static void
array_steps(struct tf_context *ctx, struct tf_value *value,
    const struct tf_set *set, const struct tf_policy *policy)
{
	struct tf_set items = {0};
	struct tf_value *item;
	size_t i;

	if (set->count == 1)
		items = tf_set_of(&set->items[0]->items);
	for (i = 0; i < set->count && set->count > 1; i++)
		tf_set_add(&items, ctx->arena, set->items[i]->items);
	if (items.count == 0)
		return;
	for (item = tf_value_first(value); item != NULL && !ctx->filter_failed;
	     item = tf_value_next(item))
		tf_contract_value(ctx, item, &items, policy);
}

/* ---- any value ---- */

static bool
takes_type(const struct tf_set *set, const struct tf_value *value)
{
	size_t i;

	for (i = 0; i < set->count; i++)
		if (set->items[i]->never ||
		    !tf_schema_takes_type(set->items[i], value))
			return false;
	return true;
}

void
tf_contract_value(struct tf_context *ctx, struct tf_value *value,
    const struct tf_set *set, const struct tf_policy *around)
{
	struct tf_policy policy = {0};
	size_t i;

	if (!tf_set_deep(set) && tf_set_accepts(&ctx->validator, set, value))
		return;
	for (i = set->count; i-- > 0;)
		tf_policy_inherit(&policy, &set->items[i]->policy);
	tf_policy_inherit(&policy, around);
	if (takes_type(set, value) && value->type == TF_OBJECT)
		object_steps(ctx, value, set, around);
	else if (takes_type(set, value) && value->type == TF_ARRAY)
		array_steps(ctx, value, set, &policy);
	if (ctx->filter_failed || tf_set_fits(&ctx->validator, set, value))
		return;
	if (!tf_set_keep(set) && tf_convert(ctx, value, set, &policy))
		return;
	report_wrong(ctx, value, set);
}
