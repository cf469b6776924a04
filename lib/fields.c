#include <string.h>

#include "object.h"
#include "suggest.h"
#include "users.h"

/* Fields that are missing, not known, or not allowed here. */

/* ---- missing ---- */

struct missing {
	uint32_t *items;
	size_t count, capacity;
};

static void
add_missing(struct tf_object *object, struct missing *missing, uint32_t field)
{
	uint32_t *items;
	size_t i;

	for (i = 0; i < missing->count; i++)
		if (missing->items[i] == field)
			return;
	if (missing->count == missing->capacity) {
		missing->capacity = missing->capacity * 2 + 8;
		items = tf_arena_alloc(
		    object->ctx->arena, missing->capacity * sizeof(*items));
		if (missing->count > 0)
			memcpy(items, missing->items,
			    missing->count * sizeof(*items));
		missing->items = items;
	}
	missing->items[missing->count++] = field;
}

/* A field that is required after all, though it was dropped as filler. */
static void
report_empty(struct tf_object *object, struct tf_value *member)
{
	tf_filler_restore(object, member);
	tf_report_empty_required(object, member);
}

void
tf_report_empty_required(struct tf_object *object, struct tf_value *member)
{
	struct tf_context *ctx = object->ctx;
	struct tf_set set = tf_object_member_set(object, member);

	tf_context_say_path(ctx, member);
	tf_buf_adds(ctx->scratch, " is required, but empty");
	if (tf_phrase_says_something(&set)) {
		tf_buf_adds(ctx->scratch, "; it must be ");
		tf_phrase_set(ctx->scratch, ctx->names, &set);
	}
	tf_buf_adds(ctx->scratch, " (received: ");
	tf_phrase_value(ctx->scratch, ctx->arena, member);
	tf_buf_addc(ctx->scratch, ')');
	tf_context_found(ctx, TF_CODE_EMPTY_REQUIRED, member, TF_PART_VALUE);
}

static void
require(struct tf_object *object, struct missing *missing,
    const struct tf_name_list *names)
{
	struct tf_value *member;
	size_t i;

	for (i = 0; i < names->count; i++) {
		if (tf_value_named(object->value, names->items[i]) != NULL)
			continue;
		member = tf_filler_dropped(object, names->items[i]);
		if (member != NULL)
			report_empty(object, member);
		else
			add_missing(object, missing, names->items[i]);
	}
}

bool
tf_say_same(struct tf_object *object, const struct tf_name_list *fields,
    const char *before)
{
	struct tf_buf first = {0}, next = {0};
	struct tf_set set;
	bool same;
	size_t i;

	for (i = 0; i < fields->count; i++) {
		set = tf_object_field_set(object, fields->items[i]);
		if (!tf_phrase_says_something(&set))
			break;
		tf_buf_reset(&next);
		tf_phrase_set(
		    i == 0 ? &first : &next, object->ctx->names, &set);
		if (i > 0 && strcmp(first.bytes, next.bytes) != 0)
			break;
	}
	same = i > 0 && i == fields->count;
	if (same)
		tf_buf_addf(
		    object->ctx->scratch, "%s%s", before, tf_buf_text(&first));
	tf_buf_release(&first);
	tf_buf_release(&next);
	return same;
}

/* What is missing must be what: said once, or of each in its turn. */
static void
say_each(struct tf_object *object, const struct tf_name_list *missing)
{
	struct tf_buf *buf = object->ctx->scratch;
	struct tf_set set;
	size_t i;

	if (tf_say_same(object, missing,
		missing->count == 1 ? "; it must be " : "; each must be "))
		return;
	for (i = 0; i < missing->count; i++) {
		set = tf_object_field_set(object, missing->items[i]);
		if (!tf_phrase_says_something(&set))
			continue;
		tf_buf_adds(buf, "; ");
		tf_object_say_field(object, missing->items[i]);
		tf_buf_adds(buf, " must be ");
		tf_phrase_set(buf, object->ctx->names, &set);
	}
}

static void
report_missing(struct tf_object *object, const struct missing *missing)
{
	struct tf_context *ctx = object->ctx;
	const struct tf_name_list names = {
	    missing->items, missing->count, true};

	if (missing->count == 0)
		return;
	if (object->value->parent != NULL) {
		tf_context_say_path(ctx, object->value);
		tf_buf_adds(ctx->scratch, " is missing ");
		tf_phrase_names(ctx->scratch, ctx->names, &names);
	} else {
		tf_phrase_names(ctx->scratch, ctx->names, &names);
		tf_buf_adds(ctx->scratch,
		    missing->count == 1 ? " is missing" : " are missing");
	}
	tf_buf_adds(ctx->scratch, " (received: ");
	tf_phrase_keys(ctx->scratch, object->value);
	tf_buf_addc(ctx->scratch, ')');
	say_each(object, &names);
	tf_context_found(
	    ctx, TF_CODE_MISSING_FIELD, object->value, TF_PART_VALUE);
}

static void
check_missing(struct tf_object *object)
{
	struct missing missing = {0};
	const struct tf_schema *schema;
	size_t i, k;

	for (i = 0; i < object->count; i++) {
		schema = object->parts[i].schema;
		require(object, &missing, &schema->required);
		for (k = 0; k < schema->dependency_count; k++)
			if (tf_value_named(object->value,
				schema->dependencies[k].name) != NULL)
				require(object, &missing,
				    &schema->dependencies[k].required);
	}
	report_missing(object, &missing);
}

/* ---- not allowed here ---- */

static void
report_forbidden(struct tf_object *object, struct tf_value *member,
    const struct tf_contract_part *part, const char *words)
{
	struct tf_context *ctx = object->ctx;
	struct tf_buf *buf = ctx->scratch;

	tf_context_say_path(ctx, member);
	tf_buf_adds(buf, " is not allowed");
	if (words != NULL) {
		tf_buf_adds(buf, ": ");
		tf_phrase_text(buf, words, strlen(words), 1000);
	} else if (part->case_name != NULL) {
		tf_buf_adds(buf, " here (");
		tf_phrase_text(
		    buf, part->case_name, strlen(part->case_name), 100);
		tf_buf_addc(buf, ')');
	} else if (part->action.bytes != NULL) {
		tf_buf_adds(buf, " by ");
		tf_phrase_text(buf, part->action.bytes, part->action.len, 40);
	}
	tf_say_users(object, member->name);
	if (words == NULL && part->action.bytes == NULL)
		tf_buf_adds(buf, "; leave it out");
	tf_context_found(ctx, TF_CODE_FORBIDDEN_FIELD, member, TF_PART_KEY);
}

static void
check_forbidden(struct tf_object *object)
{
	const struct tf_contract_part *part;
	struct tf_value *member;
	size_t i, k;

	for (member = tf_value_first(object->value); member != NULL;
	     member = tf_value_next(member)) {
		if (!tf_object_forbids(object, member->name))
			continue;
		/* the rulebook's own words first, wherever they stand */
		const struct tf_contract_part *who = NULL;
		const char *words = NULL;

		for (i = 0; i < object->count; i++) {
			part = &object->parts[i];
			for (k = 0; k < part->schema->forbid_count; k++) {
				const struct tf_forbidden *f =
				    &part->schema->forbids[k];

				if (f->name != member->name ||
				    (who != NULL && words != NULL))
					continue;
				if (who == NULL || f->words != NULL)
					who = part;
				words = f->words;
			}
		}
		report_forbidden(object, member, who, words);
	}
}

/* ---- not known ---- */

/* The names that may be meant: all that the parts declare. */
static size_t
known_names(const struct tf_object *object, struct tf_slice **names)
{
	const struct tf_schema *schema;
	size_t i, k, count = 0;

	for (i = 0; i < object->count; i++)
		count += object->parts[i].schema->property_count;
	*names =
	    tf_arena_alloc(object->ctx->arena, (count + 1) * sizeof(**names));
	for (count = 0, i = 0; i < object->count; i++) {
		schema = object->parts[i].schema;
		for (k = 0; k < schema->property_count; k++)
			if (!tf_object_forbids(
				object, schema->properties[k].name) &&
			    tf_unused_by(object, schema->properties[k].name) ==
				NULL)
				(*names)[count++] =
				    tf_names_get(object->ctx->names,
					schema->properties[k].name);
	}
	return count;
}

static void
say_known(struct tf_buf *buf, const struct tf_slice *names, size_t count)
{
	size_t i;

	tf_buf_adds(buf, " (known: ");
	for (i = 0; i < count; i++) {
		if (i > 0)
			tf_buf_adds(buf, ", ");
		if (i == 20) {
			tf_buf_addf(buf, "and %zu more", count - i);
			break;
		}
		tf_phrase_text(buf, names[i].bytes, names[i].len, 40);
	}
	tf_buf_addc(buf, ')');
}

static void
report_unknown(
    struct tf_object *object, struct tf_value *member, enum tf_unknown unknown)
{
	struct tf_context *ctx = object->ctx;
	struct tf_slice *names;
	size_t count = known_names(object, &names);
	const struct tf_slice *near = tf_suggest(
	    (struct tf_slice){member->key, member->key_len}, names, count);
	struct tf_found *found;

	tf_buf_adds(ctx->scratch, "unknown field ");
	tf_context_say_path(ctx, member);
	if (near != NULL) {
		tf_buf_adds(ctx->scratch, "; did you mean ");
		tf_phrase_text(ctx->scratch, near->bytes, near->len, 40);
		tf_buf_addc(ctx->scratch, '?');
	}
	if (count > 0)
		say_known(ctx->scratch, names, count);
	if (unknown == TF_UNKNOWN_DROP) {
		tf_buf_adds(ctx->scratch, "; dropped ");
		tf_phrase_value(ctx->scratch, ctx->arena, member);
	}
	found =
	    tf_context_found(ctx, TF_CODE_UNKNOWN_FIELD, member, TF_PART_KEY);
	if (unknown == TF_UNKNOWN_ERROR)
		found->severity = TF_ERROR;
	if (unknown != TF_UNKNOWN_DROP)
		return;
	tf_context_fix(ctx, found, "drop", member, NULL);
	tf_value_drop(member);
}

static enum tf_unknown
unknown_policy(const struct tf_object *object)
{
	const struct tf_schema *schema;
	bool closed = false, declares = false;
	size_t i;

	for (i = 0; i < object->count; i++) {
		schema = object->parts[i].schema;
		declares |= schema->property_count > 0 ||
		    schema->pattern_property_count > 0;
		closed |=
		    schema->additional != NULL && schema->additional->never;
	}
	if (object->policy.unknown == TF_UNKNOWN_DROP)
		return declares || closed ? TF_UNKNOWN_DROP : TF_UNKNOWN_KEEP;
	if (closed)
		return TF_UNKNOWN_ERROR;
	return declares ? object->policy.unknown : TF_UNKNOWN_KEEP;
}

static void
check_unknown(struct tf_object *object)
{
	const enum tf_unknown unknown = unknown_policy(object);
	struct tf_value *member;

	if (unknown == TF_UNKNOWN_KEEP)
		return;
	for (member = object->value->first; member != NULL;
	     member = member->next)
		if (!member->dropped && !member->settled &&
		    !tf_object_declares(object, member) &&
		    !tf_object_forbids(object, member->name))
			report_unknown(object, member, unknown);
}

/* ---- names by a schema of their own ---- */

static void
check_names(struct tf_object *object, const struct tf_schema *names)
{
	struct tf_context *ctx = object->ctx;
	struct tf_set set = {0};
	struct tf_value *member, key = {.type = TF_STRING};

	tf_set_add(&set, ctx->arena, names);
	for (member = tf_value_first(object->value); member != NULL;
	     member = tf_value_next(member)) {
		key.bytes = member->key;
		key.len = member->key_len;
		if (tf_schema_accepts(&ctx->validator, names, &key) ||
		    tf_object_forbids(object, member->name))
			continue;
		tf_buf_adds(ctx->scratch, "unknown field ");
		tf_context_say_path(ctx, member);
		tf_buf_adds(ctx->scratch, "; the name of a field must be ");
		tf_phrase_set(ctx->scratch, ctx->names, &set);
		tf_context_found(
		    ctx, TF_CODE_UNKNOWN_FIELD, member, TF_PART_KEY)
		    ->severity = TF_ERROR;
		member->settled = true;
	}
}

void
tf_step_fields(struct tf_object *object)
{
	size_t i;

	check_missing(object);
	check_forbidden(object);
	for (i = 0; i < object->count; i++)
		if (object->parts[i].schema->property_names != NULL)
			check_names(
			    object, object->parts[i].schema->property_names);
	check_unknown(object);
}
