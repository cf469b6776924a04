#include "value.h"

#include <float.h>
#include <string.h>
#include <yyjson.h>

#include "json.h"
#include "number.h"

/* ---- making ---- */

struct tf_value *
tf_value_new(struct tf_arena *arena, enum tf_type type)
{
	struct tf_value *value = tf_arena_calloc(arena, 1, sizeof(*value));

	value->type = (unsigned char)type;
	value->name = TF_NO_NAME;
	return value;
}

struct tf_value *
tf_value_string(struct tf_arena *arena, const char *bytes, size_t len)
{
	struct tf_value *value = tf_value_new(arena, TF_STRING);

	value->bytes = bytes;
	value->len = len;
	return value;
}

struct tf_value *
tf_value_number(struct tf_arena *arena, const char *text, size_t len)
{
	struct tf_value *value = tf_value_new(arena, TF_NUMBER);

	value->bytes = text;
	value->len = len;
	return value;
}

struct tf_value *
tf_value_boolean(struct tf_arena *arena, bool boolean)
{
	struct tf_value *value = tf_value_new(arena, TF_BOOLEAN);

	value->boolean = boolean;
	return value;
}

void
tf_value_append(struct tf_value *parent, const char *key, size_t key_len,
    uint32_t name, struct tf_value *child)
{
	child->key = key;
	child->key_len = key_len;
	child->name = name;
	child->parent = parent;
	child->next = NULL;
	if (parent->last != NULL)
		parent->last->next = child;
	else
		parent->first = child;
	parent->last = child;
	parent->count++;
}

/* ---- reading ---- */

struct builder {
	struct tf_arena *arena;
	const struct tf_text *text;
	const struct tf_names *names;
};

static struct tf_value *build(
    const struct builder *b, yyjson_val *from, unsigned depth);

static bool
build_members(const struct builder *b, yyjson_val *from,
    struct tf_value *object, unsigned depth)
{
	yyjson_obj_iter iter;
	yyjson_val *key;
	struct tf_value *child;

	yyjson_obj_iter_init(from, &iter);
	while ((key = yyjson_obj_iter_next(&iter)) != NULL) {
		const char *bytes = yyjson_get_str(key);
		size_t len = yyjson_get_len(key);

		child = build(b, yyjson_obj_iter_get_val(key), depth + 1);
		if (child == NULL)
			return false;
		tf_value_append(object, bytes, len,
		    tf_names_find(b->names, bytes, len), child);
	}
	return true;
}

static bool
build_items(const struct builder *b, yyjson_val *from, struct tf_value *array,
    unsigned depth)
{
	yyjson_arr_iter iter;
	yyjson_val *item;
	struct tf_value *child;

	yyjson_arr_iter_init(from, &iter);
	while ((item = yyjson_arr_iter_next(&iter)) != NULL) {
		child = build(b, item, depth + 1);
		if (child == NULL)
			return false;
		tf_value_append(array, NULL, 0, TF_NO_NAME, child);
	}
	return true;
}

static struct tf_value *
build(const struct builder *b, yyjson_val *from, unsigned depth)
{
	struct tf_value *value = tf_value_new(b->arena, TF_NULL);

	value->text = value->source = b->text;
	switch (yyjson_get_type(from)) {
	case YYJSON_TYPE_BOOL:
		value->type = TF_BOOLEAN;
		value->boolean = yyjson_get_bool(from);
		break;
	case YYJSON_TYPE_RAW:
		value->type = TF_NUMBER;
		value->bytes = yyjson_get_raw(from);
		value->len = yyjson_get_len(from);
		break;
	case YYJSON_TYPE_STR:
		value->type = TF_STRING;
		value->bytes = yyjson_get_str(from);
		value->len = yyjson_get_len(from);
		break;
	case YYJSON_TYPE_ARR:
		value->type = TF_ARRAY;
		if (depth >= TF_DEPTH_MAX ||
		    !build_items(b, from, value, depth))
			return NULL;
		break;
	case YYJSON_TYPE_OBJ:
		value->type = TF_OBJECT;
		if (depth >= TF_DEPTH_MAX ||
		    !build_members(b, from, value, depth))
			return NULL;
		break;
	default:
		break;
	}
	return value;
}

struct tf_value *
tf_value_from_yyjson(struct tf_arena *arena, yyjson_val *from,
    const struct tf_text *text, size_t start, const struct tf_names *names)
{
	struct builder b = {.arena = arena, .text = text, .names = names};
	struct tf_value *value = build(&b, from, 0);

	if (value != NULL)
		value->start = value->source_start = start;
	return value;
}

struct tf_value *
tf_value_parse(struct tf_arena *arena, const struct tf_text *text,
    const struct tf_names *names, const char **why, size_t *at)
{
	yyjson_read_err err;
	yyjson_val *root;
	struct tf_value *value;

	root = tf_json_read(arena, text->bytes, text->len, &err);
	if (root == NULL) {
		*why = err.msg;
		*at = err.pos;
		return NULL;
	}
	value = tf_value_from_yyjson(
	    arena, root, text, tf_text_skip_space(text, 0), names);
	if (value == NULL) {
		*why = "nested too deep";
		*at = 0;
	}
	return value;
}

/* ---- looking ---- */

struct tf_value *
tf_value_next(const struct tf_value *child)
{
	struct tf_value *next = child->next;

	while (next != NULL && next->dropped)
		next = next->next;
	return next;
}

struct tf_value *
tf_value_first(const struct tf_value *parent)
{
	struct tf_value *first = parent->first;

	while (first != NULL && first->dropped)
		first = first->next;
	return first;
}

struct tf_value *
tf_value_member(const struct tf_value *object, const char *key, size_t len)
{
	struct tf_value *child, *found = NULL;

	for (child = object->first; child != NULL; child = child->next)
		if (child->key_len == len && !child->dropped &&
		    (len == 0 || child->key[0] == key[0]) &&
		    memcmp(child->key, key, len) == 0)
			found = child;
	return found;
}

struct tf_value *
tf_value_named(const struct tf_value *object, uint32_t name)
{
	struct tf_value *child, *found = NULL;

	for (child = object->first; child != NULL; child = child->next)
		if (child->name == name && !child->dropped)
			found = child;
	return found;
}

const char *
tf_type_name(enum tf_type type)
{
	static const char *const names[] = {
	    [TF_NULL] = "null",
	    [TF_BOOLEAN] = "boolean",
	    [TF_NUMBER] = "number",
	    [TF_STRING] = "string",
	    [TF_ARRAY] = "array",
	    [TF_OBJECT] = "object",
	};

	return names[type];
}

/* ---- changing ---- */

static void
mark_up(struct tf_value *value)
{
	for (value = value->parent; value != NULL && !value->dirty;
	     value = value->parent)
		value->dirty = true;
}

void
tf_value_drop(struct tf_value *child)
{
	if (child->dropped)
		return;
	child->dropped = true;
	child->parent->count--;
	mark_up(child);
}

void
tf_value_undrop(struct tf_value *child)
{
	if (!child->dropped)
		return;
	child->dropped = false;
	child->parent->count++;
}

void
tf_value_rename(
    struct tf_value *member, const char *key, size_t len, uint32_t name)
{
	member->key = key;
	member->key_len = len;
	member->name = name;
	member->renamed = true;
	mark_up(member);
}

void
tf_value_replace(struct tf_value *value, struct tf_value *content)
{
	struct tf_value *child;

	tf_value_place(value);
	value->type = content->type;
	value->boolean = content->boolean;
	value->bytes = content->bytes;
	value->len = content->len;
	value->first = content->first;
	value->last = content->last;
	value->count = content->count;
	value->dirty = content->dirty;
	value->located = content->located;
	value->source = content->source;
	value->source_start = content->source_start;
	value->source_end = content->source_end;
	for (child = value->first; child != NULL; child = child->next)
		child->parent = value;
	value->replaced = true;
	mark_up(value);
}

void
tf_value_add(struct tf_value *parent, const char *key, size_t key_len,
    uint32_t name, struct tf_value *child)
{
	tf_value_append(parent, key, key_len, name, child);
	child->added = true;
	mark_up(child);
}

struct tf_value *
tf_value_copy_const(struct tf_arena *arena, const struct tf_value *value)
{
	struct tf_value *copy = tf_value_new(arena, (enum tf_type)value->type);
	const struct tf_value *child;

	copy->boolean = value->boolean;
	copy->bytes = value->bytes;
	copy->len = value->len;
	for (child = tf_value_first(value); child != NULL;
	     child = tf_value_next(child))
		tf_value_append(copy, child->key, child->key_len, child->name,
		    tf_value_copy_const(arena, child));
	return copy;
}

void
tf_value_number_names(struct tf_value *value, const struct tf_names *names)
{
	struct tf_value *child;

	for (child = value->first; child != NULL; child = child->next) {
		if (child->key != NULL)
			child->name =
			    tf_names_find(names, child->key, child->key_len);
		tf_value_number_names(child, names);
	}
}

static struct tf_value *
copy_below(struct tf_arena *arena, struct tf_value *value)
{
	struct tf_value *copy = tf_arena_alloc(arena, sizeof(*copy));
	struct tf_value *child, *child_copy;

	tf_value_locate(value);
	*copy = *value;
	copy->first = copy->last = copy->next = NULL;
	for (child = value->first; child != NULL; child = child->next) {
		child_copy = copy_below(arena, child);
		child_copy->parent = copy;
		if (copy->last != NULL)
			copy->last->next = child_copy;
		else
			copy->first = child_copy;
		copy->last = child_copy;
	}
	return copy;
}

struct tf_value *
tf_value_copy(struct tf_arena *arena, struct tf_value *value)
{
	struct tf_value *copy;

	tf_value_place(value);
	copy = copy_below(arena, value);
	copy->parent = NULL;
	copy->dropped = copy->added = copy->renamed = copy->replaced = false;
	copy->key = NULL;
	copy->key_len = 0;
	copy->name = TF_NO_NAME;
	copy->text = copy->source;
	copy->start = copy->source_start;
	copy->end = copy->source_end;
	return copy;
}

/* ---- comparing ---- */

typedef bool number_equal(const struct tf_value *a, const struct tf_value *b);

static bool
same_number(const struct tf_value *a, const struct tf_value *b)
{
	return tf_number_compare(a->bytes, a->len, b->bytes, b->len) == 0;
}

/* As jq has it: what is out of range is the largest double. */
static double
finite_double(const struct tf_value *value)
{
	double number = tf_number_to_double(value->bytes, value->len);

	if (number > DBL_MAX)
		return DBL_MAX;
	return number < -DBL_MAX ? -DBL_MAX : number;
}

static bool
same_double(const struct tf_value *a, const struct tf_value *b)
{
	double x = finite_double(a), y = finite_double(b);

	return x <= y && x >= y;
}

static bool
equal(const struct tf_value *a, const struct tf_value *b, number_equal *same)
{
	const struct tf_value *x, *y;

	if (a->type != b->type || a->count != b->count)
		return false;
	switch ((enum tf_type)a->type) {
	case TF_NULL:
		return true;
	case TF_BOOLEAN:
		return a->boolean == b->boolean;
	case TF_NUMBER:
		return same(a, b);
	case TF_STRING:
		return a->len == b->len &&
		    memcmp(a->bytes, b->bytes, a->len) == 0;
	case TF_ARRAY:
		for (x = tf_value_first(a), y = tf_value_first(b);
		     x != NULL && y != NULL;
		     x = tf_value_next(x), y = tf_value_next(y))
			if (!equal(x, y, same))
				return false;
		return true;
	case TF_OBJECT:
		for (x = tf_value_first(a); x != NULL; x = tf_value_next(x)) {
			y = tf_value_member(b, x->key, x->key_len);
			if (y == NULL || !equal(x, y, same))
				return false;
		}
		return true;
	}
	return false;
}

bool
tf_value_equal(const struct tf_value *a, const struct tf_value *b)
{
	return equal(a, b, same_number);
}

bool
tf_value_equal_double(const struct tf_value *a, const struct tf_value *b)
{
	return equal(a, b, same_double);
}
