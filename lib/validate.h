/*
 * validate.h - JSON Schema: is this value accepted? (layer: engine)
 *
 * Only a verdict; the sentence about a value that is refused is made by
 * phrase.h from the schema. Recursion is bounded by TF_DEPTH_MAX.
 */
#ifndef TF_VALIDATE_H
#define TF_VALIDATE_H

#include <stdbool.h>

#include "set.h"

struct tf_validator {
	struct tf_matcher *matcher;
	struct tf_arena *arena; /* for scratch */
};

/* The keywords about the value itself, not about what is inside it. */
bool tf_schema_fits(const struct tf_validator *v,
    const struct tf_schema *schema, const struct tf_value *value);

/* All keywords, inside too. */
bool tf_schema_accepts(const struct tf_validator *v,
    const struct tf_schema *schema, const struct tf_value *value);

/* The same for every schema of a set. */
bool tf_set_fits(const struct tf_validator *v, const struct tf_set *set,
    const struct tf_value *value);
bool tf_set_accepts(const struct tf_validator *v, const struct tf_set *set,
    const struct tf_value *value);

/* The type alone. */
bool tf_schema_takes_type(
    const struct tf_schema *schema, const struct tf_value *value);

#endif
