#include "toolbook.h"

#include <stdlib.h>
#include <string.h>

#include "definition.h"
#include "error.h"
#include "suggest.h"
#include "quick.h"
#include "sys.h"

enum { FILE_MAX = 64 * 1024 * 1024 };

static const struct tf_schema *
compile(struct tf_compiler *c, const struct tf_node *schema)
{
	const bool lenient = c->lenient;
	const struct tf_schema *compiled;

	c->lenient = true;
	compiled = tf_compile_schema(c, schema, NULL);
	c->lenient = lenient;
	return compiled;
}

/* ---- a file of definitions ---- */

static void
add_tool(struct tf_compiler *c, const struct tf_definition *definition)
{
	static const struct tf_node nothing = {.kind = TF_NODE_MAP, .line = 1};
	struct tf_rulebook *book = c->rulebook;
	struct tf_tool *tool = &book->tools[book->tool_count++];

	tool->rulebook = book;
	tool->line = definition->name->line;
	tool->name =
	    (struct tf_slice){definition->name->text, definition->name->len};
	c->where = tf_arena_format(c->arena, "tool %.60s", tool->name.bytes);
	tool->contracts[0] = compile(
	    c, definition->schema != NULL ? definition->schema : &nothing);
	tool->contract_count = 1;
	tool->quick = tf_quick_able(tool);
}

static void
add_tools(struct tf_compiler *c, const struct tf_node *root)
{
	struct tf_definitions list = {0};
	struct tf_rulebook *book = c->rulebook;
	size_t i;

	tf_definitions_find(&list, c->arena, root);
	if (list.count == 0)
		tf_errors_add(c->errors, book->file, 0, 0,
		    "there are no tool definitions in it (MCP, OpenAI, "
		    "Anthropic or Gemini)");
	book->tools =
	    tf_arena_calloc(c->arena, list.count + 1, sizeof(*book->tools));
	/* of two with one name, the last one counts */
	for (i = 0; i < list.count; i++)
		if (tf_definitions_get(&list, list.items[i].name->text,
			list.items[i].name->len) == &list.items[i])
			add_tool(c, &list.items[i]);
}

struct tf_rulebook *
tf_toolbook_load(
    const char *file, const char *bytes, size_t len, struct tf_errors *errors)
{
	struct tf_rulebook *book = tf_rulebook_new(file);
	struct tf_compiler c = {
	    .rulebook = book, .arena = &book->arena, .errors = errors};
	const size_t before = errors->count;
	const struct tf_node *root;

	book->unknown_tools = TF_WARNING;
	root = tf_yaml_parse(&book->arena, book->file, bytes, len, errors);
	if (root != NULL)
		add_tools(&c, root);
	if (root != NULL && errors->count == before)
		return book;
	tf_rulebook_free(book);
	return NULL;
}

/* ---- a rulebook's "schema" ---- */

/* The path of a file that is named beside the rulebook. */
static const char *
path_of(struct tf_compiler *c, const char *file)
{
	const char *own = c->rulebook->file, *slash = strrchr(own, '/');

	return file[0] == '/' || slash == NULL ?
	    file :
	    tf_arena_format(c->arena, "%.*s/%s", (int)(slash - own), own, file);
}

/* It lives as long as the rulebook. */
static const struct tf_node *
read_document(struct tf_compiler *c, const struct tf_node *at, const char *path)
{
	const struct tf_node *root = NULL;
	struct tf_errors why = {0};
	struct tf_buf buf = {0};

	if (tf_sys_read_file(path, FILE_MAX, &buf, &why) == 0)
		root = tf_yaml_parse(c->arena,
		    tf_arena_copy(c->arena, path, strlen(path)),
		    tf_arena_copy(c->arena, tf_buf_text(&buf), buf.len),
		    buf.len, &why);
	if (root == NULL)
		tf_mistake(c, at, "%s cannot be read: %s", path,
		    why.count > 0 ? why.items[0].text : "it is empty");
	tf_errors_release(&why);
	tf_buf_release(&buf);
	return root;
}

/* One step of a JSON Pointer; *pointer is moved behind it. */
static const struct tf_node *
step(struct tf_compiler *c, const struct tf_node *node, const char **pointer)
{
	const size_t len = strcspn(*pointer + 1, "/");
	char *key = tf_arena_copy(c->arena, *pointer + 1, len), *in, *out;
	size_t index;

	for (in = out = key; *in != '\0'; in++) {
		if (in[0] == '~' && (in[1] == '0' || in[1] == '1'))
			*out++ = *++in == '0' ? '~' : '/';
		else
			*out++ = *in;
	}
	*out = '\0';
	*pointer += 1 + len;
	if (node->kind == TF_NODE_MAP)
		return tf_node_get(node, key);
	index = strtoul(key, NULL, 10);
	return node->kind == TF_NODE_LIST && index < node->count &&
		strspn(key, "0123456789") == strlen(key) ?
	    node->items[index] :
	    NULL;
}

static void
no_such_tool(struct tf_compiler *c, const struct tf_node *at,
    const struct tf_definitions *list, const struct tf_tool *tool)
{
	struct tf_slice *names =
	    tf_arena_alloc(c->arena, list->count * sizeof(*names));
	const struct tf_slice *near;
	size_t i;

	for (i = 0; i < list->count; i++)
		names[i] = (struct tf_slice){
		    list->items[i].name->text, list->items[i].name->len};
	near = tf_suggest(tool->name, names, list->count);
	tf_mistake(c, at, "there is no tool \"%s\" among the %zu in it%s%s%s",
	    tool->name.bytes, list->count,
	    near != NULL ? "; did you mean " : "",
	    near != NULL ? near->bytes : "", near != NULL ? "?" : "");
}

/* A schema that stands in a document, with all that this holds beside it. */
static const struct tf_schema *
compile_reference(struct tf_compiler *c, const struct tf_node *node)
{
	struct tf_node *map = tf_arena_calloc(c->arena, 1, sizeof(*map));
	struct tf_node *key = tf_arena_calloc(c->arena, 1, sizeof(*key));
	struct tf_node *value = tf_arena_calloc(c->arena, 1, sizeof(*value));

	*key = *value = *node;
	key->text = "$ref";
	key->len = 4;
	*map = (struct tf_node){.kind = TF_NODE_MAP,
	    .line = node->line,
	    .column = node->column,
	    .count = 1};
	map->items = tf_arena_alloc(c->arena, 2 * sizeof(struct tf_node *));
	map->items[0] = key;
	map->items[1] = value;
	return tf_compile_schema(c, map, NULL);
}

static const struct tf_node *
find_schema(struct tf_compiler *c, const struct tf_node *at,
    const struct tf_node *root, const struct tf_tool *tool)
{
	struct tf_definitions list = {0};
	const struct tf_definition *definition;

	tf_definitions_find(&list, c->arena, root);
	if (list.count == 0)
		return root;
	definition =
	    tf_definitions_get(&list, tool->name.bytes, tool->name.len);
	if (definition == NULL)
		no_such_tool(c, at, &list, tool);
	return definition != NULL ? definition->schema : NULL;
}

const struct tf_schema *
tf_toolbook_schema(struct tf_compiler *c, const struct tf_node *node,
    const struct tf_tool *tool)
{
	const struct tf_node *root, *schema;
	const struct tf_schema *schema_of_file;
	const char *pointer, *path;

	if (!tf_want_text(c, node))
		return NULL;
	pointer = strchr(node->text, '#');
	path = path_of(c,
	    tf_arena_copy(c->arena, node->text,
		pointer != NULL ? (size_t)(pointer - node->text) : node->len));
	root = read_document(c, node, path);
	for (pointer = pointer != NULL ? pointer + 1 : "";
	     root != NULL && *pointer == '/';) {
		root = step(c, root, &pointer);
		if (root == NULL)
			tf_mistake(c, node, "there is nothing at %s",
			    strchr(node->text, '#'));
	}
	schema = root != NULL ? find_schema(c, node, root, tool) : NULL;
	if (schema == NULL)
		return NULL;
	if (schema == root)
		return compile_reference(c, node);
	c->file = path;
	schema_of_file = compile(c, schema);
	c->file = NULL;
	return schema_of_file;
}
