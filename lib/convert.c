#include "convert.h"

#include <string.h>
#include <strings.h>

#include "contract.h"
#include "csv.h"
#include "edit.h"
#include "merge.h"
#include "number.h"
#include "python.h"

/* What a row is given. */
struct wanted {
	struct tf_context *ctx;
	struct tf_value *value; /* its place is known */
	const struct tf_set *set;
	const struct tf_policy *policy;
	struct tf_merged merged; /* what the set wants */
};

/* A candidate, or NULL where the row does not apply to this value. */
typedef struct tf_value *conversion(const struct wanted *w);

static bool
wants(const struct wanted *w, unsigned types)
{
	return (w->merged.types & types) != 0;
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

/* ---- to scalars ---- */

static struct tf_value *
to_number(const struct wanted *w)
{
	const struct tf_value *value = w->value;

	if (value->type != TF_STRING ||
	    !wants(w, TF_BIT_NUMBER | TF_BIT_INTEGER) ||
	    !tf_number_valid(value->bytes, value->len))
		return NULL;
	return tf_value_number(w->ctx->arena, value->bytes, value->len);
}

/* "5.0" where an integer is wanted is 5, and so is "5". */
static struct tf_value *
to_integer(const struct wanted *w)
{
	const struct tf_value *value = w->value;
	const char *point;

	if (value->type != TF_STRING || !wants(w, TF_BIT_INTEGER) ||
	    !tf_number_valid(value->bytes, value->len))
		return NULL;
	point = memchr(value->bytes, '.', value->len);
	if (point == NULL)
		point = value->bytes + value->len;
	else if (strspn(point + 1, "0") !=
	    value->len - (size_t)(point + 1 - value->bytes))
		return NULL;
	return tf_value_number(
	    w->ctx->arena, value->bytes, (size_t)(point - value->bytes));
}

static struct tf_value *
to_boolean(const struct wanted *w)
{
	const struct tf_value *value = w->value;
	bool yes = value->len == 4 && memcmp(value->bytes, "true", 4) == 0;
	bool no = value->len == 5 && memcmp(value->bytes, "false", 5) == 0;

	if (value->type != TF_STRING || !wants(w, TF_BIT_BOOLEAN) ||
	    (!yes && !no))
		return NULL;
	return tf_value_boolean(w->ctx->arena, yes);
}

/* The one text of the enum that differs in case and outer space alone. */
static struct tf_value *
to_enum(const struct wanted *w)
{
	const struct tf_value_list *list = w->merged.enumeration;
	const struct tf_value *member, *found = NULL;
	struct tf_slice text;
	size_t i;

	if (w->value->type != TF_STRING || list == NULL)
		return NULL;
	text = trimmed(w->value);
	for (i = 0; i < list->count; i++) {
		member = list->items[i];
		if (member->type != TF_STRING || member->len != text.len ||
		    strncasecmp(member->bytes, text.bytes, text.len) != 0)
			continue;
		if (found != NULL)
			return NULL;
		found = member;
	}
	return found != NULL ?
	    tf_value_string(w->ctx->arena, found->bytes, found->len) :
	    NULL;
}

static struct tf_value *
to_trimmed(const struct wanted *w)
{
	struct tf_slice text;

	if (w->value->type != TF_STRING || !wants(w, TF_BIT_STRING))
		return NULL;
	text = trimmed(w->value);
	return text.len < w->value->len ?
	    tf_value_string(w->ctx->arena, text.bytes, text.len) :
	    NULL;
}

/* A number's own digits. */
static struct tf_value *
to_string(const struct wanted *w)
{
	if (w->value->type != TF_NUMBER || !wants(w, TF_BIT_STRING))
		return NULL;
	return tf_value_string(w->ctx->arena, w->value->bytes, w->value->len);
}

/* ---- to arrays and objects ---- */

/* The text of an array or object, where one is wanted. */
static struct tf_value *
to_json(const struct wanted *w)
{
	const struct tf_value *value = w->value;
	struct tf_text *inner;
	struct tf_slice text;
	const char *why;
	size_t at;

	if (value->type != TF_STRING)
		return NULL;
	text = trimmed(value);
	if (text.len < 2 || (text.bytes[0] != '[' && text.bytes[0] != '{') ||
	    !wants(w, text.bytes[0] == '[' ? TF_BIT_ARRAY : TF_BIT_OBJECT))
		return NULL;
	if (value->source == NULL) {
		inner = tf_arena_calloc(w->ctx->arena, 1, sizeof(*inner));
		inner->bytes = value->bytes;
		inner->len = value->len;
	} else {
		inner = tf_text_inner(
		    w->ctx->arena, value->source, value->source_start);
	}
	return tf_value_parse(w->ctx->arena, inner, w->ctx->names, &why, &at);
}

static bool
is_json(const struct wanted *w, struct tf_slice text)
{
	const struct tf_text whole = {.bytes = text.bytes, .len = text.len};
	const char *why;
	size_t at;

	return tf_value_parse(w->ctx->arena, &whole, NULL, &why, &at) != NULL;
}

static bool
is_word(struct tf_slice text, const char *word)
{
	return text.len == strlen(word) &&
	    memcmp(text.bytes, word, text.len) == 0;
}

/* The text of a Python literal, where JSON would not do. */
static struct tf_value *
to_python(const struct wanted *w)
{
	struct tf_value *made;
	struct tf_slice text;

	if (w->value->type != TF_STRING)
		return NULL;
	text = trimmed(w->value);
	if (wants(w, TF_BIT_BOOLEAN) &&
	    (is_word(text, "True") || is_word(text, "False")))
		return tf_value_boolean(w->ctx->arena, text.bytes[0] == 'T');
	if (text.len < 2 || strchr("[{(", text.bytes[0]) == NULL ||
	    !wants(w, text.bytes[0] == '{' ? TF_BIT_OBJECT : TF_BIT_ARRAY) ||
	    is_json(w, text))
		return NULL;
	made = tf_python_parse(w->ctx->arena, text.bytes, text.len);
	if (made != NULL)
		tf_value_number_names(made, w->ctx->names);
	return made;
}

/* Text that is a list or an object already, in whatever notation. */
static bool
starts_as_list(const struct tf_value *value)
{
	const struct tf_slice text = trimmed(value);

	return text.len > 0 && strchr("[{(", text.bytes[0]) != NULL;
}

/* What the array's items must be. */
static struct tf_set
items_of(const struct wanted *w)
{
	struct tf_set items = {0};
	size_t i;

	for (i = 0; i < w->set->count; i++)
		tf_set_add(&items, w->ctx->arena, w->set->items[i]->items);
	return items;
}

/* Text with commas, where no item could hold one. */
static struct tf_value *
to_fields(const struct wanted *w)
{
	const struct tf_set items = items_of(w);
	struct tf_value *list;
	size_t commas;

	if (w->value->type != TF_STRING || !wants(w, TF_BIT_ARRAY) ||
	    items.count == 0 || starts_as_list(w->value) ||
	    tf_set_accepts(&w->ctx->validator, &items, w->value))
		return NULL;
	list = tf_csv_parse(
	    w->ctx->arena, w->value->bytes, w->value->len, &commas);
	return list != NULL && commas > 0 ? list : NULL;
}

/* {"item": [...]}, as lists come out of XML. */
static struct tf_value *
to_items(const struct wanted *w)
{
	struct tf_value *item;

	if (w->value->type != TF_OBJECT || w->value->count != 1 ||
	    !wants(w, TF_BIT_ARRAY))
		return NULL;
	item = tf_value_member(w->value, "item", 4);
	return item != NULL && item->type == TF_ARRAY ?
	    tf_value_copy(w->ctx->arena, item) :
	    NULL;
}

/*
 * One value for an array of such. Text that may be a list itself, of whatever
 * notation, is not wrapped.
 */
static struct tf_value *
to_list(const struct wanted *w)
{
	const struct tf_set items = items_of(w);
	struct tf_value *list, *item;
	struct tf_slice text;

	if (!wants(w, TF_BIT_ARRAY) || items.count == 0 ||
	    w->value->type == TF_ARRAY || w->value->type == TF_NULL)
		return NULL;
	if (w->value->type == TF_STRING) {
		text = trimmed(w->value);
		if (text.len == 0 || starts_as_list(w->value) ||
		    memchr(text.bytes, ',', text.len) != NULL)
			return NULL;
	}
	if (!tf_set_accepts(&w->ctx->validator, &items, w->value) &&
	    !tf_convert_would(w->ctx, w->value, &items, w->policy))
		return NULL;
	if ((w->policy->coerce & TF_COERCE_ITEM) != 0 && to_items(w) != NULL)
		return NULL;
	list = tf_value_new(w->ctx->arena, TF_ARRAY);
	item = tf_value_copy(w->ctx->arena, w->value);
	tf_value_append(list, NULL, 0, TF_NO_NAME, item);
	return list;
}

/* ---- the table ---- */

static const struct row {
	const char *name;
	unsigned bit;
	conversion *make;
} rows[] = {
    {"json", TF_COERCE_JSON, to_json},
    {"number", TF_COERCE_NUMBER, to_number},
    {"integer", TF_COERCE_INTEGER, to_integer},
    {"boolean", TF_COERCE_BOOLEAN, to_boolean},
    {"enum", TF_COERCE_ENUM, to_enum},
    {"trim", TF_COERCE_TRIM, to_trimmed},
    {"string", TF_COERCE_STRING, to_string},
    {"list", TF_COERCE_LIST, to_list},
    {"item", TF_COERCE_ITEM, to_items},
    {"csv", TF_COERCE_CSV, to_fields},
    {"python", TF_COERCE_PYTHON, to_python},
};

const char *
tf_coercion_name(size_t index, unsigned *bit)
{
	if (index >= sizeof(rows) / sizeof(rows[0]))
		return NULL;
	*bit = rows[index].bit;
	return rows[index].name;
}

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
choose_one(struct tf_context *ctx, struct tf_value *value,
    const struct tf_set *set, const struct tf_policy *policy)
{
	struct wanted w = {
	    .ctx = ctx, .value = value, .set = set, .policy = policy};
	struct tf_value *chosen = NULL, *candidate;
	size_t i;

	if ((policy->coerce & TF_COERCE_ALL) == 0)
		return NULL;
	tf_value_place(value);
	tf_merge_set(&w.merged, set);
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if ((policy->coerce & rows[i].bit) == 0)
			continue;
		candidate = rows[i].make(&w);
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

/* True where a branch would have the value converted to something else. */
static bool
has_rival(struct tf_context *ctx, struct tf_value *value,
    const struct tf_schema_list *branches, const struct tf_policy *policy,
    const struct tf_value *chosen)
{
	const struct tf_value *other;
	struct tf_set branch;
	size_t i;

	for (i = 0; i < branches->count; i++) {
		branch = tf_set_of(&branches->items[i]);
		other = choose_one(ctx, value, &branch, policy);
		if (other != NULL && !tf_value_equal(chosen, other))
			return true;
	}
	return false;
}

/* The one reading that a value has, among all branches; else NULL. */
static struct tf_value *
choose(struct tf_context *ctx, struct tf_value *value, const struct tf_set *set,
    const struct tf_policy *policy)
{
	struct tf_value *chosen = choose_one(ctx, value, set, policy);
	size_t i;

	for (i = 0; chosen != NULL && i < set->count; i++)
		if (has_rival(
			ctx, value, &set->items[i]->any_of, policy, chosen) ||
		    has_rival(
			ctx, value, &set->items[i]->one_of, policy, chosen))
			return NULL;
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
	struct tf_value *chosen = choose(ctx, value, set, policy);
	const size_t before = ctx->found->count;
	struct tf_value saved;
	struct tf_slice from;
	bool made;

	if (chosen == NULL)
		return false;
	/* what was made of no JSON text has no places inside to report */
	made = is_container(chosen) && chosen->source == NULL;
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
		if (made)
			ctx->found->count = before;
	}
	report(ctx, value, &from);
	return true;
}

struct tf_value *
tf_convert_candidate(struct tf_context *ctx, struct tf_value *value,
    const struct tf_set *set, const struct tf_policy *policy)
{
	return choose(ctx, value, set, policy);
}

bool
tf_convert_would(struct tf_context *ctx, struct tf_value *value,
    const struct tf_set *set, const struct tf_policy *policy)
{
	struct tf_value *chosen = choose(ctx, value, set, policy);

	return chosen != NULL && !is_container(chosen);
}
