/*
 * schema.h - a compiled contract (layer: model).
 *
 * A schema holds the keywords of JSON Schema and those of toolfix that stood
 * in one map of a rulebook. Blocks (of actions and cases) are schemas too:
 * they join the contract of the object at which they stand. Everything lives
 * in the rulebook's arena and is not changed once it is loaded.
 *
 * The meaning of each keyword is in toolfix-rulebook(5).
 */
#ifndef TF_SCHEMA_H
#define TF_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format.h"
#include "pattern.h"
#include "toolfix.h"
#include "value.h"

/* Bits of tf_schema.types. A number that is no integer has only NUMBER. */
enum tf_type_bit {
	TF_BIT_NULL = 1 << TF_NULL,
	TF_BIT_BOOLEAN = 1 << TF_BOOLEAN,
	TF_BIT_NUMBER = 1 << TF_NUMBER,
	TF_BIT_STRING = 1 << TF_STRING,
	TF_BIT_ARRAY = 1 << TF_ARRAY,
	TF_BIT_OBJECT = 1 << TF_OBJECT,
	TF_BIT_INTEGER = 1 << 6
};

/* A list of names. set tells an empty list from none. */
struct tf_name_list {
	const uint32_t *items;
	size_t count;
	bool set;
};

struct tf_value_list {
	struct tf_value **items;
	size_t count;
};

struct tf_property {
	uint32_t name;
	const struct tf_schema *schema;
};

struct tf_pattern_property {
	const struct tf_pattern *pattern;
	const struct tf_schema *schema;
};

struct tf_dependency {
	uint32_t name;
	struct tf_name_list required;
};

struct tf_schema_list {
	const struct tf_schema *const *items;
	size_t count;
};

struct tf_dependent_schema {
	uint32_t name;
	const struct tf_schema *schema;
};

/* What $dynamicRef may mean in one resource: its $dynamicAnchors. */
struct tf_dynamic_anchor {
	uint32_t name;
	const struct tf_schema *schema;
};

struct tf_dynamic_scope {
	struct tf_dynamic_anchor *items;
	size_t count;
};

/* minLength, minItems, minProperties and their maxima. */
struct tf_range {
	size_t min, max; /* max is SIZE_MAX where there is none */
};

/* A field that is forbidden, with words of the rulebook's own or NULL. */
struct tf_forbidden {
	uint32_t name;
	const char *words;
};

enum tf_group_kind { TF_EXACTLY_ONE, TF_AT_LEAST_ONE, TF_AT_MOST_ONE };

struct tf_group {
	enum tf_group_kind kind;
	struct tf_name_list names;
};

/* What names the action: a field, or a filter over the object. */
struct tf_action_rule {
	uint32_t field; /* TF_NO_NAME where the filter alone decides */
	int filter;     /* infer, or from; -1: none */
};

struct tf_action_block {
	struct tf_slice name;
	const struct tf_schema *block;
};

struct tf_case {
	const char *name;
	int when;
	const struct tf_schema *block;
};

struct tf_check {
	int assert, message, when; /* filters; message and when may be -1 */
	const char *at;            /* JSON Pointer from the object; "" */
	const char *code;          /* NULL: "check" */
	enum tf_severity severity;
};

/* Policies. The first value means "not said here". */
enum tf_empty { TF_EMPTY_UNSET, TF_EMPTY_DROP, TF_EMPTY_KEEP };
enum tf_unused { TF_UNUSED_UNSET, TF_UNUSED_DROP, TF_UNUSED_ERROR };
enum tf_fold { TF_FOLD_UNSET, TF_FOLD_EXACT, TF_FOLD_FOLD };
enum tf_unknown {
	TF_UNKNOWN_UNSET,
	TF_UNKNOWN_KEEP,
	TF_UNKNOWN_WARN,
	TF_UNKNOWN_DROP,
	TF_UNKNOWN_ERROR
};

/* Bits of tf_policy.coerce: which conversions may be made. */
enum tf_coerce {
	TF_COERCE_JSON = 1,
	TF_COERCE_NUMBER = 2,
	TF_COERCE_INTEGER = 4,
	TF_COERCE_BOOLEAN = 8,
	TF_COERCE_ENUM = 16,
	TF_COERCE_SAFE = 31,
	TF_COERCE_SET = 1 << 16 /* it is said here, even if it is "none" */
};

struct tf_policy {
	enum tf_empty empty;
	enum tf_unused unused;
	enum tf_unknown unknown;
	unsigned coerce;
	enum tf_fold keys;
	/* keys of wrappers; inherited from a tool by its arguments alone */
	const struct tf_slice *unwrap;
	size_t unwrap_count;
};

struct tf_schema {
	size_t line; /* in the rulebook */

	/* JSON Schema */
	bool never;     /* the schema false */
	unsigned types; /* enum tf_type_bit; 0: any */
	struct tf_value_list enumeration;
	const struct tf_value *constant;
	const struct tf_value *minimum, *maximum;
	const struct tf_value *exclusive_minimum, *exclusive_maximum;
	const struct tf_value *multiple_of;
	struct tf_range length, items_count, properties_count;
	const struct tf_pattern *pattern;
	const struct tf_schema *items;
	bool unique_items;
	struct tf_property *properties;
	size_t property_count;
	struct tf_pattern_property *pattern_properties;
	size_t pattern_property_count;
	const struct tf_schema *additional;
	const struct tf_schema *property_names;
	struct tf_name_list required;
	struct tf_dependency *dependencies;
	size_t dependency_count;
	const struct tf_format *format; /* one that is checked, or NULL */
	const struct tf_pattern *format_pattern; /* what it needs, or NULL */
	struct tf_schema_list prefix_items;      /* draft-07: a list of items */
	const struct tf_schema *contains;
	struct tf_range contains_count; /* from 1 where nothing is said */

	/* JSON Schema, in place: about the same value as this schema */
	const struct tf_schema *ref;
	const struct tf_schema *dynamic_ref; /* where no scope says more */
	uint32_t dynamic_name; /* TF_NO_NAME: dynamic_ref is a plain one */
	struct tf_schema_list all_of, any_of, one_of;
	const struct tf_schema *not_;
	const struct tf_schema *if_, *then_, *else_;
	struct tf_dependent_schema *dependent_schemas;
	size_t dependent_schema_count;

	/* ... and of what the keywords above have not spoken */
	const struct tf_schema *unevaluated_items, *unevaluated_properties;

	/*
	 * True where a keyword of the two groups above stands here: the value
	 * is not judged by what is in this struct alone.
	 */
	bool applies;

	/* never, format or contains is there. */
	bool special;

	/* The anchors of the resource it is of; NULL: none are dynamic. */
	const struct tf_dynamic_scope *scope;

	/* toolfix, of objects */
	const struct tf_action_rule *action;
	struct tf_action_block *actions;
	size_t action_count;
	struct tf_case *cases;
	size_t case_count;
	struct tf_name_list uses, ignores;
	struct tf_forbidden *forbids;
	size_t forbid_count;
	struct tf_group *groups;
	size_t group_count;
	const int *normalize;
	size_t normalize_count;
	struct tf_check *checks;
	size_t check_count;
	struct tf_policy policy;

	/* toolfix, of any value */
	struct tf_slice *aliases;
	size_t alias_count;
	struct tf_value_list filler;
	bool keep;

	/*
	 * True where a keyword of toolfix stands here or below: the steps must
	 * be gone through even for a value that JSON Schema accepts. Also where
	 * it stands in a schema that applies in place (ref, all_of, any_of,
	 * one_of, then_, else_, dependent_schemas), and in items.
	 */
	bool deep;

	/* Some property has aliases, or values of filler. */
	bool has_aliases, has_filler;
};

/* The property that is declared by this name, or its schema; or NULL. */
const struct tf_property *tf_schema_find_property(
    const struct tf_schema *schema, uint32_t name);
const struct tf_schema *tf_schema_property(
    const struct tf_schema *schema, uint32_t name);

/* True where the schema says anything about an object's members. */
bool tf_schema_has_fields(const struct tf_schema *schema);

/* Takes from more what it says and policy does not. */
void tf_policy_inherit(struct tf_policy *policy, const struct tf_policy *more);

bool tf_name_list_has(const struct tf_name_list *list, uint32_t name);

#endif
