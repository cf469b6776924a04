#include "attributes.h"

#include <string.h>

/* Shapes that are no objects, and so no rows of the table. */
static const struct tf_shape span = {.name = "span"};
static const struct tf_shape openinference = {.name = "openinference"};

static const char message_keys[] =
    "gen_ai.input.messages|gen_ai.output.messages";
static const char function_arguments[] = ".tool_call.function.arguments";

/* ---- one attribute ---- */

static yyjson_val *
string_value(yyjson_val *attribute, yyjson_val **key)
{
	yyjson_val *value = yyjson_obj_get(attribute, "value"), *string;
	yyjson_obj_iter iter;

	if (!yyjson_is_obj(value))
		return NULL;
	yyjson_obj_iter_init(value, &iter);
	*key = yyjson_obj_iter_next(&iter);
	string = *key != NULL ? yyjson_obj_iter_get_val(*key) : NULL;
	return yyjson_equals_str(*key, "stringValue") && yyjson_is_str(string) ?
	    string :
	    NULL;
}

/* The attribute with this name: its string, and the key of that. */
static yyjson_val *
find(yyjson_val *array, const char *name, size_t len, yyjson_val **key)
{
	yyjson_arr_iter iter;
	yyjson_val *attribute;

	yyjson_arr_iter_init(array, &iter);
	while ((attribute = yyjson_arr_iter_next(&iter)) != NULL)
		if (yyjson_equals_strn(
			yyjson_obj_get(attribute, "key"), name, len))
			return string_value(attribute, key);
	return NULL;
}

static void
take(struct tf_slice *slot, yyjson_val *array, const char *name)
{
	yyjson_val *key, *value = find(array, name, strlen(name), &key);

	if (value != NULL)
		*slot = (struct tf_slice){
		    yyjson_get_str(value), yyjson_get_len(value)};
}

/* ---- calls ---- */

static void
add_tool_span(struct tf_walk *walk, const struct tf_doc *doc, yyjson_val *array,
    const struct tf_walk_context *context)
{
	struct tf_shape_match match = {.shape = &span};
	yyjson_val *key;

	match.name = find(array, "gen_ai.tool.name", 16, &key);
	match.args =
	    find(array, "gen_ai.tool.call.arguments", 26, &match.args_key);
	match.id = find(array, "gen_ai.tool.call.id", 19, &key);
	if (match.name != NULL && match.args != NULL)
		tf_walk_add(walk, doc, &match, context);
}

/* PREFIX.tool_call.function.arguments has PREFIX.tool_call.function.name. */
static bool
is_function_arguments(yyjson_val *key, size_t *prefix)
{
	const size_t tail = sizeof(function_arguments) - 1;

	if (!yyjson_is_str(key) || yyjson_get_len(key) <= tail + 4 ||
	    memcmp(yyjson_get_str(key), "llm.", 4) != 0)
		return false;
	*prefix = yyjson_get_len(key) - tail;
	return memcmp(yyjson_get_str(key) + *prefix, function_arguments,
		   tail) == 0;
}

static const char *
sibling(struct tf_walk *walk, yyjson_val *key, size_t prefix, const char *name)
{
	const char *text = yyjson_get_str(key);

	return tf_arena_format(walk->arena, "%.*s.tool_call.%s", (int)prefix,
	    text != NULL ? text : "", name);
}

static void
add_function(struct tf_walk *walk, const struct tf_doc *doc, yyjson_val *array,
    yyjson_val *attribute, const struct tf_walk_context *context)
{
	struct tf_shape_match match = {.shape = &openinference};
	yyjson_val *key = yyjson_obj_get(attribute, "key"), *unused;
	const char *name, *id;
	size_t prefix;

	if (!is_function_arguments(key, &prefix))
		return;
	name = sibling(walk, key, prefix, "function.name");
	id = sibling(walk, key, prefix, "id");
	match.name = find(array, name, strlen(name), &unused);
	match.args = string_value(attribute, &match.args_key);
	match.id = find(array, id, strlen(id), &unused);
	if (match.name != NULL && match.args != NULL)
		tf_walk_add(walk, doc, &match, context);
}

static void
walk_messages(struct tf_walk *walk, const struct tf_doc *doc,
    yyjson_val *string, const struct tf_walk_context *context)
{
	const struct tf_doc *inside;

	inside = tf_doc_inside(walk->arena, doc, string);
	if (inside != NULL)
		tf_walk_doc(walk, inside, context);
}

void
tf_attributes_array(struct tf_walk *walk, const struct tf_doc *doc,
    yyjson_val *array, struct tf_walk_context *context)
{
	yyjson_arr_iter iter;
	yyjson_val *attribute, *key, *string, *unused;

	take(&context->session, array, "gen_ai.conversation.id");
	take(&context->agent, array, "gen_ai.agent.name");
	take(&context->model, array, "gen_ai.request.model");
	add_tool_span(walk, doc, array, context);
	yyjson_arr_iter_init(array, &iter);
	while ((attribute = yyjson_arr_iter_next(&iter)) != NULL) {
		add_function(walk, doc, array, attribute, context);
		key = yyjson_obj_get(attribute, "key");
		string = string_value(attribute, &unused);
		if (string != NULL && yyjson_is_str(key) &&
		    tf_words_have(
			message_keys, yyjson_get_str(key), yyjson_get_len(key)))
			walk_messages(walk, doc, string, context);
	}
}

/* ---- flat objects ---- */

static void
add_flat_function(struct tf_walk *walk, const struct tf_doc *doc,
    yyjson_val *object, yyjson_val *key, yyjson_val *value,
    const struct tf_walk_context *context)
{
	struct tf_shape_match match = {
	    .shape = &openinference, .args_key = key, .args = value};
	size_t prefix;

	if (!is_function_arguments(key, &prefix))
		return;
	match.name =
	    yyjson_obj_get(object, sibling(walk, key, prefix, "function.name"));
	match.id = yyjson_obj_get(object, sibling(walk, key, prefix, "id"));
	if (yyjson_is_str(match.name))
		tf_walk_add(walk, doc, &match, context);
}

void
tf_attributes_string(struct tf_walk *walk, const struct tf_doc *doc,
    yyjson_val *object, yyjson_val *key, yyjson_val *value,
    const struct tf_walk_context *context)
{
	const char *name = yyjson_get_str(key);

	/* nearly every string of a log ends here */
	if (name[0] == 'g' &&
	    tf_words_have(message_keys, name, yyjson_get_len(key)))
		walk_messages(walk, doc, value, context);
	else if (name[0] == 'l')
		add_flat_function(walk, doc, object, key, value, context);
}
