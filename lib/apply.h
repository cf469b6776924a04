/*
 * apply.h - of validate.c: the keywords that apply other schemas, to the same
 * value and to what is inside it (layer: engine).
 */
#ifndef TF_APPLY_H
#define TF_APPLY_H

#include "validate.h"

/* What tf_schema_fits() says, without contains. */
bool tf_schema_fits_alone(const struct tf_validator *v,
    const struct tf_schema *schema, const struct tf_value *value);

/* contains, of an array. */
bool tf_schema_contained(const struct tf_validator *v,
    const struct tf_schema *schema, const struct tf_value *array);

/* All that tf_schema_fits_alone() does not look at. */
bool tf_schema_applies(const struct tf_validator *v,
    const struct tf_schema *schema, const struct tf_value *value);

#endif
