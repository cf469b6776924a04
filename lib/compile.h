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
#include "resource.h"
#include "rulebook.h"

/* A document that $ref may name; nothing is fetched from the network. */
struct tf_document {
	const char *uri; /* without a fragment */
	const char *file;
};

/* What the readers share while one rulebook is loaded. */
struct tf_compiler {
	struct tf_rulebook *rulebook;
	struct tf_arena *arena; /* the rulebook's */
	struct tf_errors *errors;
	const char *where; /* "tool ctx_note": for the names of filters */
	const char *key;   /* what is read, for errors */

	/* May be set by the caller. */
	const struct tf_document *documents;
	size_t document_count;
	enum tf_dialect dialect; /* where no $schema says it */
	bool lenient; /* unknown keywords are annotations; see resource.h */
	bool annotate_formats; /* no format is checked */
	const char *file; /* in which contracts stand; NULL: the rulebook's */

	/* Of resource.c and compile.c; starts zeroed. */
	struct tf_registry *registry;
	struct tf_resource *resource; /* of what is read; NULL: none */
};

/* How schemas stand in the value of a keyword. */
enum tf_holds {
	TF_HOLDS_NONE,
	TF_HOLDS_ONE,      /* the value is one */
	TF_HOLDS_LIST,     /* each item is */
	TF_HOLDS_MAP,      /* each value of the map is */
	TF_HOLDS_ONE_LIST, /* the value is one, or each item is */
	TF_HOLDS_MAP_SOME  /* each value of the map that is no list is */
};

struct tf_keyword {
	const char *name;
	/* NULL: an annotation, which is accepted and means nothing here. */
	void (*read)(struct tf_compiler *c, struct tf_schema *schema,
	    const struct tf_node *value);
	enum tf_holds holds;
	unsigned vocabularies; /* bits of those it is of; 0: always there */
	unsigned dialects;     /* bits of those that have it; 0: all */
};

/* The tables; each ends with a row without a name. */
extern const struct tf_keyword tf_value_keywords[]; /* JSON Schema */
extern const struct tf_keyword tf_apply_keywords[]; /* JSON Schema */
extern const struct tf_keyword tf_rule_keywords[];  /* toolfix */

/* The keyword of JSON Schema, or of toolfix, with this name; or NULL. */
const struct tf_keyword *tf_keyword_json(const char *name);
const struct tf_keyword *tf_keyword_rule(const char *name);

/*
 * Compiles a schema: a map of keywords, or true or false. Keys in skip (ended
 * by NULL; may be NULL) are somebody else's. Never NULL: mistakes are added to
 * the errors and what could be read is returned. A node that was compiled
 * before gives the same schema again.
 *
 * Called from outside of a reader, it compiles the root of a document: "#" in
 * it means the node. Documents that it refers to are read (see resource.h) and
 * references resolved before it returns.
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

/* The file that is read. */
const char *tf_file_of(const struct tf_compiler *c);

/* A regular expression; NULL with a mistake. */
const struct tf_pattern *tf_read_pattern(
    struct tf_compiler *c, const struct tf_node *node);

/* true or false; false with a mistake. */
bool tf_read_boolean(struct tf_compiler *c, const struct tf_node *node);

/* A whole number from 0; *count stays as it is with a mistake. */
void tf_read_count(
    struct tf_compiler *c, const struct tf_node *node, size_t *count);

/* What can be said of a schema only when all its keywords are read. */
void tf_json_finish(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *node);

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
