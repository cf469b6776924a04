#include "validate.h"

#include <string.h>

#include "apply.h"
#include "host.h"
#include "number.h"
#include "unique.h"
#include "utf8.h"

bool
tf_schema_takes_type(
    const struct tf_schema *schema, const struct tf_value *value)
{
	if (schema->types == 0 || (schema->types & 1u << value->type) != 0)
		return true;
	return value->type == TF_NUMBER &&
	    (schema->types & TF_BIT_INTEGER) != 0 &&
	    tf_number_is_integer(value->bytes, value->len);
}

static bool
in_list(const struct tf_value_list *list, const struct tf_value *value)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		if (tf_value_equal(list->items[i], value))
			return true;
	return false;
}

static int
compare(const struct tf_value *value, const struct tf_value *limit)
{
	return tf_number_compare(
	    value->bytes, value->len, limit->bytes, limit->len);
}

static bool
number_fits(const struct tf_schema *s, const struct tf_value *value)
{
	if (s->minimum != NULL && compare(value, s->minimum) < 0)
		return false;
	if (s->maximum != NULL && compare(value, s->maximum) > 0)
		return false;
	if (s->exclusive_minimum != NULL &&
	    compare(value, s->exclusive_minimum) <= 0)
		return false;
	if (s->exclusive_maximum != NULL &&
	    compare(value, s->exclusive_maximum) >= 0)
		return false;
	return s->multiple_of == NULL ||
	    tf_number_is_multiple(value->bytes, value->len,
		s->multiple_of->bytes, s->multiple_of->len);
}

static bool
in_range(const struct tf_range *range, size_t count)
{
	return count >= range->min && count <= range->max;
}

static bool
string_fits(const struct tf_validator *v, const struct tf_schema *s,
    const struct tf_value *value)
{
	/* characters are at most as many as bytes, and at least a quarter */
	if ((s->length.min > value->len / 4 || s->length.max < value->len) &&
	    !in_range(&s->length, tf_utf8_length(value->bytes, value->len)))
		return false;
	return s->pattern == NULL ||
	    tf_pattern_matches(
		s->pattern, v->matcher, value->bytes, value->len);
}

/* format, and the schema false. */
static bool
special_fits(const struct tf_validator *v, const struct tf_schema *s,
    const struct tf_value *value)
{
	if (s->never)
		return false;
	if (s->format == NULL || value->type != TF_STRING)
		return true;
	return s->format->accepts(value->bytes, value->len) &&
	    (s->format_pattern == NULL ||
		tf_host_labels_match(
		    s->format_pattern, v->matcher, value->bytes, value->len));
}

bool
tf_schema_fits_alone(const struct tf_validator *v, const struct tf_schema *s,
    const struct tf_value *value)
{
	if (!tf_schema_takes_type(s, value))
		return false;
	if (s->special && !special_fits(v, s, value))
		return false;
	if (s->enumeration.count > 0 && !in_list(&s->enumeration, value))
		return false;
	if (s->constant != NULL && !tf_value_equal(s->constant, value))
		return false;
	switch ((enum tf_type)value->type) {
	case TF_NUMBER:
		return number_fits(s, value);
	case TF_STRING:
		return string_fits(v, s, value);
	case TF_ARRAY:
		return in_range(&s->items_count, value->count) &&
		    (!s->unique_items || tf_unique_items(v->arena, value));
	case TF_OBJECT:
		return in_range(&s->properties_count, value->count);
	case TF_NULL:
	case TF_BOOLEAN:
		break;
	}
	return true;
}

bool
tf_schema_fits(const struct tf_validator *v, const struct tf_schema *s,
    const struct tf_value *value)
{
	return tf_schema_fits_alone(v, s, value) &&
	    (s->contains == NULL || value->type != TF_ARRAY ||
		tf_schema_contained(v, s, value));
}

bool
tf_schema_accepts(const struct tf_validator *v, const struct tf_schema *s,
    const struct tf_value *value)
{
	if (!tf_schema_fits_alone(v, s, value))
		return false;
	if (!s->applies && value->type < TF_ARRAY)
		return true;
	return tf_schema_applies(v, s, value);
}

bool
tf_set_fits(const struct tf_validator *v, const struct tf_set *set,
    const struct tf_value *value)
{
	size_t i;

	for (i = 0; i < set->count; i++)
		if (!tf_schema_fits(v, set->items[i], value))
			return false;
	return true;
}

bool
tf_set_accepts(const struct tf_validator *v, const struct tf_set *set,
    const struct tf_value *value)
{
	size_t i;

	for (i = 0; i < set->count; i++)
		if (!tf_schema_accepts(v, set->items[i], value))
			return false;
	return true;
}

bool
tf_set_accepts_in_place(const struct tf_validator *v, const struct tf_set *set,
    const struct tf_value *value)
{
	size_t i;

	for (i = 0; i < set->count; i++)
		if (set->items[i]->applies &&
		    !tf_schema_accepts_in_place(v, set->items[i], value))
			return false;
	return true;
}
