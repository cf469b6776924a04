#include "rulebook.h"

#include <stdlib.h>
#include <string.h>

#include "compile.h"
#include "error.h"
#include "number.h"
#include "quick.h"
#include "tests.h"
#include "toolbook.h"

struct key {
	const char *name;
	void (*read)(struct tf_compiler *c, struct tf_tool *tool,
	    const struct tf_node *value);
};

static void
unknown_key(struct tf_compiler *c, const struct tf_node *key, const char *what,
    const struct key *table)
{
	struct tf_slice names[16];
	size_t count = 0;

	for (; table->name != NULL; table++)
		names[count++] =
		    (struct tf_slice){table->name, strlen(table->name)};
	tf_mistake_unknown(c, key, what, names, count);
}

/* ---- a tool's own keys ---- */

static void
read_other_names(
    struct tf_compiler *c, struct tf_tool *tool, const struct tf_node *value)
{
	size_t i;

	if (!tf_want_list(c, value))
		return;
	tool->names =
	    tf_arena_calloc(c->arena, value->count + 1, sizeof(*tool->names));
	for (i = 0; i < value->count; i++)
		if (tf_want_text(c, value->items[i]))
			tool->names[tool->name_count++] = value->items[i]->text;
}

static void
read_scope_rule(struct tf_compiler *c, struct tf_scope_rule *rule,
    const struct tf_node *node)
{
	static const char *const skip[] = {"default", "from", NULL};
	const struct tf_node *fallback = tf_node_get(node, "default");
	const struct tf_node *from = tf_node_get(node, "from");

	rule->from = -1;
	rule->schema = tf_compile_schema(c, node, skip);
	if (fallback != NULL)
		rule->fallback = tf_node_value(
		    c->arena, fallback, c->rulebook->file, c->errors);
	if (from != NULL)
		rule->from = tf_read_filter(c, from,
		    tf_arena_format(c->arena, "scope %.60s", rule->name.bytes));
}

static const struct tf_scope_rule *
read_scope(struct tf_compiler *c, const struct tf_node *value,
    const struct tf_scope_rule *more, size_t *count)
{
	struct tf_scope_rule *rules, *rule;
	size_t i, before = *count;

	if (!tf_want_map(c, value))
		return more;
	rules = tf_arena_calloc(
	    c->arena, before + value->count + 1, sizeof(*rules));
	for (i = 0; i < value->count; i++) {
		rule = &rules[i];
		rule->name = (struct tf_slice){
		    value->items[2 * i]->text, value->items[2 * i]->len};
		if (tf_want_map(c, value->items[2 * i + 1]))
			read_scope_rule(c, rule, value->items[2 * i + 1]);
		else
			rule->from = -1;
	}
	/* what the tool says comes first, and so wins */
	if (before > 0)
		memcpy(rules + value->count, more, before * sizeof(*rules));
	*count = before + value->count;
	return rules;
}

static void
read_tool_scope(
    struct tf_compiler *c, struct tf_tool *tool, const struct tf_node *value)
{
	tool->scope = read_scope(c, value, tool->scope, &tool->scope_count);
}

static void
read_tool_tests(
    struct tf_compiler *c, struct tf_tool *tool, const struct tf_node *value)
{
	tool->tests = tf_compile_tests(c, value, &tool->test_count);
}

static const struct key tool_keys[] = {
    {"names", read_other_names},
    {"scope", read_tool_scope},
    {"tests", read_tool_tests},
    {NULL, NULL},
};

static void
read_tool(
    struct tf_compiler *c, struct tf_tool *tool, const struct tf_node *node)
{
	static const char *const skip[] = {
	    "names", "scope", "tests", "schema", NULL};
	const struct tf_node *value;
	const struct key *key;

	c->where = tf_arena_format(c->arena, "tool %.60s", tool->name.bytes);
	if (!tf_want_map(c, node))
		return;
	for (key = tool_keys; key->name != NULL; key++)
		if ((value = tf_node_get(node, key->name)) != NULL)
			key->read(c, tool, value);
	tool->contracts[0] = tf_compile_schema(c, node, skip);
	tool->contract_count = 1;
	tf_compile_verify(c, node, tool->contracts[0]);
	value = tf_node_get(node, "schema");
	if (value != NULL)
		tool->contracts[1] = tf_toolbook_schema(c, value, tool);
	tool->contract_count += tool->contracts[1] != NULL;
	tool->quick = tf_quick_able(tool);
}

/* ---- the file's keys; tool holds what every tool of the file inherits ---- */

static void
read_format(
    struct tf_compiler *c, struct tf_tool *shared, const struct tf_node *value)
{
	(void)shared;
	if (value->kind != TF_NODE_SCALAR || strcmp(value->text, "1") != 0)
		tf_mistake(c, value,
		    "the format of rulebooks that this toolfix reads is 1");
}

static void
read_defs(
    struct tf_compiler *c, struct tf_tool *shared, const struct tf_node *value)
{
	const struct tf_filter_place place = {.file = c->rulebook->file,
	    .line = value->line,
	    .column = value->column,
	    .what = "defs"};

	(void)shared;
	if (tf_want_text(c, value))
		tf_filters_define(c->rulebook->filters, value->text, value->len,
		    &place, c->errors);
}

static void
read_file_scope(
    struct tf_compiler *c, struct tf_tool *shared, const struct tf_node *value)
{
	shared->scope =
	    read_scope(c, value, shared->scope, &shared->scope_count);
}

static void
read_defaults(
    struct tf_compiler *c, struct tf_tool *shared, const struct tf_node *value)
{
	tf_compile_policy(c, value, &shared->policy);
}

static void
read_unknown_tools(
    struct tf_compiler *c, struct tf_tool *shared, const struct tf_node *value)
{
	static const char *const words[] = {"ignore", "warn", "error"};
	static const enum tf_severity severities[] = {
	    TF_OFF, TF_WARNING, TF_ERROR};
	int word = tf_read_word(c, value, words, 3);

	(void)shared;
	if (word >= 0)
		c->rulebook->unknown_tools = severities[word];
}

static size_t
read_limit(struct tf_compiler *c, const struct tf_node *node)
{
	const struct tf_value *number;
	int64_t n;

	if (node == NULL)
		return 0;
	number = tf_node_type(node) == TF_NUMBER ?
	    tf_node_value(c->arena, node, c->rulebook->file, c->errors) :
	    NULL;
	if (number != NULL &&
	    tf_number_to_int64(number->bytes, number->len, &n) && n >= 2)
		return (size_t)n;
	tf_mistake(c, node, "a whole number from 2 is wanted here");
	return 0;
}

static void
read_loops(
    struct tf_compiler *c, struct tf_tool *shared, const struct tf_node *value)
{
	static const struct key keys[] = {
	    {"identical", NULL}, {"rejected", NULL}, {NULL, NULL}};
	size_t i;

	(void)shared;
	if (!tf_want_map(c, value))
		return;
	for (i = 0; i < value->count; i++)
		if (strcmp(value->items[2 * i]->text, "identical") != 0 &&
		    strcmp(value->items[2 * i]->text, "rejected") != 0)
			unknown_key(c, value->items[2 * i], "key", keys);
	c->rulebook->loops.identical =
	    read_limit(c, tf_node_get(value, "identical"));
	c->rulebook->loops.rejected =
	    read_limit(c, tf_node_get(value, "rejected"));
}

/* Looks at the filter alone, so that it cannot reach out of what wraps it. */
static bool
is_balanced(struct tf_compiler *c, const struct tf_node *node, const char *what)
{
	const struct tf_filter_place place = {.file = c->rulebook->file,
	    .line = node->line,
	    .column = node->column,
	    .what = what};
	struct tf_filters *alone = tf_filters_new();
	int added =
	    tf_filters_add(alone, node->text, node->len, &place, c->errors);

	tf_filters_free(alone);
	return added >= 0;
}

/* A path expression, as a filter that gives the list of its paths. */
static int
read_path_filter(
    struct tf_compiler *c, const struct tf_node *node, const char *what)
{
	struct tf_node wrapped;

	if (node == NULL || !tf_want_text(c, node))
		return -1;
	if (!is_balanced(c, node, what))
		return -1;
	wrapped = *node;
	wrapped.text = tf_arena_format(c->arena, "[path(%s\n)]", node->text);
	wrapped.len = strlen(wrapped.text);
	return tf_read_filter(c, &wrapped, what);
}

static int
read_plain_filter(
    struct tf_compiler *c, const struct tf_node *node, const char *what)
{
	return node != NULL ? tf_read_filter(c, node, what) : -1;
}

static void
read_record_rule(struct tf_compiler *c, struct tf_record_rule *rule,
    const struct tf_node *node)
{
	static const struct key keys[] = {{"at", NULL}, {"name", NULL},
	    {"arguments", NULL}, {"id", NULL}, {"failed", NULL}, {NULL, NULL}};
	const struct key *key;
	size_t i;

	for (i = 0; i < node->count; i++) {
		for (key = keys; key->name != NULL; key++)
			if (strcmp(key->name, node->items[2 * i]->text) == 0)
				break;
		if (key->name == NULL)
			unknown_key(c, node->items[2 * i], "key", keys);
	}
	for (i = 0; i < 3; i++)
		if (tf_node_get(node, keys[i].name) == NULL)
			tf_mistake(
			    c, node, "a shape needs \"%s\"", keys[i].name);
	rule->at = read_path_filter(c, tf_node_get(node, "at"), "at");
	rule->arguments =
	    read_path_filter(c, tf_node_get(node, "arguments"), "arguments");
	rule->name = read_plain_filter(c, tf_node_get(node, "name"), "name");
	rule->id = read_plain_filter(c, tf_node_get(node, "id"), "id");
	rule->failed =
	    read_plain_filter(c, tf_node_get(node, "failed"), "failed");
}

static void
read_records(
    struct tf_compiler *c, struct tf_tool *shared, const struct tf_node *value)
{
	struct tf_record_rule *rules;
	size_t i;

	(void)shared;
	if (!tf_want_list(c, value))
		return;
	c->where = "records";
	rules = tf_arena_calloc(c->arena, value->count + 1, sizeof(*rules));
	for (i = 0; i < value->count; i++)
		if (tf_want_map(c, value->items[i]))
			read_record_rule(c, &rules[c->rulebook->record_count++],
			    value->items[i]);
	c->rulebook->records = rules;
}

/* The tools come last: what they inherit must be known. */
static void
read_nothing(
    struct tf_compiler *c, struct tf_tool *shared, const struct tf_node *value)
{
	(void)c;
	(void)shared;
	(void)value;
}

static const struct key file_keys[] = {
    {"toolfix", read_format},
    {"defs", read_defs},
    {"scope", read_file_scope},
    {"defaults", read_defaults},
    {"unknown_tools", read_unknown_tools},
    {"records", read_records},
    {"loops", read_loops},
    {"tools", read_nothing},
    {NULL, NULL},
};

static void
read_tools(struct tf_compiler *c, const struct tf_tool *shared,
    const struct tf_node *node)
{
	struct tf_rulebook *rulebook = c->rulebook;
	struct tf_tool *tool;
	size_t i;

	if (!tf_want_map(c, node))
		return;
	rulebook->tools = tf_arena_calloc(
	    c->arena, node->count + 1, sizeof(*rulebook->tools));
	for (i = 0; i < node->count; i++) {
		tool = &rulebook->tools[rulebook->tool_count++];
		*tool = *shared;
		tool->rulebook = rulebook;
		tool->line = node->items[2 * i]->line;
		tool->name = (struct tf_slice){
		    node->items[2 * i]->text, node->items[2 * i]->len};
		read_tool(c, tool, node->items[2 * i + 1]);
	}
}

static void
read_file(struct tf_compiler *c, const struct tf_node *root)
{
	struct tf_tool shared = {0};
	const struct key *key;
	size_t i;

	c->where = "the file";
	if (!tf_want_map(c, root))
		return;
	if (tf_node_get(root, "toolfix") == NULL)
		tf_mistake(
		    c, root, "this is no rulebook: it has no \"toolfix: 1\"");
	for (i = 0; i < root->count; i++) {
		for (key = file_keys; key->name != NULL; key++)
			if (strcmp(key->name, root->items[2 * i]->text) == 0)
				break;
		if (key->name != NULL)
			key->read(c, &shared, root->items[2 * i + 1]);
		else
			unknown_key(c, root->items[2 * i], "key", file_keys);
	}
	if (tf_node_get(root, "tools") != NULL)
		read_tools(c, &shared, tf_node_get(root, "tools"));
	else if (tf_node_get(root, "records") == NULL)
		tf_mistake(c, root, "a rulebook has \"tools\" or \"records\"");
}

struct tf_rulebook *
tf_rulebook_new(const char *file)
{
	struct tf_rulebook *rulebook = tf_calloc(1, sizeof(*rulebook));

	rulebook->file = tf_strdup(file);
	rulebook->names = tf_names_new();
	rulebook->filters = tf_filters_new();
	return rulebook;
}

struct tf_rulebook *
tf_rulebook_load(const char *file, const char *bytes, size_t len, bool trusted,
    struct tf_errors *errors)
{
	struct tf_rulebook *rulebook = tf_rulebook_new(file);
	struct tf_compiler c = {
	    .rulebook = rulebook, .arena = &rulebook->arena, .errors = errors};
	const size_t before = errors->count;
	const struct tf_node *root;

	root =
	    tf_yaml_parse(&rulebook->arena, rulebook->file, bytes, len, errors);
	if (root != NULL)
		read_file(&c, root);
	if (root != NULL && !trusted && tf_filters_count(rulebook->filters) > 0)
		rulebook->spare = tf_jq_new(rulebook->filters, errors);
	if (root != NULL && errors->count == before)
		return rulebook;
	tf_errors_sort(errors, before);
	tf_rulebook_free(rulebook);
	return NULL;
}

void
tf_rulebook_free(struct tf_rulebook *rulebook)
{
	size_t i;

	if (rulebook == NULL)
		return;
	for (i = 0; i < rulebook->pattern_count; i++)
		tf_pattern_free(rulebook->patterns[i]);
	free(rulebook->patterns);
	tf_jq_free(rulebook->spare);
	tf_filters_free(rulebook->filters);
	tf_names_free(rulebook->names);
	tf_arena_release(&rulebook->arena);
	free(rulebook->file);
	free(rulebook);
}

const struct tf_scope_rule *
tf_tool_scope(const struct tf_tool *tool, const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < tool->scope_count; i++)
		if (tool->scope[i].name.len == len &&
		    memcmp(tool->scope[i].name.bytes, name, len) == 0)
			return &tool->scope[i];
	return NULL;
}
