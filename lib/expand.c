#include "expand.h"

#include <string.h>

#include "object.h"

/* How far ref and allOf are followed without a value. */
enum { STATIC_DEPTH = 8, EXPANDED_MAX = 64 };

/* ---- what schemas say without a value ---- */

static const struct tf_schema *
find_property(const struct tf_schema *s, uint32_t name, unsigned depth)
{
	const struct tf_schema *found = tf_schema_property(s, name);
	size_t i;

	if (found != NULL || depth == STATIC_DEPTH)
		return found;
	if (s->ref != NULL)
		found = find_property(s->ref, name, depth + 1);
	for (i = 0; i < s->all_of.count && found == NULL; i++)
		found = find_property(s->all_of.items[i], name, depth + 1);
	return found;
}

const struct tf_schema *
tf_expand_property(const struct tf_schema *schema, uint32_t name)
{
	return find_property(schema, name, 0);
}

/* A schema that takes some given values alone. */
static bool
is_telling(const struct tf_schema *s)
{
	unsigned depth;

	for (depth = 0; s != NULL && depth < STATIC_DEPTH; depth++, s = s->ref)
		if (s->constant != NULL || s->enumeration.count > 0)
			return true;
	return false;
}

static bool
tells_in_all(const struct tf_schema_list *branches, uint32_t name)
{
	const struct tf_schema *property;
	size_t i;

	for (i = 0; i < branches->count; i++) {
		property = tf_expand_property(branches->items[i], name);
		if (property == NULL || !is_telling(property))
			return false;
	}
	return true;
}

static bool
is_alias(const struct tf_schema *property, const struct tf_value *member)
{
	size_t i;

	for (i = 0; i < property->alias_count; i++)
		if (property->aliases[i].len == member->key_len &&
		    memcmp(property->aliases[i].bytes, member->key,
			member->key_len) == 0)
			return true;
	return false;
}

/* The telling property of which a member is another spelling. */
static uint32_t
telling_alias(struct tf_context *ctx, const struct tf_schema_list *branches,
    const struct tf_value *member, bool fold)
{
	const struct tf_schema *first = branches->items[0];
	const struct tf_slice key = {member->key, member->key_len};
	const struct tf_property *property;
	size_t i;

	for (i = 0; i < first->property_count; i++) {
		property = &first->properties[i];
		if ((is_alias(property->schema, member) ||
			(fold &&
			    tf_key_folds(key,
				tf_names_get(ctx->names, property->name)))) &&
		    tells_in_all(branches, property->name))
			return property->name;
	}
	return TF_NO_NAME;
}

/*
 * The member by which the branches are told apart, or NULL. It may still have
 * another name: branches are chosen before theirs are renamed.
 */
static struct tf_value *
telling_member(struct tf_context *ctx, const struct tf_schema_list *branches,
    const struct tf_value *object, bool fold, uint32_t *name)
{
	struct tf_value *member;

	for (member = tf_value_first(object); member != NULL;
	     member = tf_value_next(member)) {
		*name = member->name;
		if (*name == TF_NO_NAME || !tells_in_all(branches, *name))
			*name = telling_alias(ctx, branches, member, fold);
		if (*name != TF_NO_NAME)
			return member;
	}
	return NULL;
}

bool
tf_expand_is_group(const struct tf_schema_list *branches)
{
	const struct tf_schema *s;
	size_t i;

	for (i = 0; i < branches->count; i++) {
		s = branches->items[i];
		if (s->required.count != 1 || s->property_count > 0 ||
		    s->pattern_property_count > 0 || s->additional != NULL ||
		    s->applies)
			return false;
	}
	return branches->count > 1;
}

/* ---- which branch ---- */

/* How far an object is from a branch: missing, wrong and unknown members. */
static size_t
distance(struct tf_context *ctx, const struct tf_schema *branch,
    const struct tf_value *value)
{
	const struct tf_schema *property;
	const struct tf_value *member;
	size_t i, d = 0;

	if (!tf_schema_takes_type(branch, value))
		return 1000;
	if (value->type != TF_OBJECT)
		return 100;
	for (i = 0; i < branch->required.count; i++)
		d += tf_value_named(value, branch->required.items[i]) == NULL ?
		    3 :
		    0;
	for (member = tf_value_first(value); member != NULL;
	     member = tf_value_next(member)) {
		property = tf_expand_property(branch, member->name);
		if (property == NULL)
			d += 2;
		else if (!tf_schema_accepts(&ctx->validator, property, member))
			d++;
	}
	return d;
}

static const struct tf_schema *
closest(struct tf_context *ctx, const struct tf_schema_list *branches,
    const struct tf_value *value)
{
	const struct tf_schema *best = NULL;
	size_t i, d, least = 1000;
	bool tie = false;

	for (i = 0; i < branches->count; i++) {
		d = distance(ctx, branches->items[i], value);
		tie = d == least ? true : d < least ? false : tie;
		if (d < least) {
			best = branches->items[i];
			least = d;
		}
	}
	/* of scalars that fit none, none is the closest */
	return tie && value->type != TF_OBJECT ? NULL : best;
}

static const char *
say_why(struct tf_context *ctx, const struct tf_value *member)
{
	struct tf_buf buf = {0};
	const char *why;

	tf_phrase_text(&buf, member->key, member->key_len, 40);
	tf_buf_adds(&buf, " is ");
	if (member->type == TF_STRING)
		tf_phrase_text(&buf, member->bytes, member->len, 40);
	else
		tf_value_dump(&buf, member);
	why = tf_arena_copy(ctx->arena, buf.bytes, buf.len);
	tf_buf_release(&buf);
	return why;
}

/* By a telling property. Returns false where there is none. */
static bool
choose_by_property(struct tf_context *ctx,
    const struct tf_schema_list *branches, const struct tf_value *value,
    struct tf_expanded *out, const struct tf_schema **chosen)
{
	uint32_t name = TF_NO_NAME;
	struct tf_value *member = value->type == TF_OBJECT ?
	    telling_member(ctx, branches, value, out->fold, &name) :
	    NULL;
	size_t i, count = 0;

	if (member == NULL)
		return false;
	for (i = 0; i < branches->count; i++) {
		if (!tf_schema_accepts(&ctx->validator,
			tf_expand_property(branches->items[i], name), member))
			continue;
		*chosen = branches->items[i];
		count++;
	}
	if (count == 0) {
		out->untold = branches;
		out->telling = name;
		out->member = member;
	} else if (count == 1) {
		out->why = say_why(ctx, member);
	}
	return count <= 1;
}

static const struct tf_schema *
choose(struct tf_context *ctx, const struct tf_schema_list *branches,
    const struct tf_value *value, struct tf_expanded *out)
{
	const struct tf_schema *chosen = NULL;
	int fits;

	if (choose_by_property(ctx, branches, value, out, &chosen))
		return chosen;
	fits = tf_schema_branch(&ctx->validator, branches, value, 0);
	return fits >= 0 ? branches->items[fits] :
			   closest(ctx, branches, value);
}

/* ---- the set ---- */

static void
add(struct tf_context *ctx, struct tf_expanded *out,
    const struct tf_schema *schema)
{
	size_t i;

	if (schema == NULL || out->set.count >= EXPANDED_MAX)
		return;
	for (i = 0; i < out->set.count; i++)
		if (out->set.items[i] == schema)
			return;
	tf_set_add(&out->set, ctx->arena, schema);
}

static void
add_dependents(struct tf_context *ctx, struct tf_expanded *out,
    const struct tf_schema *s, const struct tf_value *value)
{
	size_t i;

	for (i = 0; value->type == TF_OBJECT && i < s->dependent_schema_count;
	     i++)
		if (tf_value_named(value, s->dependent_schemas[i].name) != NULL)
			add(ctx, out, s->dependent_schemas[i].schema);
}

static void
add_in_place(struct tf_context *ctx, struct tf_expanded *out,
    const struct tf_schema *s, const struct tf_value *value)
{
	size_t i;

	add(ctx, out, s->ref);
	add(ctx, out, tf_schema_dynamic(&ctx->validator, s));
	for (i = 0; i < s->all_of.count; i++)
		add(ctx, out, s->all_of.items[i]);
	if (s->if_ != NULL)
		add(ctx, out,
		    tf_schema_accepts(&ctx->validator, s->if_, value) ?
			s->then_ :
			s->else_);
	add_dependents(ctx, out, s, value);
	if (s->any_of.count > 0 && !tf_expand_is_group(&s->any_of))
		add(ctx, out, choose(ctx, &s->any_of, value, out));
	if (s->one_of.count > 0 && !tf_expand_is_group(&s->one_of))
		add(ctx, out, choose(ctx, &s->one_of, value, out));
}

void
tf_expand(struct tf_context *ctx, const struct tf_set *set,
    const struct tf_value *value, bool fold, struct tf_expanded *out)
{
	size_t i;

	for (i = 0; i < set->count; i++)
		if (set->items[i]->applies)
			break;
	out->fold = fold;
	out->set = *set;
	if (i == set->count)
		return;
	out->set = (struct tf_set){0};
	for (i = 0; i < set->count; i++)
		add(ctx, out, set->items[i]);
	/* what is added may add more */
	for (i = 0; i < out->set.count; i++)
		if (out->set.items[i]->applies)
			add_in_place(ctx, out, out->set.items[i], value);
}
