/*
 * utf8.h - text in UTF-8: counting, blank text, what may be shown to a person
 * (layer: base).
 */
#ifndef TF_UTF8_H
#define TF_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"

/* How many characters (code points); a byte that is no UTF-8 counts as one. */
size_t tf_utf8_length(const char *bytes, size_t len);

/* How many bytes the first max characters take; len where there are fewer. */
size_t tf_utf8_prefix(const char *bytes, size_t len, size_t max);

/* Writes a code point as UTF-8; returns how many bytes it took, 4 at most. */
size_t tf_utf8_put(char *out, uint32_t code);

/*
 * True for text of white space alone, the empty one among it: what the
 * pattern \S (ECMA-262 15.10.2.12) does not match.
 */
bool tf_utf8_blank(const char *bytes, size_t len);

/*
 * Adds text so that it can be shown on a terminal and in a line of a report:
 * control characters (C0, DEL, C1), line and paragraph separators and the
 * characters that change the direction of writing become \uXXXX, bytes that
 * are no UTF-8 become \xXX. Everything else is added as it is.
 */
void tf_utf8_show(struct tf_buf *buf, const char *bytes, size_t len);

/*
 * Adds text as the inside of a JSON string (RFC 8259 section 7): only what
 * must be escaped is, in the short form where one exists.
 */
void tf_json_escape(struct tf_buf *buf, const char *bytes, size_t len);

/* The same between quotes. */
void tf_json_quote(struct tf_buf *buf, const char *bytes, size_t len);

#endif
