/*
 * rulebook.h - a loaded rulebook (layer: engine, since it holds filters).
 *
 * Everything in it lives in its arena and is only read once it is loaded, by
 * any number of threads.
 */
#ifndef TF_RULEBOOK_H
#define TF_RULEBOOK_H

#include <stdbool.h>
#include <stddef.h>

#include "filter.h"
#include "mem.h"
#include "names.h"
#include "schema.h"
#include "toolfix.h"

/* A fact from outside the calls. */
struct tf_scope_rule {
	struct tf_slice name;
	const struct tf_schema *schema;
	const struct tf_value *fallback; /* "default"; NULL: none */
	int from; /* a filter over the record; -1: none */
};

/* A shape of one's own; all are filters, -1 where not given. */
struct tf_record_rule {
	int at;        /* over the record: a list of the paths of calls */
	int arguments; /* over the call: a list of the path of its arguments */
	int name, id,
	    failed; /* over the call: its name, id; whether it failed */
};

enum tf_test_input { TF_TEST_ARGS, TF_TEST_TEXT, TF_TEST_RECORD };

/* A test's list: a code each, and a JSON Pointer or "". */
struct tf_expected_finding {
	struct tf_slice code, path;
};

struct tf_test {
	size_t line;
	const char *name;
	enum tf_test_input kind;
	struct tf_slice
	    input; /* JSON text of args or record; the text itself */
	const struct tf_scope_value *scope;
	size_t scope_count;
	bool unchanged;
	const struct tf_value *expect; /* NULL: not said */
	const struct tf_expected_finding *errors,
	    *findings; /* NULL: not said */
	size_t error_count, finding_count;
	const char **says;
	size_t says_count;
};

struct tf_tool {
	size_t line;
	struct tf_slice name;
	const char **names; /* other names and globs */
	size_t name_count;
	/* what is written here, and what its "schema" names */
	const struct tf_schema *contracts[2];
	size_t contract_count;
	bool quick;              /* see quick.h */
	struct tf_policy policy; /* of the file and of the tool */
	const struct tf_scope_rule *scope;
	size_t scope_count;
	const struct tf_test *tests;
	size_t test_count;
	const struct tf_rulebook *rulebook;
};

/* From how many calls on there is a loop; 0: not said. */
struct tf_loop_limits {
	size_t identical, rejected;
};

struct tf_rulebook {
	struct tf_arena arena;
	char *file;
	struct tf_names *names;
	struct tf_filters *filters;
	struct tf_pattern **patterns;
	size_t pattern_count, pattern_capacity;
	struct tf_tool *tools;
	size_t tool_count;
	const struct tf_record_rule *records;
	size_t record_count;
	struct tf_loop_limits loops;
	enum tf_severity unknown_tools; /* TF_OFF: ignore */
	/* the compiled filters, for the first engine that needs them */
	_Atomic(struct tf_jq *) spare;
};

/*
 * Loads a rulebook from its text. file is what errors call it. The filters are
 * compiled, so that their mistakes are among the others, unless trusted says
 * that they have none. Returns NULL with every mistake. Freed by
 * tf_rulebook_free(), which takes NULL.
 */
struct tf_rulebook *tf_rulebook_load(const char *file, const char *bytes,
    size_t len, bool trusted, struct tf_errors *errors);
void tf_rulebook_free(struct tf_rulebook *rulebook);

/* An empty one, to be filled. */
struct tf_rulebook *tf_rulebook_new(const char *file);

/* The scope rule with this name, or NULL. */
const struct tf_scope_rule *tf_tool_scope(
    const struct tf_tool *tool, const char *name, size_t len);

#endif
