#include <string.h>
#include <strings.h>

#include "compile.h"
#include "host.h"
#include "number.h"

/*
 * The keywords of JSON Schema about the value itself (draft 2020-12,
 * "Validation" sections 6 to 9); keywords_apply.c has those that hold schemas.
 */

static const char *const type_names[] = {
    "null", "boolean", "number", "string", "array", "object", "integer"};

/* Gemini writes types in capitals. */
static int
read_type_name(struct tf_compiler *c, const struct tf_node *value)
{
	int type;

	for (type = 0; c->resource->lenient && type < 7; type++)
		if (strcasecmp(type_names[type], value->text) == 0)
			return type;
	return tf_read_word(c, value, type_names, 7);
}

static void
read_type(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	size_t i;
	int type;

	if (value->kind != TF_NODE_LIST) {
		/* null is a type's name here, and a word of YAML */
		if (tf_node_type(value) == TF_NULL && value->len == 4)
			type = TF_NULL;
		else
			type = read_type_name(c, value);
		if (type >= 0)
			schema->types |= 1u << type;
		return;
	}
	if (value->count == 0)
		tf_mistake(c, value, "at least one type is wanted here");
	for (i = 0; i < value->count; i++) {
		if (value->items[i]->kind == TF_NODE_LIST)
			tf_want_text(c, value->items[i]);
		else
			read_type(c, schema, value->items[i]);
	}
}

static void
read_enum(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	tf_read_values(c, value, &schema->enumeration);
	if (value->kind != TF_NODE_LIST || value->count > 0)
		return;
	schema->never = true;
	if (!c->resource->lenient)
		tf_mistake(c, value, "at least one value is wanted here");
}

static void
read_const(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	schema->constant =
	    tf_node_value(c->arena, value, tf_file_of(c), c->errors);
}

static const struct tf_value *
read_number(struct tf_compiler *c, const struct tf_node *value)
{
	/* Gemini writes numbers of 64 bits as text */
	if (c->resource->lenient && value->kind == TF_NODE_SCALAR &&
	    tf_number_valid(value->text, value->len))
		return tf_value_number(c->arena, value->text, value->len);
	if (tf_node_type(value) == TF_NUMBER)
		return tf_node_value(c->arena, value, tf_file_of(c), c->errors);
	tf_mistake(
	    c, value, "a number is wanted here, not %s", tf_node_what(value));
	return NULL;
}

static void
read_minimum(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	schema->minimum = read_number(c, value);
}

static void
read_maximum(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	schema->maximum = read_number(c, value);
}

static void
read_exclusive_minimum(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	schema->exclusive_minimum = read_number(c, value);
}

static void
read_exclusive_maximum(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	schema->exclusive_maximum = read_number(c, value);
}

static void
read_multiple_of(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	const struct tf_value *number = read_number(c, value);

	if (number == NULL)
		return;
	if (tf_number_compare(number->bytes, number->len, "0", 1) > 0)
		schema->multiple_of = number;
	else
		tf_mistake(c, value, "a number above 0 is wanted here");
}

void
tf_read_count(struct tf_compiler *c, const struct tf_node *value, size_t *count)
{
	const struct tf_value *number = read_number(c, value);
	int64_t n;

	if (number == NULL)
		return;
	if (tf_number_to_int64(number->bytes, number->len, &n) && n >= 0)
		*count = (size_t)n;
	else
		tf_mistake(c, value, "a whole number from 0 is wanted here");
}

static void
read_min_length(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	tf_read_count(c, value, &schema->length.min);
}

static void
read_max_length(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	tf_read_count(c, value, &schema->length.max);
}

static void
read_min_items(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	tf_read_count(c, value, &schema->items_count.min);
}

static void
read_max_items(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	tf_read_count(c, value, &schema->items_count.max);
}

static void
read_min_properties(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	tf_read_count(c, value, &schema->properties_count.min);
}

static void
read_max_properties(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	tf_read_count(c, value, &schema->properties_count.max);
}

const struct tf_pattern *
tf_read_pattern(struct tf_compiler *c, const struct tf_node *node)
{
	struct tf_rulebook *rulebook = c->rulebook;
	struct tf_pattern *pattern;
	char why[256];
	size_t at;

	pattern = tf_pattern_new(node->text, node->len, why, sizeof(why), &at);
	if (pattern == NULL) {
		tf_mistake(c, node,
		    "not a regular expression: %s (character %zu of it)", why,
		    at + 1);
		return NULL;
	}
	rulebook->patterns =
	    tf_grow(rulebook->patterns, rulebook->pattern_count,
		&rulebook->pattern_capacity, sizeof(struct tf_pattern *));
	rulebook->patterns[rulebook->pattern_count++] = pattern;
	return pattern;
}

static void
read_pattern(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	if (tf_want_text(c, value))
		schema->pattern = tf_read_pattern(c, value);
}

bool
tf_read_boolean(struct tf_compiler *c, const struct tf_node *value)
{
	if (tf_node_type(value) == TF_BOOLEAN)
		return value->text[0] == 't' || value->text[0] == 'T';
	tf_mistake(c, value, "true or false is wanted here, not %s",
	    tf_node_what(value));
	return false;
}

static void
read_unique_items(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	schema->unique_items = tf_read_boolean(c, value);
}

static void
read_required(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	tf_read_names(c, value, &schema->required);
}

static void
read_format(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	static const struct tf_node idn = {.kind = TF_NODE_SCALAR,
	    .text = TF_HOST_WRONG_LABEL,
	    .len = sizeof(TF_HOST_WRONG_LABEL) - 1};

	if (!tf_want_text(c, value) || c->annotate_formats)
		return;
	schema->format = tf_format_find(value->text, value->len);
	if (schema->format == NULL || !schema->format->idn)
		return;
	if (c->registry->idn == NULL)
		c->registry->idn = tf_read_pattern(c, &idn);
	schema->format_pattern = c->registry->idn;
}

#define VALIDATION TF_HOLDS_NONE, 1u << TF_VOCABULARY_VALIDATION, 0

const struct tf_keyword tf_value_keywords[] = {
    {"type", read_type, VALIDATION},
    {"enum", read_enum, VALIDATION},
    {"const", read_const, VALIDATION},
    {"minimum", read_minimum, VALIDATION},
    {"maximum", read_maximum, VALIDATION},
    {"exclusiveMinimum", read_exclusive_minimum, VALIDATION},
    {"exclusiveMaximum", read_exclusive_maximum, VALIDATION},
    {"multipleOf", read_multiple_of, VALIDATION},
    {"minLength", read_min_length, VALIDATION},
    {"maxLength", read_max_length, VALIDATION},
    {"pattern", read_pattern, VALIDATION},
    {"minItems", read_min_items, VALIDATION},
    {"maxItems", read_max_items, VALIDATION},
    {"uniqueItems", read_unique_items, VALIDATION},
    {"minProperties", read_min_properties, VALIDATION},
    {"maxProperties", read_max_properties, VALIDATION},
    {"required", read_required, VALIDATION},
    {.name = "format",
	.read = read_format,
	.vocabularies = 1u << TF_VOCABULARY_FORMAT},
    {.name = "title"},
    {.name = "description"},
    {.name = "default"},
    {.name = "examples"},
    {.name = "deprecated"},
    {.name = "readOnly"},
    {.name = "writeOnly"},
    {.name = "contentEncoding"},
    {.name = "contentMediaType"},
    {.name = NULL},
};
