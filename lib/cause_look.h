/*
 * cause_look.h - looking around in a text that is not JSON, and saying what is
 * wrong with it (layer: json). Only cause.c and cause_token.c use it.
 *
 * All offsets may be len or more: there is nothing then.
 */
#ifndef TF_CAUSE_LOOK_H
#define TF_CAUSE_LOOK_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"
#include "cause.h"
#include "cause_scan.h"

/* One search for a cause. */
struct tf_cause_look {
	struct tf_cause_scan scan;
	struct tf_cause *cause;
	struct tf_buf *buf;
};

/* ---- looking ---- */

/* The character there; NUL where there is nothing. */
char tf_look_char(const struct tf_cause_look *look, size_t at);

/* The first one from there on that is no white space. */
char tf_look_next(const struct tf_cause_look *look, size_t at);

/* Is c in set? A NUL is in none. */
bool tf_look_among(char c, const char *set);

bool tf_look_digit(char c);

/* Does text stand there, does it stand there and end there? */
bool tf_look_starts(
    const struct tf_cause_look *look, size_t at, const char *text);
bool tf_look_is(
    const struct tf_cause_look *look, size_t at, size_t end, const char *text);

/* The end of the word or number there: at itself for none. */
size_t tf_look_word(const struct tf_cause_look *look, size_t at);

/* The end of what stands in the place of a value: one character or more. */
size_t tf_look_bare(const struct tf_cause_look *look, size_t at);

/* Does an object or array begin there, and not just a bracket in prose? */
bool tf_look_json(const struct tf_cause_look *look, size_t at);

/* "object", "array", "string", "number" or "value". */
const char *tf_look_kind(const struct tf_cause_look *look, size_t at);

/* The same for the value of the whole text. */
const char *tf_look_root(const struct tf_cause_look *look);

/* Is the innermost bracket that is open the one of an object? */
bool tf_look_in_object(const struct tf_cause_look *look);

/* ---- saying ---- */

void tf_cause_say(struct tf_cause_look *look, const char *what, size_t at,
    const char *format, ...) TF_PRINTF(4, 5);

/* Adds a part of the text, shortened. */
void tf_cause_quote(struct tf_cause_look *look, size_t at, size_t end);

/* Adds the last key that was read, shortened. */
void tf_cause_quote_key(struct tf_cause_look *look);

#endif
