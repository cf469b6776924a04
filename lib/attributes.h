/*
 * attributes.h - calls in the attributes of spans (layer: model).
 *
 * OpenTelemetry writes attributes as an array of {key, value: {stringValue}}
 * (OTLP/JSON), dumps of spans as one flat object. The GenAI conventions have
 * a call's name, arguments and id under gen_ai.tool.*; OpenInference has them
 * under llm.*.tool_call.function.*. Messages are JSON text in an attribute.
 */
#ifndef TF_ATTRIBUTES_H
#define TF_ATTRIBUTES_H

#include "walk.h"

/* The attributes of one span. */
void tf_attributes_array(struct tf_walk *walk, const struct tf_doc *doc,
    yyjson_val *array, struct tf_walk_context *context);

/* A string member of any object: a flat attribute, perhaps. */
void tf_attributes_string(struct tf_walk *walk, const struct tf_doc *doc,
    yyjson_val *object, yyjson_val *key, yyjson_val *value,
    const struct tf_walk_context *context);

#endif
