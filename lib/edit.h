/*
 * edit.h - from changed values to byte edits (layer: json).
 *
 * An edit replaces a span of a text. Members go with their comma and, in text
 * over several lines, with their line; keys are renamed and values replaced
 * where they stand; new members come last, in the layout of the others. What
 * lies inside a JSON-encoded string is encoded as often as it was.
 * Knows nothing of rules.
 */
#ifndef TF_EDIT_H
#define TF_EDIT_H

#include <stddef.h>

#include "buf.h"
#include "mem.h"
#include "value.h"

struct tf_edit {
	size_t start, end;
	const char *bytes;
	size_t len;
};

/* Sorted by start, not overlapping. Starts zeroed; lives in an arena. */
struct tf_edits {
	struct tf_edit *items;
	size_t count, capacity;
};

/* Empties a list whose arena was reset. */
void tf_edits_reset(struct tf_edits *edits);

/*
 * Adds the edits that make the record say what root now is: offsets are those
 * of the outermost text. Several roots of one record may be added, in any
 * order; tf_edits_sort() puts them right.
 */
void tf_edits_add(
    struct tf_edits *edits, struct tf_arena *arena, struct tf_value *root);
void tf_edits_sort(struct tf_edits *edits);

/* Adds bytes [start, end) of from to buf, with the edits that lie in it. */
void tf_edits_apply(const struct tf_edits *edits, const char *from,
    size_t start, size_t end, struct tf_buf *buf);

/*
 * The JSON text of a value as it is now, in the arena: source bytes where
 * nothing was changed, compact text for what is new.
 */
struct tf_slice tf_value_text(struct tf_arena *arena, struct tf_value *value);

#endif
