#include "phrase.h"

#include <string.h>

#include "edit.h"
#include "merge.h"
#include "utf8.h"

enum {
	SHOWN = 40,
	KEYS_SHOWN = 20,
	ENUM_SHOWN = 20,
	ALTERNATIVES_SHOWN = 4,
	LEVELS = 3
};

void
tf_phrase_text(struct tf_buf *buf, const char *bytes, size_t len, size_t max)
{
	size_t cut = tf_utf8_prefix(bytes, len, max);

	tf_utf8_show(buf, bytes, cut);
	if (cut < len)
		tf_buf_adds(buf, "\xE2\x80\xA6");
}

void
tf_phrase_value(
    struct tf_buf *buf, struct tf_arena *arena, struct tf_value *value)
{
	struct tf_slice text = tf_value_text(arena, value);

	tf_phrase_text(buf, text.bytes, text.len, SHOWN);
}

void
tf_phrase_keys(struct tf_buf *buf, const struct tf_value *object)
{
	const struct tf_value *child;
	size_t shown = 0;

	if (object->count == 0)
		tf_buf_adds(buf, "nothing");
	for (child = tf_value_first(object); child != NULL;
	     child = tf_value_next(child)) {
		if (shown > 0)
			tf_buf_adds(buf, ", ");
		if (shown++ == KEYS_SHOWN) {
			tf_buf_addf(buf, "and %u more",
			    (unsigned)(object->count - KEYS_SHOWN));
			break;
		}
		tf_phrase_text(buf, child->key, child->key_len, SHOWN);
	}
}

void
tf_phrase_name(struct tf_buf *buf, const struct tf_names *names, uint32_t name)
{
	const struct tf_slice text = tf_names_get(names, name);

	tf_phrase_text(buf, text.bytes, text.len, SHOWN);
}

void
tf_phrase_names(struct tf_buf *buf, const struct tf_names *names,
    const struct tf_name_list *list)
{
	size_t i;

	for (i = 0; i < list->count; i++) {
		if (i > 0)
			tf_buf_adds(buf, ", ");
		tf_phrase_name(buf, names, list->items[i]);
	}
}

/* ---- parts ---- */

/* One value of an enum: texts without quotes, where that is clear. */
static void
add_member(struct tf_buf *buf, const struct tf_value *value, bool bare)
{
	struct tf_buf text = {0};

	if (value->type == TF_STRING && bare) {
		tf_phrase_text(buf, value->bytes, value->len, SHOWN);
		return;
	}
	tf_value_dump(&text, value);
	tf_phrase_text(buf, tf_buf_text(&text), text.len, SHOWN);
	tf_buf_release(&text);
}

/* Plain words, that cannot be taken for another value or for the comma. */
static bool
all_bare(const struct tf_value_list *list)
{
	const struct tf_value *value;
	size_t i, k;

	for (i = 0; i < list->count; i++) {
		value = list->items[i];
		if (value->type != TF_STRING || value->len == 0)
			return false;
		for (k = 0; k < value->len; k++)
			if (strchr(" ,\"'()\t\n", value->bytes[k]) != NULL)
				return false;
	}
	return true;
}

static void
add_enum(struct tf_buf *buf, const struct tf_value_list *list)
{
	const bool bare = all_bare(list);
	size_t i;

	if (list->count == 1) {
		add_member(buf, list->items[0], false);
		return;
	}
	for (i = 0; i < list->count; i++) {
		if (i > 0)
			tf_buf_adds(buf, ", ");
		if (i == ENUM_SHOWN) {
			tf_buf_addf(buf, "and %zu more", list->count - i);
			break;
		}
		add_member(buf, list->items[i], bare);
	}
}

/* " of 1 to 50", " of at least 1", where of is " of". */
static void
add_count(struct tf_buf *buf, const char *of, const struct tf_range *range)
{
	tf_buf_adds(buf, of);
	if (range->max == SIZE_MAX)
		tf_buf_addf(buf, " at least %zu", range->min);
	else if (range->min == 0)
		tf_buf_addf(buf, " at most %zu", range->max);
	else if (range->min == range->max)
		tf_buf_addf(buf, " %zu", range->min);
	else
		tf_buf_addf(buf, " %zu to %zu", range->min, range->max);
}

static bool
is_limited(const struct tf_range *range)
{
	return range->min > 0 || range->max != SIZE_MAX;
}

static void
add_limit(struct tf_buf *buf, const char *word, const struct tf_value *limit)
{
	tf_buf_addf(buf, " %s ", word);
	tf_buf_add(buf, limit->bytes, limit->len);
}

static void
add_number_range(struct tf_buf *buf, const struct tf_merged *m)
{
	if (m->minimum != NULL && m->maximum != NULL) {
		add_limit(buf, "from", m->minimum);
		add_limit(buf, "to", m->maximum);
	} else {
		const char *joint = "";

		if (m->minimum != NULL)
			add_limit(buf, "of at least", m->minimum);
		if (m->above != NULL)
			add_limit(buf, "above", m->above);
		if (m->minimum != NULL || m->above != NULL)
			joint = "and ";
		if (m->maximum != NULL) {
			tf_buf_addf(buf, " %sat most ", *joint ? joint : "of ");
			tf_buf_add(buf, m->maximum->bytes, m->maximum->len);
		}
		if (m->below != NULL) {
			tf_buf_addf(buf, " %sbelow ", joint);
			tf_buf_add(buf, m->below->bytes, m->below->len);
		}
	}
	if (m->multiple_of != NULL)
		add_limit(buf, "and a multiple of", m->multiple_of);
}

static void
add_pattern(struct tf_buf *buf, const struct tf_merged *m, bool plural)
{
	size_t i;

	for (i = 0; i < m->pattern_count; i++) {
		tf_buf_adds(buf, i > 0 ? " and" : " that");
		if (tf_pattern_not_blank(m->patterns[i])) {
			tf_buf_adds(
			    buf, plural ? " are not blank" : " is not blank");
			continue;
		}
		tf_buf_adds(buf, plural ? " match /" : " matches /");
		tf_phrase_text(buf, tf_pattern_text(m->patterns[i]),
		    strlen(tf_pattern_text(m->patterns[i])), 2 * SHOWN);
		tf_buf_addc(buf, '/');
	}
}

static void
add_string(struct tf_buf *buf, const struct tf_merged *m, bool plural)
{
	const char *noun = plural ? "strings" : "string";
	struct tf_range length = m->length;
	bool nonempty = length.min == 1;

	if (m->format != NULL && !plural) {
		tf_buf_adds(buf, m->format->what);
		add_pattern(buf, m, plural);
		return;
	}
	if (nonempty)
		length.min = 0;
	if (nonempty)
		tf_buf_addf(buf, "%snon-empty %s", plural ? "" : "a ", noun);
	else
		tf_buf_addf(buf, "%s%s", plural ? "" : "a ", noun);
	if (is_limited(&length)) {
		add_count(buf, " of", &length);
		tf_buf_adds(buf,
		    length.max == 1 ||
			    (length.max == SIZE_MAX && length.min == 1) ?
			" character" :
			" characters");
	}
	add_pattern(buf, m, plural);
}

/* ---- whole phrases ---- */

static void add_merged(struct tf_buf *buf, const struct tf_names *names,
    const struct tf_merged *m, bool plural);

/* " with at least 1 item that is ..." */
static void
add_contains(
    struct tf_buf *buf, const struct tf_names *names, const struct tf_merged *m)
{
	const struct tf_range *count = &m->contains_count;
	struct tf_merged one;

	if (m->contains == NULL)
		return;
	tf_merge_schema(&one, m->contains);
	one.level = m->level + 1;
	tf_buf_adds(buf, " with");
	if (count->max == SIZE_MAX)
		tf_buf_addf(buf, " at least %zu", count->min);
	else if (count->min == 0)
		tf_buf_addf(buf, " at most %zu", count->max);
	else
		tf_buf_addf(buf, " %zu to %zu", count->min, count->max);
	tf_buf_adds(buf, " of its items being ");
	add_merged(buf, names, &one, false);
}

static void
add_items(
    struct tf_buf *buf, const struct tf_names *names, const struct tf_merged *m)
{
	struct tf_merged items;
	bool one = m->items_count.max == 1;

	if (is_limited(&m->items_count))
		add_count(buf, " of", &m->items_count);
	else if (m->items != NULL)
		tf_buf_adds(buf, " of");
	if (m->items == NULL) {
		if (is_limited(&m->items_count))
			tf_buf_adds(buf, one ? " item" : " items");
	} else {
		tf_buf_addc(buf, ' ');
		tf_merge_schema(&items, m->items);
		items.level = m->level + 1;
		add_merged(buf, names, &items, true);
	}
	if (m->unique_items)
		tf_buf_adds(buf, ", all different");
	add_contains(buf, names, m);
}

static void
add_object(struct tf_buf *buf, const struct tf_names *names,
    const struct tf_merged *m, bool plural)
{
	struct tf_merged each;

	tf_buf_adds(buf, plural ? "objects" : "an object");
	if (m->required != NULL && m->required->count > 0) {
		tf_buf_adds(buf, " with ");
		tf_phrase_names(buf, names, m->required);
		if (m->each != NULL) {
			tf_merge_schema(&each, m->each);
			each.level = m->level + 1;
			tf_buf_adds(buf, ", each ");
			add_merged(buf, names, &each, false);
		}
	} else if (is_limited(&m->properties_count)) {
		tf_buf_adds(buf, " with");
		add_count(buf, "", &m->properties_count);
		tf_buf_adds(buf,
		    m->properties_count.max == 1 ||
			    (m->properties_count.max == SIZE_MAX &&
				m->properties_count.min == 1) ?
			" field" :
			" fields");
	}
}

static void
add_type(struct tf_buf *buf, const struct tf_names *names,
    const struct tf_merged *m, unsigned bit, bool plural)
{
	switch (bit) {
	case TF_BIT_NULL:
		tf_buf_adds(buf, plural ? "nulls" : "null");
		break;
	case TF_BIT_BOOLEAN:
		tf_buf_adds(buf, plural ? "booleans" : "true or false");
		break;
	case TF_BIT_INTEGER:
		tf_buf_adds(buf, plural ? "integers" : "an integer");
		add_number_range(buf, m);
		break;
	case TF_BIT_NUMBER:
		tf_buf_adds(buf, plural ? "numbers" : "a number");
		add_number_range(buf, m);
		break;
	case TF_BIT_STRING:
		add_string(buf, m, plural);
		break;
	case TF_BIT_ARRAY:
		tf_buf_adds(buf, plural ? "arrays" : "an array");
		add_items(buf, names, m);
		break;
	default:
		add_object(buf, names, m, plural);
		break;
	}
}

/* Each branch once, in their order. */
static void
add_alternatives(struct tf_buf *buf, const struct tf_names *names,
    const struct tf_schema_list *branches, unsigned level, bool plural)
{
	struct tf_buf all = {0}, one = {0};
	struct tf_merged m;
	size_t i;

	for (i = 0; i < branches->count && i < ALTERNATIVES_SHOWN; i++) {
		tf_buf_reset(&one);
		tf_merge_schema(&m, branches->items[i]);
		m.level = level + 1;
		add_merged(&one, names, &m, plural);
		if (all.len > 0 &&
		    strstr(tf_buf_text(&all), tf_buf_text(&one)) != NULL)
			continue;
		if (all.len > 0)
			tf_buf_adds(&all, " or ");
		tf_buf_adds(&all, tf_buf_text(&one));
	}
	tf_buf_add(buf, tf_buf_text(&all), all.len);
	if (i < branches->count)
		tf_buf_addf(
		    buf, " or one of %zu other forms", branches->count - i);
	tf_buf_release(&all);
	tf_buf_release(&one);
}

static void
add_merged(struct tf_buf *buf, const struct tf_names *names,
    const struct tf_merged *m, bool plural)
{
	static const unsigned order[] = {TF_BIT_STRING, TF_BIT_INTEGER,
	    TF_BIT_NUMBER, TF_BIT_BOOLEAN, TF_BIT_ARRAY, TF_BIT_OBJECT,
	    TF_BIT_NULL};
	bool first = true;
	size_t i;

	if (m->level > LEVELS) {
		/* a schema may stand inside itself */
		tf_buf_adds(buf, plural ? "values" : "a value");
	} else if (m->never) {
		tf_buf_adds(buf, "left out");
	} else if (m->constant != NULL) {
		add_member(buf, m->constant, false);
	} else if (m->enumeration != NULL) {
		if (m->enumeration->count > 1)
			tf_buf_adds(buf, plural ? "values out of " : "one of ");
		add_enum(buf, m->enumeration);
	} else if (!m->says_itself && m->alternatives != NULL) {
		add_alternatives(buf, names, m->alternatives, m->level, plural);
	} else if (m->types == 0) {
		tf_buf_adds(buf, plural ? "values" : "a value");
	} else {
		for (i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
			if ((m->types & order[i]) == 0)
				continue;
			if (!first)
				tf_buf_adds(buf, " or ");
			first = false;
			add_type(buf, names, m, order[i], plural);
		}
	}
}

void
tf_phrase_set(
    struct tf_buf *buf, const struct tf_names *names, const struct tf_set *set)
{
	struct tf_merged m;

	tf_merge_set(&m, set);
	add_merged(buf, names, &m, false);
}

bool
tf_phrase_says_something(const struct tf_set *set)
{
	struct tf_merged m;

	tf_merge_set(&m, set);
	return !m.never &&
	    (m.types != 0 || m.enumeration != NULL || m.constant != NULL);
}

/* ---- what was received ---- */

static bool
outside(const struct tf_range *range, size_t count)
{
	return count < range->min || count > range->max;
}

void
tf_phrase_received(struct tf_buf *buf, struct tf_arena *arena,
    const struct tf_set *set, struct tf_value *value)
{
	struct tf_merged m;
	size_t length;

	tf_merge_set(&m, set);
	if (value->type == TF_ARRAY && value->count > 0 &&
	    outside(&m.items_count, value->count)) {
		tf_buf_addf(buf, "%u item%s", (unsigned)value->count,
		    value->count == 1 ? "" : "s");
		return;
	}
	if (value->type == TF_STRING && value->len > SHOWN) {
		length = tf_utf8_length(value->bytes, value->len);
		if (outside(&m.length, length)) {
			tf_buf_addf(buf, "%zu characters", length);
			return;
		}
	}
	tf_phrase_value(buf, arena, value);
}
