#include "finding.h"

#include <stdlib.h>
#include <string.h>

struct tf_found *
tf_found_add(struct tf_found_list *list, enum tf_code code)
{
	struct tf_found *found;

	list->items =
	    tf_grow(list->items, list->count, &list->capacity, sizeof(*found));
	found = &list->items[list->count++];
	memset(found, 0, sizeof(*found));
	found->code = code;
	found->code_name = tf_code_row(code)->name;
	found->severity = tf_code_row(code)->severity;
	return found;
}

/* Insertion: stable, and the entries of a record are few and nearly sorted. */
void
tf_found_sort(struct tf_found_list *list, size_t from)
{
	struct tf_found moved;
	size_t i, k;

	for (i = from + 1; i < list->count; i++) {
		if (list->items[i - 1].offset <= list->items[i].offset)
			continue;
		moved = list->items[i];
		for (k = i;
		     k > from && list->items[k - 1].offset > moved.offset; k--)
			list->items[k] = list->items[k - 1];
		list->items[k] = moved;
	}
}

static bool
is_after(const struct tf_found *a, const struct tf_found *b)
{
	return a->record != b->record ? a->record > b->record :
					a->offset > b->offset;
}

/* Insertion again: a few new entries stand at the end of sorted ones. */
void
tf_found_sort_records(struct tf_found_list *list)
{
	struct tf_found moved;
	size_t i, k;

	for (i = 1; i < list->count; i++) {
		if (!is_after(&list->items[i - 1], &list->items[i]))
			continue;
		moved = list->items[i];
		for (k = i; k > 0 && is_after(&list->items[k - 1], &moved); k--)
			list->items[k] = list->items[k - 1];
		list->items[k] = moved;
	}
}

bool
tf_found_has_error(const struct tf_found_list *list, size_t from)
{
	for (; from < list->count; from++)
		if (list->items[from].severity == TF_ERROR)
			return true;
	return false;
}

void
tf_found_release(struct tf_found_list *list)
{
	free(list->items);
	list->items = NULL;
	list->count = list->capacity = 0;
}
