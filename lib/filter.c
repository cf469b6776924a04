#include "filter.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "libjq.h"
#include "program.h"
#include "words.h"

const char tf_jq_no_result[] = "gave no result";

enum {
	PART = 128,      /* filters in a program; compiling is quadratic */
	HOT_RUNS = 4096, /* when a filter gets a program of its own */
	HOT_MAX = 16     /* how many may have one */
};

struct hot {
	unsigned runs;
	struct tf_libjq *own; /* or NULL */
};

struct tf_jq {
	const struct tf_filters *filters;
	struct tf_libjq **parts; /* the programs, each of PART filters */
	unsigned variables;      /* of these programs; enum tf_mention */
	struct hot *hot;         /* one for each filter */
	size_t hot_count;        /* that have a program of their own */

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
	struct listener listener = {
	    .program = &program, .errors = errors, .deaf = errors == NULL};
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

/* Compiles the parts. Where one of them fails, that is not the end. */
static bool
compile_parts(struct tf_jq *jq, size_t count, struct tf_errors *errors)
{
	size_t first, end;
	bool ok = true;

	for (first = 0; first < count; first = end) {
		end = count - first > PART ? first + PART : count;
		jq->parts[first / PART] =
		    compile(jq->filters, first, end, NULL);
		if (jq->parts[first / PART] != NULL)
			continue;
		if (ok && !compiles(jq->filters, 0, 0, errors))
			return false;
		ok = !find_wrong(jq->filters, first, end, errors) && ok;
	}
	return ok;
}

struct tf_jq *
tf_jq_new(const struct tf_filters *filters, struct tf_errors *errors)
{
	size_t count = tf_filters_count(filters);
	struct tf_jq *jq = tf_calloc(1, sizeof(*jq));

	jq->filters = filters;
	jq->parts = tf_calloc(count / PART + 1, sizeof(*jq->parts));
	jq->hot = tf_calloc(count, sizeof(*jq->hot));
	jq->variables = tf_filters_variables(filters);
	atomic_init(&jq->running, -1);
	atomic_init(&jq->since, 0);
	if (!compile_parts(jq, count, errors)) {
		tf_jq_free(jq);
		return NULL;
	}
	if (count > 0)
		warm_up(jq->parts[0]);
	return jq;
}

void
tf_jq_free(struct tf_jq *jq)
{
	size_t i, count;

	if (jq == NULL)
		return;
	count = tf_filters_count(jq->filters);
	for (i = 0; i < count; i++)
		tf_libjq_free(jq->hot[i].own);
	for (i = 0; i < count / PART + 1; i++)
		tf_libjq_free(jq->parts[i]);
	free(jq->hot);
	free(jq->parts);
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

/*
 * The program that runs a filter. In the one for all of them, the choice can
 * take longer than the filter; so one that is run often gets its own, once
 * that is sure to pay.
 */
static struct tf_libjq *
pick_program(struct tf_jq *jq, int filter)
{
	struct hot *hot = &jq->hot[filter];
	struct tf_libjq *part = jq->parts[filter / PART];
	struct tf_program program = {.filters = jq->filters};

	if (hot->own != NULL)
		return hot->own;
	if (++hot->runs == HOT_RUNS && jq->hot_count < HOT_MAX) {
		tf_program_write_alone(&program, jq->filters, filter);
		hot->own = tf_libjq_compile(program.text.bytes, NULL, NULL);
		tf_program_release(&program);
		jq->hot_count += hot->own != NULL;
	}
	return hot->own != NULL ? hot->own : part;
}

/* What program.h says that the two kinds of programs run on. */
static void
add_input(struct tf_jq *jq, struct tf_libjq *libjq, int filter,
    const struct tf_filter_input *input)
{
	unsigned mentions = tf_filters_mentions(jq->filters, filter);
	unsigned variables = mentions, mention;
	size_t i;

	if (libjq == jq->parts[filter / PART]) {
		variables = jq->variables;
		tf_libjq_add_number(libjq, filter);
	} else if (mentions == 0) {
		tf_libjq_set_input(libjq, input->input);
		return;
	}
	tf_libjq_add_value(libjq, input->input);
	for (i = 0; i < TF_VARIABLES; i++) {
		mention = tf_variables[i].mention;
		if (variables & mention)
			add_variable(libjq, mentions & mention, input);
	}
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
	struct tf_libjq *libjq = pick_program(jq, filter);
	struct tf_value *value;

	/* In this order: who sees the filter sees its start, or a later one. */
	atomic_store(&jq->since, now());
	atomic_store(&jq->running, filter);
	add_input(jq, libjq, filter, input);
	value = tf_libjq_run(libjq, arena, why);
	atomic_store(&jq->running, -1);
	if (value == NULL && *why == NULL)
		*why = tf_jq_no_result;
	return value;
}

int
tf_jq_running(const struct tf_jq *jq, uint64_t *since)
{
	int running = atomic_load(&jq->running);

	*since = atomic_load(&jq->since);
	return running;
}
