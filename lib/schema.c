#include "schema.h"

const struct tf_property *
tf_schema_find_property(const struct tf_schema *schema, uint32_t name)
{
	size_t i;

	if (name == TF_NO_NAME)
		return NULL;
	for (i = 0; i < schema->property_count; i++)
		if (schema->properties[i].name == name)
			return &schema->properties[i];
	return NULL;
}

const struct tf_schema *
tf_schema_property(const struct tf_schema *schema, uint32_t name)
{
	const struct tf_property *found = tf_schema_find_property(schema, name);

	return found != NULL ? found->schema : NULL;
}

bool
tf_schema_has_fields(const struct tf_schema *schema)
{
	return schema->property_count > 0 ||
	    schema->pattern_property_count > 0 || schema->additional != NULL ||
	    schema->required.count > 0;
}

bool
tf_name_list_has(const struct tf_name_list *list, uint32_t name)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		if (list->items[i] == name)
			return true;
	return false;
}

void
tf_policy_inherit(struct tf_policy *policy, const struct tf_policy *more)
{
	if (policy->empty == TF_EMPTY_UNSET)
		policy->empty = more->empty;
	if (policy->unused == TF_UNUSED_UNSET)
		policy->unused = more->unused;
	if (policy->unknown == TF_UNKNOWN_UNSET)
		policy->unknown = more->unknown;
	if (policy->coerce == 0)
		policy->coerce = more->coerce;
	if (policy->keys == TF_FOLD_UNSET)
		policy->keys = more->keys;
	if (policy->unwrap == NULL) {
		policy->unwrap = more->unwrap;
		policy->unwrap_count = more->unwrap_count;
	}
}
