/*
 * cause_find.h - the cause of a text that is not JSON, for the tests of it.
 */
#ifndef TEST_CAUSE_FIND_H
#define TEST_CAUSE_FIND_H

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "cause.h"

static struct tf_buf sentence; /* of the last find() */

/* From a copy of its own size, so that reading beyond the end is noticed. */
static struct tf_cause
find(const char *text, size_t len)
{
	char *copy = malloc(len > 0 ? len : 1);
	struct tf_cause cause;

	if (len > 0)
		memcpy(copy, text, len);
	tf_buf_reset(&sentence);
	tf_cause_find(&cause, copy, len, &sentence);
	free(copy);
	return cause;
}

#endif
