/*
 * number.h - JSON numbers as their own text (layer: base).
 *
 * Numbers are never turned into doubles to compare them: 64-bit ids, 1.10 and
 * 1e400 are held exactly. Every text must be a number of the JSON grammar
 * (RFC 8259 section 6), which tf_number_valid() tells.
 */
#ifndef TF_NUMBER_H
#define TF_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"

bool tf_number_valid(const char *text, size_t len);

/* By value, exactly: less than 0, 0 or more than 0, as a is to b. 1.0 is 1. */
int tf_number_compare(const char *a, size_t alen, const char *b, size_t blen);

/* True where the value has no fraction: 1, 1.0, 10e-1, 1e400. */
bool tf_number_is_integer(const char *text, size_t len);

/*
 * True where text divided by divisor (more than 0) is an integer; exact for
 * divisors of up to 18 significant digits, by double division beyond that.
 * Bounded work for any exponent.
 */
bool tf_number_is_multiple(
    const char *text, size_t len, const char *divisor, size_t divisor_len);

/* The value, where it is an integer that fits; else false. */
bool tf_number_to_int64(const char *text, size_t len, int64_t *value);

/* The nearest double (infinite where it is out of range). No locale. */
double tf_number_to_double(const char *text, size_t len);

/*
 * Adds the shortest text that reads back as this double; integers below 1e17
 * without exponent. NaN is written as null, infinities as the largest double,
 * as jq does.
 */
void tf_number_write(struct tf_buf *buf, double value);

#endif
