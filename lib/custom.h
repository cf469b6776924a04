/*
 * custom.h - shapes of calls that a rulebook adds (layer: engine).
 */
#ifndef TF_CUSTOM_H
#define TF_CUSTOM_H

#include "ask.h"

/*
 * Adds the calls that the "records" of the rulebooks find in a record. One
 * whose arguments a shape of the table has found already is not added again. A
 * filter that fails is reported at the record.
 */
void tf_custom_find(
    struct tf_engine *engine, struct tf_walk *walk, const struct tf_doc *doc);

#endif
