#include "adopt.h"

#include <string.h>

#include "number.h"

enum { EXACT_DIGITS = 15 };

struct search {
	struct tf_arena *arena;
	struct tf_value *root, *near;
};

static bool
same_key(const struct tf_value *a, const struct tf_value *b)
{
	return a->key != NULL && b->key != NULL && a->key_len == b->key_len &&
	    memcmp(a->key, b->key, a->key_len) == 0;
}

/* Dropped values count: what was moved away was dropped first. */
static struct tf_value *
find(struct tf_value *in, const struct tf_value *what, bool with_key)
{
	struct tf_value *child, *found = NULL;

	if (!in->added && tf_value_equal_double(in, what) &&
	    (!with_key || same_key(in, what)))
		return in;
	for (child = in->first; child != NULL && found == NULL;
	     child = child->next)
		found = find(child, what, with_key);
	return found;
}

static struct tf_value *
find_old(const struct search *s, const struct tf_value *what)
{
	struct tf_value *found = find(s->near, what, true);

	if (found == NULL)
		found = find(s->root, what, true);
	if (found == NULL)
		found = find(s->near, what, false);
	if (found == NULL)
		found = find(s->root, what, false);
	return found;
}

/* True where another number is equal as a double, but not as a number. */
static bool
is_ambiguous(const struct tf_value *in, const struct tf_value *number)
{
	const struct tf_value *child;

	if (in->type == TF_NUMBER && tf_value_equal_double(in, number) &&
	    tf_number_compare(in->bytes, in->len, number->bytes, number->len) !=
		0)
		return true;
	for (child = in->first; child != NULL; child = child->next)
		if (is_ambiguous(child, number))
			return true;
	return false;
}

static bool
all_sure(const struct search *s, const struct tf_value *value)
{
	const struct tf_value *child;

	if (value->type == TF_NUMBER)
		return value->len <= EXACT_DIGITS ||
		    !is_ambiguous(s->root, value);
	for (child = tf_value_first(value); child != NULL;
	     child = tf_value_next(child))
		if (!all_sure(s, child))
			return false;
	return true;
}

static struct tf_value *
adopt(const struct search *s, const struct tf_value *result)
{
	struct tf_value *old = find_old(s, result), *copy, *child;
	const struct tf_value *from;

	if (old != NULL)
		return all_sure(s, old) ? tf_value_copy(s->arena, old) : NULL;
	copy = tf_value_new(s->arena, (enum tf_type)result->type);
	copy->boolean = result->boolean;
	copy->bytes = result->bytes;
	copy->len = result->len;
	for (from = tf_value_first(result); from != NULL;
	     from = tf_value_next(from)) {
		child = adopt(s, from);
		if (child == NULL)
			return NULL;
		tf_value_append(
		    copy, from->key, from->key_len, from->name, child);
	}
	return copy;
}

struct tf_value *
tf_adopt(struct tf_arena *arena, struct tf_value *root, struct tf_value *near,
    const struct tf_value *result)
{
	const struct search s = {.arena = arena, .root = root, .near = near};

	return adopt(&s, result);
}
