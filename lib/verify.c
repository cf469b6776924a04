#include <string.h>

#include "compile.h"

/*
 * What can be wrong in a contract though each keyword is right: names of
 * fields that nothing declares.
 */

enum { FIELDS_MAX = 256 };

/* The fields that can be named at some place: those of the object's own map,
 * and of the maps around it whose block it is. */
struct fields {
	struct tf_slice names[FIELDS_MAX];
	size_t count;
	bool open; /* other names may occur: nothing is reported */
};

static void
add_fields(struct fields *fields, const struct tf_node *node)
{
	static const char *const more[] = {"patternProperties", "$ref",
	    "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas",
	    "dependencies", "schema"};
	const struct tf_node *properties = tf_node_get(node, "properties");
	const struct tf_node *action = tf_node_get(node, "action");
	size_t i;

	for (i = 0; i < sizeof(more) / sizeof(more[0]); i++)
		if (tf_node_get(node, more[i]) != NULL)
			fields->open = true;
	if (action != NULL && action->kind == TF_NODE_MAP)
		action = tf_node_get(action, "field");
	if (action != NULL && action->kind == TF_NODE_SCALAR &&
	    fields->count < FIELDS_MAX)
		fields->names[fields->count++] =
		    (struct tf_slice){action->text, action->len};
	if (properties == NULL || properties->kind != TF_NODE_MAP)
		return;
	for (i = 0; i < properties->count; i++) {
		if (fields->count == FIELDS_MAX) {
			fields->open = true;
			return;
		}
		fields->names[fields->count++] =
		    (struct tf_slice){properties->items[2 * i]->text,
			properties->items[2 * i]->len};
	}
}

static bool
has_field(const struct fields *fields, const struct tf_node *name)
{
	size_t i;

	for (i = 0; i < fields->count; i++)
		if (fields->names[i].len == name->len &&
		    memcmp(fields->names[i].bytes, name->text, name->len) == 0)
			return true;
	return false;
}

static void
verify_names(struct tf_compiler *c, const struct fields *fields,
    const struct tf_node *list)
{
	size_t i;

	if (list == NULL || list->kind != TF_NODE_LIST || fields->open)
		return;
	for (i = 0; i < list->count; i++) {
		if (list->items[i]->kind == TF_NODE_LIST)
			verify_names(c, fields, list->items[i]);
		else if (list->items[i]->kind == TF_NODE_SCALAR &&
		    !has_field(fields, list->items[i]))
			tf_mistake_unknown(c, list->items[i], "field",
			    fields->names, fields->count);
	}
}

/* Each action must be a value that the action's field takes. */
static void
verify_actions(struct tf_compiler *c, const struct tf_node *actions,
    const struct tf_schema *schema)
{
	struct tf_slice names[FIELDS_MAX];
	const struct tf_schema *field;
	size_t i, k;

	if (schema->action == NULL) {
		tf_mistake(c, actions, "actions need \"action\" beside them");
		return;
	}
	field = tf_schema_property(schema, schema->action->field);
	if (field == NULL || field->enumeration.count == 0 ||
	    field->enumeration.count > FIELDS_MAX)
		return;
	for (k = 0; k < field->enumeration.count; k++)
		names[k] = (struct tf_slice){field->enumeration.items[k]->bytes,
		    field->enumeration.items[k]->len};
	for (i = 0; i < actions->count; i++) {
		const struct tf_node *key = actions->items[2 * i];

		for (k = 0; k < field->enumeration.count; k++)
			if (names[k].len == key->len &&
			    names[k].bytes != NULL &&
			    memcmp(names[k].bytes, key->text, key->len) == 0)
				break;
		if (k == field->enumeration.count)
			tf_mistake_unknown(
			    c, key, "action", names, field->enumeration.count);
	}
}

static void
verify(struct tf_compiler *c, const struct tf_node *node,
    const struct tf_schema *schema, const struct fields *around)
{
	static const char *const lists[] = {
	    "uses", "exactly_one", "at_least_one", "at_most_one"};
	struct fields *fields;
	const struct tf_node *part;
	size_t i;

	if (node->kind != TF_NODE_MAP)
		return;
	fields = tf_arena_calloc(c->arena, 1, sizeof(*fields));
	if (around != NULL)
		*fields = *around;
	add_fields(fields, node);
	for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		verify_names(c, fields, tf_node_get(node, lists[i]));
	part = tf_node_get(node, "actions");
	if (part != NULL && part->kind == TF_NODE_MAP) {
		verify_actions(c, part, schema);
		for (i = 0; i < schema->action_count; i++)
			verify(c, part->items[2 * i + 1],
			    schema->actions[i].block, fields);
	}
	part = tf_node_get(node, "cases");
	if (part != NULL && part->kind == TF_NODE_LIST &&
	    part->count == schema->case_count)
		for (i = 0; i < schema->case_count; i++)
			verify(
			    c, part->items[i], schema->cases[i].block, fields);
	part = tf_node_get(node, "properties");
	if (part != NULL && part->kind == TF_NODE_MAP)
		for (i = 0; i < schema->property_count; i++)
			verify(c, part->items[2 * i + 1],
			    schema->properties[i].schema, NULL);
	part = tf_node_get(node, "items");
	if (part != NULL && schema->items != NULL)
		verify(c, part, schema->items, NULL);
}

void
tf_compile_verify(struct tf_compiler *c, const struct tf_node *node,
    const struct tf_schema *schema)
{
	verify(c, node, schema, NULL);
}
