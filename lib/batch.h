/*
 * batch.h - a batch from input to outcome (layer: pipeline).
 */
#ifndef TF_BATCH_H
#define TF_BATCH_H

#include <stdbool.h>

#include "engine.h"
#include "ledger.h"
#include "loops.h"
#include "reader.h"

/* Starts zeroed. */
struct tf_batch {
	struct tf_input input;
	struct tf_outcome outcome;
	struct tf_buf output; /* the bytes to print, where changed */
	bool changed;         /* else the input is what is printed */
	bool done;            /* processed; guarded by the pipeline */
};

void tf_batch_release(struct tf_batch *batch);

/* Processes all pieces. want_output: the fixed bytes are wanted. */
void tf_batch_process(
    struct tf_batch *batch, struct tf_engine *engine, bool want_output);

/* Where findings of a batch stand; see tf_batch_deliver(). */
struct tf_batch_base {
	const char *file;
	uint64_t records; /* records of the file before this batch */
};

/*
 * Hands the calls, the findings and the output of a processed batch to the
 * sink, and counts them in stats. Findings of copies are left out. Returns 0,
 * or what a callback returned.
 */
int tf_batch_deliver(struct tf_batch *batch, const struct tf_batch_base *base,
    struct tf_ledger *ledger, struct tf_loops *loops,
    const struct tf_sink *sink, struct tf_stats *stats);

#endif
