/*
 * shape.h - what a call looks like in a record (layer: model).
 *
 * A shape is a row of shape.def: the keys that make it, and where its name,
 * arguments and id are. walk.h goes over records and asks which shape an
 * object has.
 */
#ifndef TF_SHAPE_H
#define TF_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <yyjson.h>

#include "toolfix.h"

struct tf_shape {
	const char *name;
	const char *type, *under, *needs, *where;
	const char *tool, *args, *size, *id;
	bool root, optional, text, broken;
};

/* The rows, and how many there are. */
extern const struct tf_shape tf_shapes[];
extern const size_t tf_shapes_count;

/*
 * Keys that shapes, and the walk, look for. Each has a number below
 * TF_KEYS_MAX; all of one object are looked up in one pass over it.
 */
enum { TF_KEYS_MAX = 128 };

struct tf_keys {
	uint64_t mask[TF_KEYS_MAX / 64];
	yyjson_val *key[TF_KEYS_MAX], *value[TF_KEYS_MAX];
};

/* Called once before anything else here; later calls do nothing. */
void tf_shapes_init(void);

/* Looks up all known keys of an object; of two with one name, the last. */
void tf_keys_read(struct tf_keys *keys, yyjson_val *object);

/* The number of a known key; for keys in literals. Asserts that it is known. */
unsigned tf_key_number(const char *name);

/* The value of a known key in what was read, or NULL. */
yyjson_val *tf_keys_get(const struct tf_keys *keys, unsigned number);

/* Where a call's parts are. args_key is NULL where args is. */
struct tf_shape_match {
	const struct tf_shape *shape;
	yyjson_val *name;
	size_t name_skip; /* characters of name that come before it */
	yyjson_val *args_key, *args, *args_len;
	yyjson_val *id;
};

/*
 * The shape of an object, or false. under is the key it stands under, or NULL;
 * root: it is the record itself.
 */
bool tf_shape_find(struct tf_shape_match *match, const struct tf_keys *keys,
    const char *under, bool root);

/* "a|b|c*" has this word? A word with '*' at its end is a prefix. */
bool tf_words_have(const char *words, const char *word, size_t len);

#endif
