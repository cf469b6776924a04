#include "object.h"

#include <string.h>

void
tf_object_add_part(struct tf_object *object, struct tf_contract_part part)
{
	object->parts = tf_arena_grow(object->ctx->arena, object->parts,
	    object->count, &object->capacity, sizeof(*object->parts));
	object->parts[object->count++] = part;
	object->has_filler |= part.schema->has_filler;
	object->has_forbids |= part.schema->forbid_count > 0;
	object->has_uses |= part.schema->uses.set || part.schema->ignores.set;
	object->has_patterns |= part.schema->pattern_property_count > 0;
}

/*
 * A block and the map around it are one contract: what one of them declares is
 * not "additional" for the other.
 */
struct tf_set
tf_object_member_set(
    const struct tf_object *object, const struct tf_value *member)
{
	struct tf_context *ctx = object->ctx;
	const struct tf_schema *additional;
	struct tf_set set = {0};
	bool found = false;
	size_t i;

	for (i = 0; i < object->count; i++)
		found |= tf_set_add_declared(&set, ctx->arena,
		    ctx->validator.matcher, object->parts[i].schema, member);
	for (i = 0; i < object->count && !found; i++) {
		additional = object->parts[i].schema->additional;
		if (additional != NULL && !additional->never)
			tf_set_add(&set, ctx->arena, additional);
	}
	return set;
}

struct tf_set
tf_object_field_set(const struct tf_object *object, uint32_t field)
{
	const struct tf_slice name = tf_names_get(object->ctx->names, field);
	const struct tf_value member = {
	    .name = field, .key = name.bytes, .key_len = name.len};

	return tf_object_member_set(object, &member);
}

bool
tf_object_requires(const struct tf_object *object, uint32_t field)
{
	size_t i;

	for (i = 0; i < object->count; i++)
		if (tf_name_list_has(&object->parts[i].schema->required, field))
			return true;
	return false;
}

bool
tf_object_forbids(const struct tf_object *object, uint32_t field)
{
	const struct tf_schema *schema;
	size_t i, k;

	if (field == TF_NO_NAME || !object->has_forbids)
		return false;
	for (i = 0; i < object->count; i++) {
		schema = object->parts[i].schema;
		for (k = 0; k < schema->forbid_count; k++)
			if (schema->forbids[k].name == field)
				return true;
	}
	return false;
}

bool
tf_object_is_action(const struct tf_object *object, uint32_t field)
{
	size_t i;

	for (i = 0; i < object->count && field != TF_NO_NAME; i++)
		if (object->parts[i].schema->action != NULL &&
		    object->parts[i].schema->action->field == field)
			return true;
	return false;
}

bool
tf_object_declares(
    const struct tf_object *object, const struct tf_value *member)
{
	const struct tf_schema *schema;
	size_t i, k;

	if (tf_object_is_action(object, member->name))
		return true;
	for (i = 0; i < object->count; i++) {
		schema = object->parts[i].schema;
		if (tf_schema_property(schema, member->name) != NULL)
			return true;
		for (k = 0; k < schema->pattern_property_count; k++)
			if (tf_pattern_matches(
				schema->pattern_properties[k].pattern,
				object->ctx->validator.matcher, member->key,
				member->key_len))
				return true;
		if (schema->additional != NULL && !schema->additional->never)
			return true;
	}
	return false;
}

void
tf_object_say_field(const struct tf_object *object, uint32_t field)
{
	const struct tf_slice name = tf_names_get(object->ctx->names, field);
	struct tf_buf path = {0};

	tf_value_dotted(&path, object->value);
	if (path.len > 0)
		tf_buf_addc(&path, '.');
	tf_buf_add(&path, name.bytes, name.len);
	tf_phrase_text(object->ctx->scratch, path.bytes, path.len, 200);
	tf_buf_release(&path);
}

bool
tf_object_is_closed(const struct tf_object *object)
{
	const struct tf_schema *schema;
	size_t i;

	for (i = 0; i < object->count; i++) {
		schema = object->parts[i].schema;
		if ((schema->additional != NULL && schema->additional->never) ||
		    (schema->unevaluated_properties != NULL &&
			schema->unevaluated_properties->never))
			return true;
	}
	return false;
}
