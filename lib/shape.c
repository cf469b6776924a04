#include "shape.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

const struct tf_shape tf_shapes[] = {
#define TF_SHAPE(n, ...) {.name = n, __VA_ARGS__},
#include "shape.def"
#undef TF_SHAPE
};

const size_t tf_shapes_count = sizeof(tf_shapes) / sizeof(tf_shapes[0]);

/* Shapes that are no rows: spans, and those of a rulebook. */
static const char *const other_shapes[] = {"span", "openinference", "records"};

enum {
	OTHERS = sizeof(other_shapes) / sizeof(other_shapes[0]),
	SHAPES = sizeof(tf_shapes) / sizeof(tf_shapes[0]),
	STEPS = 3, /* of a path */
	PATHS = 4, /* alternatives */
	SLOTS = 512
};

/* Keys that the walk wants besides those of the shapes. */
static const char *const more_keys[] = {
#define TF_WALK_KEY(name) name,
#include "walk_key.def"
#undef TF_WALK_KEY
};

/* A path as numbers of keys. */
struct path {
	unsigned char keys[STEPS], count, skip;
};

/* A shape with its strings looked up. */
struct compiled {
	struct path tool[PATHS], args[PATHS], size[PATHS], id[PATHS];
	struct path needs[PATHS];
	size_t tool_count, args_count, size_count, id_count, needs_count;
	unsigned where_key;
	const char *where_value;
	/* without one of these first keys it is not this shape */
	uint64_t any_tool[TF_KEYS_MAX / 64], any_args[TF_KEYS_MAX / 64];
	uint64_t must[TF_KEYS_MAX / 64]; /* without any of these, neither */
};

static struct compiled compiled[SHAPES];

/* The rows for an object without a type, and how many they are. */
static unsigned char untyped[SHAPES];
static size_t untyped_count;

/* An object without one of these keys has no shape. */
static uint64_t all_tools[TF_KEYS_MAX / 64];

/* Known keys by number, and a hash table of them. */
static struct {
	const char *name;
	size_t len;
} known[TF_KEYS_MAX];
static unsigned known_count;
static unsigned char slots[SLOTS]; /* number + 1; 0: free */

/* ---- known keys ---- */

static unsigned
slot_of(const char *name, size_t len)
{
	unsigned hash = (unsigned)len * 31;

	if (len > 0)
		hash += (unsigned char)name[0] * 7u +
		    (unsigned char)name[len - 1] * 131u +
		    (unsigned char)name[len / 2] * 17u;
	return hash % SLOTS;
}

/* Its number, or TF_KEYS_MAX. */
static unsigned
find_known(const char *name, size_t len)
{
	unsigned slot = slot_of(name, len), number;

	for (; slots[slot] != 0; slot = (slot + 1) % SLOTS) {
		number = slots[slot] - 1u;
		if (known[number].len == len &&
		    memcmp(known[number].name, name, len) == 0)
			return number;
	}
	return TF_KEYS_MAX;
}

static unsigned
add_known(const char *name, size_t len)
{
	unsigned number = find_known(name, len), slot;

	if (number != TF_KEYS_MAX)
		return number;
	assert(known_count < TF_KEYS_MAX);
	known[known_count].name = name;
	known[known_count].len = len;
	slot = slot_of(name, len);
	while (slots[slot] != 0)
		slot = (slot + 1) % SLOTS;
	slots[slot] = (unsigned char)(known_count + 1);
	return known_count++;
}

unsigned
tf_key_number(const char *name)
{
	unsigned number = find_known(name, strlen(name));

	assert(number != TF_KEYS_MAX);
	return number;
}

void
tf_keys_read(struct tf_keys *keys, yyjson_val *object)
{
	yyjson_obj_iter iter;
	yyjson_val *key;
	unsigned number;

	memset(keys->mask, 0, sizeof(keys->mask));
	yyjson_obj_iter_init(object, &iter);
	while ((key = yyjson_obj_iter_next(&iter)) != NULL) {
		number = find_known(yyjson_get_str(key), yyjson_get_len(key));
		if (number == TF_KEYS_MAX)
			continue;
		keys->mask[number / 64] |= UINT64_C(1) << number % 64;
		keys->key[number] = key;
		keys->value[number] = yyjson_obj_iter_get_val(key);
	}
}

yyjson_val *
tf_keys_get(const struct tf_keys *keys, unsigned number)
{
	return (keys->mask[number / 64] & UINT64_C(1) << number % 64) != 0 ?
	    keys->value[number] :
	    NULL;
}

/* ---- rows ---- */

static struct path
compile_path(const char *text, size_t len)
{
	struct path path = {.count = 0};
	size_t step;

	if (len > 2 && text[len - 2] == '+') {
		path.skip = (unsigned char)(text[len - 1] - '0');
		len -= 2;
	}
	for (;;) {
		const char *slash = memchr(text, '/', len);

		step = slash != NULL ? (size_t)(slash - text) : len;
		assert(path.count < STEPS);
		path.keys[path.count++] = (unsigned char)add_known(text, step);
		if (slash == NULL)
			return path;
		text += step + 1;
		len -= step + 1;
	}
}

static size_t
compile_paths(struct path *paths, const char *text, const char *separator)
{
	size_t count = 0, len;

	for (; text != NULL && *text != '\0'; text += len + (text[len] != 0)) {
		len = strcspn(text, separator);
		assert(count < PATHS);
		paths[count++] = compile_path(text, len);
	}
	return count;
}

static void
first_keys(uint64_t *mask, const struct path *paths, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		mask[paths[i].keys[0] / 64] |= UINT64_C(1)
		    << paths[i].keys[0] % 64;
}

static void
compile_shape(struct compiled *c, const struct tf_shape *shape)
{
	const char *equals;

	c->tool_count = compile_paths(c->tool, shape->tool, "|");
	c->args_count = compile_paths(c->args, shape->args, "|");
	c->size_count = compile_paths(c->size, shape->size, "|");
	c->id_count = compile_paths(c->id, shape->id, "|");
	c->needs_count = compile_paths(c->needs, shape->needs, " ");
	first_keys(c->any_tool, c->tool, c->tool_count);
	first_keys(all_tools, c->tool, c->tool_count);
	first_keys(c->any_args, c->args, c->args_count);
	first_keys(c->must, c->needs, c->needs_count);
	if (shape->type != NULL)
		c->must[0] |= 1; /* "type" is key 0 */
	if (shape->where != NULL) {
		equals = strchr(shape->where, '=');
		c->where_key =
		    add_known(shape->where, (size_t)(equals - shape->where));
		c->where_value = equals + 1;
		c->must[c->where_key / 64] |= UINT64_C(1) << c->where_key % 64;
	}
}

static struct tf_slice names[SHAPES + OTHERS];

static void
init(void)
{
	size_t i;

	for (i = 0; i < SHAPES; i++)
		names[i] = (struct tf_slice){
		    tf_shapes[i].name, strlen(tf_shapes[i].name)};
	for (i = 0; i < OTHERS; i++)
		names[SHAPES + i] =
		    (struct tf_slice){other_shapes[i], strlen(other_shapes[i])};

	add_known("type", 4);
	for (i = 0; i < sizeof(more_keys) / sizeof(more_keys[0]); i++)
		add_known(more_keys[i], strlen(more_keys[i]));
	for (i = 0; i < SHAPES; i++)
		if (tf_shapes[i].type == NULL)
			untyped[untyped_count++] = (unsigned char)i;
	for (i = 0; i < SHAPES; i++)
		compile_shape(&compiled[i], &tf_shapes[i]);
}

void
tf_shapes_init(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, init);
}

size_t
tf_shape_names(const struct tf_slice **list)
{
	tf_shapes_init();
	*list = names;
	return SHAPES + OTHERS;
}

/* ---- matching ---- */

bool
tf_words_have(const char *words, const char *word, size_t len)
{
	size_t n;

	for (; *words != '\0'; words += n + (words[n] != '\0')) {
		n = strcspn(words, "|");
		if (n > 0 && words[n - 1] == '*' ?
			len >= n - 1 && memcmp(words, word, n - 1) == 0 :
			len == n && memcmp(words, word, n) == 0)
			return true;
	}
	return false;
}

static yyjson_val *
follow(const struct tf_keys *keys, const struct path *path, yyjson_val **key)
{
	yyjson_val *value = tf_keys_get(keys, path->keys[0]);
	yyjson_obj_iter iter;
	unsigned i;

	if (value != NULL && key != NULL)
		*key = keys->key[path->keys[0]];
	for (i = 1; i < path->count && value != NULL; i++) {
		yyjson_val *found = NULL, *next;

		if (!yyjson_is_obj(value))
			return NULL;
		yyjson_obj_iter_init(value, &iter);
		while ((next = yyjson_obj_iter_next(&iter)) != NULL) {
			if (!yyjson_equals_strn(next, known[path->keys[i]].name,
				known[path->keys[i]].len))
				continue;
			found = yyjson_obj_iter_get_val(next);
			if (key != NULL)
				*key = next;
		}
		value = found;
	}
	return value;
}

static bool
find_name(struct tf_shape_match *match, const struct compiled *c,
    const struct tf_keys *keys)
{
	yyjson_val *name;
	size_t i;

	for (i = 0; i < c->tool_count; i++) {
		name = follow(keys, &c->tool[i], NULL);
		if (!yyjson_is_str(name) ||
		    yyjson_get_len(name) <= c->tool[i].skip)
			continue;
		match->name = name;
		match->name_skip = c->tool[i].skip;
		return true;
	}
	return false;
}

static void
find_args(struct tf_shape_match *match, const struct compiled *c,
    const struct tf_keys *keys)
{
	size_t i;

	match->args = match->args_key = NULL;
	for (i = 0; i < c->args_count && match->args == NULL; i++)
		match->args = follow(keys, &c->args[i], &match->args_key);
}

static bool
has_needs(const struct compiled *c, const struct tf_keys *keys)
{
	size_t i;

	for (i = 0; i < c->needs_count; i++)
		if (follow(keys, &c->needs[i], NULL) == NULL)
			return false;
	return true;
}

/* A JSON Schema of an object: what definitions have, and arguments have not. */
static bool
is_schema(yyjson_val *val)
{
	return yyjson_equals_str(yyjson_obj_get(val, "type"), "object") &&
	    yyjson_is_obj(yyjson_obj_get(val, "properties"));
}

/* What a definition lists as its arguments (MCP prompts): named objects. */
static bool
is_declaration(yyjson_val *val)
{
	return yyjson_is_arr(val) &&
	    yyjson_is_str(yyjson_obj_get(yyjson_arr_get_first(val), "name"));
}

/* Arguments are an object or its text; of other types only where JSON is. */
static bool
is_arguments(const struct tf_shape *shape, yyjson_val *args)
{
	if (args == NULL)
		return shape->optional;
	if (shape->broken || shape->text)
		return yyjson_is_str(args) || yyjson_is_null(args);
	return !is_schema(args) && !is_declaration(args);
}

static bool
has_all(const struct tf_keys *keys, const uint64_t *must)
{
	size_t i;

	for (i = 0; i < TF_KEYS_MAX / 64; i++)
		if ((keys->mask[i] & must[i]) != must[i])
			return false;
	return true;
}

static bool
overlaps(const uint64_t *a, const uint64_t *b)
{
	size_t i;

	for (i = 0; i < TF_KEYS_MAX / 64; i++)
		if ((a[i] & b[i]) != 0)
			return true;
	return false;
}

static bool
matches(struct tf_shape_match *match, const struct tf_shape *shape,
    const struct compiled *c, const struct tf_keys *keys, const char *under,
    bool root)
{
	yyjson_val *type = tf_keys_get(keys, 0), *where;
	size_t i;

	if (!has_all(keys, c->must) ||
	    (shape->under != NULL && under == NULL) ||
	    !overlaps(keys->mask, c->any_tool) || (shape->root && !root) ||
	    (!shape->optional && !overlaps(keys->mask, c->any_args)))
		return false;
	if (shape->under != NULL &&
	    (under == NULL || strcmp(shape->under, under) != 0))
		return false;
	if (shape->type != NULL &&
	    (!yyjson_is_str(type) ||
		!tf_words_have(
		    shape->type, yyjson_get_str(type), yyjson_get_len(type))))
		return false;
	if (c->where_value != NULL) {
		where = tf_keys_get(keys, c->where_key);
		if (!yyjson_equals_str(where, c->where_value))
			return false;
	}
	if (!has_needs(c, keys) || !find_name(match, c, keys))
		return false;
	find_args(match, c, keys);
	if (!is_arguments(shape, match->args))
		return false;
	match->shape = shape;
	match->args_len =
	    c->size_count > 0 ? follow(keys, &c->size[0], NULL) : NULL;
	match->id = NULL;
	for (i = 0; i < c->id_count && match->id == NULL; i++)
		match->id = follow(keys, &c->id[i], NULL);
	return true;
}

bool
tf_shape_find(struct tf_shape_match *match, const struct tf_keys *keys,
    const char *under, bool root)
{
	const bool typed = tf_keys_get(keys, 0) != NULL;
	const size_t count = typed ? SHAPES : untyped_count;
	size_t i, row;

	if (!overlaps(keys->mask, all_tools))
		return false;
	for (i = 0; i < count; i++) {
		row = typed ? i : untyped[i];
		if (matches(match, &tf_shapes[row], &compiled[row], keys, under,
			root))
			return true;
	}
	return false;
}
