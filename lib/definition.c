#include "definition.h"

#include <string.h>

/* Where the schema of the arguments is. */
static const char *const schema_keys[] = {
    "inputSchema", "input_schema", "parameters", "parametersJsonSchema"};

/* A list under one of these holds tools, also those without a schema. */
static const char *const list_keys[] = {
    "tools", "functions", "functionDeclarations", "function_declarations"};

static bool
is_in(const char *const *list, size_t count, const char *word)
{
	size_t i;

	for (i = 0; word != NULL && i < count; i++)
		if (strcmp(list[i], word) == 0)
			return true;
	return false;
}

static const struct tf_node *
find_schema(const struct tf_node *map)
{
	const struct tf_node *schema;
	size_t i;

	for (i = 0; i < 4; i++) {
		schema = tf_node_get(map, schema_keys[i]);
		/* a schema of the wrong kind is a mistake, told later */
		if (schema != NULL && (schema->kind == TF_NODE_MAP || i < 2))
			return schema;
	}
	return NULL;
}

static void
add(struct tf_definitions *list, struct tf_arena *arena,
    const struct tf_node *name, const struct tf_node *schema)
{
	list->items = tf_arena_grow(arena, list->items, list->count,
	    &list->capacity, sizeof(*list->items));
	list->items[list->count++] = (struct tf_definition){name, schema};
}

/* Returns whether the map is a definition. */
static bool
take(struct tf_definitions *list, struct tf_arena *arena,
    const struct tf_node *map, const char *under)
{
	const struct tf_node *name = tf_node_get(map, "name");
	const struct tf_node *schema = find_schema(map);

	if (name == NULL || name->kind != TF_NODE_SCALAR)
		return false;
	if (schema == NULL && !is_in(list_keys, 4, under) &&
	    (under == NULL || strcmp(under, "function") != 0))
		return false;
	add(list, arena, name, schema);
	return true;
}

static void
find(struct tf_definitions *list, struct tf_arena *arena,
    const struct tf_node *node, const char *under)
{
	size_t i;

	if (node->kind == TF_NODE_LIST)
		for (i = 0; i < node->count; i++)
			find(list, arena, node->items[i], under);
	if (node->kind != TF_NODE_MAP || take(list, arena, node, under))
		return;
	for (i = 0; i < node->count; i++)
		find(list, arena, node->items[2 * i + 1],
		    node->items[2 * i]->text);
}

void
tf_definitions_find(struct tf_definitions *list, struct tf_arena *arena,
    const struct tf_node *root)
{
	find(list, arena, root, NULL);
}

const struct tf_definition *
tf_definitions_get(
    const struct tf_definitions *list, const char *name, size_t len)
{
	size_t i;

	for (i = list->count; i-- > 0;)
		if (list->items[i].name->len == len &&
		    memcmp(list->items[i].name->text, name, len) == 0)
			return &list->items[i];
	return NULL;
}
