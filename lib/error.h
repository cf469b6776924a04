/*
 * error.h - adding to a list of errors (layer: base).
 */
#ifndef TF_ERROR_H
#define TF_ERROR_H

#include "toolfix.h"

/*
 * Adds an error; the text is formatted as printf does. file may be NULL, line
 * and column 0. At most 100 are kept: a rulebook that is wrong throughout is
 * not read past that. errors may be NULL: nothing is kept.
 */
void tf_errors_add(struct tf_errors *errors, const char *file, size_t line,
    size_t column, const char *format, ...) TF_PRINTF(5, 6);

/* Puts the errors from index from on into the order of their lines. */
void tf_errors_sort(struct tf_errors *errors, size_t from);

#endif
