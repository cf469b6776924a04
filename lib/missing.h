/*
 * missing.h - required fields that are not there (layer: engine).
 */
#ifndef TF_MISSING_H
#define TF_MISSING_H

#include "object.h"

/* Names of fields, each once. Starts zeroed; lives in the record's arena. */
struct tf_missing {
	uint32_t *items;
	size_t count, capacity;
};

/*
 * Finds what is missing. A field that was dropped as filler, and is required
 * after all, is put back and reported here.
 */
void tf_missing_find(struct tf_object *object, struct tf_missing *missing);

/* One finding for all that is missing; nothing where nothing is. */
void tf_missing_report(
    struct tf_object *object, const struct tf_missing *missing);

#endif
