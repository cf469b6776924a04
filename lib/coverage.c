#include "coverage.h"

#include <stdlib.h>
#include <string.h>

#include "filter.h"

void
tf_reached_release(struct tf_reached *reached)
{
	free(reached->items);
	reached->items = NULL;
	reached->count = reached->capacity = 0;
}

static bool
was_reached(const struct tf_reached *reached, const void *part)
{
	size_t i;

	for (i = 0; i < reached->count; i++)
		if (reached->items[i] == part)
			return true;
	return false;
}

void
tf_reached_add(struct tf_reached *reached, const void *part)
{
	if (reached == NULL || was_reached(reached, part))
		return;
	reached->items = tf_grow(reached->items, reached->count,
	    &reached->capacity, sizeof(*reached->items));
	reached->items[reached->count++] = part;
}

struct teller {
	const struct tf_rulebook *book;
	const struct tf_reached *reached;
	void (*tell)(void *ctx, const struct tf_coverage *part);
	void *ctx;
	struct tf_slice tool;
};

static void
tell_one(const struct teller *t, const void *part, size_t line,
    const char *what, struct tf_slice name)
{
	const struct tf_coverage coverage = {.file = t->book->file,
	    .line = line,
	    .tool = t->tool,
	    .what = what,
	    .name = name,
	    .reached = was_reached(t->reached, part)};

	t->tell(t->ctx, &coverage);
}

/* Blocks stand in the tree of properties, items and blocks; refs do not. */
static void
tell_schema(const struct teller *t, const struct tf_schema *s)
{
	struct tf_slice name;
	size_t i;

	for (i = 0; i < s->action_count; i++) {
		tell_one(t, s->actions[i].block, s->actions[i].block->line,
		    "action", s->actions[i].name);
		tell_schema(t, s->actions[i].block);
	}
	for (i = 0; i < s->case_count; i++) {
		name = (struct tf_slice){
		    s->cases[i].name, strlen(s->cases[i].name)};
		tell_one(t, s->cases[i].block, s->cases[i].block->line, "case",
		    name);
		tell_schema(t, s->cases[i].block);
	}
	for (i = 0; i < s->property_count; i++)
		tell_schema(t, s->properties[i].schema);
	if (s->items != NULL)
		tell_schema(t, s->items);
}

void
tf_coverage_tell(const struct tf_rulebook *book,
    const struct tf_reached *reached,
    void (*tell)(void *ctx, const struct tf_coverage *part), void *ctx)
{
	struct teller t = {
	    .book = book, .reached = reached, .tell = tell, .ctx = ctx};
	const struct tf_filter_place *place;
	size_t i;

	for (i = 0; i < book->tool_count; i++) {
		t.tool = book->tools[i].name;
		if (book->tools[i].contract_count > 0)
			tell_schema(&t, book->tools[i].contracts[0]);
	}
	t.tool = (struct tf_slice){NULL, 0};
	for (i = 0; i < tf_filters_count(book->filters); i++) {
		place = tf_filters_place(book->filters, (int)i);
		tell_one(&t, place, place->line, "filter",
		    (struct tf_slice){place->what, strlen(place->what)});
	}
}
