#include "tests.h"

#include <string.h>

#include "edit.h"

/* ---- the keys of a test ---- */

static struct tf_slice
json_text(struct tf_compiler *c, const struct tf_node *node)
{
	struct tf_value *value =
	    tf_node_value(c->arena, node, c->rulebook->file, c->errors);

	return value != NULL ? tf_value_text(c->arena, value) :
			       (struct tf_slice){"null", 4};
}

static void
read_args(
    struct tf_compiler *c, struct tf_test *test, const struct tf_node *value)
{
	test->kind = TF_TEST_ARGS;
	test->input = json_text(c, value);
}

static void
read_record(
    struct tf_compiler *c, struct tf_test *test, const struct tf_node *value)
{
	test->kind = TF_TEST_RECORD;
	test->input = json_text(c, value);
}

static void
read_text(
    struct tf_compiler *c, struct tf_test *test, const struct tf_node *value)
{
	test->kind = TF_TEST_TEXT;
	if (tf_want_text(c, value))
		test->input = (struct tf_slice){value->text, value->len};
}

static void
read_name(
    struct tf_compiler *c, struct tf_test *test, const struct tf_node *value)
{
	if (value->kind == TF_NODE_SCALAR)
		test->name = value->text;
	else
		tf_want_text(c, value);
}

static void
read_scope(
    struct tf_compiler *c, struct tf_test *test, const struct tf_node *value)
{
	struct tf_scope_value *values;
	size_t i;

	if (!tf_want_map(c, value))
		return;
	values = tf_arena_calloc(c->arena, value->count + 1, sizeof(*values));
	for (i = 0; i < value->count; i++) {
		values[i].name = value->items[2 * i]->text;
		values[i].value = json_text(c, value->items[2 * i + 1]).bytes;
	}
	test->scope = values;
	test->scope_count = value->count;
}

static void
read_expect(
    struct tf_compiler *c, struct tf_test *test, const struct tf_node *value)
{
	if (value->kind == TF_NODE_SCALAR &&
	    strcmp(value->text, "unchanged") == 0)
		test->unchanged = true;
	else
		test->expect = tf_node_value(
		    c->arena, value, c->rulebook->file, c->errors);
}

/* "code" or "code /pointer"; a code is toolfix's own or one of a check. */
static struct tf_expected_finding *
read_findings(struct tf_compiler *c, const struct tf_node *value, size_t *count)
{
	struct tf_expected_finding *list;
	const struct tf_node *item;
	const char *space;
	size_t i;

	list = tf_arena_calloc(c->arena, value->count + 1, sizeof(*list));
	if (!tf_want_list(c, value))
		return list;
	for (i = 0; i < value->count; i++) {
		item = value->items[i];
		if (!tf_want_text(c, item))
			continue;
		space = strchr(item->text, ' ');
		list[*count].code = (struct tf_slice){item->text,
		    space != NULL ? (size_t)(space - item->text) : item->len};
		list[*count].path = space != NULL ?
		    (struct tf_slice){space + 1, strlen(space + 1)} :
		    (struct tf_slice){NULL, 0};
		++*count;
	}
	return list;
}

static void
read_errors(
    struct tf_compiler *c, struct tf_test *test, const struct tf_node *value)
{
	test->errors = read_findings(c, value, &test->error_count);
}

static void
read_all_findings(
    struct tf_compiler *c, struct tf_test *test, const struct tf_node *value)
{
	test->findings = read_findings(c, value, &test->finding_count);
}

static void
read_says(
    struct tf_compiler *c, struct tf_test *test, const struct tf_node *value)
{
	size_t i, count = value->kind == TF_NODE_LIST ? value->count : 1;

	test->says = tf_arena_calloc(c->arena, count + 1, sizeof(*test->says));
	for (i = 0; i < count; i++) {
		const struct tf_node *item =
		    value->kind == TF_NODE_LIST ? value->items[i] : value;

		if (tf_want_text(c, item))
			test->says[test->says_count++] = item->text;
	}
}

static const struct key {
	const char *name;
	void (*read)(struct tf_compiler *c, struct tf_test *test,
	    const struct tf_node *value);
} keys[] = {
    {"name", read_name},
    {"args", read_args},
    {"text", read_text},
    {"record", read_record},
    {"scope", read_scope},
    {"expect", read_expect},
    {"errors", read_errors},
    {"findings", read_all_findings},
    {"says", read_says},
};

enum { KEY_COUNT = sizeof(keys) / sizeof(keys[0]) };

static void
read_test(
    struct tf_compiler *c, struct tf_test *test, const struct tf_node *node)
{
	struct tf_slice names[KEY_COUNT];
	const struct tf_node *key;
	size_t i, k, inputs = 0;

	test->line = node->line;
	for (k = 0; k < KEY_COUNT; k++)
		names[k] =
		    (struct tf_slice){keys[k].name, strlen(keys[k].name)};
	for (i = 0; i < node->count; i++) {
		key = node->items[2 * i];
		for (k = 0; k < KEY_COUNT; k++)
			if (strcmp(keys[k].name, key->text) == 0)
				break;
		if (k == KEY_COUNT) {
			tf_mistake_unknown(
			    c, key, "key of a test", names, KEY_COUNT);
			continue;
		}
		keys[k].read(c, test, node->items[2 * i + 1]);
		inputs += k >= 1 && k <= 3;
	}
	if (inputs != 1)
		tf_mistake(c, node, "a test has one of args, text and record");
	if (test->name == NULL)
		test->name = tf_arena_format(c->arena, "line %zu", node->line);
	if (!test->unchanged && test->expect == NULL && test->errors == NULL &&
	    test->findings == NULL && test->says == NULL)
		tf_mistake(c, node,
		    "a test says what must come out: expect, errors, findings "
		    "or says");
}

const struct tf_test *
tf_compile_tests(
    struct tf_compiler *c, const struct tf_node *node, size_t *count)
{
	struct tf_test *tests;
	size_t i;

	if (!tf_want_list(c, node))
		return NULL;
	tests = tf_arena_calloc(c->arena, node->count + 1, sizeof(*tests));
	for (i = 0; i < node->count; i++)
		if (tf_want_map(c, node->items[i]))
			read_test(c, &tests[(*count)++], node->items[i]);
	return tests;
}
