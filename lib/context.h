/*
 * context.h - what the steps of one call share (layer: engine).
 */
#ifndef TF_CONTEXT_H
#define TF_CONTEXT_H

#include "finding.h"
#include "phrase.h"
#include "rules.h"
#include "validate.h"

struct tf_scope;
struct tf_engine;

struct tf_context {
	struct tf_arena *arena; /* the record's: values */
	struct tf_arena *kept;  /* the batch's: texts of findings */
	struct tf_buf *scratch; /* for one message at a time */
	struct tf_validator validator;
	struct tf_found_list *found;
	struct tf_engine *engine; /* for filters */

	const struct tf_tool *tool;
	size_t book; /* index of its rulebook */
	const struct tf_names *names;
	struct tf_slice tool_name, call_id;
	struct tf_slice action; /* of the root; bytes NULL: not known */
	struct tf_value *root;
	size_t first_found; /* where this call's findings start in found */
	size_t call_offset; /* for arguments that stand nowhere */
	size_t call_length;

	/* The call is given up: a filter raised an error, and stands there. */
	bool filter_failed;
	/*
	 * The object is wrong already: that a filter cannot work on it is no
	 * error of the filter.
	 */
	bool filters_may_fail;
	bool too_many; /* findings were left out */
	/* What chose a branch of the object that is gone through; or NULL. */
	const char *why;
	const struct tf_value *why_of;
	unsigned anew;         /* how often an object is looked at again */
	struct tf_found spare; /* what is left out goes here */
};

/* Findings of one call beyond this are not kept. */
enum { TF_FOUND_MAX = 1000 };

/* What part of a member a finding is about. */
enum tf_part { TF_PART_KEY, TF_PART_VALUE };

/*
 * Adds a finding about a value. Its path, place and tool are filled in; the
 * message is what scratch holds, and scratch is emptied. Never NULL; valid
 * until the next finding is added. Past TF_FOUND_MAX of them what is returned
 * is kept nowhere.
 */
struct tf_found *tf_context_found(struct tf_context *ctx, enum tf_code code,
    const struct tf_value *value, enum tf_part part);

/*
 * When the call is done: its findings get the action, and "TOOL ACTION: "
 * before the message, and are sorted by their place.
 */
void tf_context_finish(struct tf_context *ctx);

/* Fills in what a fix did. Either value may be NULL. */
void tf_context_fix(struct tf_context *ctx, struct tf_found *found,
    const char *kind, struct tf_value *from, struct tf_value *to);

/* Adds the dotted path of a value to scratch: "arguments" for the root. */
void tf_context_say_path(struct tf_context *ctx, const struct tf_value *value);

/*
 * Runs a filter of the tool's rulebook over an object. Returns the result, or
 * NULL: then a filter-error was reported at the object and the call is given
 * up, or the run cannot go on (tf_engine says so).
 */
struct tf_value *tf_context_filter(
    struct tf_context *ctx, int filter, struct tf_value *object);

/* Reports that a filter went wrong, at a value, and gives the call up. */
void tf_context_filter_error(struct tf_context *ctx, int filter,
    const struct tf_value *at, const char *why);

/*
 * The same for a question: 1 where the result is true, 0 where it is not, -1
 * where there is none.
 */
int tf_context_ask(struct tf_context *ctx, int filter, struct tf_value *object);

#endif
