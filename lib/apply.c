#include "apply.h"

#include "evaluated.h"

/* The resources that were entered, from the last one on. */
struct scope {
	const struct tf_dynamic_scope *anchors;
	const struct scope *outer;
};

struct walk {
	const struct tf_validator *v;
	const struct scope *scope;
	unsigned levels;
	bool too_deep; /* the verdict is no */
};

static bool applies(struct walk *w, const struct tf_schema *s,
    const struct tf_value *value, struct tf_evaluated *seen);

/*
 * All of a schema. seen, which may be NULL, is about the value; what is added
 * to it counts only if the value is accepted.
 */
static bool
accepts(struct walk *w, const struct tf_schema *s, const struct tf_value *value,
    struct tf_evaluated *seen)
{
	if (!tf_schema_fits_alone(w->v, s, value))
		return false;
	if (!s->applies && value->type < TF_ARRAY)
		return true;
	return applies(w, s, value, seen);
}

static void
mark(struct tf_evaluated *seen, size_t child)
{
	if (seen != NULL)
		tf_evaluated_mark(seen, child);
}

static void
mark_all(struct tf_evaluated *seen)
{
	if (seen != NULL)
		seen->all = true;
}

/* ---- objects ---- */

static bool
keys_fit(struct walk *w, const struct tf_schema *names,
    const struct tf_value *object)
{
	const struct tf_value *child;
	struct tf_value key = {.type = TF_STRING, .name = TF_NO_NAME};

	for (child = tf_value_first(object); child != NULL;
	     child = tf_value_next(child)) {
		key.bytes = child->key;
		key.len = child->key_len;
		if (!accepts(w, names, &key, NULL))
			return false;
	}
	return true;
}

static bool
has_all(const struct tf_value *object, const struct tf_name_list *names)
{
	size_t i;

	for (i = 0; i < names->count; i++)
		if (tf_value_named(object, names->items[i]) == NULL)
			return false;
	return true;
}

/* *declared: some keyword spoke of the member. */
static bool
member_accepts(struct walk *w, const struct tf_schema *s,
    const struct tf_value *member, bool *declared)
{
	const struct tf_schema *own = tf_schema_property(s, member->name);
	const struct tf_pattern_property *p;
	size_t i;

	*declared = own != NULL;
	if (own != NULL && !accepts(w, own, member, NULL))
		return false;
	for (i = 0; i < s->pattern_property_count; i++) {
		p = &s->pattern_properties[i];
		if (!tf_pattern_matches(p->pattern, w->v->matcher, member->key,
			member->key_len))
			continue;
		*declared = true;
		if (!accepts(w, p->schema, member, NULL))
			return false;
	}
	if (*declared || s->additional == NULL)
		return true;
	*declared = true;
	return accepts(w, s->additional, member, NULL);
}

/*
 * The members that are scalars, or those that are not. The former come first:
 * where one of them tells that a branch is not meant, the branch is left
 * before it goes deeper. *left: there are members of the other kind.
 */
static bool
some_members_accept(struct walk *w, const struct tf_schema *s,
    const struct tf_value *object, struct tf_evaluated *seen, bool scalars,
    bool *left)
{
	const struct tf_value *member;
	size_t at = 0;
	bool declared;

	for (member = tf_value_first(object); member != NULL;
	     member = tf_value_next(member), at++) {
		if ((member->type < TF_ARRAY) != scalars) {
			*left = true;
			continue;
		}
		if (!member_accepts(w, s, member, &declared))
			return false;
		if (declared)
			mark(seen, at);
	}
	return true;
}

static bool
members_accept(struct walk *w, const struct tf_schema *s,
    const struct tf_value *object, struct tf_evaluated *seen)
{
	bool left = false;

	return some_members_accept(w, s, object, seen, true, &left) &&
	    (!left || some_members_accept(w, s, object, seen, false, &left));
}

static bool
object_accepts(struct walk *w, const struct tf_schema *s,
    const struct tf_value *object, struct tf_evaluated *seen)
{
	size_t i;

	if (!has_all(object, &s->required))
		return false;
	for (i = 0; i < s->dependency_count; i++)
		if (tf_value_named(object, s->dependencies[i].name) != NULL &&
		    !has_all(object, &s->dependencies[i].required))
			return false;
	if (s->property_names != NULL &&
	    !keys_fit(w, s->property_names, object))
		return false;
	return !tf_schema_has_fields(s) || members_accept(w, s, object, seen);
}

/* ---- arrays ---- */

static bool
contains(struct walk *w, const struct tf_schema *s,
    const struct tf_value *array, struct tf_evaluated *seen)
{
	const struct tf_value *item;
	size_t at = 0, count = 0;

	for (item = tf_value_first(array); item != NULL;
	     item = tf_value_next(item), at++) {
		if (!accepts(w, s->contains, item, NULL))
			continue;
		mark(seen, at);
		count++;
	}
	return count >= s->contains_count.min && count <= s->contains_count.max;
}

static bool
array_accepts(struct walk *w, const struct tf_schema *s,
    const struct tf_value *array, struct tf_evaluated *seen)
{
	const struct tf_value *item;
	const struct tf_schema *schema;
	size_t at = 0;

	for (item = tf_value_first(array);
	     item != NULL && (s->items != NULL || at < s->prefix_items.count);
	     item = tf_value_next(item), at++) {
		schema = at < s->prefix_items.count ?
		    s->prefix_items.items[at] :
		    s->items;
		if (!accepts(w, schema, item, NULL))
			return false;
		mark(seen, at);
	}
	return s->contains == NULL || contains(w, s, array, seen);
}

/* ---- in place ---- */

/* A schema that may refuse the value; what it has seen counts if not. */
static bool
branch_accepts(struct walk *w, const struct tf_schema *s,
    const struct tf_value *value, struct tf_evaluated *seen)
{
	struct tf_evaluated own;

	if (seen == NULL)
		return accepts(w, s, value, NULL);
	tf_evaluated_start(&own, w->v->arena, value->count);
	if (!accepts(w, s, value, &own))
		return false;
	tf_evaluated_join(seen, &own);
	return true;
}

static bool
all_accept(struct walk *w, const struct tf_schema_list *list,
    const struct tf_value *value, struct tf_evaluated *seen)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		if (!accepts(w, list->items[i], value, seen))
			return false;
	return true;
}

/* All branches are looked at where it matters what they have seen. */
static bool
any_accepts(struct walk *w, const struct tf_schema_list *list,
    const struct tf_value *value, struct tf_evaluated *seen)
{
	bool found = list->count == 0;
	size_t i;

	for (i = 0; i < list->count && (!found || seen != NULL); i++)
		found |= branch_accepts(w, list->items[i], value, seen);
	return found;
}

static bool
one_accepts(struct walk *w, const struct tf_schema_list *list,
    const struct tf_value *value, struct tf_evaluated *seen)
{
	size_t i, count = 0;

	for (i = 0; i < list->count && count < 2; i++)
		count += branch_accepts(w, list->items[i], value, seen);
	return count == 1 || list->count == 0;
}

static bool
condition_accepts(struct walk *w, const struct tf_schema *s,
    const struct tf_value *value, struct tf_evaluated *seen)
{
	const struct tf_schema *next;

	if (seen == NULL && s->then_ == NULL && s->else_ == NULL)
		return true;
	next = branch_accepts(w, s->if_, value, seen) ? s->then_ : s->else_;
	return next == NULL || accepts(w, next, value, seen);
}

static bool
dependents_accept(struct walk *w, const struct tf_schema *s,
    const struct tf_value *object, struct tf_evaluated *seen)
{
	const struct tf_dependent_schema *d = s->dependent_schemas, *end;

	for (end = d + s->dependent_schema_count; d < end; d++)
		if (tf_value_named(object, d->name) != NULL &&
		    !accepts(w, d->schema, object, seen))
			return false;
	return true;
}

/* The first resource that was entered and has an anchor of the name. */
static const struct tf_schema *
dynamic_target(const struct scope *scope, const struct tf_schema *s)
{
	const struct tf_schema *target = s->dynamic_ref;
	size_t i;

	if (s->dynamic_name == TF_NO_NAME)
		return target;
	for (; scope != NULL; scope = scope->outer)
		for (i = 0; i < scope->anchors->count; i++)
			if (scope->anchors->items[i].name == s->dynamic_name)
				target = scope->anchors->items[i].schema;
	return target;
}

static bool
in_place_accepts(struct walk *w, const struct tf_schema *s,
    const struct tf_value *value, struct tf_evaluated *seen)
{
	if (s->ref != NULL && !accepts(w, s->ref, value, seen))
		return false;
	if (s->dynamic_ref != NULL &&
	    !accepts(w, dynamic_target(w->scope, s), value, seen))
		return false;
	if (!all_accept(w, &s->all_of, value, seen) ||
	    !any_accepts(w, &s->any_of, value, seen) ||
	    !one_accepts(w, &s->one_of, value, seen))
		return false;
	if (s->not_ != NULL && accepts(w, s->not_, value, NULL))
		return false;
	if (s->if_ != NULL && !condition_accepts(w, s, value, seen))
		return false;
	return s->dependent_schema_count == 0 || value->type != TF_OBJECT ||
	    dependents_accept(w, s, value, seen);
}

/* ---- what no keyword has spoken of ---- */

static const struct tf_schema *
unevaluated(const struct tf_schema *s, const struct tf_value *value)
{
	if (value->type == TF_OBJECT)
		return s->unevaluated_properties;
	return value->type == TF_ARRAY ? s->unevaluated_items : NULL;
}

static bool
rest_accepts(struct walk *w, const struct tf_schema *rest,
    const struct tf_value *value, const struct tf_evaluated *seen)
{
	const struct tf_value *child;
	size_t at = 0;

	for (child = tf_value_first(value); child != NULL;
	     child = tf_value_next(child), at++)
		if (!tf_evaluated_has(seen, at) &&
		    !accepts(w, rest, child, NULL))
			return false;
	return true;
}

/* ---- all of it ---- */

static bool
parts_accept(struct walk *w, const struct tf_schema *s,
    const struct tf_value *value, struct tf_evaluated *seen)
{
	if (s->applies && !in_place_accepts(w, s, value, seen))
		return false;
	if (value->type == TF_OBJECT)
		return object_accepts(w, s, value, seen);
	return value->type != TF_ARRAY || array_accepts(w, s, value, seen);
}

static bool
applies_here(struct walk *w, const struct tf_schema *s,
    const struct tf_value *value, struct tf_evaluated *seen)
{
	const struct tf_schema *rest = unevaluated(s, value);
	struct tf_evaluated own;

	if (rest == NULL)
		return parts_accept(w, s, value, seen);
	/* what is beside this schema does not count for it */
	tf_evaluated_start(&own, w->v->arena, value->count);
	if (!parts_accept(w, s, value, &own) ||
	    !rest_accepts(w, rest, value, &own))
		return false;
	mark_all(seen);
	return true;
}

static bool
applies(struct walk *w, const struct tf_schema *s, const struct tf_value *value,
    struct tf_evaluated *seen)
{
	struct scope scope = {s->scope, w->scope};
	bool accepted;

	if (w->levels == TF_LEVELS_MAX)
		w->too_deep = true;
	if (w->too_deep)
		return false;
	w->levels++;
	if (s->scope != NULL)
		w->scope = &scope;
	accepted = applies_here(w, s, value, seen);
	w->scope = scope.outer;
	w->levels--;
	return accepted && !w->too_deep;
}

/* ---- from outside ---- */

static struct scope
first_scope(const struct tf_validator *v)
{
	return (struct scope){v->root != NULL ? v->root->scope : NULL, NULL};
}

bool
tf_schema_applies(const struct tf_validator *v, const struct tf_schema *s,
    const struct tf_value *value)
{
	struct scope scope = first_scope(v);
	struct walk w = {
	    .v = v, .scope = scope.anchors != NULL ? &scope : NULL};

	return applies(&w, s, value, NULL);
}

bool
tf_schema_contained(const struct tf_validator *v, const struct tf_schema *s,
    const struct tf_value *array)
{
	struct scope scope = first_scope(v);
	struct walk w = {
	    .v = v, .scope = scope.anchors != NULL ? &scope : NULL};

	return contains(&w, s, array, NULL) && !w.too_deep;
}

const struct tf_schema *
tf_schema_dynamic(const struct tf_validator *v, const struct tf_schema *s)
{
	struct scope own = {s->scope, NULL}, scope = first_scope(v);

	if (scope.anchors != NULL)
		own.outer = &scope;
	if (own.anchors == NULL)
		return dynamic_target(own.outer, s);
	return dynamic_target(&own, s);
}

bool
tf_schema_accepts_in_place(const struct tf_validator *v,
    const struct tf_schema *s, const struct tf_value *value)
{
	struct scope scope = first_scope(v), own = {s->scope, NULL};
	struct walk w = {
	    .v = v, .scope = scope.anchors != NULL ? &scope : NULL};

	if (!s->applies)
		return true;
	if (unevaluated(s, value) != NULL)
		return applies(&w, s, value, NULL);
	own.outer = w.scope;
	if (own.anchors != NULL)
		w.scope = &own;
	return in_place_accepts(&w, s, value, NULL) && !w.too_deep;
}

int
tf_schema_branch(const struct tf_validator *v,
    const struct tf_schema_list *branches, const struct tf_value *value,
    size_t from)
{
	size_t i;

	for (i = from; i < branches->count; i++)
		if (tf_schema_accepts(v, branches->items[i], value))
			return (int)i;
	return -1;
}
