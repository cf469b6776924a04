#include "evaluated.h"

enum { WORD = 64 };

void
tf_evaluated_start(struct tf_evaluated *e, struct tf_arena *arena, size_t count)
{
	e->few = 0;
	e->count = count;
	e->all = false;
	e->many = NULL;
	if (count > WORD)
		e->many = tf_arena_calloc(
		    arena, (count + WORD - 1) / WORD, sizeof(*e->many));
}

void
tf_evaluated_mark(struct tf_evaluated *e, size_t child)
{
	if (e->many != NULL)
		e->many[child / WORD] |= (uint64_t)1 << child % WORD;
	else
		e->few |= (uint64_t)1 << child;
}

bool
tf_evaluated_has(const struct tf_evaluated *e, size_t child)
{
	uint64_t word = e->many != NULL ? e->many[child / WORD] : e->few;

	return e->all || (word >> child % WORD & 1) != 0;
}

void
tf_evaluated_join(struct tf_evaluated *e, const struct tf_evaluated *more)
{
	size_t i;

	e->all |= more->all;
	e->few |= more->few;
	if (e->many == NULL)
		return;
	for (i = 0; i < (e->count + WORD - 1) / WORD; i++)
		e->many[i] |= more->many[i];
}
