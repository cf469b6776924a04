/*
 * names.h - names as small numbers (layer: base).
 *
 * The property names of a rulebook are numbered when it is loaded; a key of a
 * call is looked up once, and rules compare numbers.
 */
#ifndef TF_NAMES_H
#define TF_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "toolfix.h"

#define TF_NO_NAME UINT32_MAX

struct tf_names; /* grows while a rulebook is loaded, then is only read */

struct tf_names *tf_names_new(void);
void tf_names_free(struct tf_names *names);

/* The number of a name, given one if it has none yet. The bytes are copied. */
uint32_t tf_names_add(struct tf_names *names, const char *bytes, size_t len);

/* The number of a name, or TF_NO_NAME. names may be NULL. */
uint32_t tf_names_find(
    const struct tf_names *names, const char *bytes, size_t len);

/* The name with this number; NUL-terminated, lives as long as names. */
struct tf_slice tf_names_get(const struct tf_names *names, uint32_t id);

#endif
