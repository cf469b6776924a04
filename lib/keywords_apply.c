#include <string.h>

#include "compile.h"
#include "reference.h"

/*
 * The keywords of JSON Schema that hold schemas, or name them (draft 2020-12,
 * "Core" sections 8, 10 and 11; draft-07, "Core" sections 8 and 9, and
 * "Validation" sections 6.4 to 6.7).
 */

static void
read_list(struct tf_compiler *c, struct tf_schema_list *list,
    const struct tf_node *value)
{
	const struct tf_schema **items;
	size_t i;

	if (!tf_want_list(c, value))
		return;
	if (value->count == 0)
		tf_mistake(c, value, "at least one schema is wanted here");
	items = tf_arena_calloc(
	    c->arena, value->count + 1, sizeof(struct tf_schema *));
	for (i = 0; i < value->count; i++)
		items[i] = tf_compile_schema(c, value->items[i], NULL);
	*list = (struct tf_schema_list){items, value->count};
}

/* ---- in place ---- */

static void
read_ref(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	if (tf_want_text(c, value))
		tf_references_add(c, schema, value, false);
	schema->applies = true;
}

static void
read_dynamic_ref(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	if (tf_want_text(c, value))
		tf_references_add(c, schema, value, true);
	schema->applies = true;
}

static void
read_all_of(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	read_list(c, &schema->all_of, value);
	schema->applies = true;
}

static void
read_any_of(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	read_list(c, &schema->any_of, value);
	schema->applies = true;
}

static void
read_one_of(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	read_list(c, &schema->one_of, value);
	schema->applies = true;
}

static void
read_not(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	schema->not_ = tf_compile_schema(c, value, NULL);
	schema->applies = true;
}

static void
read_if(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	schema->if_ = tf_compile_schema(c, value, NULL);
	schema->applies = true;
}

static void
read_then(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	schema->then_ = tf_compile_schema(c, value, NULL);
	schema->applies = true;
}

static void
read_else(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	schema->else_ = tf_compile_schema(c, value, NULL);
	schema->applies = true;
}

static void
add_dependent_schema(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *name, const struct tf_node *value)
{
	struct tf_dependent_schema *list = tf_arena_calloc(
	    c->arena, schema->dependent_schema_count + 1, sizeof(*list));

	if (schema->dependent_schema_count > 0)
		memcpy(list, schema->dependent_schemas,
		    schema->dependent_schema_count * sizeof(*list));
	schema->dependent_schemas = list;
	list += schema->dependent_schema_count++;
	list->name = tf_read_name(c, name);
	list->schema = tf_compile_schema(c, value, NULL);
	schema->applies = true;
}

static void
add_dependency(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *name, const struct tf_node *value)
{
	struct tf_dependency *list = tf_arena_calloc(
	    c->arena, schema->dependency_count + 1, sizeof(*list));

	if (schema->dependency_count > 0)
		memcpy(list, schema->dependencies,
		    schema->dependency_count * sizeof(*list));
	schema->dependencies = list;
	list += schema->dependency_count++;
	list->name = tf_read_name(c, name);
	tf_read_names(c, value, &list->required);
	schema->deep = true;
}

static void
read_dependent_schemas(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	size_t i;

	if (!tf_want_map(c, value))
		return;
	for (i = 0; i < value->count; i++)
		add_dependent_schema(
		    c, schema, value->items[2 * i], value->items[2 * i + 1]);
}

static void
read_dependent_required(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	size_t i;

	if (!tf_want_map(c, value))
		return;
	for (i = 0; i < value->count; i++)
		add_dependency(
		    c, schema, value->items[2 * i], value->items[2 * i + 1]);
}

/* Of draft-07: both of them in one. */
static void
read_dependencies(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	size_t i;

	if (!tf_want_map(c, value))
		return;
	for (i = 0; i < value->count; i++)
		if (value->items[2 * i + 1]->kind == TF_NODE_LIST)
			add_dependency(c, schema, value->items[2 * i],
			    value->items[2 * i + 1]);
		else
			add_dependent_schema(c, schema, value->items[2 * i],
			    value->items[2 * i + 1]);
}

/* ---- arrays ---- */

static void
read_items(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	if (value->kind != TF_NODE_LIST)
		schema->items = tf_compile_schema(c, value, NULL);
	else if (c->resource->dialect == TF_DRAFT_07 && value->count > 0)
		read_list(c, &schema->prefix_items, value);
	else if (c->resource->dialect != TF_DRAFT_07)
		tf_mistake(c, value,
		    "items wants one schema; a list of them is prefixItems");
}

/* Of draft-07: what items is where that is a list. */
static void
read_additional_items(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	(void)schema;
	tf_compile_schema(c, value, NULL);
}

static void
read_prefix_items(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	read_list(c, &schema->prefix_items, value);
}

static void
read_contains(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	schema->contains = tf_compile_schema(c, value, NULL);
}

static void
read_min_contains(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	tf_read_count(c, value, &schema->contains_count.min);
}

static void
read_max_contains(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	tf_read_count(c, value, &schema->contains_count.max);
}

static void
read_unevaluated_items(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	schema->unevaluated_items = tf_compile_schema(c, value, NULL);
	schema->applies = true;
}

/* ---- objects ---- */

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
		property->pattern = tf_read_pattern(c, value->items[2 * i]);
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
read_unevaluated_properties(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	schema->unevaluated_properties = tf_compile_schema(c, value, NULL);
	schema->applies = true;
}

/* ---- schemas that are only there to be referred to ---- */

static void
read_definitions(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	size_t i;

	(void)schema;
	if (!tf_want_map(c, value))
		return;
	for (i = 0; i < value->count; i++)
		if (!c->resource->lenient)
			tf_compile_schema(c, value->items[2 * i + 1], NULL);
}

/* The resource of the document has been searched for the core keywords. */
#define CORE(keyword)           \
	{                       \
		.name = keyword \
	}
#define APPLICATOR(keyword, reader, held)                                  \
	{                                                                  \
		.name = keyword, .read = reader, .holds = TF_HOLDS_##held, \
		.vocabularies = 1u << TF_VOCABULARY_APPLICATOR             \
	}
#define ONLY_IN(draft, keyword, reader, held, vocabulary)                  \
	{                                                                  \
		.name = keyword, .read = reader, .holds = TF_HOLDS_##held, \
		.vocabularies = 1u << TF_VOCABULARY_##vocabulary,          \
		.dialects = 1u << TF_DRAFT_##draft                         \
	}

const struct tf_keyword tf_apply_keywords[] = {
    CORE("$schema"),
    CORE("$id"),
    CORE("$anchor"),
    CORE("$dynamicAnchor"),
    CORE("$vocabulary"),
    CORE("$comment"),
    {.name = "$ref", .read = read_ref},
    ONLY_IN(2020_12, "$dynamicRef", read_dynamic_ref, NONE, CORE),
    {.name = "$defs", .read = read_definitions, .holds = TF_HOLDS_MAP},
    {.name = "definitions", .read = read_definitions, .holds = TF_HOLDS_MAP},
    APPLICATOR("allOf", read_all_of, LIST),
    APPLICATOR("anyOf", read_any_of, LIST),
    APPLICATOR("oneOf", read_one_of, LIST),
    APPLICATOR("not", read_not, ONE),
    APPLICATOR("if", read_if, ONE),
    APPLICATOR("then", read_then, ONE),
    APPLICATOR("else", read_else, ONE),
    APPLICATOR("dependencies", read_dependencies, MAP_SOME),
    APPLICATOR("items", read_items, ONE_LIST),
    APPLICATOR("contains", read_contains, ONE),
    APPLICATOR("properties", read_properties, MAP),
    APPLICATOR("patternProperties", read_pattern_properties, MAP),
    APPLICATOR("additionalProperties", read_additional, ONE),
    APPLICATOR("propertyNames", read_property_names, ONE),
    ONLY_IN(07, "additionalItems", read_additional_items, ONE, APPLICATOR),
    ONLY_IN(2020_12, "prefixItems", read_prefix_items, LIST, APPLICATOR),
    ONLY_IN(
	2020_12, "dependentSchemas", read_dependent_schemas, MAP, APPLICATOR),
    ONLY_IN(2020_12, "dependentRequired", read_dependent_required, NONE,
	VALIDATION),
    ONLY_IN(2020_12, "minContains", read_min_contains, NONE, VALIDATION),
    ONLY_IN(2020_12, "maxContains", read_max_contains, NONE, VALIDATION),
    ONLY_IN(
	2020_12, "unevaluatedItems", read_unevaluated_items, ONE, UNEVALUATED),
    ONLY_IN(2020_12, "unevaluatedProperties", read_unevaluated_properties, ONE,
	UNEVALUATED),
    {.name = "contentSchema", .holds = TF_HOLDS_ONE},
    {.name = NULL},
};

/* In a rulebook, a keyword that means nothing where it stands is a mistake. */
static void
check_companions(struct tf_compiler *c, const struct tf_node *node)
{
	static const char *const pairs[][2] = {{"then", "if"}, {"else", "if"},
	    {"minContains", "contains"}, {"maxContains", "contains"},
	    {"additionalItems", "items"}};
	const struct tf_node *value;
	size_t i;

	for (i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		value = tf_node_get(node, pairs[i][0]);
		if (value != NULL && tf_node_get(node, pairs[i][1]) == NULL)
			tf_mistake(c, value, "%s means nothing without %s",
			    pairs[i][0], pairs[i][1]);
	}
}

void
tf_json_finish(
    struct tf_compiler *c, struct tf_schema *schema, const struct tf_node *node)
{
	const struct tf_node *more;

	if (!c->resource->lenient)
		check_companions(c, node);
	/* "additionalItems" means something beside a list of items only */
	if (c->resource->dialect == TF_DRAFT_07 &&
	    schema->prefix_items.count > 0 &&
	    (more = tf_node_get(node, "additionalItems")) != NULL)
		schema->items = tf_compile_schema(c, more, NULL);
	schema->special =
	    schema->never || schema->format != NULL || schema->contains != NULL;
}
