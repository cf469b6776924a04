/*
 * convert.h - the same value in the type that its contract wants
 * (layer: engine).
 *
 * Each conversion is a row of a table. One is made only to a value that its
 * contract refuses, only if the result is accepted, and only if no other row
 * gives a different accepted result.
 */
#ifndef TF_CONVERT_H
#define TF_CONVERT_H

#include "context.h"

/* Conversions besides the safe ones of schema.h; bits of tf_policy.coerce. */
enum {
	TF_COERCE_TRIM = 32,
	TF_COERCE_STRING = 64,
	TF_COERCE_LIST = 128,
	TF_COERCE_ITEM = 256,
	TF_COERCE_CSV = 512,
	TF_COERCE_PYTHON = 1024,
	TF_COERCE_ALL = 2047
};

/* The name and bit of each row of the table in turn; NULL after the last. */
const char *tf_coercion_name(size_t index, unsigned *bit);

/*
 * Converts and reports; false where nothing was changed. JSON text that
 * becomes an object or array goes through the steps of its contract, and is
 * taken only if no error is left in it.
 */
bool tf_convert(struct tf_context *ctx, struct tf_value *value,
    const struct tf_set *set, const struct tf_policy *policy);

/* What a value would be converted into, by itself; NULL: nothing. */
struct tf_value *tf_convert_candidate(struct tf_context *ctx,
    struct tf_value *value, const struct tf_set *set,
    const struct tf_policy *policy);

/* Whether a scalar would be converted into one that is accepted. */
bool tf_convert_would(struct tf_context *ctx, struct tf_value *value,
    const struct tf_set *set, const struct tf_policy *policy);

#endif
