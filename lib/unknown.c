#include "unknown.h"

#include <string.h>

#include "suggest.h"

/* Fields that the contract does not declare. */

/* Adds a name once, if it may be given here. Returns the new count. */
static size_t
add_known(const struct tf_object *object, struct tf_slice *names, size_t count,
    uint32_t field)
{
	const struct tf_slice name = tf_names_get(object->ctx->names, field);
	size_t i;

	for (i = 0; i < count; i++)
		if (names[i].bytes == name.bytes)
			return count;
	if (tf_object_forbids(object, field) ||
	    tf_unused_by(object, field) != NULL)
		return count;
	names[count] = name;
	return count + 1;
}

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
			count = add_known(
			    object, *names, count, schema->properties[k].name);
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

/* ---- a missing field that an unknown one resembles ---- */

/* Letters and digits alone, in small letters. */
static size_t
fold(char *out, size_t size, struct tf_slice name)
{
	size_t i, len = 0;
	char c;

	for (i = 0; i < name.len && len < size; i++) {
		c = name.bytes[i];
		if (strchr("_- .", c) == NULL || c == '\0')
			out[len++] =
			    c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
	}
	return len;
}

static bool
contains(const char *in, size_t in_len, const char *what, size_t len)
{
	size_t i;

	for (i = 0; len >= 3 && i + len <= in_len; i++)
		if (memcmp(in + i, what, len) == 0)
			return true;
	return false;
}

/* One name is near the other, or holds it: fileContent and content. */
static bool
resembles(struct tf_slice a, struct tf_slice b)
{
	char x[64], y[64];
	size_t x_len = fold(x, sizeof(x), a), y_len = fold(y, sizeof(y), b);

	return tf_suggest(a, &b, 1) != NULL || contains(x, x_len, y, y_len) ||
	    contains(y, y_len, x, x_len);
}

/* The index of the one missing field that a member resembles, or count. */
static size_t
find_resembling(const struct tf_object *object, const struct tf_value *member,
    const struct tf_missing *missing)
{
	const struct tf_slice key = {member->key, member->key_len};
	size_t i, found = missing->count;

	for (i = 0; i < missing->count; i++) {
		if (!resembles(key,
			tf_names_get(object->ctx->names, missing->items[i])))
			continue;
		if (found != missing->count)
			return missing->count;
		found = i;
	}
	return found;
}

/* The one known name that is part of a key, or that it is part of; or NULL. */
static const struct tf_slice *
only_resembling(
    const struct tf_value *member, const struct tf_slice *names, size_t count)
{
	const struct tf_slice key = {member->key, member->key_len};
	const struct tf_slice *found = NULL;
	size_t i;

	for (i = 0; i < count; i++) {
		if (!resembles(key, names[i]))
			continue;
		if (found != NULL)
			return NULL;
		found = &names[i];
	}
	return found;
}

/* An unknown field next to a missing one that it resembles: one thought. */
static bool
report_pair(struct tf_object *object, struct tf_value *member,
    struct tf_missing *missing)
{
	struct tf_context *ctx = object->ctx;
	const size_t found = find_resembling(object, member, missing);
	struct tf_set set;

	if (found == missing->count)
		return false;
	tf_buf_adds(ctx->scratch, "unknown field ");
	tf_context_say_path(ctx, member);
	tf_buf_adds(ctx->scratch, "; did you mean ");
	tf_phrase_name(ctx->scratch, ctx->names, missing->items[found]);
	tf_buf_adds(ctx->scratch, ", which is missing?");
	set = tf_object_field_set(object, missing->items[found]);
	if (tf_phrase_says_something(&set)) {
		tf_buf_adds(ctx->scratch, " It must be ");
		tf_phrase_set(ctx->scratch, ctx->names, &set);
	}
	tf_context_found(ctx, TF_CODE_UNKNOWN_FIELD, member, TF_PART_KEY)
	    ->severity = TF_ERROR;
	member->settled = true;
	memmove(&missing->items[found], &missing->items[found + 1],
	    (missing->count - found - 1) * sizeof(*missing->items));
	missing->count--;
	return true;
}

/* ---- the others ---- */

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

	if (near == NULL)
		near = only_resembling(member, names, count);
	tf_buf_adds(ctx->scratch, "unknown field ");
	tf_context_say_path(ctx, member);
	if (near != NULL) {
		tf_buf_adds(ctx->scratch, "; did you mean ");
		tf_phrase_text(ctx->scratch, near->bytes, near->len, 40);
		tf_buf_addc(ctx->scratch, '?');
	}
	if (object->why != NULL)
		tf_buf_addf(ctx->scratch, ", since %s", object->why);
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
	const bool closed = tf_object_is_closed(object);
	bool declares = false;
	size_t i;

	for (i = 0; i < object->count; i++) {
		schema = object->parts[i].schema;
		declares |= schema->property_count > 0 ||
		    schema->pattern_property_count > 0;
	}
	if (object->policy.unknown == TF_UNKNOWN_DROP)
		return declares || closed ? TF_UNKNOWN_DROP : TF_UNKNOWN_KEEP;
	if (closed)
		return TF_UNKNOWN_ERROR;
	return declares ? object->policy.unknown : TF_UNKNOWN_KEEP;
}

static void
tell(struct tf_object *object, struct tf_value *member, enum tf_unknown unknown,
    struct tf_missing *missing)
{
	if (unknown == TF_UNKNOWN_DROP || !report_pair(object, member, missing))
		report_unknown(object, member, unknown);
}

void
tf_unknown_check(struct tf_object *object, struct tf_missing *missing)
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
			tell(object, member, unknown, missing);
}

/* Names that have a schema of their own. */
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
tf_unknown_names(struct tf_object *object)
{
	size_t i;

	for (i = 0; i < object->count; i++)
		if (object->parts[i].schema->property_names != NULL)
			check_names(
			    object, object->parts[i].schema->property_names);
}
