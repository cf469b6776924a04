/*
 * definition.h - tools as providers define them (layer: model).
 *
 * MCP's tools/list results ({name, inputSchema}), OpenAI's chat tools
 * ({type, function: {name, parameters}}), its Responses tools ({type, name,
 * parameters}), Anthropic's ({name, input_schema}) and Gemini's function
 * declarations ({name, parameters} or {name, parametersJsonSchema}); wherever
 * they stand in a document.
 */
#ifndef TF_DEFINITION_H
#define TF_DEFINITION_H

#include "node.h"

struct tf_definition {
	const struct tf_node *name;
	const struct tf_node *schema; /* NULL: the tool takes no arguments */
};

/* Starts zeroed; lives in the arena. */
struct tf_definitions {
	struct tf_definition *items;
	size_t count, capacity;
};

/* Finds all definitions in a document, in its order. */
void tf_definitions_find(struct tf_definitions *list, struct tf_arena *arena,
    const struct tf_node *root);

/* The last definition with this name, or NULL. */
const struct tf_definition *tf_definitions_get(
    const struct tf_definitions *list, const char *name, size_t len);

#endif
