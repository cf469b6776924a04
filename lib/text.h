/*
 * text.h - JSON texts inside JSON texts, and places in them (layer: json).
 *
 * A record is a text. Arguments that are JSON-encoded in a string of it are a
 * text of their own, whose outer text is the record; and so on inwards. An
 * offset in an inner text stands for raw bytes of the outer one.
 */
#ifndef TF_TEXT_H
#define TF_TEXT_H

#include <stddef.h>

#include "buf.h"
#include "mem.h"

struct tf_text {
	const char *bytes; /* not NUL-terminated, never changed */
	size_t len;
	const struct tf_text *outer; /* NULL for a record */
	size_t outer_start;          /* of the string's first raw byte there */
	size_t outer_len;            /* raw bytes between the quotes */
};

/*
 * The text inside a string of outer, whose opening quote is at quote. Decoded
 * into the arena. The string must be valid JSON.
 */
struct tf_text *tf_text_inner(
    struct tf_arena *arena, const struct tf_text *outer, size_t quote);

/*
 * Where an offset of text is in the outermost one (the record). len itself is
 * a valid offset.
 */
size_t tf_text_record_offset(const struct tf_text *text, size_t offset);

/* The same, one level out. text->outer must not be NULL. */
size_t tf_text_outer_offset(const struct tf_text *text, size_t offset);

/* The first place of a NUL-terminated text in bytes, or NULL. */
const char *tf_text_find(const char *bytes, size_t len, const char *what);

/* ---- scanning valid JSON; each takes and returns an offset ---- */

size_t tf_text_skip_space(const struct tf_text *text, size_t at);

/* at is an opening quote; returns the offset after the closing one. */
size_t tf_text_skip_string(const struct tf_text *text, size_t at);

/* at is the first byte of a value; returns the offset after its last. */
size_t tf_text_skip_value(const struct tf_text *text, size_t at);

/* at is after a key; returns the first byte of its value. */
size_t tf_text_skip_colon(const struct tf_text *text, size_t at);

#endif
