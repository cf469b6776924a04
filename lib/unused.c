#include "object.h"
#include "users.h"

/* Fields that mean nothing for this action or in this case. */

static bool
in_groups(const struct tf_schema *schema, uint32_t field)
{
	size_t i;

	for (i = 0; i < schema->group_count; i++)
		if (tf_name_list_has(&schema->groups[i].names, field))
			return true;
	return false;
}

static bool
in_dependencies(const struct tf_schema *schema, uint32_t field)
{
	const struct tf_dependency *dependency = schema->dependencies;
	size_t i;

	for (i = 0; i < schema->dependency_count; i++)
		if (dependency[i].name == field ||
		    tf_name_list_has(&dependency[i].required, field))
			return true;
	return false;
}

const struct tf_contract_part *
tf_unused_by(const struct tf_object *object, uint32_t field)
{
	const struct tf_contract_part *part, *who = NULL;
	size_t i;

	if (tf_object_is_action(object, field))
		return NULL;

	for (i = 0; i < object->count; i++) {
		part = &object->parts[i];
		if (tf_name_list_has(&part->schema->uses, field) ||
		    tf_name_list_has(&part->schema->required, field) ||
		    in_groups(part->schema, field) ||
		    in_dependencies(part->schema, field))
			return NULL;
		if (i >= object->base_count &&
		    tf_schema_property(part->schema, field) != NULL)
			return NULL;
		if (part->schema->uses.set)
			who = part;
	}
	return who;
}

static void
say_not_used(struct tf_object *object, const struct tf_value *member,
    const struct tf_contract_part *part, const char *verb)
{
	struct tf_buf *buf = object->ctx->scratch;

	tf_context_say_path(object->ctx, member);
	tf_buf_addf(buf, " is %s", verb);
	if (part->action.bytes != NULL) {
		tf_buf_adds(buf, " by ");
		tf_phrase_text(buf, part->action.bytes, part->action.len, 40);
	} else if (part->case_name != NULL) {
		tf_buf_addf(buf, " here (%s)", part->case_name);
	} else {
		tf_buf_adds(buf, " here");
	}
}

static void
drop_unused(struct tf_object *object, struct tf_value *member,
    const struct tf_contract_part *part, const char *verb)
{
	struct tf_context *ctx = object->ctx;
	struct tf_found *found;

	say_not_used(object, member, part, verb);
	tf_buf_adds(ctx->scratch, "; dropped ");
	tf_phrase_value(ctx->scratch, ctx->arena, member);
	found =
	    tf_context_found(ctx, TF_CODE_UNUSED_FIELD, member, TF_PART_KEY);
	tf_context_fix(ctx, found, "drop", member, NULL);
	tf_value_drop(member);
}

static void
refuse_unused(struct tf_object *object, struct tf_value *member,
    const struct tf_contract_part *part)
{
	struct tf_context *ctx = object->ctx;

	say_not_used(object, member, part, "not used");
	tf_say_users(object, member->name);
	tf_buf_adds(ctx->scratch, " (received: ");
	tf_phrase_value(ctx->scratch, ctx->arena, member);
	tf_buf_addc(ctx->scratch, ')');
	tf_context_found(ctx, TF_CODE_UNUSED_FIELD, member, TF_PART_KEY)
	    ->severity = TF_ERROR;
	member->settled = true;
}

static const struct tf_contract_part *
ignored_by(const struct tf_object *object, const struct tf_value *member)
{
	size_t i;

	for (i = object->count; i-- > 0;)
		if (tf_name_list_has(
			&object->parts[i].schema->ignores, member->name))
			return &object->parts[i];
	return NULL;
}

static void
judge(struct tf_object *object, struct tf_value *member)
{
	const struct tf_contract_part *part = ignored_by(object, member);

	if (part != NULL) {
		drop_unused(object, member, part, "ignored");
		return;
	}
	if (tf_object_forbids(object, member->name) ||
	    !tf_object_declares(object, member))
		return;
	part = tf_unused_by(object, member->name);
	if (part == NULL)
		return;
	if (object->policy.unused == TF_UNUSED_ERROR &&
	    !tf_filler_looks(member))
		refuse_unused(object, member, part);
	else
		drop_unused(object, member, part, "not used");
}

void
tf_step_unused(struct tf_object *object)
{
	struct tf_value *member;

	if (!object->has_uses)
		return;
	for (member = object->value->first; member != NULL;
	     member = member->next)
		if (!member->dropped && member->name != TF_NO_NAME)
			judge(object, member);
}
