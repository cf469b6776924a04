#include "mem.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	BLOCK_SIZE = 64 * 1024,
	KEEP_SIZE = 1024 * 1024, /* what a reset keeps, all blocks together */
	ALIGNMENT = 16
};

struct tf_arena_block {
	struct tf_arena_block *next;
	size_t size;
	_Alignas(16) char bytes[];
};

static void (*nomem_hook)(size_t size);

void
tf_set_nomem(void (*hook)(size_t size))
{
	nomem_hook = hook;
}

static void
nomem(size_t size)
{
	if (nomem_hook != NULL)
		nomem_hook(size);
	abort();
}

void *
tf_malloc(size_t size)
{
	void *p = malloc(size > 0 ? size : 1);

	if (p == NULL)
		nomem(size);
	return p;
}

void *
tf_calloc(size_t count, size_t size)
{
	void *p = calloc(count > 0 ? count : 1, size > 0 ? size : 1);

	if (p == NULL)
		nomem(size);
	return p;
}

void *
tf_realloc(void *old, size_t size)
{
	void *p = realloc(old, size > 0 ? size : 1);

	if (p == NULL)
		nomem(size);
	return p;
}

char *
tf_strndup(const char *bytes, size_t len)
{
	char *copy = tf_malloc(len + 1);

	if (len > 0)
		memcpy(copy, bytes, len);
	copy[len] = '\0';
	return copy;
}

char *
tf_strdup(const char *text)
{
	return tf_strndup(text, strlen(text));
}

void *
tf_grow(void *items, size_t count, size_t *capacity, size_t size)
{
	if (count < *capacity)
		return items;
	*capacity = *capacity > 0 ? *capacity * 2 : 8;
	if (*capacity > SIZE_MAX / size)
		nomem(SIZE_MAX);
	return tf_realloc(items, *capacity * size);
}

/* Makes a block with room for size bytes the current one. */
static void
next_block(struct tf_arena *arena, size_t size)
{
	struct tf_arena_block *block, *next;
	size_t want = size > BLOCK_SIZE ? size : BLOCK_SIZE;

	next = arena->current != NULL ? arena->current->next : arena->blocks;
	if (next != NULL && next->size >= size) {
		block = next;
	} else {
		if (want > SIZE_MAX - sizeof(*block))
			nomem(SIZE_MAX);
		block = tf_malloc(sizeof(*block) + want);
		block->size = want;
		block->next = next;
		if (arena->current != NULL)
			arena->current->next = block;
		else
			arena->blocks = block;
	}
	arena->current = block;
	arena->used = 0;
}

void *
tf_arena_alloc(struct tf_arena *arena, size_t size)
{
	char *p;

	if (size > SIZE_MAX - ALIGNMENT)
		nomem(size);
	size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
	if (arena->current == NULL || arena->current->size - arena->used < size)
		next_block(arena, size);
	p = arena->current->bytes + arena->used;
	arena->used += size;
	return p;
}

void *
tf_arena_calloc(struct tf_arena *arena, size_t count, size_t size)
{
	void *p;

	if (size != 0 && count > SIZE_MAX / size)
		nomem(SIZE_MAX);
	p = tf_arena_alloc(arena, count * size);
	memset(p, 0, count * size);
	return p;
}

void *
tf_arena_grow(struct tf_arena *arena, void *items, size_t count,
    size_t *capacity, size_t size)
{
	void *more;

	if (count < *capacity)
		return items;
	*capacity = *capacity * 2 + 4;
	more = tf_arena_alloc(arena, *capacity * size);
	if (count > 0)
		memcpy(more, items, count * size);
	return more;
}

char *
tf_arena_copy(struct tf_arena *arena, const char *bytes, size_t len)
{
	char *copy = tf_arena_alloc(arena, len + 1);

	if (len > 0)
		memcpy(copy, bytes, len);
	copy[len] = '\0';
	return copy;
}

char *
tf_arena_format(struct tf_arena *arena, const char *format, ...)
{
	va_list args;
	char *text;
	int len;

	va_start(args, format);
	len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (len < 0)
		len = 0;
	text = tf_arena_alloc(arena, (size_t)len + 1);
	va_start(args, format);
	vsnprintf(text, (size_t)len + 1, format, args);
	va_end(args);
	return text;
}

void
tf_arena_reset(struct tf_arena *arena)
{
	struct tf_arena_block **link = &arena->blocks, *block;
	size_t kept = 0;

	while ((block = *link) != NULL) {
		if (kept + block->size <= KEEP_SIZE) {
			kept += block->size;
			link = &block->next;
		} else {
			*link = block->next;
			free(block);
		}
	}
	arena->current = NULL;
	arena->used = 0;
}

void
tf_arena_release(struct tf_arena *arena)
{
	struct tf_arena_block *block;

	while ((block = arena->blocks) != NULL) {
		arena->blocks = block->next;
		free(block);
	}
	arena->current = NULL;
	arena->used = 0;
}
