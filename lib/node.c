#include "node.h"

#include <string.h>

#include "error.h"
#include "scalar.h"
#include "yaml_source.h"
#include "yaml_tree.h"

struct tf_node *
tf_yaml_parse(struct tf_arena *arena, const char *file, const char *bytes,
    size_t len, struct tf_errors *errors)
{
	struct tf_slice text = {bytes, len};
	struct tf_arena scratch = {0};
	struct tf_node *root = NULL;

	if (tf_yaml_source(&scratch, file, &text, errors) == 0)
		root = tf_yaml_tree(arena, file, text, errors);
	tf_arena_release(&scratch);
	return root;
}

struct tf_node *
tf_node_get(const struct tf_node *map, const char *key)
{
	const struct tf_node *node;
	size_t i, len = strlen(key);

	if (map->kind != TF_NODE_MAP)
		return NULL;
	for (i = 0; i < map->count; i++) {
		node = map->items[2 * i];
		if (node->len == len && memcmp(node->text, key, len) == 0)
			return map->items[2 * i + 1];
	}
	return NULL;
}

enum tf_type
tf_node_type(const struct tf_node *node)
{
	if (node->kind == TF_NODE_LIST)
		return TF_ARRAY;
	if (node->kind == TF_NODE_MAP)
		return TF_OBJECT;
	if (!node->plain)
		return TF_STRING;
	return tf_scalar_type(node->text, node->len);
}

const char *
tf_node_what(const struct tf_node *node)
{
	static const char *const words[] = {
	    [TF_NULL] = "null",
	    [TF_BOOLEAN] = "true or false",
	    [TF_NUMBER] = "a number",
	    [TF_STRING] = "text",
	    [TF_ARRAY] = "a list",
	    [TF_OBJECT] = "a map",
	};

	return words[tf_node_type(node)];
}

static struct tf_value *
number_value(struct tf_arena *arena, const struct tf_node *node,
    const char *file, struct tf_errors *errors)
{
	const char *why, *text;
	size_t len;

	text = tf_scalar_number(arena, node->text, node->len, &len, &why);
	if (text == NULL) {
		tf_errors_add(errors, file, node->line, node->column,
		    "%.40s%s %s", node->text, node->len > 40 ? "..." : "", why);
		return NULL;
	}
	return tf_value_number(arena, text, len);
}

static struct tf_value *
list_value(struct tf_arena *arena, const struct tf_node *node, const char *file,
    struct tf_errors *errors)
{
	struct tf_value *list = tf_value_new(arena, TF_ARRAY), *item;
	bool failed = false;
	size_t i;

	for (i = 0; i < node->count; i++) {
		item = tf_node_value(arena, node->items[i], file, errors);
		if (item == NULL)
			failed = true;
		else
			tf_value_append(list, NULL, 0, TF_NO_NAME, item);
	}
	return failed ? NULL : list;
}

static struct tf_value *
map_value(struct tf_arena *arena, const struct tf_node *node, const char *file,
    struct tf_errors *errors)
{
	struct tf_value *object = tf_value_new(arena, TF_OBJECT), *value;
	const struct tf_node *key;
	bool failed = false;
	size_t i;

	for (i = 0; i < node->count; i++) {
		key = node->items[2 * i];
		value =
		    tf_node_value(arena, node->items[2 * i + 1], file, errors);
		if (value == NULL)
			failed = true;
		else
			tf_value_append(
			    object, key->text, key->len, TF_NO_NAME, value);
	}
	return failed ? NULL : object;
}

struct tf_value *
tf_node_value(struct tf_arena *arena, const struct tf_node *node,
    const char *file, struct tf_errors *errors)
{
	enum tf_type type = tf_node_type(node);

	switch (type) {
	case TF_ARRAY:
		return list_value(arena, node, file, errors);
	case TF_OBJECT:
		return map_value(arena, node, file, errors);
	case TF_NUMBER:
		return number_value(arena, node, file, errors);
	case TF_BOOLEAN:
		return tf_value_boolean(
		    arena, node->text[0] == 't' || node->text[0] == 'T');
	case TF_STRING:
		return tf_value_string(arena, node->text, node->len);
	case TF_NULL:
		break;
	}
	return tf_value_new(arena, TF_NULL);
}
