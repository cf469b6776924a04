/*
 * pipeline.h - batches through engines, in order (layer: pipeline).
 *
 * One thread reads and delivers; the others process. With one job and no
 * filter in the rules, one thread does all of it. A filter that runs too long
 * cannot be stopped: the run ends, and its thread is left behind.
 */
#ifndef TF_PIPELINE_H
#define TF_PIPELINE_H

#include "batch.h"

/*
 * How long one filter may run. Less than a recursion without end needs to fill
 * the memory, in which libjq ends the process.
 */
#define TF_FILTER_SECONDS 2

struct tf_pipeline;

struct tf_pipeline *tf_pipeline_new(const struct tf_rules *rules,
    const struct tf_options *options, bool want_output);

/* Waits for the threads, unless one of them is stuck. */
void tf_pipeline_free(struct tf_pipeline *pipeline);

/* True where a thread is stuck in a filter. */
bool tf_pipeline_stuck(const struct tf_pipeline *pipeline);

/* What is done with each batch, in order, in the caller's thread. */
typedef int tf_deliver(void *ctx, struct tf_batch *batch);

/*
 * Runs a whole file. Returns 0; -1 with an error; or -1 without one, where
 * deliver returned something else than 0.
 */
int tf_pipeline_file(struct tf_pipeline *pipeline, int fd, const char *file,
    tf_deliver *deliver, void *ctx, struct tf_errors *errors);

#endif
