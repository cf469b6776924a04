/*
 * diff.h - what a filter changed (layer: engine).
 *
 * A filter gets a copy of an object and returns a new one. Only the paths that
 * differ are changed; what is only moved keeps its own text, so that digits,
 * order and escapes stay as they were whatever libjq made of them.
 */
#ifndef TF_DIFF_H
#define TF_DIFF_H

#include <stdbool.h>

#include "context.h"

/*
 * Makes value what result says, reporting each change as "normalized". False
 * where a number cannot be told from another one that libjq holds for equal:
 * nothing can be written then without guessing.
 */
bool tf_diff_apply(
    struct tf_context *ctx, struct tf_value *value, struct tf_value *result);

#endif
