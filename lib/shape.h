/*
 * shape.h - what a call looks like in a record (layer: model).
 *
 * A shape is a row of a table: the keys that make it, and where its name,
 * arguments and id are. The walk knows no file formats. It goes over a record
 * once, and never into arguments, results, tool definitions or schemas.
 */
#ifndef TF_SHAPE_H
#define TF_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <yyjson.h>

#include "mem.h"

/* A call as it stands in a record. The yyjson values are the record's. */
struct tf_call {
	const char *shape; /* the row's name */
	yyjson_val *name;  /* a string */
	yyjson_val *args_key, *args; /* args is NULL where there are none */
	yyjson_val *id;              /* a string or number, or NULL */
};

/* Starts zeroed; lives in the record's arena. */
struct tf_call_list {
	struct tf_call *items;
	size_t count, capacity;
	bool too_deep; /* some of the record was not looked into */
};

/* Finds every call of a record. */
void tf_shapes_find(
    struct tf_call_list *calls, struct tf_arena *arena, yyjson_val *record);

#endif
