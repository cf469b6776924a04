/*
 * scope.h - facts from outside the calls (layer: engine).
 *
 * A fact's value is, in this order: what --scope says, what the object of
 * TOOLFIX_SCOPE says, what its filter makes of the record, its default. Facts
 * are looked up when a filter wants them, once for each record and tool.
 */
#ifndef TF_SCOPE_H
#define TF_SCOPE_H

#include "rules.h"
#include "validate.h"

/* What was given from outside, as values. Lives in an arena. */
struct tf_scope_given {
	struct tf_slice name;
	struct tf_value *value;
};

struct tf_scope_list {
	struct tf_scope_given *items;
	size_t count;
};

/*
 * Reads what the options say; later entries win. Returns 0,
 * or -1 with errors: TOOLFIX_SCOPE is no JSON object.
 */
int tf_scope_read(struct tf_scope_list *list, struct tf_arena *arena,
    const struct tf_options *options, struct tf_errors *errors);

/*
 * Checks each given fact: a tool must declare it, and its schema must take the
 * value. Facts of TOOLFIX_SCOPE that no tool declares are left alone. Returns
 * 0, or -1 with errors.
 */
int tf_scope_check(const struct tf_scope_list *list,
    const struct tf_rules *rules, const struct tf_options *options,
    struct tf_errors *errors);

/* The given value of a fact, or NULL. */
struct tf_value *tf_scope_find(
    const struct tf_scope_list *list, struct tf_slice name);

#endif
