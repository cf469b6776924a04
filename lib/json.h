/*
 * json.h - reading JSON with yyjson into an arena (layer: json).
 */
#ifndef TF_JSON_H
#define TF_JSON_H

#include <stddef.h>
#include <yyjson.h>

#include "mem.h"

/*
 * Reads one JSON value strictly (RFC 8259): numbers as their own text, strings
 * in UTF-8. bytes stays untouched: what is read in place is a copy in the
 * arena. Returns the root, which lives as long as the arena, or NULL with err
 * filled in.
 */
yyjson_val *tf_json_read(struct tf_arena *arena, const char *bytes, size_t len,
    yyjson_read_err *err);

/*
 * Values one after another in one run of bytes. Starts with the bytes; the
 * rest is filled in.
 */
struct tf_json_reader {
	const char *bytes;
	size_t len;
	char *copy; /* of all bytes; strings and numbers stand where they did */
	size_t at;  /* where the next value, or the space before it, starts */
};

void tf_json_reader_init(struct tf_json_reader *reader, struct tf_arena *arena,
    const char *bytes, size_t len);

/*
 * The next value, or NULL: at the end (err->code is 0), or with err filled in;
 * err->pos is then an offset in bytes.
 */
yyjson_val *tf_json_reader_next(struct tf_json_reader *reader,
    struct tf_arena *arena, yyjson_read_err *err);

#endif
