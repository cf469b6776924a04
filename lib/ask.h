/*
 * ask.h - the inside of an engine, for the modules that make it up: the engine
 * itself and the questions it asks of filters (layer: engine).
 */
#ifndef TF_ASK_H
#define TF_ASK_H

#include <stdatomic.h>

#include "context.h"
#include "coverage.h"
#include "edit.h"
#include "engine.h"
#include "recordbook.h"
#include "scope.h"
#include "walk.h"

struct tf_engine {
	const struct tf_rules *rules;
	const struct tf_options *options;
	struct tf_arena run;    /* what lives as long as the engine */
	struct tf_arena record; /* what lives as long as one piece */
	struct tf_matcher *matcher;
	struct tf_scope_list given;
	struct tf_errors errors; /* why the run cannot go on */
	struct tf_buf scratch;
	enum tf_severity unknown_tools;

	/* one for each rulebook, made when its first filter is asked */
	_Atomic(struct tf_jq *) *jqs;

	struct tf_reached *reached;          /* NULL: nobody asks */
	struct tf_recordbooks *record_books; /* NULL: not wanted */

	/* of the piece, record and call that is looked at */
	const struct tf_rulebook *record_book; /* NULL: it defines no tools */
	struct tf_outcome *outcome;
	const struct tf_piece *piece;
	struct tf_edits edits;
	struct tf_policy policy;
	yyjson_val *record_root;
	struct tf_value *record_value; /* NULL until a filter wants it */
	struct tf_value *scope_value;  /* the same, of scope_tool */
	const struct tf_tool *scope_tool;
	size_t record_index; /* in the batch */
	size_t call_index;   /* in the record */
	const struct tf_call *call;
};

/*
 * The filters of a rulebook, compiled on first need; NULL where they do not
 * compile, which ends the run.
 */
struct tf_jq *tf_engine_jq(struct tf_engine *engine, size_t book);

/* The current record as a value. */
struct tf_value *tf_engine_record(struct tf_engine *engine);

#endif
