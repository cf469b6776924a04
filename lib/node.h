/*
 * node.h - YAML files as trees with places (layer: model).
 *
 * YAML 1.2 core schema (yaml.org/spec/1.2.2 section 10.3): no, on and y are
 * strings. JSON is YAML. An alias of a list or a map is the very node that its
 * anchor names, so a node may be reached in several ways; an alias of a scalar
 * is a copy that has the alias's place. No node contains itself.
 */
#ifndef TF_NODE_H
#define TF_NODE_H

#include <stdbool.h>
#include <stddef.h>

#include "mem.h"
#include "toolfix.h"
#include "value.h"

enum tf_node_kind { TF_NODE_SCALAR, TF_NODE_LIST, TF_NODE_MAP };

struct tf_node {
	enum tf_node_kind kind;
	size_t line, column; /* from 1; column in characters */
	bool plain;          /* scalar: its looks tell its type (not "1", |) */
	bool block;          /* scalar: its text starts on the next line */
	const char *text;    /* scalar: its bytes, NUL-terminated */
	size_t len;
	struct tf_node **items; /* of a map: key, value, key, value... */
	size_t count;           /* of items; of pairs in a map */
};

/*
 * Reads one document. file is the name for errors. Returns the root, which
 * lives in the arena, or NULL with errors: not UTF-8, not YAML, no document,
 * several documents, an alias to something that contains it, a duplicate key,
 * a key that is no scalar, a custom tag, nesting over 100 levels, or over
 * a million nodes once aliases are followed. What is wrong in a tree that is
 * YAML is reported all at once. bytes are not needed afterwards.
 */
struct tf_node *tf_yaml_parse(struct tf_arena *arena, const char *file,
    const char *bytes, size_t len, struct tf_errors *errors);

/* The value of a map's key, or NULL; NULL also where map is no map. */
struct tf_node *tf_node_get(const struct tf_node *map, const char *key);

/* What a scalar is in the core schema; a list or a map is TF_ARRAY/OBJECT. */
enum tf_type tf_node_type(const struct tf_node *node);

/* "text", "a number", "a list", "a map", ... for errors. */
const char *tf_node_what(const struct tf_node *node);

/*
 * The JSON value of a node, in the arena; its texts are the node's own. Keys
 * are strings, whatever they look like. Numbers keep their digits; those that
 * JSON cannot spell (0x1F, .5, +1) get the JSON spelling of the same value.
 * NULL with an error where there is none (.inf, .nan, 0x of over 64 bits).
 */
struct tf_value *tf_node_value(struct tf_arena *arena,
    const struct tf_node *node, const char *file, struct tf_errors *errors);

#endif
