/*
 * object.h - an object on its way through the steps (layer: engine).
 *
 * The contract of an object is a list of parts: the schemas it has from
 * outside, then the blocks that join for its action and its cases. Each step
 * of the contract is a function over this; contract.c calls them in order.
 * The steps are documented in toolfix-rulebook(5), "ORDER OF STEPS".
 */
#ifndef TF_OBJECT_H
#define TF_OBJECT_H

#include "context.h"

/* Where a part of the contract came from, for sentences. */
struct tf_contract_part {
	const struct tf_schema *schema;
	const char *case_name;  /* NULL unless it is a case's block */
	struct tf_slice action; /* bytes NULL unless it is an action's block */
};

struct tf_object {
	struct tf_context *ctx;
	struct tf_value *value;
	struct tf_contract_part *parts;
	size_t count, capacity;
	size_t base_count; /* parts from outside; the rest are blocks */
	struct tf_policy policy;
	struct tf_slice action; /* bytes NULL: none asked for */
	const char *why;        /* what chose a branch of it; NULL: nothing */
	/* what any part has, so that steps with nothing to do cost nothing */
	bool has_duplicates, has_filler, has_forbids, has_uses, has_patterns;
	/* members that were dropped as filler, in case they are wanted */
	struct tf_value **filler;
	size_t filler_count, filler_capacity;
};

void tf_object_add_part(struct tf_object *object, struct tf_contract_part part);

/* What all parts say about a member with this key. */
struct tf_set tf_object_member_set(
    const struct tf_object *object, const struct tf_value *member);

/* The same for a field that is not there. */
struct tf_set tf_object_field_set(
    const struct tf_object *object, uint32_t field);

bool tf_object_requires(const struct tf_object *object, uint32_t field);
bool tf_object_forbids(const struct tf_object *object, uint32_t field);

/* True for the field that names the action. */
bool tf_object_is_action(const struct tf_object *object, uint32_t field);

/* True where a part takes no fields that are not declared. */
bool tf_object_is_closed(const struct tf_object *object);

/* True where a part declares the member (by name or by pattern). */
bool tf_object_declares(
    const struct tf_object *object, const struct tf_value *member);

/* The dotted path of a field of the object, into scratch. */
void tf_object_say_field(const struct tf_object *object, uint32_t field);

/* ---- the steps, each in a file of its own ---- */

/* unwrap.c; true where something was taken off */
bool tf_step_unwrap(struct tf_object *object);
void tf_step_aliases(struct tf_object *object); /* alias.c */
void tf_step_normalize(                         /* normalize.c */
    struct tf_object *object, size_t first, size_t end);
void tf_step_filler(struct tf_object *object); /* filler.c */
bool tf_step_action(struct tf_object *object); /* action.c; false: stop */
void tf_step_unused(struct tf_object *object); /* unused.c */
void tf_step_values(struct tf_object *object); /* contract.c */
void tf_step_fields(struct tf_object *object); /* fields.c */
void tf_step_groups(struct tf_object *object); /* groups.c */
void tf_step_checks(struct tf_object *object); /* check.c */

/* ---- alias.c ---- */

/* Two keys are equal but for case, '_' and '-'. */
bool tf_key_folds(struct tf_slice a, struct tf_slice b);

/* ---- unused.c ---- */

/* The part whose "uses" leaves a field out; NULL where it is used. */
const struct tf_contract_part *tf_unused_by(
    const struct tf_object *object, uint32_t field);

/* ---- fields.c ---- */

/*
 * Adds, after the words before, what fields take, where that is the same for
 * all of them; else false.
 */
bool tf_say_same(struct tf_object *object, const struct tf_name_list *fields,
    const char *before);

/* A required field that holds filler. */
void tf_report_empty_required(
    struct tf_object *object, struct tf_value *member);

/* ---- filler.c ---- */

/* True for what may mean "not given" by its look alone. */
bool tf_filler_looks(const struct tf_value *value);

/* True where a member is filler here, by its contract. */
bool tf_filler_is(struct tf_object *object, struct tf_value *member);

/* Drops it, and reports that. */
void tf_filler_drop(struct tf_object *object, struct tf_value *member);

/* The member that was dropped as filler for this field, or NULL. */
struct tf_value *tf_filler_dropped(
    const struct tf_object *object, uint32_t field);

/* Takes the drop back, with its finding. */
void tf_filler_restore(struct tf_object *object, struct tf_value *member);

#endif
