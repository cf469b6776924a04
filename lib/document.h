/*
 * document.h - the documents outside of a rulebook that its $refs name
 * (layer: engine). See resource.h.
 */
#ifndef TF_DOCUMENT_H
#define TF_DOCUMENT_H

#include <stdbool.h>

#include "resource.h"

/* The URI of a file, whose path may be relative. */
const char *tf_document_uri(struct tf_compiler *c, const char *file);

/* True where there is a document to load: a file, or one that is built in. */
bool tf_document_known(struct tf_compiler *c, const char *uri);

/*
 * Reads the document with this URI, which "at" in a resource refers to. Never
 * NULL; its root is NULL, with a mistake, where it could not be read.
 */
struct tf_resource *tf_document_load(struct tf_compiler *c,
    struct tf_resource *from, const struct tf_node *at, const char *uri);

/* Of resource.c: makes a copy part of the registry, and searches it. */
struct tf_resource *tf_resource_add(
    struct tf_compiler *c, const struct tf_resource *resource);

#endif
