/*
 * mem.h - memory (layer: base).
 *
 * Allocation never fails here: it ends in the hook of tf_set_nomem(). An
 * arena hands out memory that is given back all at once; it is named by its
 * lifetime where it stands (run, batch, record). Reset keeps the blocks, so
 * that a steady state allocates nothing.
 */
#ifndef TF_MEM_H
#define TF_MEM_H

#include <stddef.h>

#include "toolfix.h"

void *tf_malloc(size_t size);
void *tf_calloc(size_t count, size_t size);
void *tf_realloc(void *old, size_t size);
char *tf_strdup(const char *text);
char *tf_strndup(const char *bytes, size_t len); /* NUL-terminated copy */

/*
 * Grows an array that holds count items of size bytes so that one more fits.
 * Returns the array, perhaps moved; *capacity is kept up to date.
 */
void *tf_grow(void *items, size_t count, size_t *capacity, size_t size);

struct tf_arena_block;

/* Starts zeroed. */
struct tf_arena {
	struct tf_arena_block *blocks, *current;
	size_t used;
};

/* size bytes, aligned for anything, not cleared. Lives until the reset. */
void *tf_arena_alloc(struct tf_arena *arena, size_t size);

/* The same, cleared. */
void *tf_arena_calloc(struct tf_arena *arena, size_t count, size_t size);

/*
 * Grows an array of the arena so that one more item fits. Returns it, perhaps
 * moved; *capacity is kept up to date. What was there before is left behind.
 */
void *tf_arena_grow(struct tf_arena *arena, void *items, size_t count,
    size_t *capacity, size_t size);

/* A copy with a NUL after it. */
char *tf_arena_copy(struct tf_arena *arena, const char *bytes, size_t len);

/* Formats as printf does, into the arena. */
char *tf_arena_format(struct tf_arena *arena, const char *format, ...)
    TF_PRINTF(2, 3);

/*
 * Gives everything back to the arena. Blocks beyond 1 MiB are freed, so that
 * one huge record does not hold its memory for the rest of the run.
 */
void tf_arena_reset(struct tf_arena *arena);

/* Frees all blocks. */
void tf_arena_release(struct tf_arena *arena);

#endif
