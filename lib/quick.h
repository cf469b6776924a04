/*
 * quick.h - most calls have nothing wrong with them (layer: engine).
 *
 * A look at the arguments as yyjson has them, before anything is built: where
 * it says that a call is clean, the steps of its contract would find nothing
 * and change nothing. It may fail to say so of a clean call, and is never
 * asked where the contract has more than the plain keywords. It decides
 * nothing else: what is said of a call is said by the steps alone.
 */
#ifndef TF_QUICK_H
#define TF_QUICK_H

#include <stdbool.h>
#include <yyjson.h>

#include "rulebook.h"
#include "validate.h"

/* True where the contract is one that can be looked at so. For loading. */
bool tf_quick_able(const struct tf_tool *tool);

/* True where the arguments, an object, are clean for sure. */
bool tf_quick_clean(const struct tf_validator *v, const struct tf_tool *tool,
    yyjson_val *arguments);

#endif
