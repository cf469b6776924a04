/*
 * Random schemas and values: the verdict of tf_schema_accepts() is held
 * against a small validator of this file's own, and against laws that hold for
 * any schema. SCHEMA_PROPERTY_SEED and SCHEMA_PROPERTY_COUNT say which and how
 * many schemas; of what differs, the shortest is printed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "compile.h"
#include "error.h"
#include "schema_random.h"
#include "validate.h"

enum { SCHEMAS = 900, VALUES = 24, DEFS = 2 };

/* ---- schemas ---- */

static int own; /* the definition that is made; DEFS: none */

static void some_schema(struct tf_buf *buf, int depth, bool inside);

static void
quote(struct tf_buf *buf, const char *text)
{
	tf_buf_addc(buf, '"');
	for (; *text != '\0'; text++)
		tf_buf_addf(buf, *text == '\\' ? "%c\\" : "%c", *text);
	tf_buf_addc(buf, '"');
}

static void
some_names(struct tf_buf *buf)
{
	int i = below(4), n = 1 + below(2);

	tf_buf_adds(buf, "[");
	while (n-- > 0)
		tf_buf_addf(buf, "\"%s\"%s", keys[i++], n > 0 ? ", " : "");
	tf_buf_adds(buf, "]");
}

static void
some_list(struct tf_buf *buf, int depth, bool schemas, bool inside)
{
	int n = 1 + below(3);

	tf_buf_addc(buf, '[');
	while (n-- > 0) {
		if (schemas)
			some_schema(buf, depth, inside);
		else
			some_value(buf, depth);
		tf_buf_adds(buf, n > 0 ? ", " : "");
	}
	tf_buf_addc(buf, ']');
}

static void
some_map(struct tf_buf *buf, int depth, enum make make)
{
	int i = below(3), n = 1 + below(3);

	tf_buf_addc(buf, '{');
	while (n-- > 0) {
		quote(buf, make == MAKE_PATTERNS ? patterns[i++] : keys[i++]);
		tf_buf_adds(buf, ": ");
		if (make == MAKE_NAME_LISTS)
			some_names(buf);
		else
			some_schema(buf, depth, make != MAKE_NAMED);
		tf_buf_adds(buf, n > 0 ? ", " : "");
	}
	tf_buf_addc(buf, '}');
}

static void
some_type(struct tf_buf *buf)
{
	static const char *const types[] = {"null", "boolean", "integer",
	    "number", "string", "object", "array", "string", "object", "array"};
	int i = below(COUNT_OF(types) - 3);

	if (below(3) == 0)
		tf_buf_addf(
		    buf, "[\"%s\", \"%s\"]", types[i], types[i + 1 + below(2)]);
	else
		tf_buf_addf(buf, "\"%s\"", types[below(COUNT_OF(types))]);
}

static void
some_divisor(struct tf_buf *buf)
{
	static const int divisors[] = {UNIT, 2 * UNIT, 3 * UNIT, 7 * UNIT,
	    UNIT / 10, UNIT / 100, UNIT / 4, 3 * UNIT / 2, 100 * UNIT, 7};

	spell(buf, divisors[below(COUNT_OF(divisors))]);
}

static void
some_keyword(struct tf_buf *buf, int depth, bool inside, enum make make)
{
	switch (make) {
	case MAKE_TYPE:
		some_type(buf);
		return;
	case MAKE_VALUE:
		some_value(buf, 2);
		return;
	case MAKE_VALUES:
		some_list(buf, 1, false, false);
		return;
	case MAKE_NUMBER:
		spell(buf, some_number());
		return;
	case MAKE_DIVISOR:
		some_divisor(buf);
		return;
	case MAKE_COUNT:
		tf_buf_addf(buf, "%d", below(4));
		return;
	case MAKE_PATTERN:
		quote(buf, patterns[below(COUNT_OF(patterns))]);
		return;
	case MAKE_BOOLEAN:
		tf_buf_adds(buf, below(4) ? "true" : "false");
		return;
	case MAKE_NAMES:
		some_names(buf);
		return;
	case MAKE_REF: /* in place to what is before it: there is no end else */
		tf_buf_addf(buf, "\"#/$defs/d%d\"",
		    below(own + (inside && own < DEFS)));
		return;
	case MAKE_SCHEMA:
	case MAKE_INSIDE:
		some_schema(buf, depth, inside || make == MAKE_INSIDE);
		return;
	case MAKE_SCHEMAS:
	case MAKE_INSIDES:
		some_list(buf, depth, true, inside || make == MAKE_INSIDES);
		return;
	case MAKE_NAME_LISTS:
	case MAKE_NAMED:
	case MAKE_MEMBERS:
	case MAKE_PATTERNS:
		some_map(buf, depth, make);
	}
}

/* A row without a meaning of its own stands only with the one before it. */
static bool
may_stand(const bool *chosen, int i, int depth, bool inside)
{
	int first = i;

	if (chosen[i] || (depth == 0 && keywords[i].make >= MAKE_SCHEMA))
		return false;
	if (keywords[i].make == MAKE_REF)
		return own > 0 || inside;
	while (keywords[first].holds == NULL)
		first--;
	return first == i || chosen[first];
}

static void
some_schema(struct tf_buf *buf, int depth, bool inside)
{
	bool chosen[COUNT_OF(keywords)] = {false};
	int i = 0, n = 1 + below(4), said = 0;

	if (below(12) == 0) {
		tf_buf_adds(buf, below(3) ? "true" : "false");
		return;
	}
	tf_buf_addc(buf, '{');
	while (n-- > 0) {
		/* "then" after "if", and so on; else anything */
		if (++i == COUNT_OF(keywords) || keywords[i].holds != NULL)
			i = below(COUNT_OF(keywords));
		if (!may_stand(chosen, i, depth, inside))
			continue;
		chosen[i] = true;
		tf_buf_addf(buf, "%s\"%s\": ", said++ > 0 ? ", " : "",
		    keywords[i].name);
		some_keyword(buf, depth - 1, inside, keywords[i].make);
	}
	tf_buf_addc(buf, '}');
}

/* ---- values that may fit ---- */

static void guess(struct tf_buf *buf, const struct tf_node *schema, int depth);

/* The schema of a keyword, or NULL. */
static const struct tf_node *
one_of(const struct tf_node *schema, const char *keyword)
{
	const struct tf_node *list = tf_node_get(schema, keyword);

	return list != NULL && list->count > 0 ?
	    list->items[below((int)list->count)] :
	    NULL;
}

static const struct tf_node *
in_place(const struct tf_node *schema)
{
	static const char *const lists[] = {"allOf", "anyOf", "oneOf"};
	static const char *const ones[] = {"then", "else", "if"};
	const struct tf_node *ref = tf_node_get(schema, "$ref");

	if (ref != NULL && below(2))
		return referred(ref);
	return below(3) ? one_of(schema, lists[below(3)]) :
			  tf_node_get(schema, ones[below(3)]);
}

static int
count_in(const struct tf_node *schema, const char *keyword, int fallback)
{
	const struct tf_node *count = tf_node_get(schema, keyword);

	return count != NULL ? count_of(count) : fallback;
}

static void
guess_number(struct tf_buf *buf, const struct tf_node *schema)
{
	static const char *const names[] = {"minimum", "maximum",
	    "exclusiveMinimum", "exclusiveMaximum", "multipleOf"};
	static const int steps[] = {UNIT, UNIT / 2, UNIT / 10, 1};
	const struct tf_node *limit = tf_node_get(schema, names[below(5)]);
	wide number = limit != NULL ? exact(limit) : some_number();

	if (tf_node_get(schema, "multipleOf") != NULL && below(2))
		number = exact(tf_node_get(schema, "multipleOf")) * below(40);
	else if (limit != NULL && below(2))
		number += (below(3) - 1) * steps[below(COUNT_OF(steps))];
	spell(buf, number);
}

static void
guess_array(struct tf_buf *buf, const struct tf_node *schema, int depth)
{
	const struct tf_node *prefix = tf_node_get(schema, "prefixItems"),
			     *item;
	int i, n = count_in(schema, "minItems", below(3)) + below(2);

	tf_buf_addc(buf, '[');
	for (i = 0; i < n; i++) {
		item = tf_node_get(schema, below(3) ? "items" : "contains");
		if (prefix != NULL && i < (int)prefix->count)
			item = prefix->items[i];
		tf_buf_adds(buf, i > 0 ? "," : "");
		guess(buf, item, depth);
	}
	tf_buf_addc(buf, ']');
}

static void
guess_object(struct tf_buf *buf, const struct tf_node *schema, int depth)
{
	const struct tf_node *member;
	int i, said = 0;

	tf_buf_addc(buf, '{');
	for (i = 0; i < COUNT_OF(keys); i++) {
		member = member_of(tf_node_get(schema, "properties"), keys[i]);
		if (below(member != NULL ? 4 : 3) >= (member != NULL ? 3 : 1))
			continue;
		if (member == NULL && below(2))
			member = tf_node_get(schema, "additionalProperties");
		tf_buf_addf(buf, "%s\"%s\":", said++ > 0 ? "," : "", keys[i]);
		guess(buf, member, depth);
	}
	tf_buf_addc(buf, '}');
}

/* What the schema is about: its type, or that of one of its keywords. */
static enum tf_type
guess_type(const struct tf_node *schema)
{
	const struct tf_node *type = tf_node_get(schema, "type");
	const char *name;
	int i;

	if (type != NULL && type->kind == TF_NODE_LIST)
		type = type->items[below((int)type->count)];
	for (i = TF_NULL; type != NULL && i <= TF_OBJECT; i++)
		if (is_text(type, tf_type_name((enum tf_type)i)))
			return (enum tf_type)i;
	if (type != NULL)
		return TF_NUMBER;
	if (schema->count == 0)
		return TF_NULL;
	name = schema->items[2 * below((int)schema->count)]->text;
	if (strstr(name, "Length") != NULL || strstr(name, "pattern") == name)
		return TF_STRING;
	if (strstr(name, "imum") != NULL || strstr(name, "multiple") != NULL)
		return TF_NUMBER;
	if (strstr(name, "tems") != NULL || strstr(name, "ontains") != NULL)
		return TF_ARRAY;
	return TF_OBJECT;
}

static void
guess(struct tf_buf *buf, const struct tf_node *schema, int depth)
{
	const struct tf_node *part;

	if (schema == NULL || schema->kind != TF_NODE_MAP || depth == 0 ||
	    below(10) == 0) {
		some_value(buf, below(3));
		return;
	}
	if ((part = tf_node_get(schema, "const")) != NULL ||
	    (part = one_of(schema, "enum")) != NULL) {
		respell(buf, part);
		return;
	}
	if ((part = in_place(schema)) != NULL) {
		guess(buf, part, depth - 1);
		return;
	}
	switch (guess_type(schema)) {
	case TF_NULL:
	case TF_BOOLEAN:
	case TF_STRING:
		some_value(buf, 0);
		return;
	case TF_NUMBER:
		guess_number(buf, schema);
		return;
	case TF_ARRAY:
		guess_array(buf, schema, depth - 1);
		return;
	case TF_OBJECT:
		guess_object(buf, schema, depth - 1);
	}
}

/* ---- the verdicts ---- */

#define S "{\"$ref\": \"#/$defs/s\"}"
#define NOT_S "{\"not\": " S "}"

enum verdict { SAME, OPPOSITE, ALWAYS_TRUE, ALWAYS_FALSE };

static const struct law {
	const char *name, *schema; /* NULL: s itself */
	enum verdict verdict;
} laws[] = {
    {"s", NULL, SAME},
    {"ref", S, SAME},
    {"not not", "{\"not\": " NOT_S "}", SAME},
    {"not", NOT_S, OPPOSITE},
    {"anyOf", "{\"anyOf\": [" S "]}", SAME},
    {"anyOf false", "{\"anyOf\": [false, " S "]}", SAME},
    {"anyOf not", "{\"anyOf\": [" S ", " NOT_S "]}", ALWAYS_TRUE},
    {"allOf", "{\"allOf\": [" S ", " S ", true]}", SAME},
    {"allOf not", "{\"allOf\": [" S ", " NOT_S "]}", ALWAYS_FALSE},
    {"oneOf", "{\"oneOf\": [" S ", false]}", SAME},
    {"oneOf twice", "{\"oneOf\": [" S ", " S "]}", ALWAYS_FALSE},
    {"oneOf not", "{\"oneOf\": [" S ", " NOT_S "]}", ALWAYS_TRUE},
    {"if", "{\"if\": " S ", \"then\": true, \"else\": false}", SAME},
    {"else", "{\"if\": " S ", \"then\": false}", OPPOSITE},
    {"siblings", "{\"$ref\": \"#/$defs/s\", \"not\": " NOT_S "}", SAME},
};

static unsigned long differences, accepted_count;
static struct tf_buf shortest;

static void
differ(const char *law, const char *schema, const char *value, bool got)
{
	struct tf_buf text = {0};

	tf_buf_addf(&text,
	    "%s: toolfix says %s, should be %s\n\tschema: %s\n\tvalue: %s\n",
	    law, got ? "accepted" : "refused", got ? "refused" : "accepted",
	    schema, value);
	if (differences++ == 0 || text.len < shortest.len) {
		tf_buf_release(&shortest);
		shortest = text;
	} else {
		tf_buf_release(&text);
	}
}

static void
write_root(struct tf_buf *buf)
{
	size_t s, s_end;
	int i;

	tf_buf_adds(buf, "{\"$defs\": {");
	for (own = 0; own < DEFS; own++) {
		tf_buf_addf(buf, "\"d%d\": ", own);
		some_schema(buf, 2, false);
		tf_buf_adds(buf, ", ");
	}
	tf_buf_adds(buf, "\"s\": ");
	s = buf->len;
	some_schema(buf, 3, false);
	s_end = buf->len;
	tf_buf_adds(buf, "}, \"properties\": {");
	for (i = 0; i < COUNT_OF(laws); i++) {
		tf_buf_addf(buf, "%s\"%s\": ", i > 0 ? ", " : "", laws[i].name);
		if (laws[i].schema != NULL) {
			tf_buf_adds(buf, laws[i].schema);
		} else {
			struct tf_buf copy = {0};

			tf_buf_add(&copy, buf->bytes + s, s_end - s);
			tf_buf_add(buf, copy.bytes, copy.len);
			tf_buf_release(&copy);
		}
	}
	tf_buf_adds(buf, "}}");
}

struct one {
	struct tf_validator v;
	const struct tf_schema *schemas[COUNT_OF(laws)];
	const struct tf_names *names;
	struct tf_slice schema; /* its text, up to the laws */
};

/* The text is judged by all laws. */
static void
judge(struct one *one, struct tf_buf *text, bool accepted)
{
	const struct tf_text in = {.bytes = text->bytes, .len = text->len};
	const char *why = NULL;
	size_t at;
	struct tf_value *value =
	    tf_value_parse(one->v.arena, &in, one->names, &why, &at);
	bool got, want;
	int i;

	CHECK_SAY(value != NULL, "%s: %s", text->bytes, why);
	for (i = 0; value != NULL && i < COUNT_OF(laws); i++) {
		got = tf_schema_accepts(&one->v, one->schemas[i], value);
		want = laws[i].verdict == SAME ? accepted :
		    laws[i].verdict == OPPOSITE ?
						 !accepted :
						 laws[i].verdict == ALWAYS_TRUE;
		check_count++;
		if (got != want)
			differ(
			    laws[i].name, one->schema.bytes, text->bytes, got);
	}
}

static void
try_value(struct one *one, const struct tf_node *schema)
{
	struct tf_buf text = {0}, other = {0};
	const struct tf_node *node;
	bool accepted;

	guess(&text, schema, 5);
	node =
	    tf_yaml_parse(one->v.arena, "a value", text.bytes, text.len, NULL);
	CHECK_SAY(node != NULL, "no YAML: %s", text.bytes);
	if (node != NULL) {
		accepted = accepts(schema, node);
		accepted_count += accepted;
		judge(one, &text, accepted);
		respell(&other, node);
		judge(one, &other, accepted);
	}
	tf_arena_reset(one->v.arena);
	tf_buf_release(&text);
	tf_buf_release(&other);
}

static void
try_schema(void)
{
	struct tf_rulebook *rulebook = tf_calloc(1, sizeof(*rulebook));
	struct tf_errors errors = {0};
	struct tf_compiler c = {.rulebook = rulebook,
	    .arena = &rulebook->arena,
	    .errors = &errors,
	    .where = "the test"};
	struct tf_arena scratch = {0};
	struct one one = {
	    .v = {.matcher = tf_matcher_new(), .arena = &scratch}};
	struct tf_buf text = {0};
	const struct tf_schema *compiled;
	int i;

	write_root(&text);
	rulebook->file = tf_strdup("a schema");
	one.names = rulebook->names = tf_names_new();
	root = tf_yaml_parse(
	    &rulebook->arena, "a schema", text.bytes, text.len, &errors);
	compiled = root != NULL ? tf_compile_schema(&c, root, NULL) : NULL;
	CHECK_SAY(errors.count == 0, "%s: %s",
	    errors.count > 0 ? errors.items[0].text : "", text.bytes);
	one.schema.bytes = text.bytes;
	*strstr(text.bytes, ", \"properties\": {\"s\":") = '\0';
	for (i = 0; errors.count == 0 && i < COUNT_OF(laws); i++)
		one.schemas[i] = tf_schema_property(compiled,
		    tf_names_find(
			one.names, laws[i].name, strlen(laws[i].name)));
	one.v.root = compiled;
	for (i = 0; errors.count == 0 && i < VALUES; i++)
		try_value(&one, tf_node_get(tf_node_get(root, "$defs"), "s"));
	tf_errors_release(&errors);
	tf_buf_release(&text);
	tf_arena_release(&scratch);
	tf_matcher_free(one.v.matcher);
	tf_rulebook_free(rulebook);
}

static unsigned long
from_environment(const char *name, unsigned long fallback)
{
	const char *text = getenv(name);

	return text != NULL ? strtoul(text, NULL, 10) : fallback;
}

int
main(void)
{
	unsigned long n = from_environment("SCHEMA_PROPERTY_COUNT", SCHEMAS),
		      seed = from_environment("SCHEMA_PROPERTY_SEED", 1);

	chance = 0x9e3779b97f4a7c15 * (seed + 1) | 1;
	while (n-- > 0)
		try_schema();
	CHECK_SAY(differences == 0, "%lu differences; the shortest: %s",
	    differences, tf_buf_text(&shortest));
	tf_buf_release(&shortest);
	printf("%lu values were accepted\n", accepted_count);
	return check_end();
}
