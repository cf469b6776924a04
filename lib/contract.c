#include "contract.h"

#include <string.h>

#include "convert.h"
#include "expand.h"

/* How often an object is looked at anew, since its own steps changed it. */
enum { ANEW_MAX = 3 };

/* "did you mean", for text that resembles a member of an enum. */
static void
suggest_member(struct tf_context *ctx, const struct tf_value *value,
    const struct tf_set *set)
{
	const struct tf_value_list *list = NULL;
	const struct tf_slice *near;
	struct tf_slice *words;
	size_t i, count = 0;

	for (i = 0; i < set->count && list == NULL; i++)
		if (set->items[i]->enumeration.count > 0)
			list = &set->items[i]->enumeration;
	if (list == NULL || value->type != TF_STRING)
		return;
	words = tf_arena_alloc(ctx->arena, list->count * sizeof(*words));
	for (i = 0; i < list->count; i++)
		if (list->items[i]->type == TF_STRING)
			words[count++] = (struct tf_slice){
			    list->items[i]->bytes, list->items[i]->len};
	near = tf_suggest(
	    (struct tf_slice){value->bytes, value->len}, words, count);
	if (near == NULL)
		return;
	tf_buf_adds(ctx->scratch, "; did you mean ");
	tf_phrase_text(ctx->scratch, near->bytes, near->len, 40);
	tf_buf_addc(ctx->scratch, '?');
}

static void
report_wrong(
    struct tf_context *ctx, struct tf_value *value, const struct tf_set *set)
{
	struct tf_buf *buf = ctx->scratch;

	tf_context_say_path(ctx, value);
	tf_buf_adds(buf, " must be ");
	tf_phrase_set(buf, ctx->names, set);
	if (ctx->why != NULL && value->parent == ctx->why_of)
		tf_buf_addf(buf, ", since %s", ctx->why);
	tf_buf_adds(buf, " (received: ");
	tf_phrase_received(buf, ctx->arena, set, value);
	tf_buf_addc(buf, ')');
	suggest_member(ctx, value, set);
	tf_context_found(ctx, TF_CODE_WRONG_VALUE, value, TF_PART_VALUE);
}

/* ---- objects ---- */

/* The policies that hold here: what blocks say counts most. */
static void
settle_policy(struct tf_object *object, const struct tf_policy *around)
{
	size_t i;

	object->policy = (struct tf_policy){0};
	for (i = object->count; i-- > 0;)
		tf_policy_inherit(
		    &object->policy, &object->parts[i].schema->policy);
	tf_policy_inherit(&object->policy, around);
	/* wrappers of the arguments are none of what is inside them */
	if (object->value->parent != NULL &&
	    object->policy.unwrap == around->unwrap)
		object->policy.unwrap_count = 0;
}

static void
report_duplicates(struct tf_object *object)
{
	struct tf_context *ctx = object->ctx;
	struct tf_value *member, *last;

	for (member = object->value->first; member != NULL;
	     member = member->next) {
		last = tf_value_member(
		    object->value, member->key, member->key_len);
		if (member->dropped || last == member)
			continue;
		tf_context_say_path(ctx, member);
		tf_buf_adds(ctx->scratch, " is given twice, as ");
		tf_phrase_value(ctx->scratch, ctx->arena, member);
		tf_buf_adds(ctx->scratch, " and as ");
		tf_phrase_value(ctx->scratch, ctx->arena, last);
		tf_buf_adds(ctx->scratch, "; the last one counts");
		tf_context_found(
		    ctx, TF_CODE_DUPLICATE_KEY, member, TF_PART_KEY);
		object->has_duplicates = true;
	}
}

/* True for all but the last of the members with one key. */
static bool
is_overridden(const struct tf_object *object, const struct tf_value *member)
{
	return object->has_duplicates &&
	    tf_value_member(object->value, member->key, member->key_len) !=
	    member;
}

/* Leaves out the errors from index from on; what was fixed stays said. */
static void
drop_errors(struct tf_found_list *found, size_t from)
{
	size_t i, kept = from;

	for (i = from; i < found->count; i++)
		if (found->items[i].severity != TF_ERROR)
			found->items[kept++] = found->items[i];
	found->count = kept;
}

/*
 * A member that its own steps have emptied is as empty as one that came so: it
 * is dropped, or missed.
 */
static void
settle_emptied(struct tf_object *object, struct tf_value *member, size_t before)
{
	if (!tf_filler_is(object, member))
		return;
	drop_errors(object->ctx->found, before);
	if (tf_object_requires(object, member->name))
		tf_report_empty_required(object, member);
	else
		tf_filler_drop(object, member);
}

static void
member_steps(
    struct tf_object *object, struct tf_value *member, const struct tf_set *set)
{
	const size_t before = object->ctx->found->count;
	const bool was_empty = member->count == 0;

	tf_contract_value(object->ctx, member, set, &object->policy);
	if (!was_empty && member->count == 0 &&
	    (member->type == TF_OBJECT || member->type == TF_ARRAY) &&
	    !object->ctx->filter_failed)
		settle_emptied(object, member, before);
}

/* What chose a branch is said of the members of its object alone. */
static void
judge_member(
    struct tf_object *object, struct tf_value *member, const struct tf_set *set)
{
	struct tf_context *ctx = object->ctx;
	const char *why = ctx->why;
	const struct tf_value *why_of = ctx->why_of;

	ctx->why = object->why;
	ctx->why_of = object->value;
	member_steps(object, member, set);
	ctx->why = why;
	ctx->why_of = why_of;
}

void
tf_step_values(struct tf_object *object)
{
	struct tf_value *member;
	struct tf_set set;

	for (member = object->value->first; member != NULL;
	     member = member->next) {
		if (member->dropped || member->settled ||
		    is_overridden(object, member) ||
		    tf_object_forbids(object, member->name))
			continue;
		set = tf_object_member_set(object, member);
		if (set.count == 0)
			continue;
		if (tf_object_requires(object, member->name) &&
		    object->policy.empty != TF_EMPTY_KEEP &&
		    tf_filler_is(object, member))
			tf_report_empty_required(object, member);
		else
			judge_member(object, member, &set);
	}
}

/* Returns false where the contract must be looked at anew: a wrapper is off. */
static bool
object_steps(struct tf_context *ctx, struct tf_value *value,
    const struct tf_expanded *expanded, const struct tf_policy *policy)
{
	const struct tf_set *set = &expanded->set;
	struct tf_object object = {
	    .ctx = ctx, .value = value, .why = expanded->why};
	size_t i;

	for (i = 0; i < set->count; i++)
		tf_object_add_part(&object,
		    (struct tf_contract_part){.schema = set->items[i]});
	object.base_count = object.count;
	settle_policy(&object, policy);
	if (tf_step_unwrap(&object))
		return false;
	report_duplicates(&object);
	tf_step_aliases(&object);
	tf_step_normalize(&object, 0, object.base_count);
	tf_step_filler(&object);
	if (ctx->filter_failed || !tf_step_action(&object))
		return true;
	if (object.count > object.base_count) {
		settle_policy(&object, policy);
		tf_step_aliases(&object);
		tf_step_filler(&object);
	}
	tf_step_unused(&object);
	tf_step_normalize(&object, object.base_count, object.count);
	if (ctx->filter_failed)
		return true;
	tf_step_values(&object);
	tf_step_fields(&object);
	tf_step_groups(&object);
	tf_step_checks(&object);
	return true;
}

/* ---- arrays ---- */

/* What all schemas say about the item with this index. */
static struct tf_set
item_set(struct tf_context *ctx, const struct tf_set *set, size_t index)
{
	const struct tf_schema *s;
	struct tf_set items = {0};
	size_t i;

	if (set->count == 1 && set->items[0]->prefix_items.count == 0)
		return tf_set_of(&set->items[0]->items);
	for (i = 0; i < set->count; i++) {
		s = set->items[i];
		tf_set_add(&items, ctx->arena,
		    index < s->prefix_items.count ?
			s->prefix_items.items[index] :
			s->items);
	}
	return items;
}

static void
array_steps(struct tf_context *ctx, struct tf_value *value,
    const struct tf_set *set, const struct tf_policy *policy)
{
	struct tf_value *item;
	struct tf_set items;
	size_t index = 0;

	for (item = tf_value_first(value); item != NULL && !ctx->filter_failed;
	     item = tf_value_next(item)) {
		items = item_set(ctx, set, index++);
		if (items.count > 0)
			tf_contract_value(ctx, item, &items, policy);
	}
}

/* ---- any value ---- */

static bool
takes_type(const struct tf_set *set, const struct tf_value *value)
{
	size_t i;

	for (i = 0; i < set->count; i++)
		if (set->items[i]->never ||
		    !tf_schema_takes_type(set->items[i], value))
			return false;
	return true;
}

/* Adds the values that a schema takes by const, enum or reference. */
static void
add_taken(struct tf_context *ctx, struct tf_schema *all,
    const struct tf_schema *s, unsigned depth)
{
	struct tf_value_list *list = &all->enumeration;
	const struct tf_value *constant = s->constant;
	size_t i, count = s->enumeration.count + (constant != NULL);
	struct tf_value **items = tf_arena_alloc(
	    ctx->arena, (list->count + count + 1) * sizeof(*items));

	for (i = 0; i < list->count; i++)
		items[i] = list->items[i];
	if (constant != NULL)
		items[i++] = tf_value_copy_const(ctx->arena, constant);
	for (count = 0; count < s->enumeration.count; count++)
		items[i++] = s->enumeration.items[count];
	list->items = items;
	list->count = i;
	if (s->ref != NULL && depth < 8)
		add_taken(ctx, all, s->ref, depth + 1);
}

/*
 * A property tells the branches apart, and its value is of none of them: it is
 * converted to one, or reported. True where it was converted.
 */
static bool
settle_untold(struct tf_context *ctx, const struct tf_expanded *expanded,
    const struct tf_policy *policy)
{
	struct tf_schema *all = tf_arena_calloc(ctx->arena, 1, sizeof(*all));
	const struct tf_schema *lasting = all;
	const struct tf_set set = tf_set_of(&lasting);
	size_t i;

	all->length.max = all->items_count.max = all->properties_count.max =
	    SIZE_MAX;
	for (i = 0; i < expanded->untold->count; i++)
		add_taken(ctx, all,
		    tf_expand_property(
			expanded->untold->items[i], expanded->telling),
		    0);
	if (tf_convert(ctx, expanded->member, &set, policy))
		return true;
	report_wrong(ctx, expanded->member, &set);
	return false;
}

/* What no single keyword of the value itself says: not, oneOf, unevaluated. */
static const struct tf_schema *
refused_in_place(struct tf_context *ctx, const struct tf_set *set,
    const struct tf_value *value)
{
	size_t i;

	for (i = 0; i < set->count; i++)
		if (set->items[i]->applies &&
		    !tf_schema_accepts_in_place(
			&ctx->validator, set->items[i], value))
			return set->items[i];
	return NULL;
}

/* Branches of which each wants one field, and no more: a group of fields. */
static bool
report_group(struct tf_context *ctx, struct tf_value *value,
    const struct tf_schema_list *branches, enum tf_code code)
{
	struct tf_name_list given = {.set = true}, names = {.set = true};
	uint32_t *all, *there;
	size_t i;

	if (!tf_expand_is_group(branches) || value->type != TF_OBJECT)
		return false;
	all = tf_arena_alloc(ctx->arena, branches->count * sizeof(*all));
	there = tf_arena_alloc(ctx->arena, branches->count * sizeof(*there));
	names.items = all;
	given.items = there;
	for (i = 0; i < branches->count; i++) {
		all[names.count] = branches->items[i]->required.items[0];
		if (tf_value_named(value, all[names.count]) != NULL)
			there[given.count++] = all[names.count];
		names.count++;
	}
	if (code == TF_CODE_AT_LEAST_ONE ? given.count > 0 : given.count == 1)
		return false;
	if (value->parent != NULL) {
		tf_buf_adds(ctx->scratch, "in ");
		tf_context_say_path(ctx, value);
		tf_buf_adds(ctx->scratch, ", ");
	}
	tf_buf_addf(ctx->scratch, "give %s of ",
	    code == TF_CODE_AT_LEAST_ONE ? "at least one" : "exactly one");
	tf_phrase_names(ctx->scratch, ctx->names, &names);
	tf_buf_adds(ctx->scratch, " (received: ");
	if (given.count > 0)
		tf_phrase_names(ctx->scratch, ctx->names, &given);
	else
		tf_phrase_keys(ctx->scratch, value);
	tf_buf_addc(ctx->scratch, ')');
	tf_context_found(ctx, code, value, TF_PART_VALUE);
	return true;
}

/* A part of the contract takes no fields but its own. */
static bool
report_closed_part(
    struct tf_context *ctx, struct tf_value *value, const struct tf_schema *s)
{
	const struct tf_schema *part = NULL;
	struct tf_name_list names = {.set = true};
	uint32_t *items;
	size_t i;

	for (i = 0; i < s->all_of.count && part == NULL; i++)
		if (s->all_of.items[i]->additional != NULL &&
		    s->all_of.items[i]->additional->never &&
		    !tf_schema_accepts(
			&ctx->validator, s->all_of.items[i], value))
			part = s->all_of.items[i];
	if (part == NULL || part->property_count == 0 ||
	    value->type != TF_OBJECT)
		return false;
	items =
	    tf_arena_alloc(ctx->arena, part->property_count * sizeof(*items));
	for (i = 0; i < part->property_count; i++)
		items[i] = part->properties[i].name;
	names.items = items;
	names.count = part->property_count;
	tf_context_say_path(ctx, value);
	tf_buf_adds(ctx->scratch, " must have no fields but ");
	tf_phrase_names(ctx->scratch, ctx->names, &names);
	return true;
}

/* What the properties are of an object that is ruled out. */
static void
say_properties(struct tf_context *ctx, const struct tf_schema *s)
{
	const struct tf_schema *property;
	struct tf_slice name;
	struct tf_set set;
	size_t i;

	for (i = 0; i < s->property_count; i++) {
		property = s->properties[i].schema;
		set = tf_set_of(&property);
		name = tf_names_get(ctx->names, s->properties[i].name);
		tf_buf_adds(ctx->scratch, i == 0 ? " where " : " and ");
		tf_phrase_text(ctx->scratch, name.bytes, name.len, 40);
		tf_buf_adds(ctx->scratch, " is ");
		tf_phrase_set(ctx->scratch, ctx->names, &set);
	}
}

static void
report_in_place(struct tf_context *ctx, struct tf_value *value,
    const struct tf_schema *s, const struct tf_set *set)
{
	const struct tf_schema *not_ = s->not_;
	struct tf_buf *buf = ctx->scratch;
	struct tf_set refused;
	int first;

	if (report_group(ctx, value, &s->any_of, TF_CODE_AT_LEAST_ONE) ||
	    report_group(ctx, value, &s->one_of, TF_CODE_EXACTLY_ONE))
		return;

	first = tf_schema_branch(&ctx->validator, &s->one_of, value, 0);
	if (first >= 0 &&
	    tf_schema_branch(
		&ctx->validator, &s->one_of, value, (size_t)first + 1) >= 0) {
		tf_context_say_path(ctx, value);
		tf_buf_addf(buf,
		    " fits several of %zu forms, and must fit exactly one",
		    s->one_of.count);
	} else if (not_ != NULL &&
	    tf_schema_accepts(&ctx->validator, not_, value)) {
		refused = tf_set_of(&not_);
		tf_context_say_path(ctx, value);
		tf_buf_adds(buf, " must not be ");
		tf_phrase_set(buf, ctx->names, &refused);
		say_properties(ctx, not_);
	} else if (s->types != 0 && s->any_of.count > 0) {
		tf_context_say_path(ctx, value);
		tf_buf_addf(buf, " fits none of the %zu forms it may have",
		    s->any_of.count);
	} else if (s->unevaluated_items != NULL && value->type == TF_ARRAY) {
		tf_context_say_path(ctx, value);
		tf_buf_adds(buf, " must have no items but the declared ones");
	} else if (!report_closed_part(ctx, value, s)) {
		report_wrong(ctx, value, set);
		return;
	}
	tf_buf_adds(buf, " (received: ");
	tf_phrase_value(buf, ctx->arena, value);
	tf_buf_addc(buf, ')');
	tf_context_found(ctx, TF_CODE_WRONG_VALUE, value, TF_PART_VALUE);
}

/*
 * True where the steps changed what applies in place: conditions and branches
 * see the object as it is now. What was said of the other ones is taken back.
 */
static bool
applies_anew(struct tf_context *ctx, const struct tf_value *value,
    const struct tf_set *set, const struct tf_expanded *before_steps,
    size_t before)
{
	struct tf_expanded now = {0};
	size_t i, k;

	if (ctx->filter_failed || ctx->anew >= ANEW_MAX ||
	    before == ctx->found->count ||
	    before_steps->set.items == set->items)
		return false;
	tf_expand(ctx, set, value, before_steps->fold, &now);
	for (i = 0; i < now.set.count; i++) {
		for (k = 0; k < before_steps->set.count; k++)
			if (before_steps->set.items[k] == now.set.items[i])
				break;
		if (k == before_steps->set.count)
			break;
	}
	if (i == now.set.count && now.untold == NULL)
		return false;
	drop_errors(ctx->found, before);
	return true;
}

/* One value, one finding: an error about this very value is there already. */
static bool
is_reported(struct tf_context *ctx, const struct tf_value *value, size_t before)
{
	struct tf_buf path = {0};
	const struct tf_found *found;
	bool reported = false;

	tf_value_pointer(&path, value);
	for (; before < ctx->found->count && !reported; before++) {
		found = &ctx->found->items[before];
		reported = found->severity == TF_ERROR &&
		    found->path.len == path.len &&
		    memcmp(found->path.bytes, tf_buf_text(&path), path.len) ==
			0;
	}
	tf_buf_release(&path);
	return reported;
}

void
tf_contract_value(struct tf_context *ctx, struct tf_value *value,
    const struct tf_set *set, const struct tf_policy *around)
{
	const size_t before = ctx->found->count;
	struct tf_expanded expanded = {0};
	const struct tf_schema *refused;
	struct tf_policy policy = {0}, around_here = {0};
	size_t i;

	if (!tf_set_deep(set) && tf_set_accepts(&ctx->validator, set, value))
		return;
	for (i = set->count; i-- > 0;)
		tf_policy_inherit(&around_here, &set->items[i]->policy);
	tf_policy_inherit(&around_here, around);
	tf_expand(ctx, set, value, around_here.keys == TF_FOLD_FOLD, &expanded);
	if (expanded.untold != NULL) {
		if (settle_untold(ctx, &expanded, &around_here))
			tf_contract_value(ctx, value, set, around);
		return;
	}
	for (i = expanded.set.count; i-- > 0;)
		tf_policy_inherit(&policy, &expanded.set.items[i]->policy);
	tf_policy_inherit(&policy, around);
	if (takes_type(&expanded.set, value) && value->type == TF_OBJECT) {
		if (!object_steps(ctx, value, &expanded, around)) {
			tf_contract_value(ctx, value, set, around);
			return;
		}
		if (applies_anew(ctx, value, set, &expanded, before)) {
			ctx->anew++;
			tf_contract_value(ctx, value, set, around);
			ctx->anew--;
			return;
		}
	} else if (takes_type(&expanded.set, value) && value->type == TF_ARRAY)
		array_steps(ctx, value, &expanded.set, &policy);
	if (ctx->filter_failed)
		return;
	refused = refused_in_place(ctx, &expanded.set, value);
	if (tf_set_fits(&ctx->validator, &expanded.set, value) &&
	    (refused == NULL || tf_found_has_error(ctx->found, before)))
		return;
	if (!tf_set_keep(&expanded.set) && tf_convert(ctx, value, set, &policy))
		return;
	if (is_reported(ctx, value, before))
		return;
	if (refused != NULL &&
	    tf_set_fits(&ctx->validator, &expanded.set, value))
		report_in_place(ctx, value, refused, set);
	else
		report_wrong(ctx, value, &expanded.set);
}
