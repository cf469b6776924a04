/*
 * schema_oracle.h - a validator of JSON Schema for schema_property.c: small,
 * slow, over nodes, and without anything of lib/validate.c.
 */
#ifndef SCHEMA_ORACLE_H
#define SCHEMA_ORACLE_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "node.h"

__extension__ typedef __int128 wide;

enum { UNIT = 1000000, TEXT_MAX = 64 };

#define COUNT_OF(list) (int)(sizeof(list) / sizeof((list)[0]))

/* ---- numbers: exactly, in millionths ---- */

static wide
exact(const struct tf_node *number)
{
	const char *p = number->text;
	const bool negative = *p == '-';
	bool fraction = false;
	wide sum = 0;
	int shift = 6;

	for (p += negative; *p != '\0' && *p != 'e' && *p != 'E'; p++) {
		if (*p == '.') {
			fraction = true;
			continue;
		}
		sum = sum * 10 + (*p - '0');
		shift -= fraction;
	}
	if (*p != '\0')
		shift += atoi(p + 1);
	for (; shift > 0 && sum != 0; shift--)
		sum *= 10;
	for (; shift < 0 && sum != 0; shift++)
		sum /= 10;
	return negative ? -sum : sum;
}

/* ---- texts: as code points ---- */

static int
decode(const struct tf_node *text, unsigned *points)
{
	const unsigned char *p = (const unsigned char *)text->text;
	size_t i;
	int n = 0;

	for (i = 0; i < text->len && n < TEXT_MAX; i++) {
		if (p[i] < 0x80)
			points[n++] = p[i];
		else if (p[i] >= 0xc0)
			points[n++] = p[i] &
			    (p[i] >= 0xf0        ? 7u :
				    p[i] >= 0xe0 ? 15u :
						   31u);
		else
			points[n - 1] = points[n - 1] << 6 | (p[i] & 63u);
	}
	return n;
}

static bool
among(unsigned point, const char *ranges)
{
	for (; *ranges != '\0'; ranges += 2)
		if (point >= (unsigned char)ranges[0] &&
		    point <= (unsigned char)ranges[1])
			return true;
	return false;
}

/* Whether all (or any) of the points are of the ranges; none are not all. */
static bool
points_are(const unsigned *p, int n, const char *ranges, bool all)
{
	int i;

	for (i = 0; i < n; i++)
		if (among(p[i], ranges) != all)
			return !all;
	return all && n > 0;
}

/* "\\S" is that any is no space; spaces alone are all spaces. */
static bool
matches(const char *pattern, const struct tf_node *text)
{
	unsigned p[TEXT_MAX];
	const int n = decode(text, p);

	if (strcmp(pattern, "\\S") == 0)
		return n > 0 && !points_are(p, n, "\t\r  \xa0\xa0", true);
	if (strcmp(pattern, "^a") == 0)
		return n > 0 && p[0] == 'a';
	if (strcmp(pattern, "b$") == 0)
		return n > 0 && p[n - 1] == 'b';
	if (strcmp(pattern, "^[0-9]+$") == 0)
		return points_are(p, n, "09", true);
	if (strcmp(pattern, "\\d") == 0)
		return points_are(p, n, "09", false);
	if (strcmp(pattern, "^\\w*$") == 0)
		return n == 0 || points_are(p, n, "azAZ09__", true);
	if (strcmp(pattern, "^..$") == 0)
		return n == 2 && !points_are(p, n, "\n\n\r\r", false);
	return n > 1 && p[0] == 'x' && p[1] == '_'; /* ^x_ */
}

static bool
same(const struct tf_node *a, const struct tf_node *b)
{
	const struct tf_node *other;
	size_t i;

	if (tf_node_type(a) != tf_node_type(b) || a->count != b->count)
		return false;
	if (tf_node_type(a) == TF_NUMBER)
		return exact(a) == exact(b);
	if (a->kind == TF_NODE_SCALAR)
		return a->len == b->len &&
		    memcmp(a->text, b->text, a->len) == 0;
	for (i = 0; i < a->count; i++) {
		other = a->kind == TF_NODE_LIST ?
		    b->items[i] :
		    tf_node_get(b, a->items[2 * i]->text);
		if (other == NULL ||
		    !same(a->items[a->kind == TF_NODE_LIST ? i : 2 * i + 1],
			other))
			return false;
	}
	return true;
}

/* ---- the keywords: how each is made, and what it means ---- */

static const struct tf_node *root; /* has $defs */

static bool accepts(const struct tf_node *schema, const struct tf_node *value);

/* map may be NULL. */
static const struct tf_node *
member_of(const struct tf_node *map, const char *key)
{
	return map != NULL ? tf_node_get(map, key) : NULL;
}

static bool
is_text(const struct tf_node *node, const char *text)
{
	return strcmp(node->text, text) == 0;
}

static bool
is_type(const struct tf_node *type, const struct tf_node *value)
{
	if (is_text(type, "integer"))
		return tf_node_type(value) == TF_NUMBER &&
		    exact(value) % UNIT == 0;
	return is_text(type, tf_type_name(tf_node_type(value)));
}

static size_t
how_many(const struct tf_node *list, const struct tf_node *value)
{
	size_t i, n = 0;

	for (i = 0; i < list->count; i++)
		n += accepts(list->items[i], value);
	return n;
}

static int
count_of(const struct tf_node *node)
{
	return (int)(exact(node) / UNIT);
}

static int
length_of(const struct tf_node *text)
{
	unsigned p[TEXT_MAX];

	return decode(text, p);
}

/* s: the schema, k: the keyword's value, v: the value */
#define HOLDS(name)                                       \
	static bool holds_##name(const struct tf_node *s, \
	    const struct tf_node *k, const struct tf_node *v)
#define ABOUT(type, name, condition)                             \
	HOLDS(name)                                              \
	{                                                        \
		(void)s;                                         \
		return tf_node_type(v) != (type) || (condition); \
	}
#define ALWAYS(name, condition)   \
	HOLDS(name)               \
	{                         \
		(void)s;          \
		return condition; \
	}

ABOUT(TF_NUMBER, minimum, exact(v) >= exact(k))
ABOUT(TF_NUMBER, maximum, exact(v) <= exact(k))
ABOUT(TF_NUMBER, exclusive_minimum, exact(v) > exact(k))
ABOUT(TF_NUMBER, exclusive_maximum, exact(v) < exact(k))
ABOUT(TF_NUMBER, multiple_of, exact(v) % exact(k) == 0)
ABOUT(TF_STRING, min_length, length_of(v) >= count_of(k))
ABOUT(TF_STRING, max_length, length_of(v) <= count_of(k))
ABOUT(TF_STRING, pattern, matches(k->text, v))
ABOUT(TF_ARRAY, min_items, (int)v->count >= count_of(k))
ABOUT(TF_ARRAY, max_items, (int)v->count <= count_of(k))
ABOUT(TF_OBJECT, min_properties, (int)v->count >= count_of(k))
ABOUT(TF_OBJECT, max_properties, (int)v->count <= count_of(k))
ALWAYS(const, same(k, v))
ALWAYS(not, !accepts(k, v))
ALWAYS(all_of, how_many(k, v) == k->count)
ALWAYS(any_of, how_many(k, v) > 0)
ALWAYS(one_of, how_many(k, v) == 1)

HOLDS(type)
{
	size_t i;

	(void)s;
	if (k->kind == TF_NODE_SCALAR)
		return is_type(k, v);
	for (i = 0; i < k->count && !is_type(k->items[i], v); i++)
		continue;
	return i < k->count;
}

HOLDS(enum)
{
	size_t i;

	(void)s;
	for (i = 0; i < k->count && !same(k->items[i], v); i++)
		continue;
	return i < k->count;
}

HOLDS(prefix_items)
{
	size_t i;

	(void)s;
	for (i = 0; v->kind == TF_NODE_LIST && i < v->count && i < k->count;
	     i++)
		if (!accepts(k->items[i], v->items[i]))
			return false;
	return true;
}

HOLDS(items)
{
	const struct tf_node *prefix = tf_node_get(s, "prefixItems");
	size_t i = prefix != NULL ? prefix->count : 0;

	for (; v->kind == TF_NODE_LIST && i < v->count; i++)
		if (!accepts(k, v->items[i]))
			return false;
	return true;
}

HOLDS(unique_items)
{
	size_t i, j;

	(void)s;
	if (v->kind != TF_NODE_LIST || k->text[0] == 'f')
		return true;
	for (i = 0; i < v->count; i++)
		for (j = 0; j < i; j++)
			if (same(v->items[i], v->items[j]))
				return false;
	return true;
}

HOLDS(contains)
{
	const struct tf_node *min = tf_node_get(s, "minContains"),
			     *max = tf_node_get(s, "maxContains");
	int n = 0;
	size_t i;

	if (v->kind != TF_NODE_LIST)
		return true;
	for (i = 0; i < v->count; i++)
		n += accepts(k, v->items[i]);
	return n >= (min != NULL ? count_of(min) : 1) &&
	    (max == NULL || n <= count_of(max));
}

HOLDS(properties)
{
	const struct tf_node *member;
	size_t i;

	(void)s;
	for (i = 0; v->kind == TF_NODE_MAP && i < k->count; i++) {
		member = tf_node_get(v, k->items[2 * i]->text);
		if (member != NULL && !accepts(k->items[2 * i + 1], member))
			return false;
	}
	return true;
}

HOLDS(pattern_properties)
{
	size_t i, j;

	(void)s;
	for (i = 0; v->kind == TF_NODE_MAP && i < k->count; i++)
		for (j = 0; j < v->count; j++)
			if (matches(k->items[2 * i]->text, v->items[2 * j]) &&
			    !accepts(k->items[2 * i + 1], v->items[2 * j + 1]))
				return false;
	return true;
}

HOLDS(additional)
{
	const struct tf_node *named = tf_node_get(s, "patternProperties");
	size_t i, j;

	for (i = 0; v->kind == TF_NODE_MAP && i < v->count; i++) {
		for (j = 0; named != NULL && j < named->count; j++)
			if (matches(named->items[2 * j]->text, v->items[2 * i]))
				break;
		if ((named == NULL || j == named->count) &&
		    member_of(tf_node_get(s, "properties"),
			v->items[2 * i]->text) == NULL &&
		    !accepts(k, v->items[2 * i + 1]))
			return false;
	}
	return true;
}

HOLDS(property_names)
{
	size_t i;

	(void)s;
	for (i = 0; v->kind == TF_NODE_MAP && i < v->count; i++)
		if (!accepts(k, v->items[2 * i]))
			return false;
	return true;
}

HOLDS(required)
{
	size_t i;

	(void)s;
	for (i = 0; v->kind == TF_NODE_MAP && i < k->count; i++)
		if (tf_node_get(v, k->items[i]->text) == NULL)
			return false;
	return true;
}

/* Both keywords: a list is of names. */
HOLDS(dependent)
{
	const struct tf_node *more;
	size_t i;

	for (i = 0; v->kind == TF_NODE_MAP && i < k->count; i++) {
		more = k->items[2 * i + 1];
		if (tf_node_get(v, k->items[2 * i]->text) != NULL &&
		    !(more->kind == TF_NODE_LIST ? holds_required(s, more, v) :
						   accepts(more, v)))
			return false;
	}
	return true;
}

HOLDS(if)
{
	const struct tf_node *then =
	    tf_node_get(s, accepts(k, v) ? "then" : "else");

	return then == NULL || accepts(then, v);
}

static const struct tf_node *
referred(const struct tf_node *ref)
{
	return tf_node_get(
	    tf_node_get(root, "$defs"), strrchr(ref->text, '/') + 1);
}

ALWAYS(ref, accepts(referred(k), v))

enum make {
	MAKE_TYPE,
	MAKE_VALUE,
	MAKE_VALUES,
	MAKE_NUMBER,
	MAKE_DIVISOR,
	MAKE_COUNT,
	MAKE_PATTERN,
	MAKE_BOOLEAN,
	MAKE_NAMES,
	MAKE_NAME_LISTS,
	MAKE_REF,
	MAKE_SCHEMA, /* from here on schemas, in place... */
	MAKE_SCHEMAS,
	MAKE_NAMED,
	MAKE_INSIDE, /* ... and inside */
	MAKE_INSIDES,
	MAKE_MEMBERS,
	MAKE_PATTERNS
};

static const struct keyword {
	const char *name;
	enum make make;
	bool (*holds)(const struct tf_node *s, const struct tf_node *k,
	    const struct tf_node *v);
} keywords[] = {
    {"type", MAKE_TYPE, holds_type},
    {"const", MAKE_VALUE, holds_const},
    {"enum", MAKE_VALUES, holds_enum},
    {"minimum", MAKE_NUMBER, holds_minimum},
    {"maximum", MAKE_NUMBER, holds_maximum},
    {"exclusiveMinimum", MAKE_NUMBER, holds_exclusive_minimum},
    {"exclusiveMaximum", MAKE_NUMBER, holds_exclusive_maximum},
    {"multipleOf", MAKE_DIVISOR, holds_multiple_of},
    {"minLength", MAKE_COUNT, holds_min_length},
    {"maxLength", MAKE_COUNT, holds_max_length},
    {"minItems", MAKE_COUNT, holds_min_items},
    {"maxItems", MAKE_COUNT, holds_max_items},
    {"minProperties", MAKE_COUNT, holds_min_properties},
    {"maxProperties", MAKE_COUNT, holds_max_properties},
    {"pattern", MAKE_PATTERN, holds_pattern},
    {"uniqueItems", MAKE_BOOLEAN, holds_unique_items},
    {"required", MAKE_NAMES, holds_required},
    {"dependentRequired", MAKE_NAME_LISTS, holds_dependent},
    {"$ref", MAKE_REF, holds_ref},
    {"not", MAKE_SCHEMA, holds_not},
    {"if", MAKE_SCHEMA, holds_if},
    {"then", MAKE_SCHEMA, NULL},
    {"else", MAKE_SCHEMA, NULL},
    {"allOf", MAKE_SCHEMAS, holds_all_of},
    {"anyOf", MAKE_SCHEMAS, holds_any_of},
    {"oneOf", MAKE_SCHEMAS, holds_one_of},
    {"dependentSchemas", MAKE_NAMED, holds_dependent},
    {"items", MAKE_INSIDE, holds_items},
    {"contains", MAKE_INSIDE, holds_contains},
    {"minContains", MAKE_COUNT, NULL},
    {"maxContains", MAKE_COUNT, NULL},
    {"additionalProperties", MAKE_INSIDE, holds_additional},
    {"propertyNames", MAKE_INSIDE, holds_property_names},
    {"prefixItems", MAKE_INSIDES, holds_prefix_items},
    {"properties", MAKE_MEMBERS, holds_properties},
    {"patternProperties", MAKE_PATTERNS, holds_pattern_properties},
};

static bool
accepts(const struct tf_node *schema, const struct tf_node *value)
{
	const struct tf_node *k;
	int i;

	if (schema->kind == TF_NODE_SCALAR)
		return schema->text[0] == 't';
	for (i = 0; i < COUNT_OF(keywords); i++) {
		k = tf_node_get(schema, keywords[i].name);
		if (k != NULL && keywords[i].holds != NULL &&
		    !keywords[i].holds(schema, k, value))
			return false;
	}
	return true;
}

#endif
