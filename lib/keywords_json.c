#include <string.h>

#include "compile.h"
#include "number.h"

/*
 * The keywords of JSON Schema (json-schema.org, draft 2020-12, "Core" sections
 * 10 and 11, "Validation" section 6).
 */

static const char *const type_names[] = {
    "null", "boolean", "number", "string", "array", "object", "integer"};

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
			type = tf_read_word(c, value, type_names, 7);
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
	if (value->kind == TF_NODE_LIST && value->count == 0)
		tf_mistake(c, value, "at least one value is wanted here");
}

static void
read_const(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	schema->constant =
	    tf_node_value(c->arena, value, c->rulebook->file, c->errors);
}

static const struct tf_value *
read_number(struct tf_compiler *c, const struct tf_node *value)
{
	if (tf_node_type(value) == TF_NUMBER)
		return tf_node_value(
		    c->arena, value, c->rulebook->file, c->errors);
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

static void
read_count(struct tf_compiler *c, const struct tf_node *value, size_t *count)
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
	read_count(c, value, &schema->length.min);
}

static void
read_max_length(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	read_count(c, value, &schema->length.max);
}

static void
read_min_items(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	read_count(c, value, &schema->items_count.min);
}

static void
read_max_items(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	read_count(c, value, &schema->items_count.max);
}

static void
read_min_properties(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	read_count(c, value, &schema->properties_count.min);
}

static void
read_max_properties(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	read_count(c, value, &schema->properties_count.max);
}

static const struct tf_pattern *
add_pattern(struct tf_compiler *c, const struct tf_node *node)
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
		schema->pattern = add_pattern(c, value);
}

static void
read_items(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	schema->items = tf_compile_schema(c, value, NULL);
	schema->deep |= schema->items->deep;
}

static void
read_unique_items(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	if (tf_node_type(value) == TF_BOOLEAN)
		schema->unique_items =
		    value->text[0] == 't' || value->text[0] == 'T';
	else
		tf_mistake(c, value, "true or false is wanted here, not %s",
		    tf_node_what(value));
}

static void
read_properties(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	struct tf_property *property;
	size_t i;

	if (!tf_want_map(c, value))
		return;
	schema->properties = tf_arena_calloc(
	    c->arena, value->count + 1, sizeof(*schema->properties));
	for (i = 0; i < value->count; i++) {
		property = &schema->properties[schema->property_count++];
		property->name = tf_read_name(c, value->items[2 * i]);
		property->schema =
		    tf_compile_schema(c, value->items[2 * i + 1], NULL);
		schema->has_aliases |= property->schema->alias_count > 0;
		schema->has_filler |= property->schema->filler.count > 0;
	}
}

static void
read_pattern_properties(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	struct tf_pattern_property *property;
	size_t i;

	if (!tf_want_map(c, value))
		return;
	schema->pattern_properties = tf_arena_calloc(
	    c->arena, value->count + 1, sizeof(*schema->pattern_properties));
	property = schema->pattern_properties;
	for (i = 0; i < value->count; i++) {
		property->pattern = add_pattern(c, value->items[2 * i]);
		property->schema =
		    tf_compile_schema(c, value->items[2 * i + 1], NULL);
		schema->has_filler |= property->schema->filler.count > 0;
		if (property->pattern != NULL)
			property++;
	}
	schema->pattern_property_count =
	    (size_t)(property - schema->pattern_properties);
}

static void
read_additional(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	schema->additional = tf_compile_schema(c, value, NULL);
	schema->has_filler |= schema->additional->filler.count > 0;
}

static void
read_property_names(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	schema->property_names = tf_compile_schema(c, value, NULL);
}

static void
read_required(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	tf_read_names(c, value, &schema->required);
}

static void
read_dependent_required(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	struct tf_dependency *dependency;
	size_t i;

	if (!tf_want_map(c, value))
		return;
	schema->dependencies = tf_arena_calloc(
	    c->arena, value->count + 1, sizeof(*schema->dependencies));
	schema->deep = true;
	for (i = 0; i < value->count; i++) {
		dependency = &schema->dependencies[schema->dependency_count++];
		dependency->name = tf_read_name(c, value->items[2 * i]);
		tf_read_names(
		    c, value->items[2 * i + 1], &dependency->required);
	}
}

const struct tf_keyword tf_json_keywords[] = {
    {"type", read_type},
    {"enum", read_enum},
    {"const", read_const},
    {"minimum", read_minimum},
    {"maximum", read_maximum},
    {"exclusiveMinimum", read_exclusive_minimum},
    {"exclusiveMaximum", read_exclusive_maximum},
    {"multipleOf", read_multiple_of},
    {"minLength", read_min_length},
    {"maxLength", read_max_length},
    {"pattern", read_pattern},
    {"items", read_items},
    {"minItems", read_min_items},
    {"maxItems", read_max_items},
    {"uniqueItems", read_unique_items},
    {"properties", read_properties},
    {"patternProperties", read_pattern_properties},
    {"additionalProperties", read_additional},
    {"propertyNames", read_property_names},
    {"minProperties", read_min_properties},
    {"maxProperties", read_max_properties},
    {"required", read_required},
    {"dependentRequired", read_dependent_required},
    {"title", NULL},
    {"description", NULL},
    {"default", NULL},
    {"examples", NULL},
    {"deprecated", NULL},
    {"readOnly", NULL},
    {"writeOnly", NULL},
    {"$comment", NULL},
    {NULL, NULL},
};
