/*
 * filter.h - the jq filters of a rulebook, run by libjq (layer: engine).
 *
 * All filters of one rulebook are one jq program (several where they are very
 * many), compiled on first need, once for each thread. What goes in and comes
 * out are tf_values. Filters are pure; words that reach the world outside are
 * refused when a filter is added, before libjq sees it.
 */
#ifndef TF_FILTER_H
#define TF_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mem.h"
#include "toolfix.h"
#include "value.h"

/* ---- when a rulebook is loaded ---- */

struct tf_filters; /* grows while a rulebook is loaded, then is only read */

struct tf_filters *tf_filters_new(void);
void tf_filters_free(struct tf_filters *filters);

/* What a filter may mention besides its input; bits. */
enum tf_mention {
	TF_MENTION_ARGS = 1,
	TF_MENTION_ACTION = 2,
	TF_MENTION_TOOL = 4,
	TF_MENTION_SCOPE = 8,
	TF_MENTION_CALL = 16,
	TF_MENTION_RECORD = 32
};

/*
 * Where the first byte of a filter's text stands, and what the filter is
 * called ("check 2 of x"). column is 0 where it is not known; in errors it is
 * then 0 too, and the column in the text for later lines of it.
 */
struct tf_filter_place {
	const char *file; /* borrowed for as long as the filters */
	size_t line, column;
	const char *what; /* borrowed for as long as the filters */
};

/*
 * Sets the definitions that every filter of the rulebook may call (the text of
 * its "defs"): def NAME: FILTER; and so on, and nothing else. At most once,
 * before filters are added or after. Returns 0, or -1 with errors.
 */
int tf_filters_define(struct tf_filters *filters, const char *text, size_t len,
    const struct tf_filter_place *place, struct tf_errors *errors);

/*
 * Adds a filter. Checked at once, without libjq: brackets and strings must be
 * closed, it must not be empty, and it must not use a refused word. The text
 * is copied. Returns its number, or -1 with errors.
 */
int tf_filters_add(struct tf_filters *filters, const char *text, size_t len,
    const struct tf_filter_place *place, struct tf_errors *errors);

size_t tf_filters_count(const struct tf_filters *filters);

/* Valid until the next one is added. */
const struct tf_filter_place *tf_filters_place(
    const struct tf_filters *filters, int filter);

/* The filter as it was written; lives with the filters. */
struct tf_slice tf_filters_text(const struct tf_filters *filters, int filter);

/*
 * Which of enum tf_mention the filter mentions; if it calls a definition, what
 * any of them mentions too.
 */
unsigned tf_filters_mentions(const struct tf_filters *filters, int filter);

/*
 * True where the filter is just "$scope.NAME" or "$scope.NAME | not": such a
 * question is answered without libjq. *name is NAME (lives with the filters),
 * *negated whether it ends in not.
 */
bool tf_filters_scope_question(const struct tf_filters *filters, int filter,
    struct tf_slice *name, bool *negated);

/* ---- when calls are processed: one for each thread and rulebook ---- */

struct tf_jq;

/*
 * Compiles the program. Returns NULL with an error for each filter that does
 * not compile, at its place in the rulebook. filters is borrowed. Used by one
 * thread at a time, not always the same.
 */
struct tf_jq *tf_jq_new(
    const struct tf_filters *filters, struct tf_errors *errors);
void tf_jq_free(struct tf_jq *jq);

/* What a run is given. All but input may be NULL: null for the filter. */
struct tf_filter_input {
	const struct tf_value *input; /* . */
	const struct tf_value *args, *scope, *call, *record;
	struct tf_slice action, tool; /* null where bytes is NULL */
};

/* What *why points to where a filter gave no result: "gave no result". */
extern const char tf_jq_no_result[];

/*
 * Runs one filter, which must give exactly one result. Returns it, a new value
 * in the arena whose keys have no numbers; or NULL, with *why (in the arena or
 * static) saying what went wrong: the error that it raised, or that it gave no
 * result or several. An error's text is cut at 500 bytes and not escaped.
 */
struct tf_value *tf_jq_run(struct tf_jq *jq, int filter,
    const struct tf_filter_input *input, struct tf_arena *arena,
    const char **why);

/* ---- the time limit: may be called by another thread ---- */

/*
 * The filter that is running now, or -1; *since is when it started, in
 * nanoseconds of CLOCK_MONOTONIC.
 */
int tf_jq_running(const struct tf_jq *jq, uint64_t *since);

#endif
