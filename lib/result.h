/*
 * result.h - results of calls, as records hold them (layer: model).
 *
 * A result is not gone into; it only tells how the call with its id went.
 */
#ifndef TF_RESULT_H
#define TF_RESULT_H

#include "shape.h"
#include "walk.h"

/* Called once before anything else here; later calls do nothing. */
void tf_results_init(void);

/* True where an object is a result by its type or its role. */
bool tf_result_is(const struct tf_keys *keys);

/* True where one that is no call is a result by what it holds. */
bool tf_result_looks(const struct tf_keys *keys);

/* The id of the call that it is about, a string or a number; or NULL. */
yyjson_val *tf_result_id(const struct tf_keys *keys);

/* How that call went. */
enum tf_went tf_result_went(const struct tf_keys *keys);

#endif
