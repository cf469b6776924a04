#include "compile.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "error.h"
#include "reference.h"
#include "suggest.h"

enum { KEYWORDS_MAX = 256, WORDS_MAX = 16 };

void
tf_mistake(
    struct tf_compiler *c, const struct tf_node *node, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	tf_errors_add(
	    c->errors, tf_file_of(c), node->line, node->column, "%s", text);
}

const char *
tf_file_of(const struct tf_compiler *c)
{
	return c->resource != NULL ? c->resource->file : c->rulebook->file;
}

void
tf_mistake_unknown(struct tf_compiler *c, const struct tf_node *node,
    const char *what, const struct tf_slice *names, size_t count)
{
	const struct tf_slice word = {node->text, node->len};
	const struct tf_slice *near = tf_suggest(word, names, count);

	if (near != NULL)
		tf_mistake(c, node, "unknown %s \"%.60s\"; did you mean %.*s?",
		    what, node->text, (int)near->len, near->bytes);
	else
		tf_mistake(c, node, "unknown %s \"%.60s\"", what, node->text);
}

static void
want(struct tf_compiler *c, const struct tf_node *node, const char *what)
{
	if (c->key != NULL)
		tf_mistake(c, node, "%s wants %s, not %s", c->key, what,
		    tf_node_what(node));
	else
		tf_mistake(c, node, "%s is wanted here, not %s", what,
		    tf_node_what(node));
}

bool
tf_want_text(struct tf_compiler *c, const struct tf_node *node)
{
	if (node->kind == TF_NODE_SCALAR && tf_node_type(node) == TF_STRING)
		return true;
	want(c, node, "a text");
	return false;
}

bool
tf_want_list(struct tf_compiler *c, const struct tf_node *node)
{
	if (node->kind == TF_NODE_LIST)
		return true;
	want(c, node, "a list");
	return false;
}

bool
tf_want_map(struct tf_compiler *c, const struct tf_node *node)
{
	if (node->kind == TF_NODE_MAP)
		return true;
	want(c, node, "a map");
	return false;
}

uint32_t
tf_read_name(struct tf_compiler *c, const struct tf_node *node)
{
	return tf_names_add(c->rulebook->names, node->text, node->len);
}

void
tf_read_names(struct tf_compiler *c, const struct tf_node *node,
    struct tf_name_list *list)
{
	uint32_t *items;
	size_t i, count = 0;

	if (!tf_want_list(c, node))
		return;
	items = tf_arena_alloc(c->arena, (node->count + 1) * sizeof(*items));
	for (i = 0; i < node->count; i++)
		if (tf_want_text(c, node->items[i]))
			items[count++] = tf_read_name(c, node->items[i]);
	*list =
	    (struct tf_name_list){.items = items, .count = count, .set = true};
}

void
tf_read_values(struct tf_compiler *c, const struct tf_node *node,
    struct tf_value_list *list)
{
	size_t i;

	if (!tf_want_list(c, node))
		return;
	list->items =
	    tf_arena_alloc(c->arena, (node->count + 1) * sizeof(*list->items));
	for (i = 0; i < node->count; i++) {
		list->items[list->count] = tf_node_value(
		    c->arena, node->items[i], tf_file_of(c), c->errors);
		if (list->items[list->count] != NULL)
			list->count++;
	}
}

int
tf_read_filter(
    struct tf_compiler *c, const struct tf_node *node, const char *what)
{
	struct tf_filter_place place = {.file = c->rulebook->file,
	    .line = node->line + node->block,
	    .column = node->block ? 0 : node->column};

	/* true and false are filters too, and words of YAML */
	if (node->kind != TF_NODE_SCALAR) {
		tf_want_text(c, node);
		return -1;
	}
	place.what = tf_arena_format(c->arena, "%s of %s", what, c->where);
	return tf_filters_add(
	    c->rulebook->filters, node->text, node->len, &place, c->errors);
}

/* The word is none of them, though one of them may be meant. */
static void
unknown_word(struct tf_compiler *c, const struct tf_node *node,
    const char *const *words, size_t count)
{
	struct tf_slice names[WORDS_MAX];
	const struct tf_slice *near;
	struct tf_buf list = {0};
	size_t i;

	for (i = 0; i < count; i++) {
		{
			names[i] =
			    (struct tf_slice){words[i], strlen(words[i])};
			tf_buf_addf(&list, "%s%s", i > 0 ? ", " : "", words[i]);
		}
		if (i < WORDS_MAX)
			names[i] =
			    (struct tf_slice){words[i], strlen(words[i])};
	}
	near = tf_suggest((struct tf_slice){node->text, node->len}, names,
	    count < WORDS_MAX ? count : WORDS_MAX);
	tf_mistake(c, node, "\"%.60s\" is not one of %s%s%.*s%s", node->text,
	    tf_buf_text(&list), near != NULL ? "; did you mean " : "",
	    near != NULL ? (int)near->len : 0, near != NULL ? near->bytes : "",
	    near != NULL ? "?" : "");
	tf_buf_release(&list);
}

int
tf_read_word(struct tf_compiler *c, const struct tf_node *node,
    const char *const *words, size_t count)
{
	size_t i;

	if (!tf_want_text(c, node))
		return -1;
	for (i = 0; i < count; i++)
		if (strcmp(words[i], node->text) == 0)
			return (int)i;
	unknown_word(c, node, words, count);
	return -1;
}

/* ---- schemas ---- */

static const struct tf_keyword *
find_keyword(const struct tf_keyword *table, const char *name)
{
	for (; table->name != NULL; table++)
		if (strcmp(table->name, name) == 0)
			return table;
	return NULL;
}

const struct tf_keyword *
tf_keyword_json(const char *name)
{
	const struct tf_keyword *found = find_keyword(tf_value_keywords, name);

	return found != NULL ? found : find_keyword(tf_apply_keywords, name);
}

const struct tf_keyword *
tf_keyword_rule(const char *name)
{
	return find_keyword(tf_rule_keywords, name);
}

static size_t
add_keyword_names(
    struct tf_slice *names, size_t count, const struct tf_keyword *table)
{
	for (; table->name != NULL && count < KEYWORDS_MAX; table++)
		names[count++] =
		    (struct tf_slice){table->name, strlen(table->name)};
	return count;
}

static void
unknown_keyword(struct tf_compiler *c, const struct tf_node *key)
{
	struct tf_slice names[KEYWORDS_MAX];
	size_t count;

	count = add_keyword_names(names, 0, tf_rule_keywords);
	count = add_keyword_names(names, count, tf_value_keywords);
	count = add_keyword_names(names, count, tf_apply_keywords);
	tf_mistake_unknown(c, key, "keyword", names, count);
}

static bool
is_in(const char *const *list, const char *word)
{
	for (; list != NULL && *list != NULL; list++)
		if (strcmp(*list, word) == 0)
			return true;
	return false;
}

/* Whether a keyword of JSON Schema means something here. */
static bool
is_spoken(struct tf_compiler *c, const struct tf_keyword *keyword,
    const struct tf_node *key)
{
	const struct tf_resource *r = c->resource;

	if (r == NULL)
		return true;
	if (keyword->dialects != 0 &&
	    (keyword->dialects & 1u << r->dialect) == 0) {
		if (!r->lenient)
			tf_mistake(c, key, "%s is no keyword of %s", key->text,
			    tf_dialect_name(r->dialect));
		return false;
	}
	return keyword->vocabularies == 0 ||
	    (keyword->vocabularies & r->vocabularies) != 0;
}

static void
read_keyword(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *key, const struct tf_node *value)
{
	bool lenient = c->resource != NULL && c->resource->lenient;
	const struct tf_keyword *keyword;
	const char *around = c->key;

	keyword = tf_keyword_json(key->text);
	if (keyword != NULL && !is_spoken(c, keyword, key))
		return;
	if (keyword == NULL && !lenient) {
		keyword = tf_keyword_rule(key->text);
		if (keyword != NULL)
			schema->deep = true;
		else if (strncmp(key->text, "x-", 2) != 0)
			unknown_keyword(c, key);
	}
	if (keyword == NULL || keyword->read == NULL)
		return;
	c->key = keyword->name;
	keyword->read(c, schema, value);
	c->key = around;
}

/* In draft-07, what stands beside $ref is not looked at. */
static bool
is_beside_ref(const struct tf_compiler *c, const struct tf_node *node,
    const struct tf_node *key)
{
	return c->resource != NULL && c->resource->dialect == TF_DRAFT_07 &&
	    strcmp(key->text, "$ref") != 0 &&
	    tf_node_get(node, "$ref") != NULL &&
	    tf_keyword_json(key->text) != NULL;
}

static void
read_map(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *node, const char *const *skip)
{
	const struct tf_node *key;
	size_t i;

	for (i = 0; i < node->count; i++) {
		key = node->items[2 * i];
		if (!is_in(skip, key->text) && !is_beside_ref(c, node, key))
			read_keyword(c, schema, key, node->items[2 * i + 1]);
	}
	if (tf_schema_has_fields(schema))
		schema->deep = true;
	tf_json_finish(c, schema, node);
}

static struct tf_schema *
new_schema(struct tf_compiler *c, const struct tf_node *node)
{
	struct tf_schema *schema =
	    tf_arena_calloc(c->arena, 1, sizeof(*schema));

	schema->line = node->line;
	schema->length.max = schema->items_count.max =
	    schema->properties_count.max = SIZE_MAX;
	schema->contains_count = (struct tf_range){1, SIZE_MAX};
	schema->dynamic_name = TF_NO_NAME;
	tf_site_of(c, node)->schema = schema;
	tf_references_add_schema(c, schema);
	return schema;
}

/* A node whose resource is known, or is that of the schema around it. */
/* OpenAPI's word, which Gemini takes. */
static bool
says_nullable(const struct tf_node *node)
{
	const struct tf_node *value =
	    node->kind == TF_NODE_MAP ? tf_node_get(node, "nullable") : NULL;

	return value != NULL && value->kind == TF_NODE_SCALAR &&
	    strcmp(value->text, "true") == 0;
}

static struct tf_schema *
compile(
    struct tf_compiler *c, const struct tf_node *node, const char *const *skip)
{
	const struct tf_site *site = tf_site_of(c, node);
	struct tf_resource *around = c->resource;
	struct tf_schema *schema = site->schema;

	if (schema != NULL)
		return schema;
	if (site->resource != NULL)
		c->resource = site->resource;
	schema = new_schema(c, node);
	schema->scope = tf_references_scope(c, c->resource);
	if (tf_node_type(node) == TF_BOOLEAN)
		schema->never = schema->special =
		    node->text[0] == 'f' || node->text[0] == 'F';
	else if (node->kind == TF_NODE_MAP)
		read_map(c, schema, node, skip);
	else
		tf_mistake(c, node,
		    "a schema is wanted here (a map of keywords, true or "
		    "false), not %s",
		    tf_node_what(node));
	if (c->resource->lenient && schema->types != 0 && says_nullable(node))
		schema->types |= TF_BIT_NULL;
	c->resource = around;
	return schema;
}

struct tf_schema *
tf_compile_schema(
    struct tf_compiler *c, const struct tf_node *node, const char *const *skip)
{
	struct tf_schema *schema;

	if (c->resource != NULL)
		return compile(c, node, skip);
	if (c->registry == NULL)
		c->registry =
		    tf_arena_calloc(c->arena, 1, sizeof(*c->registry));
	tf_resource_add_contract(c, node);
	c->resource = tf_site_of(c, node)->resource;
	schema = compile(c, node, skip);
	tf_references_resolve(c);
	c->resource = NULL;
	return schema;
}

void
tf_compile_policy(
    struct tf_compiler *c, const struct tf_node *node, struct tf_policy *policy)
{
	enum { POLICIES = 6 };
	static const char *const policies[] = {
	    "empty", "unused", "unknown", "coerce", "keys", "unwrap"};
	struct tf_slice names[POLICIES];
	struct tf_schema schema = {0};
	size_t i, k;

	if (!tf_want_map(c, node))
		return;
	for (k = 0; k < POLICIES; k++)
		names[k] = (struct tf_slice){policies[k], strlen(policies[k])};
	for (i = 0; i < node->count; i++) {
		for (k = 0; k < POLICIES; k++)
			if (strcmp(node->items[2 * i]->text, policies[k]) == 0)
				break;
		if (k < POLICIES)
			read_keyword(c, &schema, node->items[2 * i],
			    node->items[2 * i + 1]);
		else
			tf_mistake_unknown(
			    c, node->items[2 * i], "policy", names, POLICIES);
	}
	*policy = schema.policy;
}
