/*
 * reference.h - $ref and $dynamicRef become pointers (layer: engine).
 *
 * A reference is noted when its keyword is read, and resolved when the root
 * that it stands in is compiled, so that schemas may refer to themselves and
 * to each other.
 */
#ifndef TF_REFERENCE_H
#define TF_REFERENCE_H

#include "resource.h"

/* Notes a reference in a schema of c->resource. */
void tf_references_add(struct tf_compiler *c, struct tf_schema *schema,
    const struct tf_node *value, bool dynamic);

/* Notes a schema that was made, so that its flags are completed. */
void tf_references_add_schema(struct tf_compiler *c, struct tf_schema *schema);

/* The dynamic anchors of a resource, which will be compiled; NULL: none. */
const struct tf_dynamic_scope *tf_references_scope(
    struct tf_compiler *c, struct tf_resource *resource);

/*
 * Resolves all references that were noted, and compiles what they mean; what
 * leads nowhere is a mistake, and so is a schema that is nothing but itself.
 * Completes tf_schema.deep.
 */
void tf_references_resolve(struct tf_compiler *c);

#endif
