/*
 * merge.h - several schemas of one value as one, to be put into words
 * (layer: engine).
 *
 * The strictest limit of each kind is kept; where schemas restrict the same
 * thing in ways that have no common form (two enums), the first one speaks.
 */
#ifndef TF_MERGE_H
#define TF_MERGE_H

#include "set.h"

enum { TF_MERGED_PATTERNS = 4 };

struct tf_merged {
	bool never, unique_items;
	unsigned types; /* inferred from the other keywords where not said */
	const struct tf_value_list *enumeration;
	const struct tf_value *constant;
	const struct tf_value *minimum, *maximum, *above, *below, *multiple_of;
	struct tf_range length, items_count, properties_count;
	const struct tf_format *format;
	const struct tf_schema *contains;
	struct tf_range contains_count;
	const struct tf_pattern *patterns[TF_MERGED_PATTERNS];
	size_t pattern_count;
	const struct tf_schema *items;
	const struct tf_name_list *required;
	const struct tf_schema *each; /* the one schema of all required ones */
	/* branches of which none is chosen yet; NULL: none */
	const struct tf_schema_list *alternatives;
	unsigned branch_types; /* what some branch takes */
	unsigned level;        /* how many phrases this one is inside of */
	bool says_itself;      /* types are the schema's own, not a branch's */
};

void tf_merge_set(struct tf_merged *merged, const struct tf_set *set);
void tf_merge_schema(struct tf_merged *merged, const struct tf_schema *schema);

#endif
