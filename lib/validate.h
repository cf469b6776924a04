/*
 * validate.h - JSON Schema: is this value accepted? (layer: engine)
 *
 * Only a verdict; the sentence about a value that is refused is made by
 * phrase.h from the schema. Nothing is allocated but scratch in the arena.
 *
 * A value is refused where more than TF_LEVELS_MAX schemas would have to be
 * applied inside each other: that many are reached by a schema alone that
 * refers to itself without going into the value.
 */
#ifndef TF_VALIDATE_H
#define TF_VALIDATE_H

#include <stdbool.h>

#include "set.h"

enum { TF_LEVELS_MAX = 2048 };

struct tf_validator {
	struct tf_matcher *matcher;
	struct tf_arena *arena; /* for scratch */
	/* Where $dynamicRef starts to look: the contract; NULL: the schema. */
	const struct tf_schema *root;
};

/*
 * The keywords about the value itself, not about what is inside it: type,
 * enum, ranges, format, contains, uniqueItems... Keywords in place (ref,
 * all_of, any_of, one_of, not_, if_, dependent_schemas) and unevaluated ones
 * are left to tf_schema_accepts().
 */
bool tf_schema_fits(const struct tf_validator *v,
    const struct tf_schema *schema, const struct tf_value *value);

/* All keywords, inside too. */
bool tf_schema_accepts(const struct tf_validator *v,
    const struct tf_schema *schema, const struct tf_value *value);

/*
 * The keywords in place alone (tf_schema.applies); with unevaluated ones, which
 * depend on the others, all keywords about the value's inside.
 */
bool tf_schema_accepts_in_place(const struct tf_validator *v,
    const struct tf_schema *schema, const struct tf_value *value);

/*
 * The first branch of anyOf or oneOf from index "from" on that accepts the
 * value, or -1.
 */
int tf_schema_branch(const struct tf_validator *v,
    const struct tf_schema_list *branches, const struct tf_value *value,
    size_t from);

/*
 * What $dynamicRef means where nothing is known of the schemas around but
 * v->root; NULL where the schema has none.
 */
const struct tf_schema *tf_schema_dynamic(
    const struct tf_validator *v, const struct tf_schema *schema);

/* The same for every schema of a set. */
bool tf_set_fits(const struct tf_validator *v, const struct tf_set *set,
    const struct tf_value *value);
bool tf_set_accepts(const struct tf_validator *v, const struct tf_set *set,
    const struct tf_value *value);

bool tf_set_accepts_in_place(const struct tf_validator *v,
    const struct tf_set *set, const struct tf_value *value);

/* The type alone. */
bool tf_schema_takes_type(
    const struct tf_schema *schema, const struct tf_value *value);

#endif
