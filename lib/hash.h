/*
 * hash.h - hashes of values (layer: json).
 */
#ifndef TF_HASH_H
#define TF_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "value.h"

#define TF_HASH_START UINT64_C(14695981039346656037)

/* Goes on with bytes; start with TF_HASH_START. */
uint64_t tf_hash_bytes(uint64_t hash, const void *bytes, size_t len);

/* Equal values have equal hashes: 1 and 1.0, members in any order. */
uint64_t tf_hash_value(const struct tf_value *value);

#endif
