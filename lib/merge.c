#include "merge.h"

#include <string.h>

#include "number.h"

static void
start(struct tf_merged *m)
{
	memset(m, 0, sizeof(*m));
	m->length.max = m->items_count.max = m->properties_count.max = SIZE_MAX;
}

static void
narrow(struct tf_range *range, const struct tf_range *more)
{
	if (more->min > range->min)
		range->min = more->min;
	if (more->max < range->max)
		range->max = more->max;
}

/* Keeps the higher one (sign 1) or the lower one (sign -1). */
static void
tighten(const struct tf_value **limit, const struct tf_value *more, int sign)
{
	if (more == NULL)
		return;
	if (*limit == NULL ||
	    sign *
		    tf_number_compare(more->bytes, more->len, (*limit)->bytes,
			(*limit)->len) >
		0)
		*limit = more;
}

/* integer and number: integer is the narrower one. */
static unsigned
both_types(unsigned a, unsigned b)
{
	unsigned both;

	if (a == 0 || b == 0)
		return a | b;
	both = a & b;
	if ((a | b) & TF_BIT_INTEGER && (a | b) & TF_BIT_NUMBER &&
	    !(a & b & TF_BIT_NUMBER))
		both |= TF_BIT_INTEGER;
	return both;
}

static unsigned
types_of_values(const struct tf_merged *m)
{
	unsigned types = 0;
	size_t i;

	if (m->constant != NULL)
		types |= 1u << m->constant->type;
	for (i = 0; m->enumeration != NULL && i < m->enumeration->count; i++)
		types |= 1u << m->enumeration->items[i]->type;
	return types;
}

/* What schemas without "type" are about, by their other keywords. */
static unsigned
implied_types(const struct tf_merged *m)
{
	unsigned types = types_of_values(m);

	if (m->pattern_count > 0 || m->format != NULL || m->length.min > 0 ||
	    m->length.max != SIZE_MAX)
		types |= TF_BIT_STRING;
	if (m->minimum != NULL || m->maximum != NULL || m->above != NULL ||
	    m->below != NULL || m->multiple_of != NULL)
		types |= TF_BIT_NUMBER;
	if (m->items != NULL || m->items_count.min > 0 ||
	    m->items_count.max != SIZE_MAX || m->unique_items)
		types |= TF_BIT_ARRAY;
	if (m->required != NULL || m->properties_count.min > 0 ||
	    m->properties_count.max != SIZE_MAX)
		types |= TF_BIT_OBJECT;
	return types;
}

/* The schema that says the same about every required member, or NULL. */
static const struct tf_schema *
schema_of_each(const struct tf_schema *s)
{
	size_t i;

	if (s->required.count == 0 || s->pattern_property_count > 0)
		return NULL;
	for (i = 0; i < s->required.count; i++)
		if (tf_schema_property(s, s->required.items[i]) != NULL)
			return NULL;
	return s->additional;
}

/* The same expression may come by ref and allOf. */
static bool
has_pattern(const struct tf_merged *m, const struct tf_pattern *pattern)
{
	size_t i;

	for (i = 0; i < m->pattern_count; i++)
		if (strcmp(tf_pattern_text(m->patterns[i]),
			tf_pattern_text(pattern)) == 0)
			return true;
	return false;
}

enum { DEPTH = 8 };

static void merge(
    struct tf_merged *m, const struct tf_schema *s, unsigned depth);

/* The types that some branch takes. */
static void
merge_branches(
    struct tf_merged *m, const struct tf_schema_list *branches, unsigned depth)
{
	struct tf_merged branch;
	unsigned types = 0;
	size_t i;

	if (branches->count == 0)
		return;
	for (i = 0; i < branches->count; i++) {
		start(&branch);
		merge(&branch, branches->items[i], depth + 1);
		types |=
		    branch.types != 0 ? branch.types : implied_types(&branch);
	}
	m->branch_types |= types;
	if (m->alternatives == NULL)
		m->alternatives = branches;
}

/* What applies in place whatever the value is. */
static void
merge_in_place(struct tf_merged *m, const struct tf_schema *s, unsigned depth)
{
	size_t i;

	if (!s->applies || depth == DEPTH)
		return;
	if (s->ref != NULL)
		merge(m, s->ref, depth + 1);
	for (i = 0; i < s->all_of.count; i++)
		merge(m, s->all_of.items[i], depth + 1);
	merge_branches(m, &s->any_of, depth);
	merge_branches(m, &s->one_of, depth);
}

static void
merge(struct tf_merged *m, const struct tf_schema *s, unsigned depth)
{
	m->never |= s->never;
	m->types = both_types(m->types, s->types);
	if (s->enumeration.count > 0 && m->enumeration == NULL)
		m->enumeration = &s->enumeration;
	if (s->constant != NULL && m->constant == NULL)
		m->constant = s->constant;
	tighten(&m->minimum, s->minimum, 1);
	tighten(&m->above, s->exclusive_minimum, 1);
	tighten(&m->maximum, s->maximum, -1);
	tighten(&m->below, s->exclusive_maximum, -1);
	if (m->multiple_of == NULL)
		m->multiple_of = s->multiple_of;
	narrow(&m->length, &s->length);
	narrow(&m->items_count, &s->items_count);
	narrow(&m->properties_count, &s->properties_count);
	m->unique_items |= s->unique_items;
	if (s->pattern != NULL && m->pattern_count < TF_MERGED_PATTERNS &&
	    !has_pattern(m, s->pattern))
		m->patterns[m->pattern_count++] = s->pattern;
	if (m->format == NULL)
		m->format = s->format;
	if (m->contains == NULL && s->contains != NULL) {
		m->contains = s->contains;
		m->contains_count = s->contains_count;
	}
	if (m->items == NULL)
		m->items = s->items;
	if (s->required.count > 0 && m->required == NULL) {
		m->required = &s->required;
		m->each = schema_of_each(s);
	}
	merge_in_place(m, s, depth);
}

static void
finish(struct tf_merged *m)
{
	if (m->types == 0)
		m->types = implied_types(m);
	/* what the schema says itself is more than what its branches say */
	m->says_itself = m->types != 0 || m->constant != NULL;
	m->types |= m->types == 0 ? m->branch_types : 0;
}

void
tf_merge_set(struct tf_merged *m, const struct tf_set *set)
{
	size_t i;

	start(m);
	for (i = 0; i < set->count; i++)
		merge(m, set->items[i], 0);
	finish(m);
}

void
tf_merge_schema(struct tf_merged *m, const struct tf_schema *schema)
{
	start(m);
	merge(m, schema, 0);
	finish(m);
}
