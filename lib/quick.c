#include "quick.h"

#include <string.h>

#include "number.h"
#include "utf8.h"

enum { NAMES_MAX = 1024, DEPTH_MAX = 16 };

/* Which names an object has. */
struct seen {
	uint64_t bits[NAMES_MAX / 64];
};

struct look {
	const struct tf_validator *v;
	const struct tf_names *names;
};

static bool
has(const struct seen *seen, uint32_t name)
{
	return name < NAMES_MAX &&
	    (seen->bits[name / 64] >> name % 64 & 1) != 0;
}

/* ---- which contracts ---- */

/* Keywords of toolfix that take steps. */
static bool
has_rules(const struct tf_schema *s)
{
	return s->action != NULL || s->action_count > 0 || s->case_count > 0 ||
	    s->uses.set || s->ignores.set || s->forbid_count > 0 ||
	    s->group_count > 0 || s->normalize_count > 0 || s->check_count > 0;
}

/* What is not looked at here, of any value. */
static bool
is_plain(const struct tf_schema *s)
{
	return !s->applies && !s->special && !s->has_aliases &&
	    !s->has_filler && s->filler.count == 0 &&
	    s->pattern_property_count == 0 && s->property_names == NULL &&
	    s->dependency_count == 0 && s->prefix_items.count == 0 &&
	    !s->unique_items && s->policy.unwrap == NULL;
}

static bool
is_plain_block(const struct tf_schema *s)
{
	return is_plain(s) && s->case_count == 0 && s->normalize_count == 0 &&
	    s->check_count == 0;
}

bool
tf_quick_able(const struct tf_tool *tool)
{
	const struct tf_schema *s = tool->contracts[0], *block;
	size_t i;

	if (tool->contract_count != 1 || !is_plain_block(s) ||
	    tool->policy.unwrap != NULL ||
	    (s->action != NULL && s->action->field == TF_NO_NAME))
		return false;
	for (i = 0; i < s->action_count; i++) {
		block = s->actions[i].block;
		if (!is_plain_block(block) || block->action != NULL ||
		    block->action_count > 0)
			return false;
	}
	return true;
}

/* ---- values ---- */

static bool value_fits(const struct look *look, const struct tf_schema *s,
    yyjson_val *val, unsigned depth);

static bool
takes(const struct tf_schema *s, unsigned bit)
{
	return s->types == 0 || (s->types & bit) != 0;
}

static bool
in_enum(const struct tf_value_list *list, const char *bytes, size_t len)
{
	const struct tf_value *member;
	size_t i;

	for (i = 0; i < list->count; i++) {
		member = list->items[i];
		if (member->type == TF_STRING && member->len == len &&
		    memcmp(member->bytes, bytes, len) == 0)
			return true;
	}
	return false;
}

static bool
string_fits(const struct look *look, const struct tf_schema *s, yyjson_val *val)
{
	const char *bytes = yyjson_get_str(val);
	const size_t len = yyjson_get_len(val);
	size_t characters;

	if (!takes(s, TF_BIT_STRING))
		return false;
	if (s->enumeration.count > 0 && !in_enum(&s->enumeration, bytes, len))
		return false;
	if (s->length.min > len / 4 || s->length.max < len) {
		characters = tf_utf8_length(bytes, len);
		if (characters < s->length.min || characters > s->length.max)
			return false;
	}
	return s->pattern == NULL ||
	    tf_pattern_matches(s->pattern, look->v->matcher, bytes, len);
}

static int
compare(yyjson_val *val, const struct tf_value *limit)
{
	return tf_number_compare(
	    yyjson_get_raw(val), yyjson_get_len(val), limit->bytes, limit->len);
}

static bool
number_fits(const struct tf_schema *s, yyjson_val *val)
{
	if (s->enumeration.count > 0 || s->multiple_of != NULL ||
	    s->exclusive_minimum != NULL || s->exclusive_maximum != NULL)
		return false;
	if (!takes(s, TF_BIT_NUMBER) &&
	    ((s->types & TF_BIT_INTEGER) == 0 ||
		!tf_number_is_integer(
		    yyjson_get_raw(val), yyjson_get_len(val))))
		return false;
	return (s->minimum == NULL || compare(val, s->minimum) >= 0) &&
	    (s->maximum == NULL || compare(val, s->maximum) <= 0);
}

static bool
array_fits(const struct look *look, const struct tf_schema *s, yyjson_val *val,
    unsigned depth)
{
	const size_t count = yyjson_arr_size(val);
	yyjson_arr_iter iter;
	yyjson_val *item;

	if (!takes(s, TF_BIT_ARRAY) || s->enumeration.count > 0 ||
	    count < s->items_count.min || count > s->items_count.max)
		return false;
	if (s->items == NULL)
		return true;
	yyjson_arr_iter_init(val, &iter);
	while ((item = yyjson_arr_iter_next(&iter)) != NULL)
		if (!value_fits(look, s->items, item, depth + 1))
			return false;
	return true;
}

/* ---- objects ---- */

/* One member; block may be NULL. Notes its name. */
static bool
member_fits(const struct look *look, const struct tf_schema *s,
    const struct tf_schema *block, yyjson_val *key, struct seen *seen,
    unsigned depth)
{
	const uint32_t name = tf_names_find(
	    look->names, yyjson_get_str(key), yyjson_get_len(key));
	yyjson_val *val = yyjson_obj_iter_get_val(key);
	const struct tf_schema *own, *more;

	/* also what is given twice */
	if (name >= NAMES_MAX || has(seen, name))
		return false;
	seen->bits[name / 64] |= UINT64_C(1) << name % 64;
	own = tf_schema_property(s, name);
	more = block != NULL ? tf_schema_property(block, name) : NULL;
	if (own == NULL && more == NULL) {
		if (block != NULL || s->additional == NULL)
			return false;
		own = s->additional;
	}
	return (own == NULL || value_fits(look, own, val, depth + 1)) &&
	    (more == NULL || value_fits(look, more, val, depth + 1));
}

static bool
has_required(const struct tf_schema *s, const struct seen *seen)
{
	size_t i;

	for (i = 0; i < s->required.count; i++)
		if (!has(seen, s->required.items[i]))
			return false;
	return true;
}

static bool
members_fit(const struct look *look, const struct tf_schema *s,
    const struct tf_schema *block, yyjson_val *object, struct seen *seen,
    unsigned depth)
{
	const size_t count = yyjson_obj_size(object);
	yyjson_obj_iter iter;
	yyjson_val *key;

	if (!takes(s, TF_BIT_OBJECT) || s->enumeration.count > 0 ||
	    count < s->properties_count.min || count > s->properties_count.max)
		return false;
	yyjson_obj_iter_init(object, &iter);
	while ((key = yyjson_obj_iter_next(&iter)) != NULL)
		if (!member_fits(look, s, block, key, seen, depth))
			return false;
	return has_required(s, seen);
}

static bool
object_fits(const struct look *look, const struct tf_schema *s, yyjson_val *val,
    unsigned depth)
{
	struct seen seen = {{0}};

	if (!tf_schema_has_fields(s))
		return takes(s, TF_BIT_OBJECT) && s->enumeration.count == 0 &&
		    yyjson_obj_size(val) >= s->properties_count.min &&
		    yyjson_obj_size(val) <= s->properties_count.max;
	return members_fit(look, s, NULL, val, &seen, depth);
}

static bool
value_fits(const struct look *look, const struct tf_schema *s, yyjson_val *val,
    unsigned depth)
{
	if (depth > DEPTH_MAX || s->constant != NULL || !is_plain(s) ||
	    has_rules(s))
		return false;
	switch (yyjson_get_type(val)) {
	case YYJSON_TYPE_STR:
		return string_fits(look, s, val);
	case YYJSON_TYPE_RAW:
		return number_fits(s, val);
	case YYJSON_TYPE_ARR:
		return array_fits(look, s, val, depth);
	case YYJSON_TYPE_OBJ:
		return object_fits(look, s, val, depth);
	case YYJSON_TYPE_BOOL:
		return takes(s, TF_BIT_BOOLEAN) && s->enumeration.count == 0;
	case YYJSON_TYPE_NULL:
		return takes(s, TF_BIT_NULL) && s->enumeration.count == 0;
	default:
		return false;
	}
}

/* ---- the rules of the arguments themselves ---- */

/* The block of the action that is asked for; *known: there is one to ask. */
static const struct tf_schema *
find_block(const struct look *look, const struct tf_schema *s,
    yyjson_val *object, bool *known)
{
	const struct tf_slice field =
	    tf_names_get(look->names, s->action->field);
	yyjson_val *action = yyjson_obj_getn(object, field.bytes, field.len);
	size_t i;

	*known = false;
	for (i = 0; yyjson_is_str(action) && i < s->action_count; i++)
		if (yyjson_equals_strn(action, s->actions[i].name.bytes,
			s->actions[i].name.len)) {
			*known = true;
			return s->actions[i].block;
		}
	return NULL;
}

static bool
is_used(const struct tf_schema *s, const struct tf_schema *block, uint32_t name)
{
	size_t i;

	if (s->action != NULL && s->action->field == name)
		return true;
	for (i = 0; i < block->group_count; i++)
		if (tf_name_list_has(&block->groups[i].names, name))
			return true;
	return tf_name_list_has(&block->uses, name) ||
	    tf_name_list_has(&block->required, name) ||
	    tf_name_list_has(&s->uses, name) ||
	    tf_name_list_has(&s->required, name) ||
	    (block != s && tf_schema_property(block, name) != NULL);
}

/* All declared names that are there must be used; those of s are enough. */
static bool
all_used(const struct tf_schema *s, const struct tf_schema *block,
    const struct seen *seen)
{
	size_t i;

	if (s->ignores.set || block->ignores.set)
		return false;
	if (!s->uses.set && !block->uses.set)
		return true;
	for (i = 0; i < s->property_count; i++)
		if (has(seen, s->properties[i].name) &&
		    !is_used(s, block, s->properties[i].name))
			return false;
	return true;
}

static bool
rules_hold(const struct tf_schema *s, const struct seen *seen)
{
	const struct tf_group *group;
	size_t i, k, given;

	for (i = 0; i < s->forbid_count; i++)
		if (has(seen, s->forbids[i].name))
			return false;
	for (i = 0; i < s->group_count; i++) {
		group = &s->groups[i];
		for (given = k = 0; k < group->names.count; k++)
			given += has(seen, group->names.items[k]);
		if ((given == 0 && group->kind != TF_AT_MOST_ONE) ||
		    (given > 1 && group->kind != TF_AT_LEAST_ONE))
			return false;
	}
	return true;
}

bool
tf_quick_clean(const struct tf_validator *v, const struct tf_tool *tool,
    yyjson_val *arguments)
{
	const struct look look = {.v = v, .names = tool->rulebook->names};
	const struct tf_schema *s = tool->contracts[0], *block = NULL;
	struct seen seen = {{0}};
	bool known = true;

	if (s->action != NULL)
		block = find_block(&look, s, arguments, &known);
	if (!known || !members_fit(&look, s, block, arguments, &seen, 0))
		return false;
	if (!all_used(s, block != NULL ? block : s, &seen) ||
	    !rules_hold(s, &seen))
		return false;
	return block == NULL ||
	    (has_required(block, &seen) && rules_hold(block, &seen));
}
