/*
 * set.h - the schemas that one value must satisfy together (layer: engine).
 */
#ifndef TF_SET_H
#define TF_SET_H

#include "mem.h"
#include "schema.h"

/* items may be borrowed from a schema: then capacity is 0. */
struct tf_set {
	const struct tf_schema *const *items;
	const struct tf_schema **own; /* the same, where it can be added to */
	size_t count, capacity;
};

/* Adds a schema; NULL is nothing. The list grows in the arena. */
void tf_set_add(
    struct tf_set *set, struct tf_arena *arena, const struct tf_schema *schema);

/*
 * Adds what properties and patternProperties say about the member with this
 * key. False where they say nothing.
 */
bool tf_set_add_declared(struct tf_set *set, struct tf_arena *arena,
    struct tf_matcher *matcher, const struct tf_schema *schema,
    const struct tf_value *member);

/* The same, and additionalProperties where they say nothing. */
void tf_set_add_member(struct tf_set *set, struct tf_arena *arena,
    struct tf_matcher *matcher, const struct tf_schema *schema,
    const struct tf_value *member);

/* The set of the one schema that the pointer points to. */
struct tf_set tf_set_of(const struct tf_schema *const *schema);

/* True where any of them needs the steps to be gone through. */
bool tf_set_deep(const struct tf_set *set);

/* True where any of them is marked keep. */
bool tf_set_keep(const struct tf_set *set);

#endif
