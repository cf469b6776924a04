/*
 * rules.h - the rulebooks of a run, and which tool's contract a call has
 * (layer: engine).
 */
#ifndef TF_RULES_H
#define TF_RULES_H

#include "rulebook.h"

struct tf_rules {
	struct tf_rulebook **books;
	size_t count, capacity;
};

/*
 * The contract for a call of this name: an exact name first, then other names
 * and globs; rulebooks added later win. NULL where there is none; *book, where
 * not NULL, is the rulebook's index.
 */
const struct tf_tool *tf_rules_tool(
    const struct tf_rules *rules, const char *name, size_t len, size_t *book);

/* What an unknown tool is: the strictest of all rulebooks. */
enum tf_severity tf_rules_unknown_tools(const struct tf_rules *rules);

/* A suggestion for a tool without a contract, or NULL. */
const struct tf_slice *tf_rules_suggest(
    const struct tf_rules *rules, struct tf_slice name, struct tf_arena *arena);

/*
 * The tool of a rulebook that was not added: the tools of a record. Exact
 * names alone.
 */
const struct tf_tool *tf_rulebook_tool(
    const struct tf_rulebook *book, const char *name, size_t len);

/* The limits of the rulebook added last that says them; else 4 and 6. */
struct tf_loop_limits tf_rules_loops(const struct tf_rules *rules);

#endif
