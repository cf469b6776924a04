/*
 * csv.h - one line of comma-separated values (layer: json).
 */
#ifndef TF_CSV_H
#define TF_CSV_H

#include <stdbool.h>

#include "value.h"

/*
 * The fields of a line as an array of strings, in the arena: white space
 * around a field does not count, quotes hold a field together and are doubled
 * inside it (RFC 4180 section 2). NULL where the quotes are wrong, the text has
 * several lines, or a field is empty. *commas: how many separate fields.
 */
struct tf_value *tf_csv_parse(
    struct tf_arena *arena, const char *text, size_t len, size_t *commas);

#endif
