/*
 * walk.h - every call of a record, in one pass (layer: model).
 *
 * The walk knows no file formats. It goes over a record once, and never into
 * arguments, results, tool definitions or schemas. On its way it gathers what
 * it passes: session, agent and model, why output ended, how calls went.
 */
#ifndef TF_WALK_H
#define TF_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <yyjson.h>

#include "mem.h"
#include "shape.h"
#include "text.h"
#include "toolfix.h"

/* A JSON text that was read in place: the record, or text inside it. */
struct tf_doc {
	const struct tf_text *text;
	const char *copy; /* strings stand in it where they do in the text */
	yyjson_val *root;
};

/* A call as it stands in a record. All lives as long as the record. */
struct tf_call {
	const struct tf_doc *doc;
	const struct tf_shape *shape; /* NULL: one of a rulebook's own */
	struct tf_slice name;
	yyjson_val *name_value;      /* the string that holds the name */
	yyjson_val *args_key, *args; /* NULL where there are none */
	size_t args_at;       /* offset of args, where it has no key; else 0 */
	size_t at;            /* offset of the call, where its name has none */
	yyjson_val *args_len; /* how many bytes raw text had, or NULL */
	yyjson_val *id;       /* a string or number, or NULL */
	struct tf_slice session, agent, model; /* bytes NULL: not known */
	const char
	    *unfinished; /* "stop_reason is max_tokens"; NULL: it ended */
	enum tf_went went;
	bool broken; /* the agent could not parse the arguments: raw text */
};

/* A result that a record holds: how the call with this id went. */
struct tf_result {
	yyjson_val *id;
	enum tf_went went;
};

/* Starts zeroed; lives in the record's arena. */
struct tf_walk {
	struct tf_arena *arena;
	struct tf_call *calls;
	size_t count, capacity;
	struct tf_result *results;
	size_t result_count, result_capacity;
	size_t fragments;        /* pieces of calls that were streamed */
	struct tf_slice session; /* the last one that was seen */
	bool too_deep;           /* some of the record was not looked into */
};

/* Called once before anything else here; later calls do nothing. */
void tf_walk_init(void);

/* Finds every call of a record. */
void tf_walk_record(struct tf_walk *walk, const struct tf_doc *doc);

/* Reads a text that stands in a string of doc. NULL where it is no JSON. */
const struct tf_doc *tf_doc_inside(
    struct tf_arena *arena, const struct tf_doc *doc, yyjson_val *string);

/* The offset of a string's opening quote in the doc's text. */
size_t tf_doc_quote(const struct tf_doc *doc, yyjson_val *string);

/* The offset of the value that this key has. */
size_t tf_doc_value(const struct tf_doc *doc, yyjson_val *key);

/* For the modules that make up the walk. */
struct tf_walk_context {
	struct tf_slice session, agent, model;
};

/* Walks a text inside a record. */
void tf_walk_doc(struct tf_walk *walk, const struct tf_doc *doc,
    const struct tf_walk_context *context);

/* What the top of a document says of session, agent and model. */
struct tf_walk_context tf_walk_context_of(const struct tf_doc *doc);

struct tf_call *tf_walk_add(struct tf_walk *walk, const struct tf_doc *doc,
    const struct tf_shape_match *match, const struct tf_walk_context *context);

#endif
