#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "pipeline.h"
#include "utf8.h"

/* The public interface of a run; see toolfix.h. */

enum { OTHER_TOOLS_MAX = 20 };

struct tf_run {
	struct tf_options options;
	struct tf_sink sink;
	struct tf_stats stats;
	struct tf_pipeline *pipeline;
	struct tf_ledger *ledger;
	struct tf_loops *loops;
	struct tf_loop_limits limits;
	struct tf_arena arena;
	struct tf_slice others[OTHER_TOOLS_MAX];
	size_t other_count;
	struct tf_batch_base base; /* of the file that is read */
};

struct tf_run *
tf_run_new(const struct tf_rules *rules, const struct tf_options *options,
    const struct tf_sink *sink, struct tf_errors *errors)
{
	struct tf_run *run;

	if (tf_engine_check_options(rules, options, errors) != 0)
		return NULL;
	run = tf_calloc(1, sizeof(*run));
	run->options = *options;
	run->sink = *sink;
	run->options.list_calls = sink->call != NULL;
	run->ledger = tf_ledger_new();
	run->limits = tf_rules_loops(rules);
	run->loops = tf_loops_new(&run->limits);
	run->pipeline =
	    tf_pipeline_new(rules, &run->options, sink->output != NULL);
	return run;
}

void
tf_run_free(struct tf_run *run)
{
	if (run == NULL)
		return;
	tf_pipeline_free(run->pipeline);
	tf_ledger_free(run->ledger);
	tf_loops_free(run->loops);
	tf_arena_release(&run->arena);
	free(run);
}

static void
remember_tool(struct tf_run *run, struct tf_slice name)
{
	size_t i;

	for (i = 0; i < run->other_count; i++)
		if (run->others[i].len == name.len &&
		    memcmp(run->others[i].bytes, name.bytes, name.len) == 0)
			return;
	if (run->other_count < OTHER_TOOLS_MAX)
		run->others[run->other_count++] = (struct tf_slice){
		    tf_arena_copy(&run->arena, name.bytes, name.len), name.len};
}

static int
deliver(void *ctx, struct tf_batch *batch)
{
	struct tf_run *run = ctx;
	const struct tf_outcome *outcome = &batch->outcome;
	size_t i;
	int result;

	for (i = 0; i < outcome->met_count; i++)
		if (!outcome->met[i].ruled)
			remember_tool(run, outcome->met[i].tool);
	result = tf_batch_deliver(batch, &run->base, run->ledger, run->loops,
	    &run->sink, &run->stats);
	run->base.records += outcome->records;
	return result;
}

int
tf_run_fd(
    struct tf_run *run, int fd, const char *name, struct tf_errors *errors)
{
	int result;

	run->stats.files++;
	run->base = (struct tf_batch_base){.file = name};
	result =
	    tf_pipeline_file(run->pipeline, fd, name, deliver, run, errors);
	if (result == 0 && run->sink.call != NULL)
		result =
		    tf_ledger_flush(run->ledger, run->sink.call, run->sink.ctx);
	return result;
}

int
tf_run_stuck(const struct tf_run *run)
{
	return tf_pipeline_stuck(run->pipeline);
}

const struct tf_stats *
tf_run_stats(const struct tf_run *run)
{
	return &run->stats;
}

size_t
tf_run_other_tools(const struct tf_run *run, const struct tf_slice **names)
{
	*names = run->others;
	return run->other_count;
}

const char *
tf_version(void)
{
	return TF_VERSION;
}

void
tf_show(struct tf_slice text,
    void (*put)(void *ctx, const char *bytes, size_t len), void *ctx)
{
	struct tf_buf buf = {0};

	tf_utf8_show(&buf, text.bytes, text.len);
	put(ctx, tf_buf_text(&buf), buf.len);
	tf_buf_release(&buf);
}
