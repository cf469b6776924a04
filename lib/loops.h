/*
 * loops.h - calls that are repeated, and rejected again and again
 * (layer: pipeline).
 *
 * A call is rejected where toolfix finds an error in it, or where the record
 * or a later one says that it failed. What is remembered is one row for each
 * session, for the sessions met last.
 */
#ifndef TF_LOOPS_H
#define TF_LOOPS_H

#include "engine.h"

struct tf_loops;

/* limits is borrowed: the numbers of the rulebooks. */
struct tf_loops *tf_loops_new(const struct tf_loop_limits *limits);
void tf_loops_free(struct tf_loops *loops);

/*
 * Takes note of a call, in the order of the input. Findings that come of it
 * (repeated-call, rejection-loop) are added to the outcome, at the call.
 */
void tf_loops_call(struct tf_loops *loops, struct tf_outcome *outcome,
    const struct tf_met *met);

/*
 * A later record of the session says how one of its calls went. A row that gets
 * as long as its limit by that is reported at the tool's next call.
 */
void tf_loops_went(struct tf_loops *loops, const struct tf_result_of *result);

#endif
