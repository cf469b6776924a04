/*
 * regex.h - regular expressions of ECMA-262, in the syntax of PCRE2
 * (layer: base).
 *
 * They are read in Unicode mode, as JSON Schema wants: a character is a code
 * point. As without that mode, a backslash before any punctuation means it,
 * and "{", "}" and "]" may stand for themselves.
 */
#ifndef TF_REGEX_H
#define TF_REGEX_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"

/*
 * Adds the expression as PCRE2 has it (PCRE2_UTF, no newline convention
 * needed); out may be NULL: it is checked only, and nothing is allocated.
 * False where it is wrong, with *why (static) and *at, the offset in text.
 */
bool tf_regex_translate(const char *text, size_t len, struct tf_buf *out,
    const char **why, size_t *at);

bool tf_regex_valid(const char *text, size_t len);

#endif
