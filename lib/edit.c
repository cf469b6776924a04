#include "edit.h"

#include <stdlib.h>
#include <string.h>

#include "utf8.h"

void
tf_edits_reset(struct tf_edits *edits)
{
	edits->items = NULL;
	edits->count = edits->capacity = 0;
}

static void
add_edit(struct tf_edits *edits, struct tf_arena *arena, size_t start,
    size_t end, struct tf_slice text)
{
	edits->items = tf_arena_grow(arena, edits->items, edits->count,
	    &edits->capacity, sizeof(*edits->items));
	edits->items[edits->count++] = (struct tf_edit){
	    .start = start, .end = end, .bytes = text.bytes, .len = text.len};
}

static struct tf_slice
keep(struct tf_arena *arena, struct tf_buf *buf)
{
	struct tf_slice slice = {
	    .bytes = tf_arena_copy(arena, tf_buf_text(buf), buf->len),
	    .len = buf->len};

	tf_buf_release(buf);
	return slice;
}

/* ---- the layout of an object or array in its text ---- */

struct layout {
	struct tf_slice before; /* white space in front of a member */
	struct tf_slice colon;  /* what stands between key and value */
};

static struct layout
layout_of(const struct tf_value *parent)
{
	const char *bytes = parent->source->bytes;
	const struct tf_value *child, *last = NULL;
	struct layout layout = {.before = {"", 0}, .colon = {":", 1}};
	size_t at;

	for (child = parent->first; child != NULL; child = child->next)
		if (!child->added)
			last = child;
	if (last == NULL)
		return layout;
	at = last->key != NULL ? last->key_start : last->start;
	layout.before.bytes = bytes + at;
	while (layout.before.bytes > bytes &&
	    strchr(" \t\r\n", layout.before.bytes[-1]) != NULL) {
		layout.before.bytes--;
		layout.before.len++;
	}
	if (last->key != NULL)
		layout.colon = (struct tf_slice){
		    bytes + last->key_end, last->start - last->key_end};
	return layout;
}

/* Adds the members that the text did not have, each after a comma. */
static void
write_added(struct tf_buf *buf, struct tf_arena *arena,
    const struct tf_value *parent, const struct layout *layout, bool comma)
{
	struct tf_value *child;
	struct tf_slice text;

	for (child = tf_value_first(parent); child != NULL;
	     child = tf_value_next(child)) {
		if (!child->added)
			continue;
		if (comma)
			tf_buf_addc(buf, ',');
		comma = true;
		tf_buf_add(buf, layout->before.bytes, layout->before.len);
		if (child->key != NULL) {
			tf_json_quote(buf, child->key, child->key_len);
			tf_buf_add(buf, layout->colon.bytes, layout->colon.len);
		}
		text = tf_value_text(arena, child);
		tf_buf_add(buf, text.bytes, text.len);
	}
}

/* ---- edits of the children, in the coordinates of parent->source ---- */

static size_t
member_start(const struct tf_value *child)
{
	return child->key != NULL ? child->key_start : child->start;
}

static void edit_children(
    struct tf_edits *edits, struct tf_arena *arena, struct tf_value *parent);

static void
edit_child(
    struct tf_edits *edits, struct tf_arena *arena, struct tf_value *child)
{
	struct tf_buf buf = {0};

	if (child->renamed) {
		tf_json_quote(&buf, child->key, child->key_len);
		add_edit(edits, arena, child->key_start, child->key_end,
		    keep(arena, &buf));
	}
	if (child->replaced)
		add_edit(edits, arena, child->start, child->end,
		    tf_value_text(arena, child));
	else if (child->dirty)
		edit_children(edits, arena, child);
}

/* The next child that stands in the text, from this one on. */
static struct tf_value *
placed(struct tf_value *child)
{
	while (child != NULL && child->added)
		child = child->next;
	return child;
}

/*
 * Everything behind the last member that stays: dropped members go with the
 * comma before them, new ones come in. Where none stays, the whole inside of
 * the brackets is replaced.
 */
static void
edit_tail(struct tf_edits *edits, struct tf_arena *arena,
    struct tf_value *parent, const struct tf_value *kept,
    const struct tf_value *last)
{
	struct layout layout = layout_of(parent);
	struct tf_buf buf = {0};
	size_t start, end;

	start = kept != NULL ? kept->end : parent->source_start + 1;
	end = last != NULL && last != kept ? last->end : start;
	write_added(&buf, arena, parent, &layout, kept != NULL);
	if (kept == NULL && buf.len == 0)
		end = tf_text_skip_space(parent->source, end);
	if (buf.len > 0 || end > start)
		add_edit(edits, arena, start, end, keep(arena, &buf));
	else
		tf_buf_release(&buf);
}

static void
edit_children(
    struct tf_edits *edits, struct tf_arena *arena, struct tf_value *parent)
{
	struct tf_value *child, *kept = NULL, *last = NULL, *run = NULL;

	tf_value_locate(parent);
	for (child = placed(parent->first); child != NULL;
	     child = placed(child->next)) {
		last = child;
		if (child->dropped) {
			if (run == NULL)
				run = child;
			continue;
		}
		if (run != NULL)
			add_edit(edits, arena, member_start(run),
			    member_start(child), (struct tf_slice){"", 0});
		run = NULL;
		edit_child(edits, arena, child);
		kept = child;
	}
	edit_tail(edits, arena, parent, kept, last);
}

/* ---- outwards ---- */

/* Turns edits from index from on, of an inner text, into those of its outer. */
static void
edits_outward(struct tf_edits *edits, struct tf_arena *arena, size_t from,
    const struct tf_text *text)
{
	struct tf_edit *edit;
	struct tf_buf buf = {0};
	struct tf_slice kept;

	for (edit = edits->items + from; edit < edits->items + edits->count;
	     edit++) {
		edit->start = tf_text_outer_offset(text, edit->start);
		edit->end = tf_text_outer_offset(text, edit->end);
		tf_json_escape(&buf, edit->bytes, edit->len);
		kept = keep(arena, &buf);
		edit->bytes = kept.bytes;
		edit->len = kept.len;
	}
}

void
tf_edits_add(
    struct tf_edits *edits, struct tf_arena *arena, struct tf_value *root)
{
	const struct tf_text *text = root->text;
	size_t from = edits->count;

	if (text == NULL || (!root->dirty && !root->replaced))
		return;
	tf_value_place(root);
	if (root->replaced || root->source == NULL)
		add_edit(edits, arena, root->start, root->end,
		    tf_value_text(arena, root));
	else
		edit_children(edits, arena, root);
	for (; text->outer != NULL; text = text->outer)
		edits_outward(edits, arena, from, text);
}

static int
by_start(const void *a, const void *b)
{
	const struct tf_edit *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->end < y->end ? -1 : x->end > y->end;
}

void
tf_edits_sort(struct tf_edits *edits)
{
	if (edits->count > 1)
		qsort(edits->items, edits->count, sizeof(*edits->items),
		    by_start);
}

void
tf_edits_apply(const struct tf_edits *edits, const char *from, size_t start,
    size_t end, struct tf_buf *buf)
{
	const struct tf_edit *edit;
	size_t at = start, i;

	for (i = 0; i < edits->count; i++) {
		edit = &edits->items[i];
		if (edit->start < at || edit->end > end)
			continue;
		tf_buf_add(buf, from + at, edit->start - at);
		tf_buf_add(buf, edit->bytes, edit->len);
		at = edit->end;
	}
	tf_buf_add(buf, from + at, end - at);
}

/* ---- the text of a value ---- */

static void
write_new(struct tf_buf *buf, struct tf_arena *arena, struct tf_value *value)
{
	struct tf_value *child;
	struct tf_slice text;
	char closer = value->type == TF_OBJECT ? '}' : ']';
	bool comma = false;

	tf_buf_addc(buf, value->type == TF_OBJECT ? '{' : '[');
	for (child = tf_value_first(value); child != NULL;
	     child = tf_value_next(child)) {
		if (comma)
			tf_buf_addc(buf, ',');
		comma = true;
		if (child->key != NULL) {
			tf_json_quote(buf, child->key, child->key_len);
			tf_buf_addc(buf, ':');
		}
		text = tf_value_text(arena, child);
		tf_buf_add(buf, text.bytes, text.len);
	}
	tf_buf_addc(buf, closer);
}

static struct tf_slice
new_text(struct tf_arena *arena, struct tf_value *value)
{
	struct tf_buf buf = {0};

	switch ((enum tf_type)value->type) {
	case TF_NULL:
		return (struct tf_slice){"null", 4};
	case TF_BOOLEAN:
		return value->boolean ? (struct tf_slice){"true", 4} :
					(struct tf_slice){"false", 5};
	case TF_NUMBER:
		return (struct tf_slice){value->bytes, value->len};
	case TF_STRING:
		tf_json_quote(&buf, value->bytes, value->len);
		break;
	case TF_ARRAY:
	case TF_OBJECT:
		write_new(&buf, arena, value);
		break;
	}
	return keep(arena, &buf);
}

struct tf_slice
tf_value_text(struct tf_arena *arena, struct tf_value *value)
{
	struct tf_edits edits = {0};
	struct tf_buf buf = {0};

	if (value->source == NULL)
		return new_text(arena, value);
	tf_value_place(value);
	if (!value->dirty)
		return (struct tf_slice){
		    value->source->bytes + value->source_start,
		    value->source_end - value->source_start};
	edit_children(&edits, arena, value);
	tf_edits_apply(&edits, value->source->bytes, value->source_start,
	    value->source_end, &buf);
	return keep(arena, &buf);
}
