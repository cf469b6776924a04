/*
 * resource.h - what $ref can reach: documents, and the schema resources,
 * anchors and nodes in them (layer: engine).
 *
 * A document is the map of a contract in a rulebook ("#" in it means that
 * map), or a file that some $ref names: by a path relative to the file that it
 * stands in, or by a URI that the caller has a file for
 * (tf_compiler.documents), or one of the metaschemas, which are built in.
 * Everything else is a mistake: nothing is fetched.
 *
 * Rulebooks are read strictly. Other documents are read leniently: a keyword
 * that is not known is an annotation, toolfix's own are not looked at, and
 * only what is referred to is compiled.
 *
 * A document is searched once for $id and anchors, where its keywords hold
 * schemas; each schema in it belongs to one resource. All of this lives in the
 * rulebook's arena, and nothing of it is needed once that is loaded.
 */
#ifndef TF_RESOURCE_H
#define TF_RESOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "node.h"
#include "schema.h"

struct tf_compiler;

enum tf_dialect {
#define TF_DIALECT(id, name, uri) TF_DRAFT_##id,
#include "dialect.def"
#undef TF_DIALECT
	TF_DIALECT_COUNT
};

enum {
#define TF_VOCABULARY(id, uri) TF_VOCABULARY_##id,
#include "dialect.def"
#undef TF_VOCABULARY
	TF_VOCABULARY_COUNT
};

struct tf_anchor {
	const char *name;
	const struct tf_node *node;
	bool dynamic;
	struct tf_anchor *next;
};

struct tf_resource {
	const char *uri; /* absolute, without a fragment */
	const struct tf_node *root;
	struct tf_resource *outer; /* that it stands in; NULL: none */
	const char *file;          /* for errors */
	enum tf_dialect dialect;
	unsigned vocabularies; /* bits */
	bool lenient;
	bool failed; /* a document that could not be read; root is NULL */
	struct tf_anchor *anchors;
	struct tf_dynamic_scope *scope; /* NULL where no anchor is dynamic */
	struct tf_resource *next;
};

/* What is known of a node. */
struct tf_site {
	const struct tf_node *node;
	struct tf_resource *resource; /* NULL: not searched yet */
	struct tf_schema *schema;     /* NULL: not compiled yet */
};

struct tf_registry {
	struct tf_resource *resources;
	struct tf_site *sites; /* a hash table; capacity is a power of 2 */
	size_t site_count, site_capacity;
	struct tf_pending *pending; /* of compile.c */
	struct tf_schema **schemas; /* those compiled since the last root */
	size_t schema_count, schema_capacity;
	char *directory;              /* where the program runs */
	const struct tf_pattern *idn; /* of formats; NULL: not needed yet */
};

/* Its name in errors. */
const char *tf_dialect_name(enum tf_dialect dialect);

/* What is known of a node; made when it is not. Valid until the next call. */
struct tf_site *tf_site_of(struct tf_compiler *c, const struct tf_node *node);

/*
 * Makes a document of the root of a contract, and searches it. Afterwards
 * tf_site_of(root) has a resource.
 */
void tf_resource_add_contract(
    struct tf_compiler *c, const struct tf_node *root);

/*
 * What a reference in a resource means: the node, whose site has a resource
 * then. NULL with a mistake at "at". *name is set to the name of the
 * $dynamicAnchor, where that is what it names, else to NULL; it may be NULL.
 */
const struct tf_node *tf_resource_find(struct tf_compiler *c,
    struct tf_resource *resource, const struct tf_node *at, const char **name);

#endif
