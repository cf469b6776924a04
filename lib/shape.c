#include "shape.h"

#include <string.h>

#include "value.h"

/*
 * Keys that a shape may ask for. Each has a bit, so that most objects are
 * dismissed by a few comparisons of masks.
 */
enum key {
	KEY_TYPE,
	KEY_NAME,
	KEY_TOOL,
	KEY_INPUT,
	KEY_FUNCTION,
	KEY_ARGUMENTS,
	KEY_ARGS,
	KEY_PARAMETERS,
	KEY_ID,
	KEY_CALL_ID,
	KEY_COUNT,
	KEY_NONE = KEY_COUNT
};

static const char *const key_names[KEY_COUNT] = {
    [KEY_TYPE] = "type",
    [KEY_NAME] = "name",
    [KEY_TOOL] = "tool",
    [KEY_INPUT] = "input",
    [KEY_FUNCTION] = "function",
    [KEY_ARGUMENTS] = "arguments",
    [KEY_ARGS] = "args",
    [KEY_PARAMETERS] = "parameters",
    [KEY_ID] = "id",
    [KEY_CALL_ID] = "call_id",
};

#define BIT(key) (1u << (key))

struct shape {
	const char *name;
	unsigned needs;   /* bits of keys that must be there */
	bool root;        /* only the record itself */
	const char *type; /* values of "type", '|' between them; NULL: any */
	const char *under; /* only an item of the array under this key */
	enum key inside;  /* name and arguments are in the object here */
	enum key tool, arguments, id;
};

static const struct shape shapes[] = {
    {.name = "tool_use",
	.needs = BIT(KEY_TYPE) | BIT(KEY_NAME) | BIT(KEY_INPUT),
	.type = "tool_use|server_tool_use",
	.inside = KEY_NONE,
	.tool = KEY_NAME,
	.arguments = KEY_INPUT,
	.id = KEY_ID},
    {.name = "tool_calls",
	.needs = BIT(KEY_FUNCTION),
	.under = "tool_calls",
	.inside = KEY_FUNCTION,
	.tool = KEY_NAME,
	.arguments = KEY_ARGUMENTS,
	.id = KEY_ID},
    {.name = "bare",
	.needs = BIT(KEY_NAME) | BIT(KEY_ARGUMENTS),
	.root = true,
	.inside = KEY_NONE,
	.tool = KEY_NAME,
	.arguments = KEY_ARGUMENTS,
	.id = KEY_ID},
    {.name = "bare",
	.needs = BIT(KEY_NAME) | BIT(KEY_ARGS),
	.root = true,
	.inside = KEY_NONE,
	.tool = KEY_NAME,
	.arguments = KEY_ARGS,
	.id = KEY_ID},
    {.name = "bare",
	.needs = BIT(KEY_NAME) | BIT(KEY_INPUT),
	.root = true,
	.inside = KEY_NONE,
	.tool = KEY_NAME,
	.arguments = KEY_INPUT,
	.id = KEY_ID},
    {.name = "bare",
	.needs = BIT(KEY_NAME) | BIT(KEY_PARAMETERS),
	.root = true,
	.inside = KEY_NONE,
	.tool = KEY_NAME,
	.arguments = KEY_PARAMETERS,
	.id = KEY_ID},
    {.name = "bare",
	.needs = BIT(KEY_TOOL) | BIT(KEY_ARGUMENTS),
	.root = true,
	.inside = KEY_NONE,
	.tool = KEY_TOOL,
	.arguments = KEY_ARGUMENTS,
	.id = KEY_ID},
    {.name = "bare",
	.needs = BIT(KEY_TOOL) | BIT(KEY_ARGS),
	.root = true,
	.inside = KEY_NONE,
	.tool = KEY_TOOL,
	.arguments = KEY_ARGS,
	.id = KEY_ID},
    {.name = "bare",
	.needs = BIT(KEY_TOOL) | BIT(KEY_INPUT),
	.root = true,
	.inside = KEY_NONE,
	.tool = KEY_TOOL,
	.arguments = KEY_INPUT,
	.id = KEY_ID},
    {.name = "bare",
	.needs = BIT(KEY_TOOL) | BIT(KEY_PARAMETERS),
	.root = true,
	.inside = KEY_NONE,
	.tool = KEY_TOOL,
	.arguments = KEY_PARAMETERS,
	.id = KEY_ID},
};

/* What lies under these keys is no call, whatever it looks like. */
static const char *const closed_keys[] = {"tools", "functions",
    "input_schema", "inputSchema", "parameters", "schema", "toolUseResult",
    "tool_use_result", "functionResponse", "function_response", "toolResult"};

/* Nor is what lies in an object of such a type. */
static const char *const closed_types[] = {
    "tool_result", "function_call_output", "tool-result"};

/* ---- looking at one object ---- */

struct object {
	unsigned mask;
	yyjson_val *keys[KEY_COUNT], *values[KEY_COUNT];
};

static enum key
find_key(const char *bytes, size_t len)
{
	int key;

	/* all known keys have 2 to 10 letters */
	if (len < 2 || len > 10)
		return KEY_NONE;
	for (key = 0; key < KEY_COUNT; key++)
		if (bytes[0] == key_names[key][0] &&
		    strcmp(bytes, key_names[key]) == 0)
			break;
	return (enum key)key;
}

static void
look_at(struct object *object, yyjson_val *val)
{
	yyjson_obj_iter iter;
	yyjson_val *key;
	enum key known;

	object->mask = 0;
	yyjson_obj_iter_init(val, &iter);
	while ((key = yyjson_obj_iter_next(&iter)) != NULL) {
		known = find_key(yyjson_get_str(key), yyjson_get_len(key));
		if (known == KEY_NONE)
			continue;
		object->mask |= BIT(known);
		object->keys[known] = key;
		object->values[known] = yyjson_obj_iter_get_val(key);
	}
}

static bool
in_words(const char *words, const char *word, size_t len)
{
	const char *end;

	for (; *words != '\0'; words = *end == '|' ? end + 1 : end) {
		end = words + strcspn(words, "|");
		if ((size_t)(end - words) == len &&
		    memcmp(words, word, len) == 0)
			return true;
	}
	return false;
}

static bool
in_list(const char *const *list, size_t count, const char *word)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (strcmp(list[i], word) == 0)
			return true;
	return false;
}

/* A JSON Schema of an object: what definitions have, and arguments have not. */
static bool
is_schema(yyjson_val *val)
{
	return yyjson_equals_str(yyjson_obj_get(val, "type"), "object") &&
	    yyjson_is_obj(yyjson_obj_get(val, "properties"));
}

static bool
fill(struct tf_call *call, const struct shape *shape,
    const struct object *outer)
{
	struct object inner;
	const struct object *o = outer;

	if (shape->inside != KEY_NONE) {
		if (!yyjson_is_obj(outer->values[shape->inside]))
			return false;
		look_at(&inner, outer->values[shape->inside]);
		o = &inner;
	}
	if ((o->mask & BIT(shape->tool)) == 0 ||
	    !yyjson_is_str(o->values[shape->tool]))
		return false;
	*call = (struct tf_call){
	    .shape = shape->name, .name = o->values[shape->tool]};
	if ((o->mask & BIT(shape->arguments)) != 0) {
		call->args_key = o->keys[shape->arguments];
		call->args = o->values[shape->arguments];
	}
	if ((outer->mask & BIT(shape->id)) != 0)
		call->id = outer->values[shape->id];
	else if ((outer->mask & BIT(KEY_CALL_ID)) != 0)
		call->id = outer->values[KEY_CALL_ID];
	return call->args == NULL || !is_schema(call->args);
}

static bool
matches(const struct shape *shape, const struct object *object, bool root,
    const char *under)
{
	if ((object->mask & shape->needs) != shape->needs ||
	    (shape->root && !root))
		return false;
	if (shape->under != NULL &&
	    (under == NULL || strcmp(under, shape->under) != 0))
		return false;
	return shape->type == NULL ||
	    (yyjson_is_str(object->values[KEY_TYPE]) &&
		in_words(shape->type,
		    yyjson_get_str(object->values[KEY_TYPE]),
		    yyjson_get_len(object->values[KEY_TYPE])));
}

/* ---- the walk ---- */

struct walk {
	struct tf_call_list *calls;
	struct tf_arena *arena;
};

static void
add_call(struct walk *w, const struct tf_call *call)
{
	struct tf_call_list *list = w->calls;
	struct tf_call *items;

	if (list->count == list->capacity) {
		list->capacity = list->capacity * 2 + 4;
		items =
		    tf_arena_alloc(w->arena, list->capacity * sizeof(*items));
		if (list->count > 0)
			memcpy(items, list->items,
			    list->count * sizeof(*items));
		list->items = items;
	}
	list->items[list->count++] = *call;
}

static void walk(struct walk *w, yyjson_val *val, bool root, const char *under,
    unsigned depth);

static void
walk_object(struct walk *w, yyjson_val *val, bool root, const char *under,
    unsigned depth)
{
	struct object object;
	struct tf_call call = {.args = NULL};
	yyjson_obj_iter iter;
	yyjson_val *key, *child;
	size_t i;

	look_at(&object, val);
	for (i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
		if (matches(&shapes[i], &object, root, under) &&
		    fill(&call, &shapes[i], &object)) {
			add_call(w, &call);
			break;
		}
	if (call.args == NULL && (object.mask & BIT(KEY_TYPE)) != 0 &&
	    yyjson_is_str(object.values[KEY_TYPE]) &&
	    in_list(closed_types, 3, yyjson_get_str(object.values[KEY_TYPE])))
		return;
	yyjson_obj_iter_init(val, &iter);
	while ((key = yyjson_obj_iter_next(&iter)) != NULL) {
		child = yyjson_obj_iter_get_val(key);
		if (!yyjson_is_ctn(child) || child == call.args ||
		    in_list(closed_keys,
			sizeof(closed_keys) / sizeof(closed_keys[0]),
			yyjson_get_str(key)))
			continue;
		/* the object that the call's name and arguments are in */
		if (call.name != NULL && (object.mask & BIT(KEY_FUNCTION)) &&
		    child == object.values[KEY_FUNCTION])
			continue;
		walk(w, child, false, yyjson_get_str(key), depth + 1);
	}
}

static void
walk(struct walk *w, yyjson_val *val, bool root, const char *under,
    unsigned depth)
{
	yyjson_arr_iter iter;
	yyjson_val *item;

	if (depth >= TF_DEPTH_MAX) {
		w->calls->too_deep = true;
		return;
	}
	if (yyjson_is_obj(val)) {
		walk_object(w, val, root, under, depth);
		return;
	}
	yyjson_arr_iter_init(val, &iter);
	while ((item = yyjson_arr_iter_next(&iter)) != NULL)
		if (yyjson_is_ctn(item))
			walk(w, item, root, under, depth + 1);
}

void
tf_shapes_find(
    struct tf_call_list *calls, struct tf_arena *arena, yyjson_val *record)
{
	struct walk w = {.calls = calls, .arena = arena};

	if (yyjson_is_ctn(record))
		walk(&w, record, true, NULL, 0);
}
