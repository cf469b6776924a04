/*
 * pattern.h - regular expressions of JSON Schema, by PCRE2 (layer: base).
 *
 * ECMA-262 syntax (regex.h), unanchored. What PCRE2 lacks of it, as look-behind
 * of variable width, is a mistake. Matching is bounded by PCRE2's match limit.
 */
#ifndef TF_PATTERN_H
#define TF_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

struct tf_pattern;

/*
 * Compiles; NULL where the expression is wrong, with *why (static or at most
 * size bytes in buffer) and *at, the offset in text.
 */
struct tf_pattern *tf_pattern_new(
    const char *text, size_t len, char *why, size_t size, size_t *at);
void tf_pattern_free(struct tf_pattern *pattern);

/* The expression as it was written. */
const char *tf_pattern_text(const struct tf_pattern *pattern);

/* True for \S, which says "not blank"; it is answered without PCRE2. */
bool tf_pattern_not_blank(const struct tf_pattern *pattern);

/* What matching needs, one for each thread. */
struct tf_matcher;
struct tf_matcher *tf_matcher_new(void);
void tf_matcher_free(struct tf_matcher *matcher);

/*
 * True where the pattern matches somewhere in the text, which is UTF-8. A
 * match that would pass the limit counts as none.
 */
bool tf_pattern_matches(const struct tf_pattern *pattern,
    struct tf_matcher *matcher, const char *text, size_t len);

#endif
