#include <string.h>

#include "code.h"
#include "compile.h"
#include "convert.h"

/* The keywords of toolfix's own; see toolfix-rulebook(5). */

/* Reports keys of a map that are none of the names. */
static void
only_keys(struct tf_compiler *c, const struct tf_node *map,
    const char *const *names, size_t count)
{
	struct tf_slice slices[8];
	size_t i, k;

	for (k = 0; k < count; k++)
		slices[k] = (struct tf_slice){names[k], strlen(names[k])};
	for (i = 0; i < map->count; i++) {
		for (k = 0; k < count; k++)
			if (strcmp(map->items[2 * i]->text, names[k]) == 0)
				break;
		if (k == count)
			tf_mistake_unknown(
			    c, map->items[2 * i], "key", slices, count);
	}
}

/* ---- action, actions, cases ---- */

static void
read_action(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	static const char *const keys[] = {"field", "infer", "from"};
	struct tf_action_rule *rule =
	    tf_arena_calloc(c->arena, 1, sizeof(*rule));
	const struct tf_node *field, *infer, *from;

	rule->field = TF_NO_NAME;
	rule->filter = -1;
	schema->action = rule;
	if (value->kind != TF_NODE_MAP) {
		if (tf_want_text(c, value))
			rule->field = tf_read_name(c, value);
		return;
	}
	only_keys(c, value, keys, 3);
	field = tf_node_get(value, "field");
	infer = tf_node_get(value, "infer");
	from = tf_node_get(value, "from");
	if (field != NULL && tf_want_text(c, field))
		rule->field = tf_read_name(c, field);
	if (infer != NULL)
		rule->filter = tf_read_filter(c, infer, "infer");
	if (from != NULL)
		rule->filter = tf_read_filter(c, from, "from");
	if ((field == NULL) == (from == NULL))
		tf_mistake(c, value, "give either field or from");
	else if (infer != NULL && from != NULL)
		tf_mistake(c, infer, "infer goes with field, not with from");
}

static void
read_actions(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	struct tf_action_block *block;
	const struct tf_node *key;
	size_t i;

	if (!tf_want_map(c, value))
		return;
	schema->actions = tf_arena_calloc(
	    c->arena, value->count + 1, sizeof(*schema->actions));
	for (i = 0; i < value->count; i++) {
		key = value->items[2 * i];
		block = &schema->actions[schema->action_count++];
		block->name = (struct tf_slice){key->text, key->len};
		block->block =
		    tf_compile_schema(c, value->items[2 * i + 1], NULL);
	}
}

static void
read_case(struct tf_compiler *c, struct tf_case *this,
    const struct tf_node *node, size_t number)
{
	static const char *const skip[] = {"name", "when", NULL};
	const struct tf_node *when = tf_node_get(node, "when");
	const struct tf_node *name = tf_node_get(node, "name");

	this->when = -1;
	this->name = name != NULL && tf_want_text(c, name) ?
	    name->text :
	    tf_arena_format(c->arena, "case %zu", number);
	if (when != NULL)
		this->when = tf_read_filter(c, when, "when");
	else
		tf_mistake(c, node, "a case needs \"when\"");
	this->block = tf_compile_schema(c, node, skip);
}

static void
read_cases(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	size_t i;

	if (!tf_want_list(c, value))
		return;
	schema->cases =
	    tf_arena_calloc(c->arena, value->count + 1, sizeof(*schema->cases));
	for (i = 0; i < value->count; i++)
		if (tf_want_map(c, value->items[i]))
			read_case(c, &schema->cases[schema->case_count++],
			    value->items[i], i + 1);
}

/* ---- fields ---- */

static void
read_uses(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	tf_read_names(c, value, &schema->uses);
}

static void
read_ignores(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	tf_read_names(c, value, &schema->ignores);
}

static void
read_forbids(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	struct tf_forbidden *forbidden;
	const struct tf_node *name, *words;
	size_t i, step = value->kind == TF_NODE_MAP ? 2 : 1;

	if (value->kind == TF_NODE_SCALAR) {
		tf_mistake(c, value,
		    "a list of fields, or a map from fields to words, is "
		    "wanted here, not %s",
		    tf_node_what(value));
		return;
	}
	schema->forbids = tf_arena_calloc(
	    c->arena, value->count + 1, sizeof(*schema->forbids));
	for (i = 0; i < value->count; i++) {
		name = value->items[step * i];
		words = step == 2 ? value->items[step * i + 1] : NULL;
		if (!tf_want_text(c, name) ||
		    (words != NULL && !tf_want_text(c, words)))
			continue;
		forbidden = &schema->forbids[schema->forbid_count++];
		forbidden->name = tf_read_name(c, name);
		forbidden->words = words != NULL ? words->text : NULL;
	}
}

/* ---- groups ---- */

static void
add_group(struct tf_compiler *c, struct tf_schema *schema,
    enum tf_group_kind kind, const struct tf_node *list)
{
	struct tf_group *groups =
	    tf_arena_calloc(c->arena, schema->group_count + 1, sizeof(*groups));

	if (!tf_want_list(c, list))
		return;
	if (list->count < 2)
		tf_mistake(c, list, "a group is of two fields or more");
	if (schema->group_count > 0)
		memcpy(groups, schema->groups,
		    schema->group_count * sizeof(*groups));
	groups[schema->group_count].kind = kind;
	tf_read_names(c, list, &groups[schema->group_count].names);
	schema->groups = groups;
	schema->group_count++;
}

/* A list of names, or a list of such lists. */
static void
read_group(struct tf_compiler *c, struct tf_schema *schema,
    enum tf_group_kind kind, const struct tf_node *value)
{
	size_t i;

	if (!tf_want_list(c, value))
		return;
	if (value->count == 0 || value->items[0]->kind != TF_NODE_LIST) {
		add_group(c, schema, kind, value);
		return;
	}
	for (i = 0; i < value->count; i++)
		add_group(c, schema, kind, value->items[i]);
}

static void
read_exactly_one(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	read_group(c, schema, TF_EXACTLY_ONE, value);
}

static void
read_at_least_one(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	read_group(c, schema, TF_AT_LEAST_ONE, value);
}

static void
read_at_most_one(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	read_group(c, schema, TF_AT_MOST_ONE, value);
}

/* ---- filters ---- */

static void
read_normalize(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	int *filters;
	size_t i;

	if (!tf_want_list(c, value))
		return;
	filters = tf_arena_calloc(c->arena, value->count + 1, sizeof(*filters));
	for (i = 0; i < value->count; i++) {
		filters[i] = tf_read_filter(c, value->items[i],
		    tf_arena_format(c->arena, "normalize %zu", i + 1));
		if (filters[i] < 0)
			return;
	}
	schema->normalize = filters;
	schema->normalize_count = value->count;
}

/* The message of a check is the inside of a jq string. */
static int
read_message(
    struct tf_compiler *c, const struct tf_node *node, const char *what)
{
	struct tf_node quoted = *node;

	if (!tf_want_text(c, node))
		return -1;
	quoted.text = tf_arena_format(c->arena, "\"%s\"", node->text);
	quoted.len = strlen(quoted.text);
	return tf_read_filter(c, &quoted, what);
}

static const char *
read_code(struct tf_compiler *c, const struct tf_node *node)
{
	if (!tf_want_text(c, node))
		return NULL;
	if (node->text[0] < 'a' || node->text[0] > 'z' ||
	    strspn(node->text, "abcdefghijklmnopqrstuvwxyz0123456789-") !=
		node->len)
		tf_mistake(c, node,
		    "a code is of lower-case letters, digits and \"-\"");
	else if (tf_code_find(node->text, node->len) != TF_CODE_COUNT)
		tf_mistake(
		    c, node, "\"%s\" is a code of toolfix's own", node->text);
	return node->text;
}

static void
read_check(struct tf_compiler *c, struct tf_check *check,
    const struct tf_node *node, size_t number)
{
	static const char *const keys[] = {
	    "assert", "message", "when", "at", "code", "severity"};
	static const char *const severities[] = {"error", "warning"};
	const char *what = tf_arena_format(c->arena, "check %zu", number);
	const struct tf_node *part;

	*check = (struct tf_check){.assert = -1,
	    .message = -1,
	    .when = -1,
	    .at = "",
	    .severity = TF_ERROR};
	only_keys(c, node, keys, 6);
	if ((part = tf_node_get(node, "assert")) != NULL)
		check->assert = tf_read_filter(c, part, what);
	else
		tf_mistake(c, node, "a check needs \"assert\"");
	if ((part = tf_node_get(node, "message")) != NULL)
		check->message = read_message(
		    c, part, tf_arena_format(c->arena, "message of %s", what));
	if ((part = tf_node_get(node, "when")) != NULL)
		check->when = tf_read_filter(
		    c, part, tf_arena_format(c->arena, "when of %s", what));
	if ((part = tf_node_get(node, "at")) != NULL && tf_want_text(c, part))
		check->at = part->text;
	if ((part = tf_node_get(node, "code")) != NULL)
		check->code = read_code(c, part);
	if ((part = tf_node_get(node, "severity")) != NULL &&
	    tf_read_word(c, part, severities, 2) == 1)
		check->severity = TF_WARNING;
}

static void
read_checks(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	size_t i;

	if (!tf_want_list(c, value))
		return;
	schema->checks = tf_arena_calloc(
	    c->arena, value->count + 1, sizeof(*schema->checks));
	for (i = 0; i < value->count; i++)
		if (tf_want_map(c, value->items[i]))
			read_check(c, &schema->checks[schema->check_count++],
			    value->items[i], i + 1);
}

/* ---- values ---- */

static void
read_aliases(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	const struct tf_node *item;
	size_t i;

	if (!tf_want_list(c, value))
		return;
	schema->aliases = tf_arena_calloc(
	    c->arena, value->count + 1, sizeof(*schema->aliases));
	for (i = 0; i < value->count; i++) {
		item = value->items[i];
		if (!tf_want_text(c, item))
			continue;
		schema->aliases[schema->alias_count++] =
		    (struct tf_slice){item->text, item->len};
	}
}

static void
read_filler(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	tf_read_values(c, value, &schema->filler);
}

static void
read_keep(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	if (tf_node_type(value) == TF_BOOLEAN)
		schema->keep = value->text[0] == 't' || value->text[0] == 'T';
	else
		tf_mistake(c, value, "true or false is wanted here, not %s",
		    tf_node_what(value));
}

/* ---- policies ---- */

static void
read_empty(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	static const char *const words[] = {"drop", "keep"};
	int word = tf_read_word(c, value, words, 2);

	schema->policy.empty = (enum tf_empty)(word + 1);
}

static void
read_unused(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	static const char *const words[] = {"drop", "error"};
	int word = tf_read_word(c, value, words, 2);

	schema->policy.unused = (enum tf_unused)(word + 1);
}

static void
read_unknown(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	static const char *const words[] = {"keep", "warn", "drop", "error"};
	int word = tf_read_word(c, value, words, 4);

	schema->policy.unknown = (enum tf_unknown)(word + 1);
}

static void
read_keys(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	static const char *const words[] = {"exact", "fold"};
	int word = tf_read_word(c, value, words, 2);

	schema->policy.keys = (enum tf_fold)(word + 1);
}

static void
read_unwrap(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	struct tf_slice *keys;
	const struct tf_node *item;
	size_t i, count = 0;

	if (!tf_want_list(c, value))
		return;
	keys = tf_arena_calloc(c->arena, value->count + 1, sizeof(*keys));
	for (i = 0; i < value->count; i++) {
		item = value->items[i];
		if (tf_want_text(c, item))
			keys[count++] =
			    (struct tf_slice){item->text, item->len};
	}
	schema->policy.unwrap = keys;
	schema->policy.unwrap_count = count;
}

/* One conversion by its name; 0 with a mistake. */
static unsigned
coercion_bit(struct tf_compiler *c, const struct tf_node *node)
{
	struct tf_slice names[16];
	const char *name;
	size_t count = 0;
	unsigned bit;

	if (!tf_want_text(c, node))
		return 0;
	while ((name = tf_coercion_name(count, &bit)) != NULL) {
		if (strcmp(name, node->text) == 0)
			return bit;
		names[count++] = (struct tf_slice){name, strlen(name)};
	}
	tf_mistake_unknown(c, node, "conversion", names, count);
	return 0;
}

/* One of three words, or a list of conversions. */
static void
read_coerce(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value)
{
	static const char *const words[] = {"none", "safe", "all"};
	static const unsigned bits[] = {0, TF_COERCE_SAFE, TF_COERCE_ALL};
	size_t i;
	int word;

	schema->policy.coerce = TF_COERCE_SET;
	if (value->kind != TF_NODE_LIST) {
		word = tf_read_word(c, value, words, 3);
		schema->policy.coerce |= word >= 0 ? bits[word] : 0;
		return;
	}
	for (i = 0; i < value->count; i++)
		schema->policy.coerce |= coercion_bit(c, value->items[i]);
}

const struct tf_keyword tf_rule_keywords[] = {
    {.name = "action", .read = read_action},
    {.name = "actions", .read = read_actions, .holds = TF_HOLDS_MAP},
    {.name = "cases", .read = read_cases, .holds = TF_HOLDS_LIST},
    {.name = "uses", .read = read_uses},
    {.name = "unused", .read = read_unused},
    {.name = "ignores", .read = read_ignores},
    {.name = "forbids", .read = read_forbids},
    {.name = "exactly_one", .read = read_exactly_one},
    {.name = "at_least_one", .read = read_at_least_one},
    {.name = "at_most_one", .read = read_at_most_one},
    {.name = "unknown", .read = read_unknown},
    {.name = "normalize", .read = read_normalize},
    {.name = "check", .read = read_checks},
    {.name = "aliases", .read = read_aliases},
    {.name = "filler", .read = read_filler},
    {.name = "keep", .read = read_keep},
    {.name = "empty", .read = read_empty},
    {.name = "coerce", .read = read_coerce},
    {.name = "keys", .read = read_keys},
    {.name = "unwrap", .read = read_unwrap},
    {.name = NULL},
};
