/*
 * compile.h - from the nodes of a rulebook to schemas (layer: engine).
 *
 * Each keyword is a row of a table: its name and the function that reads it.
 * A new keyword is a row, its function, and its lines in the manual.
 */
#ifndef TF_COMPILE_H
#define TF_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

#include "node.h"
#include "rulebook.h"

/* What the readers share while one rulebook is loaded. */
struct tf_compiler {
	struct tf_rulebook *rulebook;
	struct tf_arena *arena; /* the rulebook's */
	struct tf_errors *errors;
	const char *where; /* "tool ctx_note": for the names of filters */
	const char *key;   /* what is read, for errors */
};

struct tf_keyword {
	const char *name;
	/* NULL: an annotation, which is accepted and means nothing here. */
	void (*read)(struct tf_compiler *c, struct tf_schema *schema,
	    const struct tf_node *value);
};

/* The tables; each ends with a row without a name. */
extern const struct tf_keyword tf_json_keywords[];
extern const struct tf_keyword tf_rule_keywords[];

/*
 * Compiles a schema: a map of keywords, or true or false. Keys in skip (ended
 * by NULL; may be NULL) are somebody else's. Never NULL: mistakes are added to
 * the errors and what could be read is returned.
 */
struct tf_schema *tf_compile_schema(
    struct tf_compiler *c, const struct tf_node *node, const char *const *skip);

/*
 * Reports names that no field of the object has: in uses, in groups, and
 * actions that the action's own field does not take. Goes into blocks, and
 * into the objects below.
 */
void tf_compile_verify(struct tf_compiler *c, const struct tf_node *node,
    const struct tf_schema *schema);

/* Reads the policies of a map that holds nothing else ("defaults"). */
void tf_compile_policy(struct tf_compiler *c, const struct tf_node *node,
    struct tf_policy *policy);

/* ---- for the readers of keywords ---- */

/* A mistake at a node. */
void tf_mistake(struct tf_compiler *c, const struct tf_node *node,
    const char *format, ...) TF_PRINTF(3, 4);

/* "key" is not known among names: a mistake with a suggestion. */
void tf_mistake_unknown(struct tf_compiler *c, const struct tf_node *node,
    const char *what, const struct tf_slice *names, size_t count);

/* Each returns false, with a mistake, where the node is none. */
bool tf_want_text(struct tf_compiler *c, const struct tf_node *node);
bool tf_want_list(struct tf_compiler *c, const struct tf_node *node);
bool tf_want_map(struct tf_compiler *c, const struct tf_node *node);

/* A list of texts as property names. */
void tf_read_names(struct tf_compiler *c, const struct tf_node *node,
    struct tf_name_list *list);

/* A list of any values. */
void tf_read_values(struct tf_compiler *c, const struct tf_node *node,
    struct tf_value_list *list);

/* A filter; -1 with a mistake. what names it in errors. */
int tf_read_filter(
    struct tf_compiler *c, const struct tf_node *node, const char *what);

/* One of the words; its index, or -1 with a mistake. */
int tf_read_word(struct tf_compiler *c, const struct tf_node *node,
    const char *const *words, size_t count);

/* The property name that a text node is. */
uint32_t tf_read_name(struct tf_compiler *c, const struct tf_node *node);

#endif
