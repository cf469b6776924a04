/*
 * adopt.h - new values that keep the text of old ones (layer: engine).
 */
#ifndef TF_ADOPT_H
#define TF_ADOPT_H

#include "value.h"

/*
 * A copy of a filter's result in which whatever stood in root already has the
 * bytes it had there: whole values first (those below near, then those with
 * the same key, are preferred), then single numbers. NULL where a number of
 * more than 15 digits could be one of several that differ: doubles cannot tell
 * them apart.
 */
struct tf_value *tf_adopt(struct tf_arena *arena, struct tf_value *root,
    struct tf_value *near, const struct tf_value *result);

#endif
