/*
 * unique.h - are all items of an array different? (layer: json)
 */
#ifndef TF_UNIQUE_H
#define TF_UNIQUE_H

#include <stdbool.h>

#include "mem.h"
#include "value.h"

/*
 * True where no two live items are equal. Time grows as n log n with the
 * number of items; scratch comes from the arena.
 */
bool tf_unique_items(struct tf_arena *arena, const struct tf_value *array);

#endif
