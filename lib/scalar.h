/*
 * scalar.h - what plain YAML text stands for in the core schema of YAML 1.2
 * (yaml.org/spec/1.2.2 section 10.3.2) (layer: model).
 *
 * no, on, y, 1_000, 0b1 and 12:30 are strings here, as they are there.
 */
#ifndef TF_SCALAR_H
#define TF_SCALAR_H

#include <stdbool.h>
#include <stddef.h>

#include "mem.h"
#include "value.h"

/* TF_NULL, TF_BOOLEAN, TF_NUMBER (.inf and .nan, too) or TF_STRING. */
enum tf_type tf_scalar_type(const char *text, size_t len);

/* True for text of tag !!int: 12, -3, 0o17, 0x1F; false for 12.0. */
bool tf_scalar_is_integer(const char *text, size_t len);

/*
 * The JSON spelling of text that is a TF_NUMBER: itself where JSON can spell
 * it so, else a text in the arena; digits stay as they are. *json_len is its
 * length. NULL where there is none; *why then continues a sentence that
 * starts with the number.
 */
const char *tf_scalar_number(struct tf_arena *arena, const char *text,
    size_t len, size_t *json_len, const char **why);

#endif
