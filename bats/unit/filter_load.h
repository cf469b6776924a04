/*
 * filter_load.h - filters of a rulebook, for the tests of them.
 */
#ifndef TEST_FILTER_LOAD_H
#define TEST_FILTER_LOAD_H

#include <string.h>

#include "filter.h"

/* Adds filters at lines 10, 20, ..., column 5; definitions at 1:3. */
static inline struct tf_filters *
load(const char *defs, const char *const *texts, size_t count,
    struct tf_errors *errors)
{
	static const struct tf_filter_place defs_place = {"r", 1, 3, "defs"};
	struct tf_filters *filters = tf_filters_new();
	struct tf_filter_place place = {"r", 0, 5, "check"};
	size_t i;

	if (defs != NULL)
		tf_filters_define(
		    filters, defs, strlen(defs), &defs_place, errors);
	for (i = 0; i < count; i++) {
		place.line += 10;
		tf_filters_add(
		    filters, texts[i], strlen(texts[i]), &place, errors);
	}
	return filters;
}

#endif
