/*
 * finding.h - findings of a batch (layer: model).
 *
 * Findings are gathered in a list whose texts live in the batch's arena.
 * Offsets are in the record while they are found; the pipeline makes them
 * offsets in the file.
 */
#ifndef TF_FINDING_H
#define TF_FINDING_H

#include <stdbool.h>
#include <stddef.h>

#include "code.h"
#include "mem.h"
#include "walk.h"

struct tf_found {
	enum tf_code code;
	const char *code_name; /* the code's own, or a check's */
	enum tf_severity severity;
	size_t record;         /* index of the record in its batch */
	size_t offset, length; /* in the record */
	struct tf_slice tool, action, call_id, path, message;
	struct tf_slice session, agent, model;
	enum tf_went went;
	bool copy;            /* of a call that was reported before */
	const char *fix_kind; /* NULL: no fix */
	struct tf_slice fix_from, fix_to;
};

/* Starts zeroed. */
struct tf_found_list {
	struct tf_found *items;
	size_t count, capacity;
};

/* A new, zeroed entry with the code's name and severity. */
struct tf_found *tf_found_add(struct tf_found_list *list, enum tf_code code);

/* Puts the entries from index from on into the order of their offsets. */
void tf_found_sort(struct tf_found_list *list, size_t from);

/* Puts all entries into the order of their records, and of their offsets. */
void tf_found_sort_records(struct tf_found_list *list);

/* True where an entry from index from on is an error. */
bool tf_found_has_error(const struct tf_found_list *list, size_t from);

void tf_found_release(struct tf_found_list *list);

#endif
