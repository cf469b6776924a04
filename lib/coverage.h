/*
 * coverage.h - which parts of rulebooks were reached (layer: engine).
 *
 * Parts are the blocks of actions and cases, and filters. They are known by
 * their address in the rulebook. Only the tests of rulebooks take note.
 */
#ifndef TF_COVERAGE_H
#define TF_COVERAGE_H

#include <stdbool.h>

#include "rulebook.h"

/* What was reached. Starts zeroed. */
struct tf_reached {
	const void **items;
	size_t count, capacity;
};

void tf_reached_release(struct tf_reached *reached);

/* Takes note of a part. reached may be NULL: nothing is noted. */
void tf_reached_add(struct tf_reached *reached, const void *part);

/*
 * Tells each part of a rulebook, in the order of its tools, and whether it was
 * reached. Filters come last.
 */
void tf_coverage_tell(const struct tf_rulebook *book,
    const struct tf_reached *reached,
    void (*tell)(void *ctx, const struct tf_coverage *part), void *ctx);

#endif
