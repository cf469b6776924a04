/*
 * sign.h - signs in a record of how a call went, and of output that ended
 * early (layer: model).
 */
#ifndef TF_SIGN_H
#define TF_SIGN_H

#include "shape.h"
#include "walk.h"

/* Called once before anything else here; later calls do nothing. */
void tf_signs_init(void);

/*
 * Why the output that an object holds ended early, as "finish_reason is
 * length", in the arena; NULL where it did not.
 */
const char *tf_sign_unfinished(
    struct tf_arena *arena, const struct tf_keys *keys);

/* The same for the object of a call. */
const char *tf_sign_unfinished_call(
    struct tf_arena *arena, const struct tf_keys *keys);

/* How a call went, where its own object says so. */
enum tf_went tf_sign_call(const struct tf_keys *keys);

/* What flags (is_error, success, error ...) and a status say. */
enum tf_went tf_sign_flags(const struct tf_keys *keys);
enum tf_went tf_sign_status(yyjson_val *status);

#endif
