#include "set.h"

#include <string.h>

void
tf_set_add(
    struct tf_set *set, struct tf_arena *arena, const struct tf_schema *schema)
{
	const struct tf_schema **items;

	if (schema == NULL)
		return;
	if (set->count >= set->capacity) {
		set->capacity = set->count * 2 + 2;
		items = tf_arena_alloc(
		    arena, set->capacity * sizeof(struct tf_schema *));
		if (set->count > 0)
			memcpy(items, set->items,
			    set->count * sizeof(struct tf_schema *));
		set->items = set->own = items;
	}
	set->own[set->count++] = schema;
}

/* The same for a schema whose pointer lives as long as the rulebook. */
static void
add_lasting(struct tf_set *set, struct tf_arena *arena,
    const struct tf_schema *const *schema)
{
	if (set->count > 0) {
		tf_set_add(set, arena, *schema);
		return;
	}
	set->items = schema;
	set->count = 1;
}

bool
tf_set_add_declared(struct tf_set *set, struct tf_arena *arena,
    struct tf_matcher *matcher, const struct tf_schema *schema,
    const struct tf_value *member)
{
	const struct tf_property *own =
	    tf_schema_find_property(schema, member->name);
	bool found = own != NULL;
	size_t i;

	if (own != NULL)
		add_lasting(set, arena, &own->schema);
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
	if (!tf_set_add_declared(set, arena, matcher, schema, member) &&
	    schema->additional != NULL)
		add_lasting(set, arena, &schema->additional);
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

struct tf_set
tf_set_of(const struct tf_schema *const *schema)
{
	return (struct tf_set){.items = schema, .count = *schema != NULL};
}
