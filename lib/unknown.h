/*
 * unknown.h - fields that the contract does not declare (layer: engine).
 */
#ifndef TF_UNKNOWN_H
#define TF_UNKNOWN_H

#include "missing.h"

/* Reports keys that propertyNames refuses. */
void tf_unknown_names(struct tf_object *object);

/*
 * Reports, or drops, fields that nothing declares. One that resembles a missing
 * field is reported together with it, which then is no longer in missing.
 */
void tf_unknown_check(struct tf_object *object, struct tf_missing *missing);

#endif
