/*
 * recordbook.h - the tools that a record defines itself (layer: engine).
 *
 * Fine-tuning sets and logs of requests carry the tools with the messages,
 * the same ones in record after record: what was compiled is kept for some
 * sets of tools, by their text.
 */
#ifndef TF_RECORDBOOK_H
#define TF_RECORDBOOK_H

#include "rules.h"
#include "walk.h"

struct tf_recordbooks;

struct tf_recordbooks *tf_recordbooks_new(void);
void tf_recordbooks_free(struct tf_recordbooks *books);

/*
 * The rulebook of a record's tools; NULL where it has none, or, with *why (in
 * the arena) and *at (an offset in the record), where they are wrong. Lives
 * until the next call.
 */
const struct tf_rulebook *tf_recordbooks_get(struct tf_recordbooks *books,
    const struct tf_doc *doc, struct tf_arena *arena, const char **why,
    size_t *at);

#endif
