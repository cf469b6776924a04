#include "set.h"

#include <string.h>

void
tf_set_add(struct tf_set *set, struct tf_arena *arena,
    const struct tf_schema *schema)
{
	const struct tf_schema **items;
	size_t capacity;

	if (schema == NULL)
		return;
	if (set->count == set->capacity) {
		capacity = set->capacity > 0 ? set->capacity * 2 : 4;
		items = tf_arena_alloc(arena, capacity * sizeof(*items));
		if (set->count > 0)
			memcpy(items, set->items, set->count * sizeof(*items));
		set->items = items;
		set->capacity = capacity;
	}
	set->items[set->count++] = schema;
}

bool
tf_set_add_declared(struct tf_set *set, struct tf_arena *arena,
    struct tf_matcher *matcher, const struct tf_schema *schema,
    const struct tf_value *member)
{
	const struct tf_schema *own = tf_schema_property(schema, member->name);
	bool found = own != NULL;
	size_t i;

	tf_set_add(set, arena, own);
	for (i = 0; i < schema->pattern_property_count; i++) {
		const struct tf_pattern_property *p =
		    &schema->pattern_properties[i];

		if (!tf_pattern_matches(
			p->pattern, matcher, member->key, member->key_len))
			continue;
		tf_set_add(set, arena, p->schema);
		found = true;
	}
	return found;
}

void
tf_set_add_member(struct tf_set *set, struct tf_arena *arena,
    struct tf_matcher *matcher, const struct tf_schema *schema,
    const struct tf_value *member)
{
	if (!tf_set_add_declared(set, arena, matcher, schema, member))
		tf_set_add(set, arena, schema->additional);
}

bool
tf_set_deep(const struct tf_set *set)
{
	size_t i;

	for (i = 0; i < set->count; i++)
		if (set->items[i]->deep)
			return true;
	return false;
}

bool
tf_set_keep(const struct tf_set *set)
{
	size_t i;

	for (i = 0; i < set->count; i++)
		if (set->items[i]->keep)
			return true;
	return false;
}
