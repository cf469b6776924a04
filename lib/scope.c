#include "scope.h"

#include <string.h>

#include "error.h"
#include "phrase.h"
#include "suggest.h"

/* JSON, else a string. */
static struct tf_value *
read_value(struct tf_arena *arena, const char *text)
{
	struct tf_text *whole = tf_arena_calloc(arena, 1, sizeof(*whole));
	struct tf_value *value;
	const char *why;
	size_t at;

	whole->bytes = text;
	whole->len = strlen(text);
	value = tf_value_parse(arena, whole, NULL, &why, &at);
	return value != NULL ? value : tf_value_string(arena, text, whole->len);
}

static int
read_object(struct tf_scope_list *list, struct tf_arena *arena,
    const struct tf_options *options, struct tf_errors *errors)
{
	const char *text = options->scope_object;
	struct tf_value *object = NULL, *member;
	size_t more = options->scope_count;

	if (text != NULL && *text != '\0') {
		object = read_value(arena, text);
		if (object->type != TF_OBJECT) {
			tf_errors_add(errors, NULL, 0, 0,
			    "TOOLFIX_SCOPE must be a JSON object");
			return -1;
		}
		more += object->count;
	}
	list->items = tf_arena_calloc(arena, more + 1, sizeof(*list->items));
	if (object == NULL)
		return 0;
	for (member = tf_value_first(object); member != NULL;
	     member = tf_value_next(member))
		list->items[list->count++] = (struct tf_scope_given){
		    {member->key, member->key_len}, member};
	return 0;
}

int
tf_scope_read(struct tf_scope_list *list, struct tf_arena *arena,
    const struct tf_options *options, struct tf_errors *errors)
{
	size_t i;

	if (read_object(list, arena, options, errors) != 0)
		return -1;
	for (i = 0; i < options->scope_count; i++)
		list->items[list->count++] = (struct tf_scope_given){
		    {options->scope[i].name, strlen(options->scope[i].name)},
		    read_value(arena, options->scope[i].value)};
	return 0;
}

struct tf_value *
tf_scope_find(const struct tf_scope_list *list, struct tf_slice name)
{
	size_t i;

	for (i = list->count; i-- > 0;)
		if (list->items[i].name.len == name.len &&
		    memcmp(list->items[i].name.bytes, name.bytes, name.len) ==
			0)
			return list->items[i].value;
	return NULL;
}

/* ---- checking ---- */

static void
wrong_value(const struct tf_scope_given *given,
    const struct tf_scope_rule *rule, const struct tf_rulebook *book,
    struct tf_arena *arena, struct tf_errors *errors)
{
	struct tf_buf want = {0}, got = {0};
	struct tf_set set = {0};

	tf_set_add(&set, arena, rule->schema);
	tf_phrase_set(&want, book->names, &set);
	tf_phrase_value(&got, arena, given->value);
	tf_errors_add(errors, NULL, 0, 0,
	    "scope %.*s must be %s (received: %s)", (int)given->name.len,
	    given->name.bytes, tf_buf_text(&want), tf_buf_text(&got));
	tf_buf_release(&want);
	tf_buf_release(&got);
}

/* Returns whether any tool declares the fact. */
static bool
check_one(const struct tf_scope_given *given, const struct tf_rules *rules,
    const struct tf_validator *v, struct tf_errors *errors)
{
	const struct tf_scope_rule *rule;
	const struct tf_rulebook *book;
	bool declared = false;
	size_t i, k;

	for (i = 0; i < rules->count; i++) {
		book = rules->books[i];
		for (k = 0; k < book->tool_count; k++) {
			rule = tf_tool_scope(&book->tools[k], given->name.bytes,
			    given->name.len);
			if (rule == NULL)
				continue;
			if (!declared &&
			    !tf_schema_accepts(v, rule->schema, given->value))
				wrong_value(
				    given, rule, book, v->arena, errors);
			declared = true;
		}
	}
	return declared;
}

static void
unknown_scope(const struct tf_scope_given *given, const struct tf_rules *rules,
    struct tf_errors *errors)
{
	struct tf_slice names[64];
	const struct tf_slice *near;
	size_t i, k, n, count = 0;

	for (i = 0; i < rules->count; i++)
		for (k = 0; k < rules->books[i]->tool_count; k++)
			for (n = 0; n < rules->books[i]->tools[k].scope_count;
			     n++)
				if (count < 64)
					names[count++] = rules->books[i]
							     ->tools[k]
							     .scope[n]
							     .name;
	near = tf_suggest(given->name, names, count);
	tf_errors_add(errors, NULL, 0, 0, "no tool has a scope %.*s%s%.*s%s",
	    (int)given->name.len, given->name.bytes,
	    near != NULL ? "; did you mean " : "",
	    near != NULL ? (int)near->len : 0, near != NULL ? near->bytes : "",
	    near != NULL ? "?" : "");
}

int
tf_scope_check(const struct tf_scope_list *list, const struct tf_rules *rules,
    const struct tf_options *options, struct tf_errors *errors)
{
	struct tf_arena arena = {0};
	struct tf_validator v = {.matcher = tf_matcher_new(), .arena = &arena};
	const size_t before = errors->count;
	size_t i;

	for (i = 0; i < list->count; i++)
		if (!check_one(&list->items[i], rules, &v, errors) &&
		    i >= list->count - options->scope_count)
			unknown_scope(&list->items[i], rules, errors);
	tf_matcher_free(v.matcher);
	tf_arena_release(&arena);
	return errors->count == before ? 0 : -1;
}
