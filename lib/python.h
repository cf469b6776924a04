/*
 * python.h - Python literals as JSON values (layer: json).
 *
 * What repr() writes of dicts, lists, tuples, strings, numbers, True, False
 * and None (docs: "Lexical analysis", "Literals"), and JSON's own words beside
 * them. Nothing is guessed: what is not wholly such a literal is none.
 */
#ifndef TF_PYTHON_H
#define TF_PYTHON_H

#include "value.h"

/* The value of a literal, in the arena; NULL where the text is none. */
struct tf_value *tf_python_parse(
    struct tf_arena *arena, const char *text, size_t len);

#endif
