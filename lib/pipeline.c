#include "pipeline.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "error.h"
#include "mem.h"

enum {
	TICK_NS = 100 * 1000 * 1000,
	JOBS_MAX = 256,
	STACK_SIZE = 64 * 1024 * 1024
};

struct worker {
	struct tf_pipeline *pipeline;
	struct tf_engine *engine;
	pthread_t thread;
};

/*
 * Batches are a ring: [delivered, taken) are with the workers or done,
 * [taken, filled) wait for a worker. All counts only grow.
 */
struct tf_pipeline {
	bool want_output, threaded, stuck, stopping;
	struct worker *workers;
	size_t worker_count, started;
	struct tf_batch *batches;
	size_t batch_count;
	size_t delivered, taken, filled;
	pthread_mutex_t mutex;
	pthread_cond_t work, progress;
};

struct tf_pipeline *
tf_pipeline_new(const struct tf_rules *rules, const struct tf_options *options,
    bool want_output)
{
	struct tf_pipeline *p = tf_calloc(1, sizeof(*p));
	size_t i;

	p->want_output = want_output;
	p->worker_count = options->jobs > 1 ? options->jobs : 1;
	if (p->worker_count > JOBS_MAX)
		p->worker_count = JOBS_MAX;
	p->threaded = p->worker_count > 1 || tf_rules_have_filters(rules);
	p->workers = tf_calloc(p->worker_count, sizeof(*p->workers));
	for (i = 0; i < p->worker_count; i++) {
		p->workers[i].pipeline = p;
		p->workers[i].engine = tf_engine_new(rules, options);
	}
	p->batch_count = p->threaded ? 2 * p->worker_count + 1 : 1;
	p->batches = tf_calloc(p->batch_count, sizeof(*p->batches));
	pthread_mutex_init(&p->mutex, NULL);
	pthread_cond_init(&p->work, NULL);
	pthread_cond_init(&p->progress, NULL);
	return p;
}

void
tf_pipeline_free(struct tf_pipeline *p)
{
	size_t i;

	/* a stuck thread still uses all of this */
	if (p == NULL || p->stuck)
		return;
	pthread_mutex_lock(&p->mutex);
	p->stopping = true;
	pthread_cond_broadcast(&p->work);
	pthread_mutex_unlock(&p->mutex);
	for (i = 0; i < p->started; i++)
		pthread_join(p->workers[i].thread, NULL);
	for (i = 0; i < p->worker_count; i++)
		tf_engine_free(p->workers[i].engine);
	for (i = 0; i < p->batch_count; i++)
		tf_batch_release(&p->batches[i]);
	pthread_cond_destroy(&p->work);
	pthread_cond_destroy(&p->progress);
	pthread_mutex_destroy(&p->mutex);
	free(p->workers);
	free(p->batches);
	free(p);
}

bool
tf_pipeline_stuck(const struct tf_pipeline *p)
{
	return p->stuck;
}

/* ---- workers ---- */

static struct tf_batch *
batch_at(struct tf_pipeline *p, size_t number)
{
	return &p->batches[number % p->batch_count];
}

static void *
work(void *arg)
{
	struct worker *worker = arg;
	struct tf_pipeline *p = worker->pipeline;
	struct tf_batch *batch;

	pthread_mutex_lock(&p->mutex);
	for (;;) {
		while (p->taken == p->filled && !p->stopping)
			pthread_cond_wait(&p->work, &p->mutex);
		if (p->stopping)
			break;
		batch = batch_at(p, p->taken++);
		pthread_mutex_unlock(&p->mutex);
		tf_batch_process(batch, worker->engine, p->want_output);
		pthread_mutex_lock(&p->mutex);
		batch->done = true;
		pthread_cond_signal(&p->progress);
	}
	pthread_mutex_unlock(&p->mutex);
	return NULL;
}

static int
start_workers(struct tf_pipeline *p, struct tf_errors *errors)
{
	pthread_attr_t attr;

	/* libjq frees values by recursion: deep ones want room */
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_SIZE);
	for (; p->started < p->worker_count; p->started++)
		if (pthread_create(&p->workers[p->started].thread, &attr, work,
			&p->workers[p->started]) != 0)
			break;
	pthread_attr_destroy(&attr);
	if (p->started > 0)
		return 0;
	tf_errors_add(errors, NULL, 0, 0, "no thread could be started");
	return -1;
}

/* ---- the thread that reads and delivers ---- */

static int
check_engines(struct tf_pipeline *p, struct tf_errors *errors)
{
	const struct tf_errors *why;
	size_t i, k;

	for (i = 0; i < p->worker_count; i++) {
		why = tf_engine_errors(p->workers[i].engine);
		if (why == NULL)
			continue;
		for (k = 0; k < why->count; k++)
			tf_errors_add(errors, why->items[k].file,
			    why->items[k].line, why->items[k].column, "%s",
			    why->items[k].text);
		return -1;
	}
	return 0;
}

static int
check_stuck(struct tf_pipeline *p, struct tf_errors *errors)
{
	const struct tf_filter_place *place;
	size_t i;

	for (i = 0; i < p->worker_count; i++) {
		place = tf_engine_stuck(p->workers[i].engine,
		    TF_FILTER_SECONDS * UINT64_C(1000000000));
		if (place == NULL)
			continue;
		tf_errors_add(errors, place->file, place->line, place->column,
		    "the filter %s ran for more than %d seconds on one call",
		    place->what, TF_FILTER_SECONDS);
		p->stuck = true;
		return -1;
	}
	return 0;
}

/* Waits until the oldest batch is done. */
static int
wait_for_oldest(struct tf_pipeline *p, struct tf_errors *errors)
{
	struct tf_batch *batch = batch_at(p, p->delivered);
	struct timespec until;
	int result = 0;

	pthread_mutex_lock(&p->mutex);
	while (!batch->done && result == 0) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += TICK_NS;
		if (until.tv_nsec >= 1000000000) {
			until.tv_sec++;
			until.tv_nsec -= 1000000000;
		}
		pthread_cond_timedwait(&p->progress, &p->mutex, &until);
		if (!batch->done)
			result = check_stuck(p, errors);
	}
	pthread_mutex_unlock(&p->mutex);
	return result;
}

static int
deliver_oldest(struct tf_pipeline *p, tf_deliver *deliver, void *ctx,
    struct tf_errors *errors)
{
	struct tf_batch *batch = batch_at(p, p->delivered);

	if (wait_for_oldest(p, errors) != 0 || deliver(ctx, batch) != 0)
		return -1;
	p->delivered++;
	return check_engines(p, errors);
}

static bool
is_done(struct tf_pipeline *p, const struct tf_batch *batch)
{
	bool done;

	pthread_mutex_lock(&p->mutex);
	done = batch->done;
	pthread_mutex_unlock(&p->mutex);
	return done;
}

/* Reading would not wait: a file, or a pipe with something in it. */
static bool
can_read(const struct tf_reader *reader)
{
	struct pollfd pollfd = {.fd = reader->fd, .events = POLLIN};

	return poll(&pollfd, 1, 0) != 0;
}

/*
 * Delivers what is done, so that a slow input does not hold back what came
 * before; and waits where there is no room, or nothing to read.
 */
static int
deliver_some(struct tf_pipeline *p, const struct tf_reader *reader,
    tf_deliver *deliver, void *ctx, struct tf_errors *errors)
{
	int result = 0;

	while (result == 0 && p->delivered < p->filled &&
	    (p->filled - p->delivered == p->batch_count ||
		is_done(p, batch_at(p, p->delivered)) || !can_read(reader)))
		result = deliver_oldest(p, deliver, ctx, errors);
	return result;
}

static void
hand_over(struct tf_pipeline *p)
{
	pthread_mutex_lock(&p->mutex);
	batch_at(p, p->filled)->done = false;
	p->filled++;
	pthread_cond_signal(&p->work);
	pthread_mutex_unlock(&p->mutex);
}

/* Leaves no batch with the workers, whatever happened. */
static void
drain(struct tf_pipeline *p)
{
	if (p->stuck)
		return;
	while (p->delivered < p->filled && wait_for_oldest(p, NULL) == 0)
		p->delivered++;
}

static int
run_threaded(struct tf_pipeline *p, struct tf_reader *reader,
    tf_deliver *deliver, void *ctx, struct tf_errors *errors)
{
	int result = start_workers(p, errors), more = 1;

	while (result == 0 && more > 0) {
		result = deliver_some(p, reader, deliver, ctx, errors);
		if (result != 0)
			break;
		more = tf_reader_next(
		    reader, &batch_at(p, p->filled)->input, errors);
		if (more > 0)
			hand_over(p);
	}
	while (result == 0 && p->delivered < p->filled)
		result = deliver_oldest(p, deliver, ctx, errors);
	drain(p);
	return more < 0 ? -1 : result;
}

static int
run_alone(struct tf_pipeline *p, struct tf_reader *reader, tf_deliver *deliver,
    void *ctx, struct tf_errors *errors)
{
	struct tf_batch *batch = &p->batches[0];
	int more;

	while ((more = tf_reader_next(reader, &batch->input, errors)) > 0) {
		tf_batch_process(batch, p->workers[0].engine, p->want_output);
		if (deliver(ctx, batch) != 0 || check_engines(p, errors) != 0)
			return -1;
	}
	return more;
}

int
tf_pipeline_file(struct tf_pipeline *p, int fd, const char *file,
    tf_deliver *deliver, void *ctx, struct tf_errors *errors)
{
	struct tf_reader reader;
	int result;

	tf_reader_init(&reader, fd, file);
	result = p->threaded ? run_threaded(p, &reader, deliver, ctx, errors) :
			       run_alone(p, &reader, deliver, ctx, errors);
	tf_reader_release(&reader);
	return result;
}
