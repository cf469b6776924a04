/*
 * uri.h - URI references, RFC 3986 (layer: base).
 *
 * Texts are compared as they are written: the only normalization is that of
 * the resolution of references (section 5.2).
 */
#ifndef TF_URI_H
#define TF_URI_H

#include <stdbool.h>
#include <stddef.h>

#include "mem.h"

/*
 * What reference means where base is the base URI, in the arena. base may
 * itself be relative, or "": then what it lacks is lacking in the result.
 */
char *tf_uri_resolve(struct tf_arena *arena, const char *base,
    const char *reference, size_t len);

/*
 * Cuts a URI at its "#": returns what follows, with its NUL, or "" where
 * there is none. The text before it is ended by a NUL.
 */
char *tf_uri_cut_fragment(char *uri);

/* The bytes with each %XX replaced by its byte; *length is set. */
char *tf_uri_decode(
    struct tf_arena *arena, const char *bytes, size_t len, size_t *length);

/* The file: URI of a path; one that is relative is so to the directory. */
char *tf_uri_of_path(
    struct tf_arena *arena, const char *directory, const char *path);

/* The path of a file: URI on this host, or NULL where it is none. */
char *tf_uri_to_path(struct tf_arena *arena, const char *uri);

/* Grammar: of a URI (with a scheme), and of a URI or a relative reference. */
bool tf_uri_valid(const char *bytes, size_t len);
bool tf_uri_reference_valid(const char *bytes, size_t len);

#endif
