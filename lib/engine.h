/*
 * engine.h - one record in, findings and edits out (layer: engine).
 *
 * An engine belongs to one thread. It keeps what is worth keeping from record
 * to record: memory, compiled filters, the match data of patterns.
 */
#ifndef TF_ENGINE_H
#define TF_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "finding.h"
#include "rules.h"
#include "toolfix.h"
#include "walk.h"

struct tf_engine;

/* rules and options are borrowed. Freed by tf_engine_free(). */
struct tf_engine *tf_engine_new(
    const struct tf_rules *rules, const struct tf_options *options);
void tf_engine_free(struct tf_engine *engine);

/* Goes on with other options; what was compiled stays. */
void tf_engine_set_options(
    struct tf_engine *engine, const struct tf_options *options);

/*
 * Checks the options against the rules: the tool must be known, scopes must
 * be declared by some tool and their values must fit. Returns 0, or -1 with
 * errors.
 */
int tf_engine_check_options(const struct tf_rules *rules,
    const struct tf_options *options, struct tf_errors *errors);

/* A piece of input: usually a line, and so one record; perhaps several. */
struct tf_piece {
	const char *bytes;
	size_t len;
	const char *file;
	uint64_t line; /* from 1 */
};

/* A call that was met. Texts live as long as the outcome's. */
struct tf_met {
	size_t record; /* index in the batch */
	bool ruled;    /* there is a contract for the tool */
	bool in_log;   /* it stands in a log, not alone as a fixture does */
	size_t found_start, found_end; /* its findings in the list */
	/* the same for copies of one call; 0: it cannot be told */
	uint64_t print;
	uint64_t same; /* of tool and arguments alone; 0: it cannot be told */
	struct tf_slice id, tool, action, session;
	enum tf_went went;
	size_t offset, length; /* of the name, in the record */

	/* the rest only where calls are wanted */
	const char *shape;
	struct tf_slice agent, model, arguments;
	bool arguments_are_text; /* they did not parse */
	const char *unfinished;
};

/* How the call with this id went, by a later record. */
struct tf_result_of {
	size_t record; /* index in the batch */
	struct tf_slice id, session;
	enum tf_went went;
};

/* What comes of the pieces of one batch. Starts zeroed. */
struct tf_outcome {
	struct tf_found_list found;
	struct tf_arena kept; /* the texts of findings and names */
	size_t records, fragments;
	struct tf_met *met; /* the calls, in order */
	size_t met_count, met_capacity;
	struct tf_result_of *results;
	size_t result_count, result_capacity;
	/* where each record of the batch starts and ends, in its piece */
	struct tf_record_span {
		size_t piece, start, end;
	} * spans;
	size_t span_capacity;
};

void tf_outcome_reset(struct tf_outcome *outcome);
void tf_outcome_release(struct tf_outcome *outcome);

/*
 * Processes a piece, which is number index of its batch. Findings are added to
 * the outcome. Where output is not NULL, the piece's bytes are added to it with
 * the calls fixed. Returns true where they differ from the input: nothing is
 * added to output otherwise. A filter that does not compile makes the run
 * fail: see tf_engine_errors().
 */
bool tf_engine_piece(struct tf_engine *engine, const struct tf_piece *piece,
    size_t index, struct tf_outcome *outcome, struct tf_buf *output);

/*
 * Compiles the filters of all rulebooks at once, not on first need. Returns 0,
 * or -1: see tf_engine_errors().
 */
int tf_engine_compile(struct tf_engine *engine);

/* Takes note of what is reached from now on; borrowed. */
struct tf_reached;
void tf_engine_watch(struct tf_engine *engine, struct tf_reached *reached);

/* Why the run cannot go on; NULL while it can. */
const struct tf_errors *tf_engine_errors(const struct tf_engine *engine);

/*
 * The filter that has been running for longer than limit nanoseconds, or NULL.
 * For another thread than the engine's.
 */
const struct tf_filter_place *tf_engine_stuck(
    const struct tf_engine *engine, uint64_t limit);

/* True where the rules hold a filter at all. */
bool tf_rules_have_filters(const struct tf_rules *rules);

#endif
