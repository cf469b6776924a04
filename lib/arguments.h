/*
 * arguments.h - the arguments of a call as a value (layer: engine).
 */
#ifndef TF_ARGUMENTS_H
#define TF_ARGUMENTS_H

#include "context.h"
#include "walk.h"

/*
 * Reads the arguments of a call: a value, or JSON text that may be encoded
 * several times. start is the offset of the value in the call's text. Text
 * that does not parse, and values that are no object, are reported; then the
 * result is NULL. Otherwise it is an object, which has no place where the call
 * has no arguments; or a string, where free text is all that there is.
 */
struct tf_value *tf_arguments_read(
    struct tf_context *ctx, const struct tf_call *call, size_t start);

#endif
