#include <ctype.h>
#include <string.h>

#include "object.h"

/* Other spellings of a property are renamed where the right one is absent. */

static void
rename_member(struct tf_object *object, struct tf_value *member, uint32_t field)
{
	struct tf_context *ctx = object->ctx;
	const struct tf_slice name = tf_names_get(ctx->names, field);
	struct tf_value *from =
	    tf_value_string(ctx->arena, member->key, member->key_len);
	struct tf_value *to = tf_value_string(ctx->arena, name.bytes, name.len);
	struct tf_found *found;

	tf_context_say_path(ctx, member);
	tf_buf_adds(ctx->scratch, " is another name of ");
	tf_object_say_field(object, field);
	tf_buf_adds(ctx->scratch, "; renamed");
	found =
	    tf_context_found(ctx, TF_CODE_RENAMED_FIELD, member, TF_PART_KEY);
	tf_context_fix(ctx, found, "rename", from, to);
	tf_value_rename(member, name.bytes, name.len, field);
}

/* Both spellings are there: one thing said twice, or two things. */
static void
settle_both(struct tf_object *object, struct tf_value *member, uint32_t field,
    struct tf_value *right)
{
	struct tf_context *ctx = object->ctx;
	struct tf_found *found;

	tf_context_say_path(ctx, member);
	tf_buf_adds(ctx->scratch, " is another name of ");
	tf_object_say_field(object, field);
	if (tf_value_equal(member, right)) {
		tf_buf_adds(ctx->scratch, ", which says the same; dropped");
		found = tf_context_found(
		    ctx, TF_CODE_RENAMED_FIELD, member, TF_PART_KEY);
		tf_context_fix(ctx, found, "drop", member, NULL);
		tf_value_drop(member);
		return;
	}
	tf_buf_adds(ctx->scratch, ", and they differ; give only ");
	tf_object_say_field(object, field);
	tf_buf_adds(ctx->scratch, " (received: ");
	tf_phrase_value(ctx->scratch, ctx->arena, member);
	tf_buf_adds(ctx->scratch, " and ");
	tf_phrase_value(ctx->scratch, ctx->arena, right);
	tf_buf_addc(ctx->scratch, ')');
	tf_context_found(ctx, TF_CODE_WRONG_VALUE, member, TF_PART_KEY);
	member->settled = true;
}

/* Members that mean one field, none of which has its right name. */
enum { SPELLINGS_MAX = 8 };

struct spellings {
	struct tf_value *items[SPELLINGS_MAX];
	size_t count;
};

static void
add_spelling(struct spellings *list, struct tf_value *member)
{
	if (list->count < SPELLINGS_MAX)
		list->items[list->count++] = member;
}

/* Several spellings that say different things: none is the winner. */
static void
report_rivals(
    struct tf_object *object, const struct spellings *list, uint32_t field)
{
	struct tf_context *ctx = object->ctx;
	size_t i;

	for (i = 0; i < list->count; i++) {
		if (i > 0)
			tf_buf_adds(
			    ctx->scratch, i + 1 < list->count ? ", " : " and ");
		tf_context_say_path(ctx, list->items[i]);
	}
	tf_buf_adds(
	    ctx->scratch, list->count == 2 ? " both mean " : " all mean ");
	tf_object_say_field(object, field);
	tf_buf_adds(ctx->scratch, ", and they differ; give only ");
	tf_object_say_field(object, field);
	tf_buf_adds(ctx->scratch, " (received: ");
	for (i = 0; i < list->count; i++) {
		if (i > 0)
			tf_buf_adds(ctx->scratch, ", ");
		tf_phrase_value(ctx->scratch, ctx->arena, list->items[i]);
	}
	tf_buf_addc(ctx->scratch, ')');
	tf_context_found(ctx, TF_CODE_WRONG_VALUE, list->items[0], TF_PART_KEY);
	for (i = 0; i < list->count; i++)
		list->items[i]->settled = true;
	/* the field is there, if not under its name */
	list->items[0]->name = field;
}

static void
settle(struct tf_object *object, const struct spellings *list, uint32_t field)
{
	struct tf_value *right = tf_value_named(object->value, field);
	size_t i;

	if (right == NULL && list->count > 0) {
		for (i = 1; i < list->count; i++)
			if (!tf_value_equal(list->items[0], list->items[i]))
				break;
		if (i < list->count) {
			report_rivals(object, list, field);
			return;
		}
		rename_member(object, list->items[0], field);
		right = list->items[0];
	}
	for (i = 0; i < list->count; i++)
		if (list->items[i] != right)
			settle_both(object, list->items[i], field, right);
}

static void
rename_property(struct tf_object *object, const struct tf_property *property)
{
	struct spellings list = {.count = 0};
	struct tf_value *member;
	size_t i;

	for (i = 0; i < property->schema->alias_count; i++) {
		const struct tf_slice *alias = &property->schema->aliases[i];

		member =
		    tf_value_member(object->value, alias->bytes, alias->len);
		if (member != NULL && member->name != property->name &&
		    !member->settled)
			add_spelling(&list, member);
	}
	settle(object, &list, property->name);
}

/* ---- keys: fold ---- */

/* Equal but for case, '_' and '-'. */
bool
tf_key_folds(struct tf_slice a, struct tf_slice b)
{
	size_t i = 0, k = 0;

	for (;;) {
		while (i < a.len && (a.bytes[i] == '_' || a.bytes[i] == '-'))
			i++;
		while (k < b.len && (b.bytes[k] == '_' || b.bytes[k] == '-'))
			k++;
		if (i == a.len || k == b.len)
			return i == a.len && k == b.len;
		if (tolower((unsigned char)a.bytes[i++]) !=
		    tolower((unsigned char)b.bytes[k++]))
			return false;
	}
}

static bool
folds_to(const struct tf_object *object, struct tf_slice key, uint32_t field)
{
	return field != TF_NO_NAME &&
	    tf_value_named(object->value, field) == NULL &&
	    tf_key_folds(key, tf_names_get(object->ctx->names, field));
}

/* The one declared and absent field that a key folds to, or TF_NO_NAME. */
static uint32_t
find_folded(const struct tf_object *object, struct tf_slice key)
{
	const struct tf_schema *schema;
	uint32_t field, found = TF_NO_NAME;
	size_t i, k;

	for (i = 0; i < object->count; i++) {
		schema = object->parts[i].schema;
		/* the field of the action is declared by being that */
		for (k = 0; k <= schema->property_count; k++) {
			if (k < schema->property_count)
				field = schema->properties[k].name;
			else if (schema->action != NULL)
				field = schema->action->field;
			else
				continue;
			if (field == found || !folds_to(object, key, field))
				continue;
			if (found != TF_NO_NAME)
				return TF_NO_NAME;
			found = field;
		}
	}
	return found;
}

static void
fold_keys(struct tf_object *object)
{
	struct spellings list;
	struct tf_value *member, *other;
	struct tf_slice key;
	uint32_t field;

	for (member = tf_value_first(object->value); member != NULL;
	     member = tf_value_next(member)) {
		key = (struct tf_slice){member->key, member->key_len};
		if (member->settled || tf_object_declares(object, member))
			continue;
		field = find_folded(object, key);
		if (field == TF_NO_NAME)
			continue;
		list = (struct spellings){.items = {member}, .count = 1};
		for (other = tf_value_next(member); other != NULL;
		     other = tf_value_next(other))
			if (tf_key_folds(key,
				(struct tf_slice){other->key, other->key_len}))
				add_spelling(&list, other);
		settle(object, &list, field);
	}
}

void
tf_step_aliases(struct tf_object *object)
{
	const struct tf_schema *schema;
	size_t i, k;

	for (i = 0; i < object->count; i++) {
		schema = object->parts[i].schema;
		for (k = 0; schema->has_aliases && k < schema->property_count;
		     k++)
			if (schema->properties[k].schema->alias_count > 0)
				rename_property(object, &schema->properties[k]);
	}
	if (object->policy.keys == TF_FOLD_FOLD)
		fold_keys(object);
}
