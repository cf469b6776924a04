/*
 * scan.h - where a JSON value ends, piece by piece (layer: json).
 *
 * Knows the grammar of brackets, commas, colons and strings, so that text that
 * cannot go on as one value is told at once; what numbers, literals and
 * escapes are is left to the reader of JSON. Can be stopped anywhere and go on
 * with more bytes.
 */
#ifndef TF_SCAN_H
#define TF_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "value.h"

enum tf_scan_result {
	TF_SCAN_MORE,     /* the value goes on after the bytes */
	TF_SCAN_COMPLETE, /* it ends at the returned offset */
	TF_SCAN_BROKEN    /* the byte at the returned offset cannot be there */
};

/* Starts zeroed, before the first byte of a value. */
struct tf_scan {
	unsigned char state;
	bool in_key, escaped;
	size_t depth;
	unsigned char objects[TF_DEPTH_MAX / 8 + 1]; /* a bit for each level */
};

/*
 * Goes on from *at up to end. *at is then where it stopped. A value that is
 * nested deeper than TF_DEPTH_MAX counts as broken.
 */
enum tf_scan_result tf_scan_on(
    struct tf_scan *scan, const char *bytes, size_t *at, size_t end);

#endif
