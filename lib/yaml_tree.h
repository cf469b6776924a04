/*
 * yaml_tree.h - nodes from what libyaml reads (layer: model).
 */
#ifndef TF_YAML_TREE_H
#define TF_YAML_TREE_H

#include "mem.h"
#include "node.h"
#include "toolfix.h"

/*
 * Parses text that tf_yaml_source() has accepted, and follows its aliases.
 * Returns the root, which lives in the arena and borrows nothing from text, or
 * NULL with errors; see tf_yaml_parse().
 */
struct tf_node *tf_yaml_tree(struct tf_arena *arena, const char *file,
    struct tf_slice text, struct tf_errors *errors);

#endif
