/*
 * phrase.h - sentences about what a place takes (layer: engine).
 *
 * One description for all schemas of a value: "an integer of at least 1",
 * "one of high, medium, low", "an array of 1 to 50 integers of at least 1",
 * "a string that is not blank". Text that comes from data is shortened and
 * escaped, so that no control character gets into a message.
 */
#ifndef TF_PHRASE_H
#define TF_PHRASE_H

#include "buf.h"
#include "names.h"
#include "set.h"
#include "value.h"

/* What a set takes, as a noun phrase. */
void tf_phrase_set(
    struct tf_buf *buf, const struct tf_names *names, const struct tf_set *set);

/* True where the phrase would say more than "a value". */
bool tf_phrase_says_something(const struct tf_set *set);

/*
 * What was received, for a value that does not fit: its JSON text shortened
 * to 40 characters; or how many items or characters it has, where that is
 * what is wrong.
 */
void tf_phrase_received(struct tf_buf *buf, struct tf_arena *arena,
    const struct tf_set *set, struct tf_value *value);

/* The JSON text of a value, shortened and escaped. */
void tf_phrase_value(
    struct tf_buf *buf, struct tf_arena *arena, struct tf_value *value);

/* The keys of an object, "nothing" where there is none; many are shortened. */
void tf_phrase_keys(struct tf_buf *buf, const struct tf_value *object);

/* One name, shortened and escaped. */
void tf_phrase_name(
    struct tf_buf *buf, const struct tf_names *names, uint32_t name);

/* "a, b, c" of names. */
void tf_phrase_names(struct tf_buf *buf, const struct tf_names *names,
    const struct tf_name_list *list);

/* Text of data, escaped and cut after max characters. */
void tf_phrase_text(
    struct tf_buf *buf, const char *bytes, size_t len, size_t max);

#endif
