/*
 * program.h - the filters of a rulebook as one jq program (layer: engine).
 *
 * Holds what is collected while a rulebook is loaded (in filter_load.c, for the
 * first part of filter.h), and writes the program that libjq compiles:
 *
 *	the prelude
 *	. as [$__filter, $__input, $args] |	those that are mentioned
 *	the definitions of the rulebook
 *	def __f0: (
 *	a filter
 *	);
 *	$__input | if $__filter < 1 then __f0 else __f1 end
 *
 * Each filter has lines of its own and brackets around it; that it cannot get
 * out of them has been checked. Comments are blanked, for versions of jq
 * differ in where they end.
 */
#ifndef TF_PROGRAM_H
#define TF_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"
#include "filter.h"
#include "toolfix.h"

/* A filter, or the definitions. */
struct tf_filter {
	char *text;    /* NUL-terminated; comments are blanks */
	char *written; /* the same with its comments */
	size_t len, lines;
	struct tf_filter_place place;
	unsigned mentions;     /* by itself */
	bool empty;            /* nothing but comments */
	bool calls;            /* a function of the rulebook's own */
	struct tf_slice scope; /* of "$scope.NAME" alone: NAME, in text */
	bool negated;          /* ... with "| not" behind it */
};

/* A function that the definitions define. */
struct tf_definition {
	struct tf_slice name; /* in their text */
	size_t parameters;
};

struct tf_filters {
	struct tf_filter *items;
	size_t count, capacity;
	struct tf_filter defs; /* text is NULL where there are none */
	struct tf_definition *known;
	size_t known_count, known_capacity;
};

/* The variables that any filter or definition mentions; enum tf_mention. */
unsigned tf_filters_variables(const struct tf_filters *filters);

/*
 * The place in the rulebook of a line and column of a filter's text; column 0
 * where it is not known.
 */
struct tf_filter_place tf_filter_at(
    const struct tf_filter *filter, size_t line, size_t column);

/* A program of the filters from first up to, not including, end. */
struct tf_program {
	struct tf_buf text;
	const struct tf_filters *filters;
	size_t first, end;
	size_t defs_line, first_line; /* where they begin in the text */
};

/* Instead of the number of a filter: what tf_jq_new() runs once. */
enum { TF_PROGRAM_WARM = -1 };

/*
 * Starts zeroed. Replaces what was written; filters is borrowed. The program
 * runs on an array: a filter's number, its input, and the variables that
 * tf_filters_variables() tells of.
 */
void tf_program_write(struct tf_program *program,
    const struct tf_filters *filters, size_t first, size_t end);

/*
 * Writes a program of one filter that is known to compile, for speed: without
 * a choice, and without the definitions where it calls none. It runs on the
 * array of its input and the variables that tf_filters_mentions() tells of; or
 * where there are none of these, on the input itself.
 */
void tf_program_write_alone(
    struct tf_program *program, const struct tf_filters *filters, int filter);

void tf_program_release(struct tf_program *program);

/*
 * Adds as an error, at its place in the rulebook, what libjq says of a program:
 * one message of its error callback. False where what libjq says after it is
 * not worth reading.
 */
bool tf_program_report(const struct tf_program *program, const char *message,
    struct tf_errors *errors);

#endif
