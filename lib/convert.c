#include "convert.h"

#include <string.h>
#include <strings.h>

#include "contract.h"
#include "edit.h"
#include "merge.h"
#include "number.h"

/* A candidate, or NULL where the row does not apply to this value. */
typedef struct tf_value *conversion(struct tf_context *ctx,
    const struct tf_value *value, const struct tf_merged *want);

static struct tf_value *
to_number(struct tf_context *ctx, const struct tf_value *value,
    const struct tf_merged *want)
{
	if ((want->types & (TF_BIT_NUMBER | TF_BIT_INTEGER)) == 0 ||
	    !tf_number_valid(value->bytes, value->len))
		return NULL;
	return tf_value_number(ctx->arena, value->bytes, value->len);
}

/* "5.0" where an integer is wanted is 5; a plain integer is to_number's. */
static struct tf_value *
to_integer(struct tf_context *ctx, const struct tf_value *value,
    const struct tf_merged *want)
{
	const char *point;

	if ((want->types & TF_BIT_INTEGER) == 0 ||
	    !tf_number_valid(value->bytes, value->len) ||
	    !tf_number_is_integer(value->bytes, value->len))
		return NULL;
	point = memchr(value->bytes, '.', value->len);
	if (point == NULL ||
	    strspn(point + 1, "0") !=
		value->len - (size_t)(point + 1 - value->bytes))
		return NULL;
	return tf_value_number(
	    ctx->arena, value->bytes, (size_t)(point - value->bytes));
}

static struct tf_value *
to_boolean(struct tf_context *ctx, const struct tf_value *value,
    const struct tf_merged *want)
{
	bool yes = value->len == 4 && memcmp(value->bytes, "true", 4) == 0;
	bool no = value->len == 5 && memcmp(value->bytes, "false", 5) == 0;

	if ((want->types & TF_BIT_BOOLEAN) == 0 || (!yes && !no))
		return NULL;
	return tf_value_boolean(ctx->arena, yes);
}

static struct tf_slice
trimmed(const struct tf_value *value)
{
	struct tf_slice text = {value->bytes, value->len};

	while (text.len > 0 && strchr(" \t\r\n", text.bytes[0]) != NULL) {
		text.bytes++;
		text.len--;
	}
	while (
	    text.len > 0 && strchr(" \t\r\n", text.bytes[text.len - 1]) != NULL)
		text.len--;
	return text;
}

/* The one text of the enum that differs in case and outer space alone. */
static struct tf_value *
to_enum(struct tf_context *ctx, const struct tf_value *value,
    const struct tf_merged *want)
{
	const struct tf_value *member, *found = NULL;
	struct tf_slice text = trimmed(value);
	size_t i;

	for (i = 0; want->enumeration != NULL && i < want->enumeration->count;
	     i++) {
		member = want->enumeration->items[i];
		if (member->type != TF_STRING || member->len != text.len ||
		    strncasecmp(member->bytes, text.bytes, text.len) != 0)
			continue;
		if (found != NULL)
			return NULL;
		found = member;
	}
	return found != NULL ?
	    tf_value_string(ctx->arena, found->bytes, found->len) :
	    NULL;
}

/* The text of an array or object, where one is wanted. */
static struct tf_value *
to_json(struct tf_context *ctx, const struct tf_value *value,
    const struct tf_merged *want)
{
	const struct tf_slice text = trimmed(value);
	struct tf_text *inner;
	struct tf_value *parsed;
	const char *why;
	size_t at;

	if (text.len < 2 || (text.bytes[0] != '[' && text.bytes[0] != '{') ||
	    (want->types &
		(text.bytes[0] == '[' ? TF_BIT_ARRAY : TF_BIT_OBJECT)) == 0)
		return NULL;
	if (value->source == NULL) {
		inner = tf_arena_calloc(ctx->arena, 1, sizeof(*inner));
		inner->bytes = value->bytes;
		inner->len = value->len;
	} else {
		inner = tf_text_inner(
		    ctx->arena, value->source, value->source_start);
	}
	parsed = tf_value_parse(ctx->arena, inner, ctx->names, &why, &at);
	return parsed;
}

struct row {
	enum tf_coerce policy;
	conversion *make;
};

static const struct row rows[] = {
    {TF_COERCE_NUMBER, to_number},
    {TF_COERCE_INTEGER, to_integer},
    {TF_COERCE_BOOLEAN, to_boolean},
    {TF_COERCE_ENUM, to_enum},
    {TF_COERCE_JSON, to_json},
};

static bool
is_container(const struct tf_value *value)
{
	return value->type == TF_ARRAY || value->type == TF_OBJECT;
}

/*
 * The only candidate that the contract accepts. An array or object is not
 * judged here, since its steps may mend what is wrong inside.
 */
static struct tf_value *
choose(struct tf_context *ctx, struct tf_value *value, const struct tf_set *set,
    unsigned policy)
{
	struct tf_value *chosen = NULL, *candidate;
	struct tf_merged want;
	size_t i;

	if (value->type != TF_STRING || (policy & TF_COERCE_SAFE) == 0)
		return NULL;
	tf_value_place(value);
	tf_merge_set(&want, set);
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if ((policy & rows[i].policy) == 0)
			continue;
		candidate = rows[i].make(ctx, value, &want);
		if (candidate == NULL ||
		    (!is_container(candidate) &&
			!tf_set_accepts(&ctx->validator, set, candidate)))
			continue;
		if (chosen != NULL && !tf_value_equal(chosen, candidate))
			return NULL;
		chosen = candidate;
	}
	return chosen;
}

static void
report(
    struct tf_context *ctx, struct tf_value *value, const struct tf_slice *from)
{
	struct tf_buf *buf = ctx->scratch;
	struct tf_found *found;

	tf_context_say_path(ctx, value);
	tf_buf_adds(buf, " was ");
	tf_phrase_text(buf, from->bytes, from->len, 40);
	tf_buf_adds(buf, "; converted to ");
	tf_phrase_value(buf, ctx->arena, value);
	found = tf_context_found(
	    ctx, TF_CODE_CONVERTED_VALUE, value, TF_PART_VALUE);
	tf_context_fix(ctx, found, "set", NULL, value);
	found->fix_from = (struct tf_slice){
	    tf_arena_copy(ctx->kept, from->bytes, from->len), from->len};
}

bool
tf_convert(struct tf_context *ctx, struct tf_value *value,
    const struct tf_set *set, const struct tf_policy *policy)
{
	struct tf_value *chosen = choose(ctx, value, set, policy->coerce);
	const size_t before = ctx->found->count;
	struct tf_value saved;
	struct tf_slice from;

	if (chosen == NULL)
		return false;
	from = tf_value_text(ctx->arena, value);
	saved = *value;
	tf_value_replace(value, chosen);
	if (is_container(value)) {
		tf_contract_value(ctx, value, set, policy);
		if (tf_found_has_error(ctx->found, before)) {
			ctx->found->count = before;
			saved.start = value->start;
			saved.end = value->end;
			saved.source_start = value->start;
			saved.source_end = value->end;
			*value = saved;
			return false;
		}
	}
	report(ctx, value, &from);
	return true;
}

bool
tf_convert_would(struct tf_context *ctx, struct tf_value *value,
    const struct tf_set *set, const struct tf_policy *policy)
{
	struct tf_value *chosen = choose(ctx, value, set, policy->coerce);

	return chosen != NULL && !is_container(chosen);
}
