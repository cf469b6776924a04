#include "filter.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "libjq.h"
#include "program.h"
#include "words.h"

const char tf_jq_no_result[] = "gave no result";

struct tf_jq {
	const struct tf_filters *filters;
	struct tf_libjq *libjq;
	unsigned variables; /* of the program; enum tf_mention */

	/* For tf_jq_running(). */
	atomic_int running; /* -1: none */
	_Atomic uint64_t since;
};

/* ---- compiling ---- */

/* Who listens to libjq. errors may be NULL. */
struct listener {
	const struct tf_program *program;
	struct tf_errors *errors;
	bool deaf;
};

static void
listen_to(void *ctx, const char *message)
{
	struct listener *listener = ctx;

	if (!listener->deaf)
		listener->deaf = !tf_program_report(
		    listener->program, message, listener->errors);
}

/*
 * Compiles the filters from first up to end. NULL where that fails, with what
 * is wrong, if errors is not NULL.
 */
static struct tf_libjq *
compile(const struct tf_filters *filters, size_t first, size_t end,
    struct tf_errors *errors)
{
	struct tf_program program = {.filters = filters};
	struct listener listener = {.program = &program,
	    .errors = errors,
	    .deaf = errors == NULL};
	struct tf_libjq *libjq;

	tf_program_write(&program, filters, first, end);
	libjq = tf_libjq_compile(program.text.bytes, listen_to, &listener);
	tf_program_release(&program);
	return libjq;
}

static bool
compiles(const struct tf_filters *filters, size_t first, size_t end,
    struct tf_errors *errors)
{
	struct tf_libjq *libjq = compile(filters, first, end, errors);

	tf_libjq_free(libjq);
	return libjq != NULL;
}

/*
 * Reports the filters from first up to end that do not compile: each one
 * alone, so that none is blamed for another, but found by halves, for 1.6
 * takes 15 ms each time. False where there is none.
 */
static bool
find_wrong(const struct tf_filters *filters, size_t first, size_t end,
    struct tf_errors *errors)
{
	size_t middle = first + (end - first) / 2;
	bool found;

	if (end - first == 1)
		return !compiles(filters, first, end, errors);
	if (compiles(filters, first, end, NULL))
		return false;
	found = find_wrong(filters, first, middle, errors);
	found = find_wrong(filters, middle, end, errors) || found;
	return found || !compiles(filters, first, end, errors);
}

/*
 * Runs the program's own use of a regular expression, one thread at a time:
 * oniguruma sets up its tables on first use, without a lock.
 */
static void
warm_up(struct tf_libjq *libjq)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	struct tf_arena arena = {NULL, NULL, 0};
	const char *why;

	pthread_mutex_lock(&lock);
	tf_libjq_add_number(libjq, TF_PROGRAM_WARM);
	(void)tf_libjq_run(libjq, &arena, &why);
	pthread_mutex_unlock(&lock);
	tf_arena_release(&arena);
}

struct tf_jq *
tf_jq_new(const struct tf_filters *filters, struct tf_errors *errors)
{
	size_t count = tf_filters_count(filters);
	struct tf_libjq *libjq = compile(filters, 0, count, NULL);
	struct tf_jq *jq;

	if (libjq == NULL) {
		if (compiles(filters, 0, 0, errors))
			(void)find_wrong(filters, 0, count, errors);
		return NULL;
	}
	warm_up(libjq);
	jq = tf_calloc(1, sizeof(*jq));
	jq->filters = filters;
	jq->libjq = libjq;
	jq->variables = tf_filters_variables(filters);
	atomic_init(&jq->running, -1);
	atomic_init(&jq->since, 0);
	return jq;
}

void
tf_jq_free(struct tf_jq *jq)
{
	if (jq == NULL)
		return;
	tf_libjq_free(jq->libjq);
	free(jq);
}

/* ---- running ---- */

static void
add_variable(struct tf_libjq *libjq, unsigned mention,
    const struct tf_filter_input *input)
{
	switch (mention) {
	case TF_MENTION_ARGS:
		tf_libjq_add_value(libjq, input->args);
		break;
	case TF_MENTION_ACTION:
		tf_libjq_add_text(libjq, input->action);
		break;
	case TF_MENTION_TOOL:
		tf_libjq_add_text(libjq, input->tool);
		break;
	case TF_MENTION_SCOPE:
		tf_libjq_add_value(libjq, input->scope);
		break;
	case TF_MENTION_CALL:
		tf_libjq_add_value(libjq, input->call);
		break;
	case TF_MENTION_RECORD:
		tf_libjq_add_value(libjq, input->record);
		break;
	default:
		tf_libjq_add_value(libjq, NULL);
		break;
	}
}

/* What the program's ". as [$__filter, $__input, ...]" takes apart. */
static void
add_input(struct tf_jq *jq, int filter, const struct tf_filter_input *input)
{
	unsigned mentions = tf_filters_mentions(jq->filters, filter);
	size_t i;

	tf_libjq_add_number(jq->libjq, filter);
	tf_libjq_add_value(jq->libjq, input->input);
	for (i = 0; i < TF_VARIABLES; i++)
		if (jq->variables & tf_variables[i].mention)
			add_variable(jq->libjq,
			    mentions & tf_variables[i].mention, input);
}

static uint64_t
now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

struct tf_value *
tf_jq_run(struct tf_jq *jq, int filter, const struct tf_filter_input *input,
    struct tf_arena *arena, const char **why)
{
	struct tf_value *value;

	/* In this order: who sees the filter sees its start, or a later one. */
	atomic_store(&jq->since, now());
	atomic_store(&jq->running, filter);
	add_input(jq, filter, input);
	value = tf_libjq_run(jq->libjq, arena, why);
	atomic_store(&jq->running, -1);
	return value;
}

int
tf_jq_running(const struct tf_jq *jq, uint64_t *since)
{
	int running = atomic_load(&jq->running);

	*since = atomic_load(&jq->since);
	return running;
}
