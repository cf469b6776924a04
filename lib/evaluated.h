/*
 * evaluated.h - which children of a value some schema has spoken about
 * (layer: engine).
 *
 * What unevaluatedProperties and unevaluatedItems ask for. Children are
 * counted from 0, live ones only. Up to 64 of them need no memory.
 */
#ifndef TF_EVALUATED_H
#define TF_EVALUATED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mem.h"

struct tf_evaluated {
	uint64_t few;
	uint64_t *many; /* in the arena; NULL where few does */
	size_t count;
	bool all;
};

/* None of so many children. */
void tf_evaluated_start(
    struct tf_evaluated *e, struct tf_arena *arena, size_t count);

void tf_evaluated_mark(struct tf_evaluated *e, size_t child);
bool tf_evaluated_has(const struct tf_evaluated *e, size_t child);

/* Adds those of more, which is about the same value. */
void tf_evaluated_join(struct tf_evaluated *e, const struct tf_evaluated *more);

#endif
