/*
 * expand.h - the schemas that apply to one value, in place (layer: engine).
 *
 * $ref, allOf, if/then/else and dependentSchemas add schemas to a set; of
 * anyOf and oneOf the branch that the value is closest to is added: told by a
 * property that has a const or an enum in each branch, else by fit. Steps and
 * sentences then speak of that branch alone.
 */
#ifndef TF_EXPAND_H
#define TF_EXPAND_H

#include "context.h"

/* Starts zeroed. */
struct tf_expanded {
	struct tf_set set;
	/* what chose a branch, as "kind is once"; NULL: nothing, or the fit */
	const char *why;
	/*
	 * The branches among which a property tells, but by none of the values
	 * that they take; the property is telling. NULL: there are none.
	 */
	const struct tf_schema_list *untold;
	uint32_t telling;
	bool fold;               /* keys are told by their folded names */
	struct tf_value *member; /* the one that has it, perhaps by an alias */
};

/* fold: what "keys" says around the value. */
void tf_expand(struct tf_context *ctx, const struct tf_set *set,
    const struct tf_value *value, bool fold, struct tf_expanded *expanded);

/* True where each branch wants one field to be there, and says no more. */
bool tf_expand_is_group(const struct tf_schema_list *branches);

/* A property that a schema declares itself, or by ref and allOf; or NULL. */
const struct tf_schema *tf_expand_property(
    const struct tf_schema *schema, uint32_t name);

#endif
