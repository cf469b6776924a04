/*
 * toolbook.h - tool definitions as a rulebook (layer: engine).
 *
 * What providers are given of tools is a contract already. Schemas are read
 * leniently: unknown keywords are annotations, and toolfix's own are not read.
 */
#ifndef TF_TOOLBOOK_H
#define TF_TOOLBOOK_H

#include "compile.h"
#include "rulebook.h"

/*
 * A rulebook of all tool definitions in a JSON (or YAML) text. Calls of other
 * tools are warned of. NULL with errors: not JSON, no definition in it, a
 * schema that is wrong. Freed by tf_rulebook_free().
 */
struct tf_rulebook *tf_toolbook_load(
    const char *file, const char *bytes, size_t len, struct tf_errors *errors);

/*
 * The schema that a tool's "schema" key names: FILE#/json/pointer, or FILE, in
 * which the tool is looked up by its name. Relative to the rulebook's folder.
 * NULL with a mistake.
 */
const struct tf_schema *tf_toolbook_schema(struct tf_compiler *c,
    const struct tf_node *node, const struct tf_tool *tool);

#endif
